// Command fit fits what ranks chunks, and then what chooses sentences of the evidence that this finds. What both are
// worth on corpora that they were not fitted on, TestRotation tells.
//
//	go run ./engine/extract/fit index/reranker.txt engine/extract/weights.txt SET=DOCS…
//
// A SET is a JSONL file of questions with gold_sentences, or with facts and gold places, as `ibid eval` takes it,
// about the documents in the folder DOCS. The weights that are shipped are fitted on the corpora that TestRotation
// knows: the eight, those of testdata/corpora, whose documents .ci/corpora fetches, the handbook,
// testdata/standards.jsonl and the further questions about the standards.
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
	if len(args) < 3 {
		return errors.New("usage: fit RERANKER WEIGHTS SET=DOCS…")
	}
	var sets []*eval.Set
	var subjects []eval.Subject
	var all []eval.Candidates
	for _, arg := range args[2:] {
		path, docs, ok := strings.Cut(arg, "=")
		if !ok {
			return fmt.Errorf("%s: say where its documents are, with =FOLDER", arg)
		}
		set, err := eval.Load(path)
		if err != nil {
			return err
		}
		ix, err := indexed(ctx, docs)
		if err != nil {
			return err
		}
		defer ix.Close()
		s := eval.Subject{Index: ix, Options: engine.Defaults()}
		candidates, err := eval.ReadCandidates(ctx, set, s)
		if err != nil {
			return err
		}
		sets, subjects, all = append(sets, set), append(subjects, s), append(all, candidates)
	}
	reranker := eval.FitReranker(all)
	var examples []*extract.Example
	for i, set := range sets {
		subjects[i].Options.Reranker = reranker
		some, err := eval.ReadExamples(ctx, set, subjects[i])
		if err != nil {
			return err
		}
		examples = append(examples, some...)
	}
	if err := os.WriteFile(args[0], []byte(reranker.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(args[1], []byte(extract.Train(examples).String()), 0o644)
}

// indexed makes an index that nobody keeps.
func indexed(ctx context.Context, docs string) (*index.Index, error) {
	dir, err := os.MkdirTemp("", "ibid-fit-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // it stays open
	opt := index.Options{Roots: []string{docs}, Dir: dir}
	if _, err = index.Refresh(ctx, opt, nil); err != nil {
		return nil, err
	}
	return index.Open(opt)
}
