package ollama_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/engine/ollama"
	"ibid/engine/ollama/ollamatest"
	"ibid/guard"
	"ibid/index"
)

const (
	gibberishQuestions = 500
	gibberishShort     = 24 // where not everything is to be tested
	gibberishServers   = 2  // that are asked at once
	gibberishTokens    = 60 // of a draft: the run takes minutes as it is

	// Short evidence makes short prompts, over which the model varies more.
	gibberishChunks = 3

	// quoted is how many words of the evidence, in a row, a sentence must be to have come from there.
	quoted = 5
)

// A model of random weights writes words and citations in no order. Whatever it is asked, none of that may be shown: the
// answer is a refusal, or, with a warning, the very answer that is composed without a model.
func TestGibberishIsNeverAnAnswer(t *testing.T) {
	questions := questionsInManyWords(t)
	if testing.Short() || os.Getenv("IBID_OLLAMA") == "" { // as it is for .ci/run: they take minutes
		questions = questions[:gibberishShort]
	}
	ix := handbook(t)
	var drafts, refused, replaced atomic.Int64
	var generators [gibberishServers]engine.Generator
	for part := range generators { // here, so that the whole test is skipped where no server is
		generators[part] = nonsense(t, &drafts)
	}
	t.Run("servers", func(t *testing.T) { // ends when all of them have
		for part, generator := range generators {
			t.Run(fmt.Sprint(part), func(t *testing.T) {
				t.Parallel()
				for i := part; i < len(questions); i += gibberishServers {
					opt := engine.Defaults()
					opt.Fallback = extract.Generator{}
					a, err := engine.New(first{ix, 1 + i%gibberishChunks}, generator, opt).Ask(t.Context(), questions[i], engine.Silent{})
					if err != nil {
						t.Fatalf("%q: %v", questions[i], err)
					}
					without, err := engine.New(first{ix, 1 + i%gibberishChunks}, extract.Generator{}, opt).Ask(t.Context(), questions[i], engine.Silent{})
					if err != nil {
						t.Fatalf("%q: %v", questions[i], err)
					}
					if why := leak(a, without, generator.Name()); why != "" {
						t.Errorf("%q: %s\n%s: %q\n%+v", questions[i], why, a.Generator, a.Text, a.Sentences)
					}
					if a.Refused {
						refused.Add(1)
					} else {
						replaced.Add(1)
					}
				}
			})
		}
	})
	t.Logf("%d questions, %d drafts: %d refused, %d answered by extraction", len(questions), drafts.Load(), refused.Load(), replaced.Load())
	if n := int64(len(questions)); drafts.Load() < n/2 || replaced.Load() < n/4 {
		t.Error("most questions came to no draft: this shows little")
	}
}

// nonsense is the generator of a server's random model. It counts the drafts that were written.
func nonsense(t *testing.T, drafts *atomic.Int64) engine.Generator {
	t.Helper()
	s := ollamatest.Start(t)
	name := s.ChatModel()
	server, err := ollama.Find(t.Context(), ollama.Options{Host: s.Host})
	if err != nil {
		t.Fatal(err)
	}
	model, err := server.ChooseChat(name)
	if err != nil {
		t.Fatal(err)
	}
	return heard{server.Generator(model, ollama.GeneratorOptions{MaxTokens: gibberishTokens}), func(text string) {
		if text != "" {
			drafts.Add(1)
		}
	}}
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
	case a.Refused && (a.Text != guard.NotFoundText || len(a.Sentences)+len(a.Citations)+len(a.Sources) > 0):
		return "a refusal says more than that it is one"
	case a.Refused:
		return ""
	case a.Generator == model:
		for _, s := range a.Sentences {
			if !s.Verdict.Proven() || !fromEvidence(s) {
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

// fromEvidence tells whether a sentence is the words of one of its quotes, and enough of them that it is no coincidence.
func fromEvidence(s guard.Sentence) bool {
	said := strings.Fields(s.Text)
	return len(said) >= quoted && slices.ContainsFunc(s.Quotes, func(q guard.Quote) bool {
		return strings.Contains(" "+engine.OneLine(q.Text)+" ", " "+strings.Join(said, " ")+" ")
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
	for _, wording := range []string{"%s", "Please answer briefly: %s", "%s Why?", "According to the handbook: %s",
		"I am new here. %s", "%s Answer in one sentence.", "Somebody asked me this: %s", "%s Where is that written?"} {
		for _, q := range plain {
			all = append(all, fmt.Sprintf(wording, q))
		}
	}
	if len(all) < gibberishQuestions {
		t.Fatalf("only %d questions", len(all))
	}
	return all[:gibberishQuestions]
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
