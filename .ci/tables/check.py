#!/usr/bin/env python3
"""check.py BINARY FOLDER [-v]: what a built ibid reads of the PDFs of a folder that make.py made, beside what they were made from.

It walks through the passages of each document as a client of `ibid mcp` does, and prints how many rows are
  found       a line has exactly these cells
  not proper  the key of the row is in the text, and no such line
  lost        the key is nowhere in the text
  invented    a line of cells that is no true row, nor part of one, nor a head, caption or total
-v prints each row that was not found and each line that was invented. Standard library only."""
import collections, glob, json, os, re, subprocess, sys, tempfile, unicodedata

PLAIN = str.maketrans({"\u2212": "-", "\u2010": "-", "\u2011": "-", "\u00ad": None, "\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})


def tidy(text):
    return " ".join(unicodedata.normalize("NFKC", text).translate(PLAIN).split())


def cells(line):
    return tuple(tidy(c) for c in (" " + line + " ").split(" | "))


def words(*texts):
    return collections.Counter(tidy(" ".join(texts)).split())


class Client:
    """Client asks one server for passages."""

    def __init__(self, binary, folder, home):
        env = {"PATH": os.environ["PATH"], "HOME": home, "IBID_OLLAMA_HOST": "http://127.0.0.1:1"}
        self.server = subprocess.Popen([binary, "mcp", folder], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.id = 0
        self.call("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "check", "version": "0"}})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.server.stdin.flush()

    def call(self, method, params):
        self.id += 1
        self.send({"id": self.id, "method": method, "params": params})
        for line in self.server.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.id:
                return answer["result"]
        sys.exit("the server ended")

    def lines(self, document):
        """The lines of a document; a chunk that goes on with a table starts with the table's head once more."""
        chunk = document + "::p0001::c001"
        while chunk:
            passage = self.call("tools/call", {"name": "read", "arguments": {"chunk_id": chunk}})["structuredContent"]
            yield from passage["text"].split("\n")
            chunk = passage["next"]


def key_in(key, text):
    return re.search(r"(?<![0-9A-Za-z])" + re.escape(key) + r"(?![0-9A-Za-z]|\.[0-9A-Za-z])", text)


def check(lines, truth, note):
    """Counts what was read of one document. Rows that the PDF does not show as meant do not count."""
    hidden = {row[0] for row in truth["cross"]["rows"]}
    rows = {tuple(map(tidy, row)): i for i, row in enumerate(truth["rows"])}
    keys = [tidy(row[truth["key_column"]]) for row in truth["rows"]]
    head, total = words(*(truth["header"] or [])), tidy(" ".join(truth["total"] or ["Total"]))
    text = tidy(" ".join(lines))
    found, invented = set(), 0
    for line in lines:
        read = cells(line)
        flat = " ".join(filter(None, read))
        if read in rows:
            found.add(rows[read])
        elif len(read) > 1 and flat and not words(flat) <= head and not flat.startswith(("Total", total)) and flat != tidy(truth["caption"] or ""):
            if not any(key_in(k, flat) for k in keys):
                invented += 1
                note("invented", "|".join(read))
    counts = collections.Counter(rows=len(keys), found=len(found), invented=invented)
    for i, key in enumerate(keys):
        if i in found:
            continue
        if i in hidden:
            counts["rows"] -= 1
            continue
        what = "not proper" if key_in(key, text) else "lost"
        counts[what] += 1
        note(what, "|".join(truth["rows"][i]))
    return counts


def main():
    args = [a for a in sys.argv[1:] if a != "-v"]
    if len(args) != 2:
        sys.exit(__doc__)
    binary, folder = map(os.path.abspath, args)
    totals = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as home:
        client = Client(binary, folder, home)
        for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
            name = os.path.basename(path)[:-len(".json")]
            truth = json.load(open(path, encoding="utf-8"))
            notes = []
            counts = check(list(client.lines(name)), truth, lambda kind, what: notes.append("      %s: %s" % (kind, what)))
            for group in (name, "all of " + truth["engine"], "all"):
                totals[group].update(counts)
            if "-v" in sys.argv and notes:
                print(name, *notes, sep="\n")
        client.server.stdin.close()
        client.server.wait()
    for group in sorted(totals, key=lambda g: (g.startswith("all"), g == "all", g)):
        t = totals[group]
        print("%-18s rows %5d: found %5d, not proper %4d, lost %4d; invented %4d" % (group, *(t[k] for k in ("rows", "found", "not proper", "lost", "invented"))))


if __name__ == "__main__":
    main()
