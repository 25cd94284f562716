package index

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ibid/index/dense"
	"ibid/index/reader"
)

var model = sync.OnceValue(func() *reader.Model {
	m, err := reader.Open()
	if err != nil {
		panic(err)
	}
	return m
})

// ownCorpus is an index of some pages and a program, which the reader has made no vectors of yet.
func ownCorpus(t *testing.T) Options {
	t.Helper()
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index"), Reader: model()}
	files := map[string]string{"buoy.py": "def drift(buoy):\n    \"\"\"How far a buoy has drifted.\"\"\"\n    return buoy.way\n"}
	for i := range 2*externalBatch + 5 {
		files[fmt.Sprintf("p%03d.md", i)] = fmt.Sprintf("# Page %d\n\nThe tide gauge %d is levelled each spring.\n", i, i)
	}
	write(t, opt.Roots[0], files)
	age(t, opt.Roots[0])
	refresh(t, opt)
	return opt
}

// embedded makes the vectors and returns how many chunks were embedded anew.
func embedded(t *testing.T, opt Options) int {
	t.Helper()
	before := ownKept(t, opt)
	must(t, Embed(context.Background(), opt, nil))
	return ownKept(t, opt) - before
}

func ownKept(t *testing.T, opt Options) int {
	t.Helper()
	state := stateOf(opt.own())
	c, err := dense.OpenCache(filepath.Join(copied(t, opt.Dir), keptDir, state.cacheFile()), state.Dimensions)
	must(t, err)
	defer c.Close()
	return c.Len()
}

// fusionOf is how a search was made, and what it warned of.
func fusionOf(t *testing.T, ix *Index) (string, []string) {
	t.Helper()
	res, err := ix.Search(context.Background(), Query{Text: "When is the gauge levelled?", Reader: model()})
	must(t, err)
	if len(res.Hits) != DefaultHits {
		t.Errorf("%d hits", len(res.Hits))
	}
	return res.Fusion, res.Warnings
}

// An index answers by its words until it has vectors, and an open one notices when they are there.
func TestOwnVectors(t *testing.T) {
	opt := ownCorpus(t)
	ix := open(t, opt)
	if fusion, warned := fusionOf(t, ix); fusion != "lexical only" || warned != nil || ix.Embedder() != "none" || ix.Stale() != nil {
		t.Errorf("without vectors: %s %q %q", fusion, warned, ix.Stale())
	}
	if s, err := ix.Similarities(context.Background(), "a boat", false, []string{"a ship", "a cake"}); err != nil || s[0] < s[1]+.2 {
		t.Error(s, err)
	}
	if !ix.Newest() || embedded(t, opt) != ix.Len()-1 || ix.Newest() {
		t.Error("the program has a vector, or nobody sees that the others are there")
	}
	ix = open(t, opt)
	if fusion, warned := fusionOf(t, ix); fusion == "lexical only" || warned != nil || ix.Embedder() != builtinName || !ix.Newest() {
		t.Errorf("with vectors: %s %q", fusion, warned)
	}
	hits := searched(t, ix, Query{Text: "How far has a buoy drifted?", Documents: []string{"buoy.py"}})
	if len(hits) == 0 || hits[0].DocID != "buoy.py" || hits[0].DenseRank != 0 {
		t.Errorf("a program: %+v", hits)
	}
	if r := refresh(t, opt); r.Built || embedded(t, opt) != 0 {
		t.Error("made twice")
	}
}

// What a killed or interrupted process made is not made again, and is not used before all is there.
func TestOwnVectorsResume(t *testing.T) {
	opt := ownCorpus(t)
	chunks := open(t, opt).Len() - 1
	ctx, cancel := context.WithCancel(context.Background())
	err := Embed(ctx, opt, func(s Step) {
		if s.Done > 0 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || ownKept(t, opt) != externalBatch {
		t.Fatal(err, ownKept(t, opt))
	}
	ix, said := open(t, opt), fmt.Sprintf("vectors: %d%%, not used", 100*externalBatch/chunks)
	if fusion, warned := fusionOf(t, ix); fusion != "lexical only" || !slices.Equal(warned, []string{said}) {
		t.Errorf("%s %q, want %q", fusion, warned, said)
	}
	if n := embedded(t, opt); n != chunks-externalBatch {
		t.Errorf("%d made", n)
	}
	// One page is edited: the rest of the vectors is kept, and nothing asked makes the one that lacks.
	write(t, opt.Roots[0], map[string]string{"p003.md": "# Page 3\n\nThe tide gauge is painted each autumn.\n"})
	refresh(t, opt)
	if fusion, warned := fusionOf(t, open(t, opt)); fusion != "lexical only" || len(warned) != 1 || ownKept(t, opt) != chunks {
		t.Errorf("%s %q, %d kept", fusion, warned, ownKept(t, opt))
	}
	if n := embedded(t, opt); n != 1 || open(t, opt).Embedder() != builtinName {
		t.Errorf("%d made", n)
	}
	equal(t, "beside the generations", keptFiles(t, opt), []string{stateOf(opt.own()).cacheFile(), lockFile})
}

// Vectors that are damaged are as good as not there.
func TestOwnVectorsDamaged(t *testing.T) {
	opt := ownCorpus(t)
	embedded(t, opt)
	_, dir, err := current(opt.Dir)
	must(t, err)
	path := filepath.Join(dir, stateOf(opt.own()).folder(), "codes.i8")
	data, err := os.ReadFile(path)
	must(t, err)
	data[len(data)/2] ^= 1
	must(t, os.WriteFile(path, data, 0o600))
	if fusion, warned := fusionOf(t, open(t, opt)); fusion != "lexical only" || len(warned) != 1 {
		t.Errorf("%s %q", fusion, warned)
	}
	if embedded(t, opt) != 0 || open(t, opt).Embedder() != builtinName {
		t.Error("they are not whole again")
	}
}

// The setting says what vectors are made of, and a model's take their place.
func TestOwnVectorsSetting(t *testing.T) {
	opt := ownCorpus(t)
	opt.Vectors = NoVectors
	must(t, Embed(context.Background(), opt, nil))
	if _, err := os.Stat(filepath.Join(opt.Dir, keptDir)); err == nil || open(t, opt).Embedder() != "none" {
		t.Error("there are vectors")
	}
	opt.Vectors = AllVectors
	ix := open(t, opt)
	if embedded(t, opt) != ix.Len() || open(t, opt).Embedder() != builtinName {
		t.Error("not all have vectors")
	}
	f := newFake("fake", 8)
	opt.Embedder = f
	refresh(t, opt)
	must(t, Embed(context.Background(), opt, nil))
	if len(f.texts) != ix.Len() || open(t, opt).Embedder() != "fake" {
		t.Errorf("%d texts", len(f.texts))
	}
}

// Whoever changes a vector changes ownVersion: else old and new ones are mixed.
func TestOwnVersion(t *testing.T) {
	o := own{Model: model()}
	v, err := o.Embed(context.Background(), o.Cut("", strings.Repeat("A bench mark is levelled each spring. ", 50)), false)
	must(t, err)
	if got := fmt.Sprintf("%d %x", ownVersion, sha256.Sum256(fmt.Append(nil, v)))[:18]; got != "1 02a05dab9a4c3692" {
		t.Errorf("got %s", got)
	}
}
