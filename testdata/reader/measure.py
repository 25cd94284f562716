"""Measures weights on what pack.py packed to be measured.

    python measure.py base.npz eval.pkl.gz WEIGHTS.pt [SET …]        (a SET may be "held"; WEIGHTS "none": the base alone)

Of the questions about the sets, the evidence of ibid read anew: how often the statement with the best score answers, the
mean of 1/rank of the first that does, the area under the curve of the best score for "can be answered", and how often a
passage that answers is first, among 3, among 8 of those that were found. Of the sources held back, each question and
claim beside its own passage. WEIGHTS.pt.scores.json keeps the scores.
"""
import collections
import json
import os
import sys

import numpy as np
import torch

from model import Data, load_base, score


def area(yes, no):
    """The chance that one of yes is above one of no."""
    yes, no = np.array(yes)[:, None], np.array(no)[None]
    return float(np.mean((yes > no) + 0.5 * (yes == no))) if yes.size and no.size else float("nan")


def questions(data, scores, sets):
    """The questions about some sets: [(answerable, [(rank, a passage that answers, [(score, right)])])]."""
    out = collections.defaultdict(lambda: (None, []))
    for g, of in sorted(scores.items()):
        name, _, _, _, label, right, _ = data.groups[g]
        if name.split(":")[0] in sets:
            which, k, rank, gold = name.split(":")
            read = [(v, s in right[0][1]) for s, v in of.items()]
            out[which, k] = label == 1, out[which, k][1] + [(int(rank), gold == "1", read)]
    return list(out.values())


def statements(asked):
    """First right, mean reciprocal rank and area, over the statements of all passages."""
    first, ranks, yes, no = [], [], [], []
    for answerable, chunks in asked:
        order = sorted((x for _, _, read in chunks for x in read), key=lambda x: -x[0])
        (yes if answerable else no).append(order[0][0])
        if answerable:
            first.append(order[0][1])
            ranks.append(next((1 / (1 + i) for i, x in enumerate(order) if x[1]), 0))
    return f"questions {len(asked)} first {np.mean(first):.3f} mrr {np.mean(ranks):.3f} auc {area(yes, no):.3f}"


def passages(asked, reader, fused):
    """How often a passage that answers is among the first 1, 3, 8 by reader · its best score + fused / (5 + its rank)."""
    hit, n = collections.Counter(), 0
    for answerable, chunks in asked:
        if answerable:
            n += 1
            order = sorted((c for c in chunks if c[0] > 0), key=lambda c: -reader * max(c[2])[0] - fused / (5 + c[0]))
            for k in (1, 3, 8):
                hit[k] += any(gold for _, gold, _ in order[:k])
    return " ".join(f"@{k} {hit[k] / n:.3f}" for k in (1, 3, 8))


def held_back(data, scores):
    """Each question and claim beside its own passage."""
    best = collections.defaultdict(list)
    for g, of in scores.items():
        name, gold = data.groups[g][0], data.groups[g][5][0][1]
        if name.startswith("held "):
            top = max(of, key=of.get)
            best[name].append((of[top], top in gold))
    for name, x in best.items():
        if name != "held near miss":
            print(f"{name}: {len(x)}, the statement is right {np.mean([r for _, r in x]):.3f}",
                  "" if name == "held claim" else f"auc {area([v for v, _ in x], [v for v, _ in best['held near miss']]):.3f}")


def main():
    base, packed, weights, *names = sys.argv[1:]
    data, m = Data(packed), load_base(base)
    if weights != "none":
        m.load_state_dict(torch.load(weights), strict=False)
    of = [g[0].split(":")[0] if ":" in g[0] else "held" for g in data.groups]
    names = names or sorted(set(of))
    scores = score(m, data, [i for i, name in enumerate(of) if name in names])
    with open(os.path.basename(weights) + ".scores.json", "w") as f:
        json.dump({g: v for g, v in sorted(scores.items())}, f)
    sets = [s for s in names if s != "held"]
    for which in sets:
        print(which, statements(questions(data, scores, [which])))
    if sets:
        print("all", statements(questions(data, scores, sets)))
    for reader, fused in ((0, 1), (1, 0), (1, 10), (1, 30)):
        if sets:
            print(f"passages by {reader} reader + {fused}/(5+rank):", passages(questions(data, scores, sets), reader, fused))
    held_back(data, scores)


if __name__ == "__main__":
    main()
