package eval

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ibid/index"
)

const (
	twoDocuments = `{"_id": "d1", "title": "One", "text": "The first.", "metadata": {}}` + "\n" + `{"_id": 2, "title": "", "text": ""}` + "\n"
	threeQueries = `{"_id": "q2", "text": "Second?"}` + "\n" + `{"_id": "q1", "text": "First?"}` + "\n" + `{"_id": "q3", "text": "Third?"}` + "\n"
)

func TestLoadCollection(t *testing.T) {
	for _, tt := range []struct {
		name, qrels string
		files       map[string]string
	}{
		{"with a header", "qrels.tsv", map[string]string{"qrels.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\t2\t1\nq2\t2\t1\nq3\td1\t1\n"}},
		{"without one", "qrels.tsv", map[string]string{"qrels.tsv": "q1\td1\t2\r\n\nq1\t2\t1\nq2\t2\t1\nq2\t2\t1\nq3\td1\t1\nq3\t2\t0\nq2\td1\t-1"}},
		{"test before dev", "qrels/test.tsv", map[string]string{"qrels/dev.tsv": "q1\td1\t9\n", "qrels/test.tsv": "q1\td1\t2\nq1\t2\t1\nq2\t2\t1\nq3\td1\t1\n"}},
		{"dev", "qrels/dev.tsv", map[string]string{"qrels/dev.tsv": "q1\td1\t2\nq1\t2\t1\nq2\t2\t1\nq3\td1\t1\n", "qrels/train.tsv": "broken"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.files["corpus.jsonl"], tt.files["queries.jsonl"] = twoDocuments, threeQueries
			dir := written(t, tt.files)
			set, err := Load(dir + "/.")
			if err != nil {
				t.Fatal(err)
			}
			want := &Set{Name: filepath.Clean(dir), SHA256: set.SHA256, Form: Collection,
				Texts: []index.Text{{ID: "d1", Title: "One", Text: "The first."}, {ID: "2"}},
				Questions: []Question{
					{ID: "q2", Text: "Second?", Answerable: true, Relevant: map[string]int{"2": 1}},
					{ID: "q1", Text: "First?", Answerable: true, Relevant: map[string]int{"d1": 2, "2": 1}},
					{ID: "q3", Text: "Third?", Answerable: true, Relevant: map[string]int{"d1": 1}},
				}}
			if !reflect.DeepEqual(set, want) {
				t.Errorf("got  %+v\nwant %+v", set, want)
			}
		})
	}
}

func TestLoadCollectionWarnings(t *testing.T) {
	dir := written(t, map[string]string{"corpus.jsonl": twoDocuments + `{"_id": "d3", "url": "x"}`, "queries.jsonl": threeQueries + `{"_id": "q4", "text": "Fourth?", "url": "x"}`,
		"qrels.tsv": "q9\td1\t1\nq9\td9\t1\nq1\td8\t1\nq1\td1\t1\nq2\td9\t1\nq3\td1\t0\nq3\td9\t0\n"})
	set, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	wantMessage(t, dir, strings.Join(set.Warnings, "\n"), `corpus.jsonl:3: the field "url" is not known and was ignored (rows: 1)
queries.jsonl:4: the field "url" is not known and was ignored (rows: 1)
qrels.tsv:1: the query "q9" is not in queries.jsonl; its judgements are ignored (judgements: 2)
qrels.tsv:3: the relevant document "d8" is not in corpus.jsonl; it counts as not found (judgements: 2)
queries.jsonl:3: the query "q3" has no relevant document and is left out (queries: 2)`)
	want := []Question{{ID: "q2", Text: "Second?", Answerable: true, Relevant: map[string]int{"d9": 1}},
		{ID: "q1", Text: "First?", Answerable: true, Relevant: map[string]int{"d8": 1, "d1": 1}}}
	if !reflect.DeepEqual(set.Questions, want) {
		t.Errorf("got  %+v\nwant %+v", set.Questions, want)
	}
}

