"""Writes a public encoder as one small file: each row of a matrix in int8 with a scale of its own.

    python base.py base.npz model.safetensors
"""
import sys

import numpy as np
from safetensors.numpy import load_file

LAYERS = 6
# What a module of the checkpoint is called here.
OUTER = {"tok": "word_embeddings", "pos": "position_embeddings", "typ": "token_type_embeddings"}
INNER = {"q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
         "o": "attention.output.dense", "n1": "attention.output.LayerNorm",
         "up": "intermediate.dense", "dn": "output.dense", "n2": "output.LayerNorm"}


def quantised(a):
    """A matrix becomes rows of int8 ("q") with their scales ("s"); a vector stays as it is ("f")."""
    a = np.asarray(a, np.float32)
    if a.ndim < 2:
        return {"f": a}
    scale = np.abs(a).max(1, keepdims=True) / 127
    scale[scale == 0] = 1e-9
    return {"q": np.round(a / scale).astype(np.int8), "s": scale.astype(np.float32)}


def tensors(w):
    """The tensors of a BERT checkpoint by their names here."""
    out = {k: w[f"embeddings.{v}.weight"] for k, v in OUTER.items()}
    out["n.w"], out["n.b"] = w["embeddings.LayerNorm.weight"], w["embeddings.LayerNorm.bias"]
    for i in range(LAYERS):
        for k, v in INNER.items():
            out[f"{i}.{k}.w"] = w[f"encoder.layer.{i}.{v}.weight"]
            out[f"{i}.{k}.b"] = w[f"encoder.layer.{i}.{v}.bias"]
    return out


if __name__ == "__main__":
    path, checkpoint = sys.argv[1:]
    parts = {}
    for name, tensor in tensors(load_file(checkpoint)).items():
        for kind, value in quantised(tensor).items():
            parts[f"{name}/{kind}"] = value
    np.savez_compressed(path, **parts)
