package extract

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ibid/engine"
	"ibid/engine/eval"
	"ibid/index"
)

var fit = flag.Bool("fit", false, "fit what ranks chunks and what chooses sentences anew")

// rotation begins the names of floors that hold of sets that were left out.
const rotation = "left out: "

// TestRotation fits on all corpora but one of the eight, and measures on that one, for each in turn. Its floors hold of
// the mean over them, and of the worst. The corpora that .ci/corpora rebuilds are fitted on too, where they are, as are
// the project's own sets: without them less is learnt, and the floors are not held to. With -fit the weights that are
// shipped, index/reranker.txt and weights.txt, are first fitted anew on all of them.
func TestRotation(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("indexes eight corpora and asks some hundred questions twice")
	}
	left, whole := domains(), true
	var sets []*eval.Set
	var indexes []*index.Index
	for _, m := range slices.Concat(left, others()) {
		if len(sets) >= len(left) && !m.present() {
			t.Logf("%s is not here to be fitted on: run .ci/corpora", m.name)
			whole = false
			continue
		}
		sets, indexes = append(sets, m.load(t)), append(indexes, m.index(t))
	}
	read := func(reranker *index.Reranker) (samples []sample) {
		for i, set := range sets {
			s := subject(indexes[i])
			s.Options.Reranker = reranker
			samples = append(samples, readSample(t, set, s))
		}
		return samples
	}
	if *fit {
		if !whole {
			t.Fatal("they are to be fitted on all corpora")
		}
		reranker := fitReranker(read(nil))
		must(t, os.WriteFile(filepath.Join("..", "..", "index", "reranker.txt"), []byte(write(&reranker.Score)), 0o644))
		m := train(read(reranker))
		must(t, os.WriteFile("weights.txt", []byte(write(&m.rank, &m.more, &m.answers)), 0o644))
	}
	samples := read(nil)
	sum, worst, at, n := map[string]float64{}, map[string]float64{}, map[string]string{}, map[string]int{}
	for i, m := range left {
		others := slices.Delete(slices.Clone(samples), i, i+1)
		s := subject(indexes[i])
		s.Options.Reranker, s.Generator = fitReranker(others), Generator{Model: train(others)}
		report, err := eval.Run(t.Context(), sets[i], s, nil)
		must(t, err)
		for _, mean := range report.Means {
			sum[mean.Name] += mean.Value
			if n[mean.Name]++; n[mean.Name] == 1 || mean.Value != worst[mean.Name] && (mean.Value > worst[mean.Name]) == lower(mean.Name) {
				worst[mean.Name], at[mean.Name] = mean.Value, m.name
			}
		}
	}
	var means, worsts eval.Report
	for _, m := range eval.Measures() {
		if n[m.Name] > 0 {
			mean := sum[m.Name] / float64(n[m.Name])
			t.Logf("%-20s left out %.4f  worst %.4f %s", m.Name, mean, worst[m.Name], at[m.Name])
			means.Means = append(means.Means, eval.Mean{Name: m.Name, Value: mean})
			worsts.Means = append(worsts.Means, eval.Mean{Name: m.Name, Value: worst[m.Name]})
		}
	}
	if !whole {
		return
	}
	floors := readFloors(t)
	compare(t, rotation, &means, floors[rotation+"mean"])
	compare(t, rotation, &worsts, floors[rotation+"worst"])
	floors.write(t)
}

// sample is what the questions of a set say of what is fitted.
type sample struct {
	names    []string   // of the features of chunks
	chunks   []list     // that were considered for each question with gold places; right is what matches one
	examples []*example // of statements
}

// readSample asks all questions of a set. The evidence of the examples is what the reranker of the options finds, as a
// rule the one that is shipped: for a set that is left out the order of the others' evidence is all that knows of it.
func readSample(t *testing.T, set *eval.Set, s eval.Subject) (out sample) {
	t.Helper()
	opt, e := s.Options, engine.New(s.Index, nil, s.Options)
	for i := range set.Questions {
		q := &set.Questions[i]
		if len(q.Gold) > 0 {
			res, err := s.Index.Search(t.Context(), index.Query{Text: q.Text, K: 1, Reranker: opt.Reranker, Explain: true})
			must(t, err)
			var l list
			for k := range res.Considered {
				if c := &res.Considered[k]; c.Features != nil {
					right := slices.ContainsFunc(q.Gold, func(p eval.Place) bool { return p.In(&c.Chunk) })
					l.rows, l.right, out.names = append(l.rows, c.Features.Values()), append(l.right, right), c.Features.Names()
				}
			}
			out.chunks = append(out.chunks, l)
		}
		if q.Answerable && len(q.GoldSentences)+len(q.Facts) == 0 {
			continue
		}
		r, err := e.Gather(t.Context(), q.Text)
		must(t, err)
		if len(r.Statements) > 0 {
			out.examples = append(out.examples, newExample(set.SHA256, r, q))
		}
	}
	return out
}

// fitReranker fits what ranks chunks.
func fitReranker(samples []sample) *index.Reranker {
	const penalty = 5 // from 1 to 5 it is much the same
	var lists []list
	var names []string
	for _, s := range samples {
		lists = append(lists, s.chunks...)
		if s.names != nil {
			names = s.names
		}
	}
	return &index.Reranker{Score: fitRanking(lists, names, penalty, nil)}
}
