"""The reader: a question or claim and the statements of a passage go in; out comes a score for each statement.

A score is the log odds that the statement answers the question (or is what the claim is about), against 0 for "none
of them". The verdict, whether the passage bears a claim out, is trained with little weight and not used.
"""
import gzip
import pickle

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

CLS, SEP, CLAIM = 101, 102, 1  # what a text begins with: [CLS] for a question, [unused0] for a claim
QUESTION, CONTEXT, STATEMENTS, STATEMENT = 40, 24, 288, 80  # most tokens of each; STATEMENTS of all in one part
WIDTH, HEADS, INNER = 384, 12, 1536
NONE = -30.0  # the score of a statement that is not there


class Half(torch.autograd.Function):
    """A linear map whose three products are taken in bfloat16, and kept in float32: 1.5 times as fast on AVX512-BF16."""

    @staticmethod
    def forward(ctx, x, w, b):
        flat, wide = x.reshape(-1, x.shape[-1]).bfloat16(), w.bfloat16()
        ctx.save_for_backward(flat, wide)
        ctx.shape = x.shape
        return F.linear(flat, wide).float().add_(b).view(*x.shape[:-1], -1)

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        g = g.reshape(-1, g.shape[-1])
        half = g.bfloat16()
        return (half @ w).float().view(ctx.shape), (half.t() @ x).float(), g.sum(0)


def linear(m, x):
    """A linear layer: half precision in training, whole precision in measuring."""
    return Half.apply(x, m.weight, m.bias) if m.training else m(x)


