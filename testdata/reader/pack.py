"""Turns texts into tokens: the groups that are trained on, and those that are measured.

    python pack.py train train.pkl.gz     from DATA (written.jsonl and public/) and the dumps of the sets that DEV names
    python pack.py eval eval.pkl.gz       from the dumps of the sets that EVAL names, and the sources held back of DATA

DATA is the folder of the data, TOKENIZER the tokenizer.json of the base, DUMPS the folder of what ./dump writes, one
SET.jsonl each. A group is (name, text, kind: 0 for a question and 1 for a claim, mode, label, [(passage, gold
statements)], other passages). Of mode 0 each gold statement is right, of mode 1 any statement of the passage.
"""
import collections
import gzip
import hashlib
import json
import math
import os
import pickle
import random
import re
import sys

import numpy as np
from tokenizers import Tokenizer

DATA, DUMPS = os.environ["DATA"], os.environ.get("DUMPS", "d")
TOKENIZER = Tokenizer.from_file(os.environ["TOKENIZER"])
TOKENIZER.no_padding()
TOKENIZER.no_truncation()

PUBLIC = ("squad2_dev", "squad11_dev_extra", "selqa", "tatqa", "qed", "conditionalqa", "fetaqa")
UNLICENSED = ("policyqa", "covidqa")  # sources of written passages whose texts carry terms of their own
NOT_PERMISSIVE = re.compile(r"GPL|GFDL|GNU|OPL|EPL|CC-BY-SA|Artistic|[Cc]ustom|other|vague|as-is|see its|missing|=====|"
                            r"Redistribution|This package")
LONGEST = 80  # tokens of a text


def licences():
    """The licences of the Debian packages, from the table in the README of the public sets."""
    out = {}
    for line in open(f"{DATA}/public/README.md"):
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if len(cells) == 4 and cells[3].isdigit():
            out["debian:" + cells[0]] = cells[2]
    return out


LICENCE = licences()


def permissive(source):
    """Whether the licences of a package are all named, and none of them asks anything of works made with it."""
    return source in LICENCE and not NOT_PERMISSIVE.search(LICENCE[source])


def held(source):
    """Whether a source is held back: nothing about it is trained on, so that questions and claims about it measure."""
    return int(hashlib.sha256(source.encode()).hexdigest(), 16) % 10 == 0


def lines(path):
    """The objects of a JSONL file."""
    with (gzip.open(path, "rt") if path.endswith(".gz") else open(path)) as f:
        return [json.loads(line) for line in f]


WORD = re.compile(r"[A-Za-z0-9_.-]+")
STOP = set("the a an of in to and is are was were be for on by with that this it as at from or what which who how when "
           "where why do does did can may must not i my you your we if there any use using used".split())


def words(text):
    """The beginnings of the content words of a text."""
    return {w.lower()[:6] for w in WORD.findall(text) if w.lower() not in STOP}


def sentences(text):
    """The sentences of a text, roughly."""
    out = []
    for line in text.split("\n"):
        parts = re.split(r'(?<=[.!?])["”’)]?\s+(?=[A-Z“"(\[`])', line.strip())
        out += [p.strip() for p in parts if p.strip()]
    return out


class Store:
    """Texts, each kept once, and the passages and groups that are made of them."""

    def __init__(self):
        self.ids, self.texts, self.places, self.passages, self.groups = {}, [], {}, [], []

    def text(self, t):
        """The number of a text."""
        if t not in self.ids:
            self.ids[t] = len(self.texts)
            self.texts.append(t)
        return self.ids[t]

    def passage(self, context, statements):
        """The number of a passage."""
        key = (context, tuple(statements))
        if key not in self.places:
            self.places[key] = len(self.passages)
            self.passages.append((self.text(context[:160]), np.array([self.text(s) for s in statements], np.int32)))
        return self.places[key]

    def group(self, name, text, right, others=(), kind=0, mode=0, label=-1):
        """Adds a group. right lists passages with the numbers of their gold statements."""
        right = [(p, tuple(gold)) for p, gold in right]
        self.groups.append((name, self.text(text[:400]), kind, mode, label, right, tuple(others)))

    def write(self, path):
        """Writes all of it, as tokens."""
        tokens = []
        for i in range(0, len(self.texts), 4096):
            batch = TOKENIZER.encode_batch(self.texts[i:i + 4096], add_special_tokens=False)
            tokens += [e.ids[:LONGEST] for e in batch]
        off = np.zeros(len(tokens) + 1, np.int64)
        off[1:] = np.cumsum([len(t) for t in tokens])
        tok = np.concatenate([np.array(t, np.uint16) for t in tokens])
        with gzip.GzipFile(path, "wb", 6, mtime=0) as f:
            pickle.dump(dict(tok=tok, off=off.astype(np.uint32), passages=self.passages, groups=self.groups), f, 4)
        counts = collections.Counter(g[0].split(":")[0] for g in self.groups)
        print(path, len(tok), "tokens", len(self.passages), "passages", len(self.groups), "groups", dict(counts))


