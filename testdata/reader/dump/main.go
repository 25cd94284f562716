// Command dump writes what ibid finds for each question of a set, a line each: the chunks of the evidence, the
// statements that they are cut into, and which of them answer the question. The reader is trained and measured on it.
//
//	go run ./testdata/reader/dump OUT.jsonl QUESTIONS.jsonl DOCS
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"ibid/engine"
	"ibid/engine/eval"
	"ibid/guard"
	"ibid/index"
)

type row struct {
	Question   string   `json:"question"`
	Answerable bool     `json:"answerable"`
	Facts      []string `json:"facts"`
	Chunks     []*chunk `json:"chunks"`
}

type chunk struct {
	Title      string      `json:"title"`
	Section    []string    `json:"section"`
	Rank       int         `json:"rank"` // among what was found, from 1; 0 for a neighbour of that
	Gold       bool        `json:"gold"` // it is in a place where the answer stands
	Statements []statement `json:"statements"`
}

type statement struct {
	Text string `json:"text"`
	Gold bool   `json:"gold"` // it says a sentence of the answer or, where none is known, a fact of it at that place
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: dump OUT.jsonl QUESTIONS.jsonl DOCS")
		os.Exit(2)
	}
	if err := dump(context.Background(), os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func dump(ctx context.Context, out, questions, docs string) (err error) {
	set, err := eval.Load(questions)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "ibid-dump-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	opt := index.Options{Roots: []string{docs}, Dir: dir}
	if _, err := index.Refresh(ctx, opt, nil); err != nil {
		return err
	}
	ix, err := index.Open(opt)
	if err != nil {
		return err
	}
	defer ix.Close()
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	defer func() { err = errors.Join(err, w.Flush(), f.Close()) }()
	settings := engine.Defaults()
	settings.Answered, settings.TellDoubts = 0, true // no gate keeps a question from the writer
	var asked gathered
	e, enc := engine.New(ix, &asked, settings), json.NewEncoder(w)
	for i := range set.Questions {
		q := &set.Questions[i]
		asked = gathered{}
		if _, err := e.Ask(ctx, q.Text, engine.Silent{}); err != nil {
			return err
		}
		if err := enc.Encode(rowOf(q, &asked.Request)); err != nil {
			return err
		}
	}
	return nil
}

// gathered is a Generator that keeps what it is asked, and writes nothing.
type gathered struct{ engine.Request }

func (*gathered) Name() string { return "gathered" }

func (g *gathered) Draft(_ context.Context, r engine.Request, _ func(string)) (engine.Draft, error) {
	g.Request = r
	return engine.Draft{Code: guard.NoEvidence, Final: true}, nil
}

func rowOf(q *eval.Question, r *engine.Request) row {
	out := row{Question: r.Question.Text, Answerable: q.Answerable, Facts: q.Facts, Chunks: []*chunk{}}
	found := 0
	for i := range r.Evidence {
		ev := &r.Evidence[i]
		c := &chunk{Title: ev.Title, Section: ev.Section, Statements: []statement{}}
		c.Gold = q.Answerable && slices.ContainsFunc(q.Gold, func(p eval.Place) bool { return p.In(&ev.Chunk) })
		if !ev.Neighbour {
			found++
			c.Rank = found
		}
		out.Chunks = append(out.Chunks, c)
	}
	sentences := slices.Concat(q.GoldSentences, q.AlsoSentences)
	for i := range r.Statements {
		s := &r.Statements[i]
		text, c := s.Text+" "+s.Full, out.Chunks[s.Evidence]
		gold := q.Answerable && len(eval.Shows(text, sentences)) > 0
		if len(sentences) == 0 && c.Gold {
			gold = slices.ContainsFunc(q.Facts, func(fact string) bool { return eval.HoldsFact(text, fact) })
		}
		c.Statements = append(c.Statements, statement{s.Text, gold})
	}
	return out
}