func TestLoadCollectionMistakes(t *testing.T) {
	for _, tt := range []struct{ name, corpus, queries, qrels, want string }{
		{"documents", `{"title": "x"}` + "\n" + `{"_id": "d", "text": 1}` + "\n" + `{"_id": "d"}` + "\n" + `{"_id": "d"}`, threeQueries, "q1\td\t1",
			`corpus.jsonl:1: no "_id", or an empty one
corpus.jsonl:2: "text" is the number 1 where a text is wanted
corpus.jsonl:4: the _id "d" is that of line 3 already`},
		{"queries", twoDocuments, `{"_id": "q", "text": " "}` + "\n" + `{"_id": "", "text": "x"}`, "q1\td1\t1",
			`queries.jsonl:1: no "text", or an empty one
queries.jsonl:2: no "_id", or an empty one`},
		{"judgements", twoDocuments, threeQueries, "query-id\tcorpus-id\tscore\nquery-id\tcorpus-id\tscore\nq1 d1 1\nq1\td1\t1.0\nq1\td1\t1\nq1\td1\t2\nq1\t\t2\nq1\td1\t1\t1\n\xff\td1\t1",
			`qrels.tsv:2: the grade "score" is not a whole number
qrels.tsv:3: 1 fields where query, document and grade are wanted, with tabs between them
qrels.tsv:4: the grade "1.0" is not a whole number
qrels.tsv:6: query "q1" and document "d1" have the grade 1 in line 5 already; decide on one
qrels.tsv:7: an empty field; query, document and grade are wanted, with tabs between them
qrels.tsv:8: 4 fields where query, document and grade are wanted, with tabs between them
qrels.tsv:9: the line is not valid UTF-8; save the file in this encoding`},
		{"over all files", strings.Repeat("[]\n", 8), strings.Repeat("[]\n", 8), "x", strings.Join(slices.Concat(
			numbered("corpus.jsonl:%d: a list where a JSON object is wanted; write one on each line", 8),
			numbered("queries.jsonl:%d: a list where a JSON object is wanted; write one on each line", 2)), "\n") + "\nqueries.jsonl was not read further"},
		{"nothing relevant", twoDocuments, threeQueries, "q1\td1\t0\nq9\td1\t1", `qrels.tsv: no query of queries.jsonl has a relevant document; are the judgements of this collection?`},
		{"no judgements", twoDocuments, threeQueries, "", `qrels.tsv: no query of queries.jsonl has a relevant document; are the judgements of this collection?`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := written(t, map[string]string{"corpus.jsonl": tt.corpus, "queries.jsonl": tt.queries, "qrels.tsv": tt.qrels})
			set, err := Load(dir)
			if err == nil {
				t.Fatalf("loaded: %+v", set)
			}
			wantMessage(t, dir, err.Error(), tt.want)
		})
	}
}

func TestLoadCollectionFiles(t *testing.T) {
	files := map[string]string{"corpus.jsonl": twoDocuments, "queries.jsonl": threeQueries, "qrels.tsv": "q1\td1\t1"}
	for missing := range files {
		some := maps.Clone(files)
		delete(some, missing)
		if _, err := Load(written(t, some)); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), missing) {
			t.Errorf("without %s: %v", missing, err)
		}
	}
}

// FuzzQrels compares the judgements that are read with an obvious reading of them.
func FuzzQrels(f *testing.F) {
	f.Add([]byte("query-id\tcorpus-id\tscore\nq1\td1\t1\n"))
	f.Add([]byte("q1\td1\t1\r\nq1\td2\t0\n\nq2\td1\t-3"))
	f.Add([]byte("\ufeffq1\td1\t1\nq1\td1\t2"))
	f.Add([]byte("q1 d1 1\n\t\t\nq1\td1\t1\t1\n\xff\t\xff\t1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l := &loader{sum: sha256.New()}
		j := judgements{grades: map[pair]grade{}}
		if err := l.lines("qrels.tsv", bytes.NewReader(data), j.row); err != nil || len(l.mistakes) > 0 {
			return
		}
		want := map[pair]int{}
		for i, line := range strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n") {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			fields := strings.Split(line, "\t")
			n, err := strconv.Atoi(strings.TrimSpace(fields[2]))
			if err != nil && i == 0 {
				continue
			}
			want[pair{strings.TrimSpace(fields[0]), strings.TrimSpace(fields[1])}] = n
		}
		if len(j.order) != len(want) || len(j.grades) != len(want) {
			t.Errorf("%d judgements in order, %d in all, want %d", len(j.order), len(j.grades), len(want))
		}
		for p, n := range want {
			if j.grades[p].value != n {
				t.Errorf("%v: %d, want %d", p, j.grades[p].value, n)
			}
		}
	})
}