class Layer(nn.Module):
    """A layer of a BERT encoder."""

    def __init__(self):
        super().__init__()
        self.qkv, self.o, self.n1 = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH), nn.LayerNorm(WIDTH, eps=1e-12)
        self.up, self.dn, self.n2 = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH), nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x, mask):
        b, t, d = x.shape
        q, k, v = linear(self.qkv, x).view(b, t, 3, HEADS, d // HEADS).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.n1(x + linear(self.o, a.transpose(1, 2).reshape(b, t, d)))
        return self.n2(x + linear(self.dn, F.gelu(linear(self.up, x))))


class Reader(nn.Module):
    """The first `apart` layers keep question and passage apart, the others read them together. A statement's score is a
    late interaction (each token of the question with its nearest in the statement) and what the joint layers make of it."""

    def __init__(self, layers, apart=2):
        super().__init__()
        d, self.apart = WIDTH, apart
        self.tok, self.pos, self.typ = nn.Embedding(30522, d), nn.Embedding(512, d), nn.Embedding(2, d)
        self.n, self.layers = nn.LayerNorm(d, eps=1e-12), nn.ModuleList([Layer() for _ in range(layers)])
        self.proj, self.w = nn.Linear(d, d, bias=False), nn.Linear(d, 1)
        self.scale, self.none = nn.Parameter(torch.tensor([12.0, 12.0])), nn.Parameter(torch.tensor([5.0, 5.0]))
        self.st, self.cls = nn.Linear(2 * d, 2), nn.Linear(d, 2)
        self.ver1, self.ver2 = nn.Linear(3 * d + 2, 256), nn.Linear(256, 1)
        nn.init.eye_(self.proj.weight)
        for m in (self.w, self.st, self.cls, self.ver2):
            nn.init.zeros_(m.weight)
            nn.init.zeros_(m.bias)

    def forward(self, ids, nq, n, span, S, kind):
        """ids: tokens, of which the first nq are the question and the first n are there; span: the statement of each
        token or -1; S: most statements of one; kind: 0 question, 1 claim. Out: scores, which are there, verdicts."""
        B, L = ids.shape
        at = torch.arange(L)[None]
        real, asks = at < n[:, None], at < nq[:, None]
        x = self.tok(ids) + self.typ.weight[0] + self.pos(torch.where(asks, at, at - nq[:, None]).clamp(min=0))
        x = self.n(x)
        joint = real[:, None, None].expand(B, 1, L, L)
        same = ((asks[:, :, None] == asks[:, None, :]) & real[:, None, :])[:, None]
        for i, layer in enumerate(self.layers):
            x = layer(x, same if i < self.apart else joint)
        Q, idx = QUESTION + 2, span + 1
        h = F.normalize(self.proj(x), dim=-1)
        near = torch.full((B, Q, S + 1), -1.0)
        near = near.scatter_reduce(2, idx[:, None].expand(B, Q, L), h[:, :Q] @ h.transpose(1, 2), "amax", include_self=False)
        has = torch.zeros(B, S + 1).scatter(1, idx, 1.0)[:, 1:] > 0
        near = near[:, :, 1:].masked_fill(~has[:, None], -1.0)
        word = (asks & (ids != CLS) & (ids != SEP) & (ids != CLAIM))[:, :Q]
        share = F.softplus(self.w(x[:, :Q])[..., 0] + 0.5413) * word
        share = share / share.sum(1, keepdim=True).clamp(min=1e-6)
        late = (near * share[..., None]).sum(1)
        total = torch.zeros(B, S + 1, WIDTH).scatter_add(1, idx[..., None].expand(B, L, WIDTH), x)
        count = torch.zeros(B, S + 1).scatter_add(1, idx, torch.ones(B, L))
        mean, c = (total / count.clamp(min=1)[..., None])[:, 1:], x[:, 0]
        said = self.st(torch.cat([mean, mean * c[:, None]], -1)).gather(2, kind[:, None, None].expand(B, S, 1))[..., 0]
        score = self.scale[kind][:, None] * late - self.none[kind][:, None] + said + self.cls(c).gather(1, kind[:, None])
        score = score.masked_fill(~has, NONE)
        a = torch.softmax(score, 1)
        at_home, best = (a[..., None] * mean).sum(1), (a[:, None] * near).sum(2)
        least = torch.where(word, best, torch.ones_like(best)).min(1)[0]
        average = (best * word).sum(1) / word.sum(1).clamp(min=1)
        verdict = torch.cat([c, at_home, c * at_home, least[:, None], average[:, None]], -1)
        return score, has, self.ver2(F.gelu(self.ver1(verdict)))[:, 0]


def load_base(path, apart=2):
    """A reader from a public encoder that base.py wrote. Its embeddings stay as they are."""
    z = np.load(path)

    def get(k):
        return torch.from_numpy(z[k + "/q"].astype(np.float32) * z[k + "/s"] if k + "/q" in z.files else z[k + "/f"])

    layers = 1 + max(int(k.split(".")[0]) for k in z.files if k[0].isdigit())
    m = Reader(layers, apart)
    for name in ("tok", "pos", "typ"):
        getattr(m, name).weight.data = get(name)
        getattr(m, name).weight.requires_grad = False
    m.n.weight.data, m.n.bias.data = get("n.w"), get("n.b")
    for i, layer in enumerate(m.layers):
        layer.qkv.weight.data = torch.cat([get(f"{i}.{x}.w") for x in "qkv"])
        layer.qkv.bias.data = torch.cat([get(f"{i}.{x}.b") for x in "qkv"])
        for x in ("o", "n1", "up", "dn", "n2"):
            getattr(layer, x).weight.data, getattr(layer, x).bias.data = get(f"{i}.{x}.w"), get(f"{i}.{x}.b")
    return m


def weights(m):
    """What is trained of a reader: all but the embeddings."""
    return {k: v for k, v in m.state_dict().items() if not k.startswith(("tok.", "pos.", "typ."))}


class Data:
    """What pack.py wrote."""

    def __init__(self, path):
        d = pickle.load(gzip.open(path))
        self.tok, self.off, self.passages, self.groups = d["tok"], d["off"], d["passages"], d["groups"]

    def tokens(self, text, most):
        """The tokens of a text."""
        return self.tok[self.off[text]:min(self.off[text + 1], self.off[text] + most)]

    def encode(self, text, passage, start=0, bare=False, kind=0):
        """A question and as many statements of a passage as fit, from one on; bare leaves its context away. Out: tokens,
        how many are the question's, the statement of each or -1, which statements they are, and the next one."""
        context, statements = self.passages[passage]
        q, c = self.tokens(text, QUESTION), self.tokens(context, 0 if bare else CONTEXT)
        parts, spans, at = [[CLAIM if kind else CLS], q, [SEP], c, [SEP]], [], start
        span = [-1] * (len(q) + len(c) + 3)
        room = len(span) + STATEMENTS
        while at < len(statements):
            t = self.tokens(statements[at], STATEMENT)
            if len(span) + len(t) > room:
                break
            if len(t) > 0:
                parts.append(t)
                span += [len(spans)] * len(t)
                spans.append(at)
            at += 1
        parts.append([SEP])
        span.append(-1)
        return np.concatenate([np.asarray(p, np.int64) for p in parts]), len(q) + 2, np.array(span), spans, at


def collate(groups):
    """A batch of groups (kind, mode, label, parts); a part is what encode makes, but its last, with 1 for each statement
    that is right and 0 for the others."""
    parts = [(g, p) for g, group in enumerate(groups) for p in group[3]]
    B, L = len(parts), -(-max(len(p[0]) for _, p in parts) // 8) * 8
    S = max(len(p[3]) for _, p in parts)
    out = dict(ids=np.zeros((B, L), np.int64), span=np.full((B, L), -1, np.int64), right=np.zeros((B, S), np.float32),
               label=np.zeros(B, np.float32), **{k: np.zeros(B, np.int64) for k in ("nq", "n", "group", "kind", "mode")})
    for b, (g, (ids, nq, span, right)) in enumerate(parts):
        out["ids"][b, :len(ids)], out["span"][b, :len(ids)], out["right"][b, :len(right)] = ids, span, right
        out["nq"][b], out["n"][b], out["group"][b] = nq, len(ids), g
        out["kind"][b], out["mode"][b], out["label"][b] = groups[g][:3]
    return {k: torch.from_numpy(v) for k, v in out.items()} | dict(G=len(groups), S=S)


def run(m, b):
    """A reader over a batch."""
    return m(b["ids"], b["nq"], b["n"], b["span"], b["S"], b["kind"])


@torch.no_grad()
def score(m, data, groups, tokens=8000):
    """The scores of the statements of the first passage of each group: {group: {statement: score}}. A passage that is too
    long is read in parts."""
    m.eval()
    parts, out = [], {}
    for g in groups:
        _, text, kind, _, _, right, _ = data.groups[g]
        passage, at = right[0][0], 0
        while at < len(data.passages[passage][1]):
            ids, nq, span, spans, end = data.encode(text, passage, at, kind=kind)
            if spans:
                parts.append((len(ids), g, (ids, nq, span, [0.0] * len(spans)), spans))
            at = max(end, at + 1)
    parts.sort(key=lambda p: p[0])
    while parts:
        n = 1
        while n < len(parts) and (n + 1) * parts[n][0] <= tokens:
            n += 1
        batch, parts = parts[:n], parts[n:]
        got, _, _ = run(m, collate([(data.groups[g][2], 0, 0, [p]) for _, g, p, _ in batch]))
        for row, (_, g, _, spans) in zip(got.tolist(), batch):
            out.setdefault(g, {}).update(zip(spans, row))
    return out
