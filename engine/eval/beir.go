package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"ibid/index"
)

// The files of a folder in BEIR's layout.
const (
	corpusFile  = "corpus.jsonl"
	queriesFile = "queries.jsonl"
	qrelsFile   = "qrels.tsv"
)

// collection reads a folder in BEIR's layout.
func (l *loader) collection(dir string) error {
	l.set.Form = Collection
	qrels, err := qrelsPath(dir)
	if err != nil {
		return err
	}
	documents := map[string]bool{}
	err = l.texts(filepath.Join(dir, corpusFile), func(t *beirText) error {
		documents[string(t.ID)] = true
		l.set.Texts = append(l.set.Texts, index.Text{ID: string(t.ID), Title: t.Title, Text: t.Text})
		return nil
	})
	if err != nil {
		return err
	}
	var queries []query
	path := filepath.Join(dir, queriesFile)
	err = l.texts(path, func(t *beirText) error {
		if strings.TrimSpace(t.Text) == "" {
			return errors.New(`no "text", or an empty one`)
		}
		queries = append(queries, query{t.at, Question{ID: string(t.ID), Text: t.Text, Answerable: true}})
		return nil
	})
	if err != nil {
		return err
	}
	j := judgements{grades: map[pair]grade{}}
	if err := l.file(qrels, j.row); err != nil {
		return err
	}
	l.judge(queries, documents, &j)
	if len(l.mistakes) == 0 && len(l.set.Questions) == 0 {
		return fmt.Errorf("%s: no query of %s has a relevant document; are the judgements of this collection?", qrels, queriesFile)
	}
	return nil
}

// query is a query before it was judged.
type query struct {
	at position
	Question
}

// qrelsPath finds the judgements, and tells whether a folder is in BEIR's layout.
func qrelsPath(dir string) (string, error) {
	layout := fmt.Sprintf("a folder in BEIR's layout holds %s, %s and %s; a file of questions is named itself", corpusFile, queriesFile, qrelsFile)
	for _, name := range []string{corpusFile, queriesFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return "", fmt.Errorf("no question set: %w; %s", err, layout)
		}
	}
	var first error
	for _, name := range []string{qrelsFile, filepath.Join("qrels", "test.tsv"), filepath.Join("qrels", "dev.tsv")} {
		path := filepath.Join(dir, name)
		switch _, err := os.Stat(path); {
		case err == nil:
			return path, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("question set: %w", err)
		case first == nil:
			first = err
		}
	}
	return "", fmt.Errorf("no question set: %w; %s", first, layout)
}

// judge adds the queries that have relevant documents, in their order.
func (l *loader) judge(queries []query, documents map[string]bool, j *judgements) {
	relevant := make(map[string]map[string]int, len(queries))
	for _, q := range queries {
		relevant[q.ID] = map[string]int{}
	}
	var strangers, absent, unjudged passed
	for _, p := range j.order {
		g := j.grades[p]
		if relevant[p.query] == nil {
			strangers.add(g.at, p.query)
			continue
		}
		if g.value <= 0 {
			continue
		}
		relevant[p.query][p.document] = g.value
		if !documents[p.document] {
			absent.add(g.at, p.document)
		}
	}
	for _, q := range queries {
		if q.Relevant = relevant[q.ID]; len(q.Relevant) == 0 {
			unjudged.add(q.at, q.ID)
			continue
		}
		l.set.Questions = append(l.set.Questions, q.Question)
	}
	l.warn(strangers, "the query %q is not in "+queriesFile+"; its judgements are ignored", "judgements")
	l.warn(absent, "the relevant document %q is not in "+corpusFile+"; it counts as not found", "judgements")
	l.warn(unjudged, "the query %q has no relevant document and is left out", "queries")
}

// passed is a sort of things that were passed over.
type passed struct {
	n     int
	first position
	id    string
}

func (p *passed) add(at position, id string) {
	if p.n++; p.n == 1 {
		p.first, p.id = at, id
	}
}

func (l *loader) warn(p passed, format, what string) {
	if p.n > 0 {
		l.set.Warnings = append(l.set.Warnings, fmt.Sprintf("%v: "+format+" (%s: %d)", p.first, p.id, what, p.n))
	}
}

// beirText is a document or a query as it is written.
type beirText struct {
	at       position
	ID       jsonID          `field:"_id"`
	Title    string          `field:"title"`
	Text     string          `field:"text"`
	Metadata json.RawMessage `field:"metadata"`
}

// texts reads documents or queries.
func (l *loader) texts(path string, each func(*beirText) error) error {
	seen := map[jsonID]int{}
	return l.file(path, func(at position, raw []byte) error {
		t := beirText{at: at}
		if err := l.object(at, raw, "", &t); err != nil {
			return err
		}
		if strings.TrimSpace(string(t.ID)) == "" {
			return errors.New(`no "_id", or an empty one`)
		}
		if first, ok := seen[t.ID]; ok {
			return fmt.Errorf("the _id %q is that of line %d already", t.ID, first)
		}
		seen[t.ID] = at.line
		return each(&t)
	})
}

// judgements are those of a file.
type judgements struct {
	grades map[pair]grade
	order  []pair // as in the file
}

type pair struct{ query, document string }

type grade struct {
	value int
	at    position
}

// row adds the judgement of a line; the first line may be a header.
func (j *judgements) row(at position, line []byte) error {
	fields := strings.Split(string(line), "\t")
	if len(fields) != 3 {
		return fmt.Errorf("%d fields where query, document and grade are wanted, with tabs between them", len(fields))
	}
	for i, f := range fields {
		if fields[i] = strings.TrimSpace(f); fields[i] == "" {
			return errors.New("an empty field; query, document and grade are wanted, with tabs between them")
		}
	}
	value, err := strconv.Atoi(fields[2])
	if err != nil {
		if at.line == 1 && strings.IndexFunc(fields[2], unicode.IsDigit) < 0 {
			return nil // query-id, corpus-id, score
		}
		return fmt.Errorf("the grade %.40q is not a whole number", fields[2])
	}
	p := pair{fields[0], fields[1]}
	if old, ok := j.grades[p]; !ok {
		j.grades[p] = grade{value, at}
		j.order = append(j.order, p)
	} else if old.value != value {
		return fmt.Errorf("query %q and document %q have the grade %d in line %d already; decide on one", p.query, p.document, old.value, old.at.line)
	}
	return nil
}
