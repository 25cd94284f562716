"""Trains the reader on the processor.

    python train.py --base base.npz --data train.pkl.gz --out m --hold 3e6 --total 4e6

It begins with the base, or goes on with what --resume names, which is written every --minutes as OUT.state beside the
weights OUT.STEP.pt. The learning rate is held until --hold tokens, then falls to 0 at --total. A file OUT.stop ends it.
"""
import argparse
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F

from model import Data, collate, load_base, run, weights

# How often a group of a set is drawn, by how its name begins: the longest that fits.
WEIGHT = {"written": 3.0, "claims-written": 0.5, "dev": 14.0, "squad2_dev": 0.4, "squad11_dev_extra": 0.15, "selqa": 0.4,
          "tatqa": 0.3, "qed": 0.6, "fetaqa": 0.15, "conditionalqa": 0.3, "docs_faq": 2.0, "docs_sections": 0.4, "docs_terms": 0.4,
          "cut-written": 0.5, "cut-": 0.5}
NEW = ("st", "cls", "ver1", "ver2", "w", "scale", "none")  # what the base has not: it learns five times as fast
PLACE, VERDICT, EACH = 0.5, 0.1, 0.15  # what the place of a claim, its verdict and each statement by itself weigh in the loss
WARM = 60  # steps in which the learning rate rises


def crop(data, passage, gold, rng):
    """The statement from which a passage is read that is too long: a few before the first that is gold."""
    statements = data.passages[passage][1]
    n = [len(data.tokens(s, 80)) for s in statements]
    if sum(n) <= 288:
        return 0
    if not gold:
        return rng.randint(0, max(0, len(statements) - 4))
    start = max(0, min(gold) - rng.randint(0, 4))
    while start < min(gold) and sum(n[start:max(gold) + 1]) > 288:
        start += 1
    return start


def sample(data, group, rng):
    """A group for one step, or None: of a question a passage that answers it and some that do not, of a claim its own."""
    name, text, kind, mode, label, right, others = group
    bare, parts = rng.random() < 0.08, []

    def add(passage, start, gold):
        ids, nq, span, spans, _ = data.encode(text, passage, start, bare, kind)
        if spans:
            parts.append((ids, nq, span, [float(i in gold) for i in spans]))

    if kind == 1:
        passage, gold = right[0]
        if label == 1 and others and rng.random() < 0.12:
            passage, gold, label = rng.choice(others), (), 0
        add(passage, crop(data, passage, gold, rng), gold)
        return (kind, mode, label, parts) if parts else None
    count = 3 if name.startswith(("dev", "written")) else 2  # it is asked of a dozen passages: those that do not answer count
    chosen = [others[0]] if others and rng.random() < 0.6 else []
    rest = [p for p in others if p not in chosen]
    chosen += rng.sample(rest, min(count - len(chosen), len(rest)))
    if right and not (chosen and rng.random() < (0.5 if name.startswith("cut") else 0.1)):
        passage, gold = rng.choice(right)
        add(passage, crop(data, passage, gold if mode == 0 else (), rng), gold)
    for passage in chosen:
        add(passage, crop(data, passage, (), rng), ())
    return (kind, mode, label, parts) if parts else None


class Stream(torch.utils.data.IterableDataset):
    """Batches without end, each of groups of much the same length."""

    def __init__(self, data, tokens, seed):
        self.data, self.tokens, self.seed = data, tokens, seed

    def __iter__(self):
        rng = random.Random(self.seed)
        names = sorted(WEIGHT, key=len, reverse=True)
        drawn = np.cumsum([next(WEIGHT[n] for n in names if g[0].startswith(n)) for g in self.data.groups])
        while True:
            some = []
            for _ in range(1500):
                at = int(np.searchsorted(drawn, rng.random() * drawn[-1], side="right"))
                s = sample(self.data, self.data.groups[at], rng)
                if s:
                    some.append((max(len(p[0]) for p in s[3]), s))
            some.sort(key=lambda x: x[0])
            batches, batch, count = [], [], 0
            for n, s in some:
                if batch and (count + len(s[3])) * n > self.tokens:
                    batches.append(batch)
                    batch, count = [], 0
                batch.append(s)
                count += len(s[3])
            batches.append(batch)
            rng.shuffle(batches)
            for b in batches:
                yield collate(b)


