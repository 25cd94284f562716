# Indexes the corpus with Xapian, or as many vectors as it has chunks with FAISS, and answers queries, "k words" a line, with
# the number of hits and its processor time so far.
import json, os, sys, time

library, stage, home = sys.argv[1:4]
DIMENSIONS = 128

if library == "xapian":
    import xapian

    stem = xapian.Stem("en")
    path = os.path.join(home, "db")
    if stage == "build":
        db = xapian.WritableDatabase(path, xapian.DB_CREATE_OR_OVERWRITE)
        gen = xapian.TermGenerator()
        gen.set_stemmer(stem)
        for line in open(sys.argv[4], encoding="utf-8"):
            c = json.loads(line)
            doc = xapian.Document()
            doc.set_data(c["id"])
            gen.set_document(doc)
            gen.index_text(c["text"])
            db.add_document(doc)
        db.commit()
        sys.exit()
    db = xapian.Database(path)
    parser = xapian.QueryParser()
    parser.set_stemmer(stem)
    parser.set_stemming_strategy(xapian.QueryParser.STEM_SOME)

    def ask(k, words):
        enquire = xapian.Enquire(db)
        plain = "".join(c if c.isalnum() else " " for c in words)
        enquire.set_query(parser.parse_query(plain, 0))
        return len(list(enquire.get_mset(0, k)))
else:
    import faiss
    import numpy as np

    path = os.path.join(home, "flat")
    random = np.random.default_rng(1)
    if stage == "build":
        n = sum(1 for _ in open(sys.argv[4], encoding="utf-8"))
        index = faiss.IndexFlatIP(DIMENSIONS)
        v = random.standard_normal((n, DIMENSIONS), dtype=np.float32)
        faiss.normalize_L2(v)
        index.add(v)
        faiss.write_index(index, path)
        sys.exit()
    index = faiss.read_index(path)
    faiss.omp_set_num_threads(1)

    def ask(k, words):
        q = random.standard_normal((1, DIMENSIONS), dtype=np.float32)
        faiss.normalize_L2(q)
        return int((index.search(q, k)[1] >= 0).sum())

print(1, flush=True)
for line in sys.stdin:
    k, words = line.split(" ", 1)
    print(ask(int(k), words), time.process_time_ns(), flush=True)
