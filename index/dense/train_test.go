package dense

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// topics makes texts of 60 words, each on one of a few topics with words of its own, some of which occur in all.
func topics(n int, seed uint64) [][]Term {
	rng := rand.New(rand.NewPCG(seed, 0))
	texts := make([][]Term, n)
	for i := range texts {
		topic := rng.IntN(5)
		for position := range 60 {
			word := fmt.Sprintf("t%dw%d", topic, rng.IntN(40))
			if rng.IntN(3) == 0 {
				word = fmt.Sprintf("common%d", rng.IntN(30))
			}
			texts[i] = append(texts[i], Term{Text: word, Position: position})
			if position%7 == 0 {
				texts[i] = append(texts[i], Term{Text: word + "-whole", Position: position})
			}
		}
	}
	return texts
}

func train(t testing.TB, texts [][]Term) *Model {
	t.Helper()
	m, err := Train(context.Background(), slices.Values(texts), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// contents is the file of a model.
func contents(t testing.TB, m *Model) []byte {
	t.Helper()
	b, err := io.ReadAll(io.NewSectionReader(m.file, 0, m.file.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func word(s string) []Term { return []Term{{Text: s}} }

func embed(t testing.TB, m *Model, terms []Term) []float32 {
	t.Helper()
	v, err := m.Embed(terms)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTrainSameBitsOnAnyNumberOfCores(t *testing.T) {
	texts := topics(300, 1)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first []byte
	for _, cores := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(cores)
		b := contents(t, train(t, texts))
		if first == nil {
			first = b
		}
		if !bytes.Equal(b, first) {
			t.Errorf("a model trained on %d cores differs", cores)
		}
	}
}

func TestTrainSameBitsInAnyOrder(t *testing.T) {
	texts := topics(200, 2)
	first := train(t, texts)
	shuffled := slices.Clone(texts)
	rand.New(rand.NewPCG(3, 3)).Shuffle(len(texts), func(i, j int) {
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	})
	if !bytes.Equal(contents(t, first), contents(t, train(t, shuffled))) {
		t.Error("the model depends on the order of the texts")
	}
	other := train(t, texts[1:])
	if other.Generation() == first.Generation() {
		t.Error("models of different texts have one generation")
	}
}

func TestTrainFindsTopics(t *testing.T) {
	m := train(t, topics(400, 4))
	same := dot(embed(t, m, word("t1w3")), embed(t, m, word("t1w17")))
	other := dot(embed(t, m, word("t1w3")), embed(t, m, word("t2w17")))
	if same < other+0.2 {
		t.Errorf("cosine %.3f for words of one topic, %.3f for words of two", same, other)
	}
}

func TestTrainSmall(t *testing.T) {
	for _, test := range []struct {
		name  string
		texts [][]Term
		known bool
	}{
		{"no texts", nil, false},
		{"no terms", [][]Term{{}, {}}, false},
		{"every word once", [][]Term{{{Text: "a"}, {Text: "b", Position: 1}}}, false},
		{"one word", [][]Term{{{Text: "a"}, {Text: "a", Position: 1}}}, false},
		{"one pair", [][]Term{{{Text: "a"}, {Text: "b", Position: 1}, {Text: "a", Position: 2}, {Text: "b", Position: 3}}}, true},
		{"one position", [][]Term{{{Text: "a"}, {Text: "b"}, {Text: "a"}, {Text: "b"}}}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := embed(t, train(t, test.texts), word("a"))
			if len(v) != Dimensions {
				t.Fatalf("%d dimensions", len(v))
			}
			if known := dot(v, v) > 0.999; known != test.known || !finite(v) {
				t.Errorf("vector of length² %g, known %v", dot(v, v), test.known)
			}
		})
	}
}

func TestTrainCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	steps := 0
	_, err := Train(ctx, slices.Values(topics(50, 5)), func(done, total int) {
		if steps++; done != steps || total < done {
			t.Errorf("step %d of %d after %d", done, total, steps-1)
		}
		cancel()
	})
	if err != context.Canceled || steps != 1 {
		t.Errorf("error %v after %d steps", err, steps)
	}
}

func TestEmbed(t *testing.T) {
	m := train(t, topics(200, 6))
	zero := make([]float32, Dimensions)
	if got := embed(t, m, word("never seen")); !slices.Equal(got, zero) {
		t.Error("an unknown word has a vector")
	}
	if got := embed(t, m, nil); !slices.Equal(got, zero) {
		t.Error("no words have a vector")
	}
	a, b := Term{Text: "t1w1"}, Term{Text: "t2w2"}
	text := embed(t, m, []Term{a, b, a})
	if square := dot(text, text); math.Abs(square-1) > 1e-6 {
		t.Errorf("length² %g", square)
	}
	if !slices.Equal(text, embed(t, m, []Term{b, a, a, {Text: "t3w3", Part: true}})) {
		t.Error("the order of terms or a part of a compound matters")
	}
	if slices.Equal(text, embed(t, m, []Term{a, b})) {
		t.Error("the frequency of a term does not matter")
	}
}

func TestSample(t *testing.T) {
	hashes := make([]uint64, MaxTexts+500)
	for i := range hashes {
		hashes[i] = uint64(i * 7919 % len(hashes))
	}
	if got := Sample(hashes[:MaxTexts]); len(got) != MaxTexts || got[0] != 0 || got[MaxTexts-1] != MaxTexts-1 {
		t.Errorf("%d of %d texts", len(got), MaxTexts)
	}
	got := Sample(hashes)
	if len(got) != MaxTexts || !slices.IsSorted(got) {
		t.Fatalf("%d texts, sorted %v", len(got), slices.IsSorted(got))
	}
	chosen := map[uint64]bool{}
	for _, i := range got {
		chosen[hashes[i]] = true
	}
	slices.Reverse(hashes)
	for _, i := range Sample(hashes) {
		if !chosen[hashes[i]] {
			t.Fatal("the choice depends on the order")
		}
	}
}

func FuzzAxpy(f *testing.F) {
	f.Add(uint64(1), 17, float32(0.3))
	f.Fuzz(func(t *testing.T, seed uint64, n int, alpha float32) {
		if n < 0 || n > 300 || alpha-alpha != 0 {
			t.Skip()
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		x, y := make([]float32, n), make([]float32, n)
		for i := range x {
			x[i], y[i] = float32(rng.NormFloat64()), float32(rng.NormFloat64())
		}
		want := slices.Clone(y)
		plainAxpy(alpha, x, want)
		axpy(alpha, x, y)
		if !slices.Equal(y, want) {
			t.Errorf("the fast version differs from the plain one")
		}
	})
}
