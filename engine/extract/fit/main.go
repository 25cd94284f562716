// Command fit fits the model that chooses sentences. What it is worth on corpora that it was not fitted on, `ibid eval rotate` tells.
//
//	go run ./engine/extract/fit engine/extract/weights.txt SET=DOCS…
//
// A SET is a JSONL file of questions with gold_sentences, or with facts and gold places, as `ibid eval` takes it, about the documents in the
// folder DOCS. The weights that are shipped are fitted on the corpora that TestRotation knows: the eight, those of testdata/corpora, whose
// documents .ci/corpora fetches, the handbook, testdata/standards.jsonl and the further questions about the standards.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"ibid/engine"
	"ibid/engine/eval"
	"ibid/engine/extract"
	"ibid/index"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) < 2 {
		return errors.New("usage: fit FILE SET=DOCS…")
	}
	var all []*extract.Example
	for _, arg := range args[1:] {
		path, docs, ok := strings.Cut(arg, "=")
		if !ok {
			return fmt.Errorf("%s: say where its documents are, with =FOLDER", arg)
		}
		examples, err := read(ctx, path, docs)
		if err != nil {
			return err
		}
		all = append(all, examples...)
	}
	return os.WriteFile(args[0], []byte(extract.Train(all).String()), 0o644)
}

func read(ctx context.Context, path, docs string) ([]*extract.Example, error) {
	dir, err := os.MkdirTemp("", "ibid-fit-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	opt := index.Options{Roots: []string{docs}, Dir: dir}
	set, err := eval.Load(path)
	if err != nil {
		return nil, err
	}
	if _, err = index.Refresh(ctx, opt, nil); err != nil {
		return nil, err
	}
	ix, err := index.Open(opt)
	if err != nil {
		return nil, err
	}
	defer ix.Close()
	return eval.ReadExamples(ctx, set, eval.Subject{Index: ix, Options: engine.Defaults()})
}
