package main

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/blevesearch/bleve/v2"
	_ "modernc.org/sqlite"

	"ibid/index"
	"ibid/index/dense"
	"ibid/index/lexical"
)

// engines are those that are measured, ibid's lexical index first: what all others are compared with.
func engines() []engine {
	return []engine{
		{"ibid-lexical", buildLexical, openLexical},
		{"ibid-hybrid", buildHybrid, openHybrid},
		{"ibid-dense", buildDense, openDense},
		{"bleve", buildBleve, openBleve},
		{"fts5", buildFTS5, openFTS5},
		{"xapian", python("xapian", "build"), pythonSearch("xapian")},
		{"faiss-flat", python("faiss", "build"), pythonSearch("faiss")},
	}
}

func buildLexical(dir, corpus string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	w, err := lexical.Create(filepath.Join(dir, "index"))
	if err != nil {
		return err
	}
	var stats lexical.Stats
	err = batches(corpus, func(some []chunk) error {
		docs := make([]lexical.Document, len(some))
		for i, c := range some {
			docs[i] = lexical.Document{ID: c.ID, Text: c.Text}
		}
		lengths, err := w.Put(context.Background(), docs)
		for _, n := range lengths {
			stats.Tokens += n
		}
		stats.Documents += len(some)
		return err
	})
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	kept, err := json.Marshal(stats)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "stats.json"), kept, 0o644)
}

