package index

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// From the built-in embedder to a model, to another and back: each change is told, and each is whole.
func TestExternalModelSwitch(t *testing.T) {
	opt, a := externalCorpus(t)
	b, wide := newFake("other", 40), newFake("fake", 32)
	for _, step := range []struct {
		name    string
		e       *fakeEmbedder
		told    string // in the report
		embeds  bool
		kept    int // models
		earlier string
	}{
		{"built in first", nil, "", false, -1, ""},
		{"a model", a, "the embedder is fake now, it was builtin", true, 1, "none"},
		{"another", b, "the embedder is other now, it was fake", true, 1, "none"},
		{"back", a, "the embedder is fake now, it was other", true, 1, "none"},
		{"built in again", nil, "the embedder is builtin now, it was fake", false, 1, "none"},
		{"more dimensions", wide, "the embedder is fake now, it was builtin", true, 1, "none"},
	} {
		opt.Embedder = nil
		if step.e != nil {
			opt.Embedder = step.e
			step.e.forget()
		}
		if step.earlier != "" { // the old generation under the new embedder
			ix := open(t, opt)
			res, err := ix.Search(context.Background(), Query{Text: "tide gauge signal 7"})
			if err != nil || len(res.Hits) == 0 || res.Embedder != "" || len(res.Warnings) > 0 || res.Hits[0].Cosine != 0 {
				t.Errorf("%s: %+v %v", step.name, res, err)
			}
			if ix.Embedder() != step.earlier || len(ix.Stale()) != 1 || res.Fusion != "lexical only" {
				t.Errorf("%s: %s %q %s", step.name, ix.Embedder(), ix.Stale(), res.Fusion)
			}
			if s, err := Status(context.Background(), opt); err != nil || s.Reembedded != step.told {
				t.Errorf("%s: %q %v", step.name, s.Reembedded, err)
			}
		}
		r := refresh(t, opt)
		if !r.Built || r.Reembedded != step.told || r.Rebuilt != "" || r.Added+r.Changed+r.Removed != 0 && step.told != "" {
			t.Errorf("%s: %+v", step.name, r)
		}
		if step.e != nil && len(step.e.texts) > 0 != step.embeds {
			t.Errorf("%s: %d chunks embedded", step.name, len(step.e.texts))
		}
		if ix := open(t, opt); ix.Embedder() != cmpName(step.e) || ix.Stale() != nil {
			t.Errorf("%s: %s %q", step.name, ix.Embedder(), ix.Stale())
		}
		if step.kept >= 0 && len(keptFiles(t, opt)) != step.kept {
			t.Errorf("%s: %q", step.name, keptFiles(t, opt))
		}
		if step.e != nil {
			mustEqualFreshVectors(t, opt)
		}
		if r := refresh(t, opt); r.Built {
			t.Errorf("%s: built twice", step.name)
		}
	}
}

func cmpName(f *fakeEmbedder) string {
	if f == nil {
		return "none"
	}
	return f.name
}

// A change of model that fails leaves the old generation to who still has the old model.
func TestExternalSwitchFails(t *testing.T) {
	opt, a := externalCorpus(t)
	refresh(t, opt)
	before, err := contentOf(open(t, opt))
	if err != nil {
		t.Fatal(err)
	}
	b := newFake("other", 40)
	b.failAfter = 1
	opt.Embedder = b
	if _, err := Refresh(context.Background(), opt, nil); !errors.Is(err, errServer) {
		t.Fatal(err)
	}
	opt.Embedder = a
	after, err := contentOf(open(t, opt))
	if err != nil || !slices.Equal(after.hits, before.hits) {
		t.Errorf("the old vectors are gone: %v", err)
	}
}

// The same model under another name is the same model.
func TestExternalRenamed(t *testing.T) {
	opt, f := externalCorpus(t)
	refresh(t, opt)
	f.name = "alias"
	f.forget()
	if r := refresh(t, opt); r.Built || f.batches > 0 {
		t.Errorf("%+v", r)
	}
	if ix := open(t, opt); ix.Stale() != nil || ix.Embedder() != "alias" {
		t.Errorf("%s %q", ix.Embedder(), ix.Stale())
	}
}
