"""Writes what index/reader is tested against: token numbers of the `tokenizers` library, and scores and vectors in float32.

    python closeness.py tokens tokenizer.json ../../index/reader/testdata/tokens.json
    python closeness.py float tokenizer.json model.safetensors base.npz checkpoint.pt written.jsonl float.json
    READER_FLOAT=$PWD/float.json go test -count=1 -v -run TestCloseness ../../index/reader

tokenizer.json and model.safetensors are those of all-MiniLM-L6-v2, base.npz what base.py makes of it, written.jsonl
has passages with questions and claims. Of 300 passages one question and one claim are scored each.
"""
import json, random, sys
from tokenizers import Tokenizer


def tokenizer(path):
    t = Tokenizer.from_file(path)
    t.no_padding(), t.no_truncation()
    t.encode_special_tokens = True  # "[SEP]" in a text is that text
    return lambda text: t.encode(text, add_special_tokens=False).ids


def tokens(path, out):
    ids, rng, texts = tokenizer(path), random.Random(1), [
        '', ' ', 'The server reads its configuration.', 'naïve café — costs €5,00 “quoted” …', 'Ångström İstanbul ΑΣ ẞ ﬁn ŒUVRE ñ',
        'e\u0301tude a\u030a', '中文字 and 漢字かな交じり文 𠀀', '한국어 문장', 'ภาษาไทย हिन्दी العربية עברית', 'a\x00b\x01c\u200bd\ufeffe\x7ff\u00adg',
        'tab\tnew\nline\rreturn\x0bvertical\x0cfeed\x85next\u2028x\u00a0y\u3000z', '[CLS] [SEP] [PAD] [unused0] ##ing ## # [UNK]',
        'x' * 100, 'x' * 101, 'é' * 100, 'é' * 101, 'e\u0301' * 60, 'unaffable antidisestablishmentarianism zzqqxj', 'snake_case camelCase v1.2.3-rc4 a/b\\c @x #y $z',
        '😀 emoji 👩‍👩‍👧 ☃', '٠١٢ ½ ² Ⅷ №', '\ue000private\uf8ff \U000f0000', '～！＠［］ ｆｕｌｌｗｉｄｔｈ', '\u0300\u0301', 'a' * 99 + ' b']
    pools = [(32, 127), (97, 123), (97, 123), (32, 33), (0xa0, 0x250), (0x300, 0x370), (0x370, 0x378), (0x384, 0x38b), (0x400, 0x500), (0x4e00, 0x9fa0), (0xac00, 0xd7a3), (0x2000, 0x2060)]
    for _ in range(400):
        texts.append(''.join(chr(rng.randrange(*rng.choice(pools))) for _ in range(rng.randrange(1, 50))))
    with open(out, 'w') as f:
        f.write('[\n' + ',\n'.join(json.dumps({'Text': x, 'Tokens': ids(x)}) for x in texts) + '\n]\n')


def floats(path, model, base, checkpoint, written, out):
    import numpy as np, torch
    import model as T
    from safetensors.numpy import load_file
    torch.set_num_threads(1)
    ids, rng = tokenizer(path), random.Random(5)
    m = T.load_base(base, apart=2)
    m.load_state_dict(torch.load(checkpoint, map_location='cpu'), strict=False)
    m.eval()
    rows = rng.sample([json.loads(line) for line in open(written)], 300)
    result = {'Readings': [], 'Texts': []}
    for row in rows:
        context = ' > '.join(x for x in (row['title'], row['heading']) if x)
        statements, n = [], 0
        for s in row['sentences']:  # so many as are read at once
            n += len(ids(s)[:T.STATEMENT])
            if n > T.STATEMENTS:
                break
            statements.append(s)
        for kind, text in ((0, rng.choice(row['questions'])['question']), (1, rng.choice(row['claims'])['claim'])):
            x = [1 if kind else T.CLS] + ids(text)[:T.QUESTION] + [T.SEP]
            nq = len(x)
            x += ids(context)[:T.CONTEXT] + [T.SEP]
            spans = [-1] * len(x)
            for i, s in enumerate(statements):
                s = ids(s)[:T.STATEMENT]
                x, spans = x + s, spans + [i] * len(s)
            x, spans = x + [T.SEP], spans + [-1]
            with torch.no_grad():
                scores = m(torch.tensor([x]), torch.tensor([nq]), torch.tensor([len(x)]), torch.tensor([spans]), len(statements), torch.tensor([kind]))[0][0]
            result['Readings'].append({'Claim': bool(kind), 'Text': text, 'Passage': {'Context': context, 'Statements': statements}, 'Scores': scores.tolist()})
    # the public encoder in full precision, for Embed
    w, b = load_file(model), T.Reader(6)
    f = lambda name: torch.from_numpy(w[name].astype(np.float32))
    e = 'embeddings.'
    b.tok.weight.data, b.pos.weight.data, b.typ.weight.data = (f(e + k + '_embeddings.weight') for k in ('word', 'position', 'token_type'))
    b.n.weight.data, b.n.bias.data = f(e + 'LayerNorm.weight'), f(e + 'LayerNorm.bias')
    for i, l in enumerate(b.layers):
        p = f'encoder.layer.{i}.'
        for k in ('weight', 'bias'):
            setattr(getattr(l.qkv, k), 'data', torch.cat([f(f'{p}attention.self.{x}.{k}') for x in ('query', 'key', 'value')]))
            for to, name in ((l.o, 'attention.output.dense'), (l.n1, 'attention.output.LayerNorm'), (l.up, 'intermediate.dense'), (l.dn, 'output.dense'), (l.n2, 'output.LayerNorm')):
                setattr(getattr(to, k), 'data', f(p + name + '.' + k))
    b.eval()
    for row in rows:
        text = ' '.join(row['sentences'])
        x = torch.tensor([[T.CLS] + ids(text)[:254] + [T.SEP]])
        with torch.no_grad():
            h = b.n(b.tok(x) + b.typ.weight[0] + b.pos(torch.arange(x.shape[1])[None]))
            for l in b.layers:
                h = l(h, None)
        v = h[0].mean(0)
        result['Texts'].append({'Text': text, 'Vector': (v / v.norm()).tolist()})
    json.dump(result, open(out, 'w'))


if __name__ == '__main__':
    {'tokens': tokens, 'float': floats}[sys.argv[1]](*sys.argv[2:])