class Pool:
    """Passages of one source, from which those near a question are drawn."""

    def __init__(self, items):
        self.items = items  # (key, context, statements)
        bags = [words(context + " " + " ".join(s)) for _, context, s in items]
        count = collections.Counter(w for bag in bags for w in bag)
        self.weight = {w: math.log(1 + len(items) / (1 + n)) for w, n in count.items()}
        self.holders = collections.defaultdict(list)
        for i, bag in enumerate(bags):
            for w in sorted(bag):
                self.holders[w].append(i)

    def near(self, text, key, k, rng):
        """The k passages with most of the words of a text, but for the one with a key; others where there are fewer."""
        score = collections.Counter()
        for w in sorted(words(text)):
            for i in self.holders.get(w, ()):
                score[i] += self.weight[w]
        best = sorted(score.items(), key=lambda t: (-t[1], t[0]))[:k + 4]
        out = [i for i, _ in best if self.items[i][0] != key][:k]
        for _ in range(3 * k):
            if len(out) >= k:
                break
            i = rng.randrange(len(self.items))
            if self.items[i][0] != key and i not in out:
                out.append(i)
        return [self.items[i] for i in out]


def under(title, heading):
    """The context of a passage."""
    return (title + " > " + heading).strip(" >")


BEFORE = ("in on at by for to of with from since until till about around approximately during between after before through "
          "under over as within per near").split()


def without(statement, answer):
    """A statement without the phrase that holds the answer, or "": what is left speaks of the same and does not answer."""
    lead = r"(?:,? (?:%s))+(?: the| an?)? " % "|".join(BEFORE)
    m = re.search(lead + re.escape(answer) + r"(?=[ ,.;:)]|$)", statement, re.I)
    left = statement[:m.start()] + statement[m.end():] if m else ""
    return left if len(left.split()) >= 5 and answer.lower() not in left.lower() else ""


def key_of(statements):
    """What tells passages of one source apart."""
    return " ".join(statements)[:60]


def add_written(store, rows, sections, rng):
    """Adds the questions and claims that were written for this. Other passages are of the same source."""
    items = collections.defaultdict(list)
    for r in sections:
        s = sentences(r["passage"])
        if len(s) >= 2:
            items[r["source"]].append((r["passage"][:60], under(r["title"], r["query"]), s))
    for r in rows:
        if not r["source"].startswith("debian:"):
            items[r["source"]].append((key_of(r["sentences"]), under(r["title"], r["heading"]), r["sentences"]))
    pools = {source: Pool(v) for source, v in items.items()}
    for r in rows:
        own, key = set(r["sentences"]), key_of(r["sentences"])
        me = store.passage(under(r["title"], r["heading"]), r["sentences"])

        def others(text, k):
            near = pools[r["source"]].near(text, key, k + 2, rng)
            return [store.passage(c, s[:40]) for _, c, s in near if len(own & set(s)) < 2][:k]

        for q in r["questions"]:
            gold = [(me, q["answer_sentences"])]
            store.group("written-" + q["kind"].split()[0], q["question"], gold, others(q["question"], 6))
            rest = [s for i, s in enumerate(r["sentences"]) if i not in q["answer_sentences"]]
            if q["answer_sentences"] and len(rest) >= 2:
                near = store.passage(under(r["title"], r["heading"]), rest)
                store.group("cut-written", q["question"], gold, [near])
        for c in r["claims"]:
            gold = [(me, c["sentences"])]
            store.group("claims-written", c["claim"], gold, others(c["claim"], 3), kind=1, label=int(c["label"] == "true"))


def add_public(store, name, rng):
    """Adds a public set of questions. Other passages are of the same title and hold none of the answers."""
    rows = [r for r in lines(f"{DATA}/public/qa-{name}.jsonl.gz") if not r.get("passage_in_eval")]
    titled = collections.defaultdict(dict)
    for r in rows:
        titled[r.get("title") or ""][key_of(r["sentences"])] = r["sentences"]
    for r in rows:
        title, answerable = r.get("title") or "", r.get("answerable", True)
        gold = [i for i in r["answer_sentences"] if i < len(r["sentences"])] if answerable else []
        if answerable and not gold:
            continue
        key, asked = key_of(r["sentences"]), words(r["q"])
        others = [s for k, s in list(titled[title].items())[:200] if k != key]
        rng.shuffle(others)
        others = sorted(others[:20], key=lambda s: -len(asked & words(" ".join(s))))[:4]
        answers = [a.lower() for a in (r.get("answers") or [])[:3] if a]
        others = [s for s in others if not any(a in " ".join(s).lower() for a in answers)][:3]
        me = store.passage(title, r["sentences"])
        store.group(name, r["q"], [(me, gold)], [store.passage(title, s) for s in others])
        for answer in answers if len(gold) == 1 else ():
            left = without(r["sentences"][gold[0]], answer)
            near = [left if i == gold[0] else s for i, s in enumerate(r["sentences"])]
            if left and not any(answer in s.lower() for s in near):
                store.group("cut-" + name, r["q"], [(me, gold)], [store.passage(title, near)])
                break