func openLexical(dir string) (search, error) {
	var stats lexical.Stats
	kept, err := os.ReadFile(filepath.Join(dir, "stats.json"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(kept, &stats); err != nil {
		return nil, err
	}
	r, err := lexical.Open(filepath.Join(dir, "index"), stats)
	if err != nil {
		return nil, err
	}
	return func(query string, k int) (int, error) {
		hits, _, err := r.Search(context.Background(), lexical.Query(query), k, nil)
		return len(hits), err
	}, nil
}

const chunksPerFile = 40 // of the documents that the whole pipeline reads

// buildHybrid is the whole pipeline: text files are read, cut again, and indexed by their words and by word vectors.
func buildHybrid(dir, corpus string) error {
	docs := filepath.Join(dir, "docs")
	if err := os.MkdirAll(docs, 0o755); err != nil {
		return err
	}
	n := 0
	var file strings.Builder
	flush := func() error {
		defer file.Reset()
		return os.WriteFile(filepath.Join(docs, fmt.Sprintf("%06d.txt", n)), []byte(file.String()), 0o644)
	}
	err := batches(corpus, func(some []chunk) error {
		for _, c := range some {
			file.WriteString(c.Text + "\n\n")
			if n++; n%chunksPerFile == 0 {
				if err := flush(); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err := errors.Join(err, flush()); err != nil {
		return err
	}
	_, err = index.Refresh(context.Background(), hybrid(dir), nil)
	return err
}

func hybrid(dir string) index.Options {
	return index.Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
}

func openHybrid(dir string) (search, error) {
	ix, err := index.Open(hybrid(dir))
	if err != nil {
		return nil, err
	}
	return func(query string, k int) (int, error) {
		res, err := ix.Search(context.Background(), index.Query{Text: query, K: k})
		return len(res.Hits), err
	}, nil
}

// randomVector draws one, as peers.py does for FAISS.
func randomVector(random *rand.Rand) []float32 {
	v := make([]float32, dense.Dimensions)
	for i := range v {
		v[i] = float32(random.NormFloat64())
	}
	return v
}

// buildDense writes as many vectors as the corpus has chunks: all rows are equally far, the worst case of a search by codes.
func buildDense(dir, corpus string) error {
	w, err := dense.Create(filepath.Join(dir, "vectors"), dense.Dimensions)
	if err != nil {
		return err
	}
	defer w.Abort()
	random := rand.New(rand.NewPCG(1, 2))
	if err := batches(corpus, func(some []chunk) error {
		for range some {
			if err := w.Append(randomVector(random)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	return w.Close()
}

// openDense searches on one core, as FAISS is asked to.
func openDense(dir string) (search, error) {
	s, err := dense.Open(filepath.Join(dir, "vectors"))
	if err != nil {
		return nil, err
	}
	runtime.GOMAXPROCS(1)
	random := rand.New(rand.NewPCG(3, 4))
	return func(_ string, k int) (int, error) {
		hits, err := s.Search(randomVector(random), k, []dense.Rows{{From: 0, To: s.Len()}})
		return len(hits), err
	}, nil
}

func buildBleve(dir, corpus string) error {
	mapping := bleve.NewIndexMapping()
	mapping.DefaultAnalyzer = "en"
	ix, err := bleve.New(dir, mapping)
	if err != nil {
		return err
	}
	err = batches(corpus, func(some []chunk) error {
		b := ix.NewBatch()
		for _, c := range some {
			if err := b.Index(c.ID, map[string]string{"text": c.Text}); err != nil {
				return err
			}
		}
		return ix.Batch(b)
	})
	return errors.Join(err, ix.Close())
}

func openBleve(dir string) (search, error) {
	ix, err := bleve.Open(dir)
	if err != nil {
		return nil, err
	}
	return func(query string, k int) (int, error) {
		res, err := ix.Search(bleve.NewSearchRequestOptions(bleve.NewMatchQuery(query), k, 0, false))
		if err != nil {
			return 0, err
		}
		return len(res.Hits), nil
	}, nil
}

func openSQLite(dir string) (*sql.DB, error) {
	return sql.Open("sqlite", filepath.Join(dir, "fts.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)")
}

func buildFTS5(dir, corpus string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	db, err := openSQLite(dir)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Exec(`CREATE VIRTUAL TABLE t USING fts5(id UNINDEXED, text, tokenize='porter unicode61')`); err != nil {
		return err
	}
	return batches(corpus, func(some []chunk) error {
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		defer tx.Rollback() //nolint:errcheck // after a commit it does nothing
		insert, err := tx.Prepare(`INSERT INTO t VALUES (?, ?)`)
		if err != nil {
			return err
		}
		for _, c := range some {
			if _, err := insert.Exec(c.ID, c.Text); err != nil {
				return err
			}
		}
		return tx.Commit()
	})
}

func openFTS5(dir string) (search, error) {
	db, err := openSQLite(dir)
	if err != nil {
		return nil, err
	}
	return func(query string, k int) (int, error) {
		var terms []string
		for _, w := range strings.Fields(query) {
			terms = append(terms, `"`+strings.ReplaceAll(w, `"`, `""`)+`"`)
		}
		rows, err := db.Query(`SELECT id FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT ?`, strings.Join(terms, " OR "), k)
		if err != nil {
			return 0, err
		}
		defer rows.Close()
		n := 0
		for rows.Next() {
			n++
		}
		return n, rows.Err()
	}, nil
}

//go:embed peers.py
var script string

// python builds an index with a Python library.
func python(library, stage string) func(dir, corpus string) error {
	return func(dir, corpus string) error {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		out, err := exec.Command("python3", "-c", script, library, stage, dir, corpus).CombinedOutput()
		if err != nil {
			return errors.New(lastLine(string(out)))
		}
		return nil
	}
}

// elsewhere is the processor's time that the process which pythonSearch asks has used so far.
var elsewhere time.Duration

// pythonSearch asks a process that answers a line a query with the number of hits, and its processor time so far in nanoseconds.
func pythonSearch(library string) func(dir string) (search, error) {
	return func(dir string) (search, error) {
		cmd := exec.Command("python3", "-c", script, library, "ask", dir)
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		ready := 0
		if _, err := fmt.Fscan(out, &ready); err != nil {
			return nil, err
		}
		return func(query string, k int) (n int, err error) {
			if _, err := fmt.Fprintf(in, "%d %s\n", k, query); err != nil {
				return 0, err
			}
			_, err = fmt.Fscan(out, &n, &elsewhere)
			return n, err
		}, nil
	}
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}
