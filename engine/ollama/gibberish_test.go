package ollama_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unicode"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
)

const (
	gibberishShort  = 24 // where not everything is to be tested
	gibberishTokens = 60 // of a draft

	gibberishChunks = 3

	// quoted is how many words of the evidence, in a row, a sentence must be to have come from there.
	quoted = 5
)

// A model may write words and citations in no order. Whatever it is asked, none of that may be shown: the
// answer is a refusal, or, with a warning, the very answer that is composed without a model.
func TestGibberishIsNeverAnAnswer(t *testing.T) {
	questions := questionsInManyWords(t)
	if testing.Short() {
		questions = questions[:gibberishShort]
	}
	ix := handbook(t)
	var drafts, refused, replaced atomic.Int64
	generator := nonsense{&drafts}
	for i, q := range questions {
		ix := first{ix, 1 + i%gibberishChunks}
		opt := engine.Defaults()
		opt.Fallback = extract.Generator{}
		a, err := engine.New(ix, generator, opt).Ask(t.Context(), q, engine.Silent{})
		if err != nil {
			t.Fatalf("%q: %v", q, err)
		}
		without, err := engine.New(ix, extract.Generator{}, opt).Ask(t.Context(), q, engine.Silent{})
		if err != nil {
			t.Fatalf("%q: %v", q, err)
		}
		if why := leak(a, without, generator.Name()); why != "" {
			t.Errorf("%q: %s\n%s: %q\n%+v", q, why, a.Generator, a.Text, a.Sentences)
		}
		if a.Refused {
			refused.Add(1)
		} else {
			replaced.Add(1)
		}
	}
	t.Logf("%d questions, %d drafts: %d refused, %d answered by extraction", len(questions), drafts.Load(), refused.Load(), replaced.Load())
	if n := int64(len(questions)); drafts.Load() < n/2 || replaced.Load() < n/4 {
		t.Error("most questions came to no draft: this shows little")
	}
}

// nonsense is a model that writes words of its evidence and citations, in an order that depends on the question.
type nonsense struct{ drafts *atomic.Int64 }

func (nonsense) Name() string { return "ollama/nonsense" }

func (n nonsense) Draft(_ context.Context, r engine.Request, _ func(string)) (engine.Draft, error) {
	n.drafts.Add(1)
	h := fnv.New64a()
	h.Write([]byte(r.Question.Text))
	random := rand.New(rand.NewPCG(h.Sum64(), gibberishTokens))
	var words []string
	for i := range gibberishTokens {
		ev := &r.Evidence[random.IntN(len(r.Evidence))]
		said := strings.Fields(ev.Text)
		word := strings.TrimFunc(said[random.IntN(len(said))], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) // or it ends a sentence
		if i%(quoted+1) == quoted {
			word += " [" + ev.Key + "]."
		}
		words = append(words, word)
	}
	return engine.Draft{Text: strings.Join(words, " ")}, nil
}

// heard is a generator whose drafts are told.
type heard struct {
	engine.Generator
	tell func(text string)
}

func (h heard) Draft(ctx context.Context, r engine.Request, token func(string)) (engine.Draft, error) {
	d, err := h.Generator.Draft(ctx, r, token)
	if err == nil {
		h.tell(d.Text)
	}
	return d, err
}

// leak says what of a model's nonsense an answer shows, "" for nothing. Without is the answer that no model had a part in.
func leak(a, without *engine.Answer, model string) string {
	told := func(w string) bool { return strings.Contains(w, model) && strings.Contains(w, a.Generator) }
	switch {
	case a.Refused && (a.Text != guard.NotFound || len(a.Sentences)+len(a.Citations)+len(a.Sources) > 0):
		return "a refusal says more than that it is one"
	case a.Refused:
		return ""
	case a.Generator == model:
		for _, s := range a.Sentences {
			if s.Verdict != support.Supported || !fromEvidence(s) {
				return fmt.Sprintf("%q is %s by %+v, which does not say it", s.Text, s.Verdict, s.Quotes)
			}
		}
		return ""
	case a.Text != without.Text:
		return fmt.Sprintf("without a model the answer is %q", without.Text)
	case !slices.ContainsFunc(a.Warnings, told):
		return "no warning tells that the model's draft was refused"
	}
	return ""
}

// fromEvidence tells whether a sentence is the words of one of its quotes, and enough of them that it is no coincidence,
// or the source's own that stands in place of what was written.
func fromEvidence(s engine.Sentence) bool {
	said := strings.Fields(strings.Trim(s.Text, "“”"))
	return s.Instead != "" || len(said) >= quoted && slices.ContainsFunc(s.Quotes, func(q engine.Quote) bool {
		return strings.Contains(" "+engine.OneLine(q.Text), " "+strings.Join(said, " "))
	})
}

// gibberishRows of testdata are asked: a hundred drafts take the servers a minute.
const gibberishRows = 63

// questionsInManyWords are the first of testdata, and the same again in other words.
func questionsInManyWords(t *testing.T) []string {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "testdata", "questions.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var plain, all []string
	for lines := bufio.NewScanner(f); lines.Scan() && len(plain) < gibberishRows; {
		var q struct{ Question string }
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		plain = append(plain, q.Question)
	}
	for _, wording := range []string{"%s", "I am new here. %s"} {
		for _, q := range plain {
			all = append(all, fmt.Sprintf(wording, q))
		}
	}
	return all
}

// first is a retriever that finds so many chunks at most: a small model reads a hundred tokens a second.
type first struct {
	engine.Retriever
	most int
}

func (f first) Search(ctx context.Context, q index.Query) (index.Result, error) {
	res, err := f.Retriever.Search(ctx, q)
	res.Hits = res.Hits[:min(f.most, len(res.Hits))]
	for i := range res.Hits {
		res.Hits[i].Prev, res.Hits[i].Next = "", ""
	}
	return res, err
}
