// Command fit fits the model that chooses sentences, and tells what it is worth on corpora that it was not fitted on.
//
//	go run ./engine/extract/fit write engine/extract/weights.txt SET=DOCS…
//	go run ./engine/extract/fit rotate SET=DOCS…
//
// A SET is a JSONL file of questions with gold_sentences, as `ibid eval` takes it, about the documents in the folder DOCS.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ibid/engine"
	"ibid/engine/eval"
	"ibid/engine/extract"
	"ibid/index"
)

func main() {
	ctx := context.Background()
	args := os.Args[1:]
	var err error
	switch {
	case len(args) > 2 && args[0] == "write":
		err = write(ctx, args[1], args[2:])
	case len(args) > 2 && args[0] == "rotate":
		err = rotate(ctx, args[1:])
	default:
		err = errors.New("usage: fit write FILE SET=DOCS… | fit rotate SET=DOCS…")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

// corpus is a question set with its documents.
type corpus struct {
	name     string
	set      *eval.Set
	index    *index.Index
	examples []*extract.Example
}

// open reads the sets and asks their questions.
func open(ctx context.Context, args []string) ([]*corpus, error) {
	var out []*corpus
	for _, arg := range args {
		path, docs, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, fmt.Errorf("%s: say where its documents are, with =FOLDER", arg)
		}
		dir, err := os.MkdirTemp("", "ibid-fit-*")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir) // what is open stays open
		opt := index.Options{Roots: []string{docs}, Dir: dir}
		c := &corpus{name: filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)}
		if c.set, err = eval.Load(path); err != nil {
			return nil, err
		}
		if _, err = index.Refresh(ctx, opt, nil); err != nil {
			return nil, err
		}
		if c.index, err = index.Open(opt); err != nil {
			return nil, err
		}
		if err := c.ask(ctx); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// listener keeps what a generator is asked.
type listener struct{ request *engine.Request }

func (*listener) Name() string { return "none" }

func (l *listener) Draft(_ context.Context, r engine.Request, _ func(string)) (engine.Draft, error) {
	l.request = &r
	return engine.Draft{Code: "none", Reason: "none"}, nil
}

// ask makes an example of each question whose answer is known.
func (c *corpus) ask(ctx context.Context) error {
	opt := engine.Defaults()
	opt.NoSimilarity, opt.NoKeyTerms = true, true
	for i := range c.set.Questions {
		q := &c.set.Questions[i]
		if !q.Answerable || len(q.GoldSentences) == 0 {
			continue
		}
		var l listener
		if _, err := engine.New(c.index, &l, opt).Ask(ctx, q.Text, engine.Silent{}); err != nil {
			return err
		}
		if l.request != nil && len(l.request.Statements) > 0 {
			gold := append(append([]string(nil), q.GoldSentences...), q.AlsoSentences...)
			c.examples = append(c.examples, extract.NewExample(c.name, l.request, func(s string) []int { return eval.Shows(s, gold) }))
		}
	}
	return nil
}

func train(all []*corpus, without int) *extract.Model {
	var examples []*extract.Example
	for i, c := range all {
		if i != without {
			examples = append(examples, c.examples...)
		}
	}
	return extract.Train(examples)
}

func write(ctx context.Context, file string, args []string) error {
	all, err := open(ctx, args)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(train(all, -1).String()), 0o644)
}

func rotate(ctx context.Context, args []string) error {
	all, err := open(ctx, args)
	if err != nil {
		return err
	}
	measures := []string{"facts", "sentence_precision", "sentence_recall", "units", "citation_recall", "no_gold_cited", "false_refusal", "false_answer"}
	sums, n := make([]float64, len(measures)), make([]float64, len(measures))
	fmt.Println(strings.Join(append([]string{"left out"}, measures...), "\t"))
	for i, c := range all {
		s := eval.Subject{Index: c.index, Generator: extract.Generator{Model: train(all, i)}, Options: engine.Defaults()}
		report, err := eval.Run(ctx, c.set, s, eval.Options{}, func(int, int) {})
		if err != nil {
			return err
		}
		fmt.Print(c.name)
		for k, name := range measures {
			m, ok := report.Mean(name)
			fmt.Printf("\t%.3f", m.Value)
			if ok {
				sums[k] += float64(m.Value)
				n[k]++
			}
		}
		fmt.Println()
	}
	fmt.Print("mean")
	for k := range measures {
		fmt.Printf("\t%.3f", sums[k]/n[k])
	}
	fmt.Println()
	return nil
}
