package index

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// While the server of an external embedder is away the index stays as it is: it is not embedded anew by another one, and
// answers by its words.
func TestAbsent(t *testing.T) {
	opt, _ := externalCorpus(t)
	if Absent(opt.Dir, errors.New("away")) != nil {
		t.Error("there is no index yet")
	}
	refresh(t, opt)
	_, before, err := current(opt.Dir)
	if err != nil {
		t.Fatal(err)
	}
	opt.Embedder = Absent(opt.Dir, errors.New("nobody answers"))
	if opt.Embedder == nil || opt.Embedder.Name() != "fake" {
		t.Fatalf("got %v", opt.Embedder)
	}
	if r := refresh(t, opt); r.Built || r.Reembedded != "" {
		t.Errorf("it was built anew: %+v", r)
	}
	if _, after, _ := current(opt.Dir); after != before {
		t.Errorf("%s became %s", before, after)
	}
	res, err := open(t, opt).Search(context.Background(), Query{Text: "page 3", K: 3})
	if err != nil || len(res.Hits) == 0 || len(res.Warnings) != 1 || !strings.Contains(res.Warnings[0], "nobody answers") {
		t.Errorf("%d hits, warnings %q, %v", len(res.Hits), res.Warnings, err)
	}
	builtin := Options{Roots: opt.Roots, Dir: t.TempDir()}
	refresh(t, builtin)
	if Absent(builtin.Dir, nil) != nil {
		t.Error("the built-in embedder is never away")
	}
}