def loss_of(m, b):
    """The loss of a batch, and of its questions alone. In each group its statements and "none of them", at 0, share one
    softmax: of mode 0 each right statement should be likely, of mode 1 one of them."""
    score, has, verdict = run(m, b)
    G, group, right, claim = b["G"], b["group"], b["right"] * has, b["kind"] == 1

    def over(x):
        return torch.zeros(G).index_add(0, group, x)

    top = torch.zeros(G).scatter_reduce(0, group, score.max(1)[0].detach(), "amax")
    e = torch.exp(score - top[group][:, None])
    all_of = top + torch.log(torch.exp(-top) + over((e * has).sum(1)))
    count, total, some = over(right.sum(1)), over((right * score).sum(1)), over((e * right).sum(1))
    kind, mode = (torch.zeros(G, dtype=torch.long).scatter_reduce(0, group, b[k], "amax") for k in ("kind", "mode"))
    right_of = torch.where(mode == 1, top + torch.log(some.clamp(min=1e-9)), total / count.clamp(min=1))
    place = torch.where(count > 0, all_of - right_of, all_of)
    each = (F.binary_cross_entropy_with_logits(score, right, reduction="none") * has).sum(1)
    loss = (place * torch.where(kind == 1, PLACE, 1.0)).sum() + EACH * (each * (~claim & (b["mode"] == 0))).sum()
    if claim.any():
        loss = loss + VERDICT * F.binary_cross_entropy_with_logits(verdict[claim], b["label"][claim], reduction="sum")
    return loss / G, (place * (kind == 0)).sum().item(), int((kind == 0).sum())


def main():
    ap = argparse.ArgumentParser()
    for name in ("base", "data", "out"):
        ap.add_argument("--" + name, required=True)
    ap.add_argument("--resume")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--tokens", type=int, default=2400, help="of a batch")
    ap.add_argument("--rate", type=float, default=6e-5)
    ap.add_argument("--fixed", type=int, default=2, help="how many layers stay those of the base, and what is below them")
    ap.add_argument("--hold", type=float, required=True)
    ap.add_argument("--total", type=float, required=True)
    ap.add_argument("--minutes", type=float, default=7)
    a = ap.parse_args()
    torch.manual_seed(a.seed)
    m = load_base(a.base).train()
    state = torch.load(a.resume) if a.resume else dict(step=0, seen=0)
    step, seen = state["step"], state["seen"]
    trained = [(n, p) for n, p in m.named_parameters() if p.requires_grad]
    for part in [m.n, *m.layers[:a.fixed]] if a.fixed else []:
        part.requires_grad_(False)
    old, new = ([p for n, p in trained if (n.split(".")[0] in NEW) == is_new] for is_new in (False, True))
    opt = torch.optim.AdamW([{"params": old, "times": 1.0}, {"params": new, "times": 5.0}], weight_decay=0.01, betas=(0.9, 0.98))
    if a.resume:
        m.load_state_dict(state["model"], strict=False)
        opt.load_state_dict(state["opt"])

    def keep():
        part = a.out + ".part"
        torch.save(dict(model=weights(m), opt=opt.state_dict(), step=step, seen=seen), part)
        os.replace(part, a.out + ".state")
        torch.save({k: v.half() for k, v in weights(m).items()}, f"{a.out}.{step:05d}.pt")
        print("kept", step, f"{seen / 1e6:.3f}M tokens", flush=True)

    # What is drawn after a resumption depends on the step, so that a run goes on with others than it began with.
    batches = torch.utils.data.DataLoader(Stream(Data(a.data), a.tokens, a.seed * 10**6 + step), batch_size=None, num_workers=1)
    start, first, kept, losses = time.time(), seen, time.time(), []
    for b in batches:
        if seen >= a.total:
            break
        rate = a.rate * min(1, (step + 1) / WARM) * min(1, max(0.02, (a.total - seen) / max(1, a.total - a.hold)))
        for g in opt.param_groups:
            g["lr"] = rate * g["times"]
        loss, asked, questions = loss_of(m, b)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(old + new, 1.0)
        opt.step()
        step, seen = step + 1, seen + b["ids"].numel()
        losses.append((loss.item(), asked, questions))
        if step % 20 == 0:
            mean, asked, questions = np.sum(losses[-100:], 0)
            print(f"{step} {time.time() - start:.0f}s {(seen - first) / (time.time() - start):.0f} tokens/s {seen / 1e6:.3f}M",
                  f"loss {mean / len(losses[-100:]):.3f} questions {asked / max(1, questions):.3f} rate {rate:.1e}", flush=True)
        if os.path.exists(a.out + ".stop"):
            os.remove(a.out + ".stop")
            break
        if time.time() - kept > 60 * a.minutes:
            kept = time.time()
            keep()
    keep()


if __name__ == "__main__":
    main()