def add_pairs(store, name, rows, wording, rng):
    """Adds pairs of a question and a passage in which no sentence is marked."""
    items = collections.defaultdict(list)
    for r in rows:
        items[r["source"]].append((r["passage"][:60], r["title"], sentences(r["passage"])))
    pools = {source: Pool(v) for source, v in items.items()}
    rng.shuffle(rows)
    for r in rows:
        s = sentences(r["passage"])[:30]
        if held(r["source"]) or len(s) < 2:
            continue
        near = pools[r["source"]].near(r["query"], r["passage"][:60], 5, rng)
        store.group(name, wording(r["query"]), [(store.passage(r["title"], s), range(len(s)))],
                    [store.passage(c, x[:30]) for _, c, x in near], mode=1)


def context_of(chunk):
    """What a chunk of ibid is read under: its title and the last two of its headings."""
    parts = []
    for p in [chunk["title"], *(chunk["section"] or [])[-2:]]:
        if p.strip() and p.strip() not in parts:
            parts.append(p.strip()[:80])
    return " > ".join(parts)


def add_dump(store, name):
    """Adds the questions of a set of ibid, with the best chunks as ibid finds and cuts them."""
    for r in lines(f"{DUMPS}/{name}.jsonl"):
        right, others = [], []
        for c in r["chunks"]:
            gold = [i for i, s in enumerate(c["statements"]) if s["gold"]]
            (right if gold else others).append((c, gold))
        if r["answerable"] and not right:
            continue

        def passage(c):
            return store.passage(context_of(c), [s["text"] for s in c["statements"]][:60])

        gold = [(passage(c), g) for c, g in right[:2]] if r["answerable"] else []
        store.group("dev-" + name, r["question"], gold, [passage(c) for c, _ in others[:8] if c["statements"]])


def train(path):
    """Packs what is trained on."""
    store, rng = Store(), random.Random(5)
    written = [r for r in lines(f"{DATA}/written.jsonl") if r["source"] not in UNLICENSED]
    kept = [r for r in written if not held(r["source"])]
    print(len(kept), "of", len(written), "written passages; held back:",
          *sorted({r["source"] for r in written if held(r["source"])}))
    sections = [r for r in lines(f"{DATA}/public/pairs-docs_sections.jsonl.gz") if "pint" not in r["source"]]
    add_written(store, kept, [r for r in sections if not held(r["source"])], rng)
    for name in PUBLIC:
        add_public(store, name, rng)
    def pairs(name):
        return [r for r in lines(f"{DATA}/public/pairs-docs_{name}.jsonl.gz") if permissive(r["source"])]
    add_pairs(store, "docs_faq", pairs("faq"), str, rng)
    ways = ("what is %s", "%s", "what does %s do", "meaning of %s", "%s?")
    add_pairs(store, "docs_terms", pairs("terms"), lambda q: rng.choice(ways).replace("%s", q), rng)
    add_pairs(store, "docs_sections", [r for r in pairs("sections") if len(r["query"].split()) >= 3], str, rng)
    for name in os.environ["DEV"].split():
        add_dump(store, name)
    store.write(path)


def evaluation(path):
    """Packs what is measured: each chunk of a question as a group SET:QUESTION:RANK:GOLD (the rank is 0 for a neighbour of
    what was found, GOLD is 1 where the answer stands), and the questions and claims about the sources held back."""
    store = Store()
    for name in os.environ["EVAL"].split():
        for k, r in enumerate(lines(f"{DUMPS}/{name}.jsonl")):
            for c in r["chunks"]:
                gold = [i for i, s in enumerate(c["statements"]) if s["gold"]]
                me = store.passage(context_of(c), [s["text"] for s in c["statements"]])
                if c["statements"]:
                    store.group(f"{name}:{k}:{c['rank']}:{int(c['gold'] or bool(gold))}", r["question"], [(me, gold)],
                                label=int(r["answerable"]))
    for r in [r for r in lines(f"{DATA}/written.jsonl") if held(r["source"])]:
        me = store.passage(under(r["title"], r["heading"]), r["sentences"])
        for q in r["questions"]:
            store.group(f"held {q['kind']}", q["question"], [(me, q["answer_sentences"])],
                        label=int(bool(q["answer_sentences"])))
        for c in r["claims"]:
            store.group("held claim", c["claim"], [(me, c["sentences"])], kind=1, label=int(c["label"] == "true"))
    store.write(path)


if __name__ == "__main__":
    {"train": train, "eval": evaluation}[sys.argv[1]](sys.argv[2])
