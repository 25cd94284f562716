package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"ibid/guard"
	"ibid/index"
	"ibid/index/file"
)

func TestRefusalText(t *testing.T) {
	tests := []struct {
		name, configured, question, draft string
		code                              guard.RefusalCode
		reason                            string // a number, a threshold or a term in it
	}{
		{"a missing name", guard.NotFoundText, "What does NIST say about the pump and Wi-Fi 9?", "", guard.MissingTerm, "“Wi-Fi 9”"},
		{"a configured text", "No idea.", "What does NIST say about the pump and Wi-Fi 9?", "", guard.MissingTerm, "“Wi-Fi 9”"},
		{"nothing found", "No idea.", "Who painted Guernica?", "", guard.NoEvidence, "nothing in the documents"},
		{"a weak refusal of the draft", "No idea.", pumpQuestion, "The provided documents do not contain this information.", guard.GeneratorRefused, "found no answer"},
		{"an unsupported draft", "No idea.", pumpQuestion, "The harbour office of Trieste limits it to 60 bar [c1].", guard.UnsupportedClaim, "Trieste"},
		{"an uncited draft", "No idea.", pumpQuestion, "It runs at 24 volts.", guard.UncitedClaim, "has no citation"},
	}
	for _, tt := range tests {
		opt := reading()
		opt.RefusalText = tt.configured
		a := mustAsk(t, pumps(), says(tt.draft), opt, tt.question)
		if a.Text != tt.configured || a.RefusalCode != tt.code || !strings.Contains(a.RefusalReason, tt.reason) {
			t.Errorf("%s: got %q, %s: %q", tt.name, a.Text, a.RefusalCode, a.RefusalReason)
		}
		checkAnswer(t, tt.name, a)
	}
}

func TestEvents(t *testing.T) {
	tests := []struct{ name, question, draft, want string }{
		{"answered", pumpQuestion, pressure + " [c1].",
			"retrieved 4|token " + pressure + " [c1].|gate keywords pass|gate key_terms skipped|gate answered pass|gate confidence skipped|gate support pass|gate answered pass|done false"},
		{"rewritten", pumpQuestion, pressure + " [c1]. It runs at 24 volts. A relief valve opens at 8 bar [c1].",
			"retrieved 4|token *|checked 58 supported|drafting script|token *|checked 58 supported|gate keywords pass|gate key_terms skipped|gate answered pass|gate confidence skipped|gate support pass|gate answered pass|rewrite citations|rewrite support|done false"},
		{"withdrawn", pumpQuestion, "The harbour office of Trieste limits it to 60 bar [c1].",
			"retrieved 4|token *|drafting script|token *|gate keywords pass|gate key_terms skipped|gate answered pass|gate confidence skipped|gate support refuse|rewrite support|done true"},
		{"refused before a draft", "Does the pump need Wi-Fi 9?", "", "retrieved 4|gate keywords warn|gate key_terms refuse|gate answered refuse|done true"},
		{"nothing found", "Who painted Guernica?", "", "retrieved 0|done true"},
	}
	for _, tt := range tests {
		var d diary
		a, err := New(pumps(), says(tt.draft), reading()).Ask(context.Background(), tt.question, &d)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range a.Trace.Gates {
			d.note("gate %s %s", g.Name, g.Verdict)
		}
		for _, r := range a.Trace.Rewrites {
			d.note("rewrite %s", r.Stage)
		}
		d.note("done %v", a.Refused)
		for i, e := range d.entries {
			if strings.HasPrefix(e, "token") && strings.Contains(tt.want, "token *") {
				d.entries[i] = "token *"
			}
		}
		if got := strings.Join(d.entries, "|"); got != tt.want {
			t.Errorf("%s: heard %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// spelled is a Generator that tells its draft letter by letter.
type spelled struct{ script }

func (s spelled) Draft(_ context.Context, _ Request, token func(string)) (Draft, error) {
	for _, r := range s.draft.Text {
		token(string(r))
	}
	return s.draft, nil
}

// A sentence is checked once it has come to its end, with the judge and once, and the answer is what it is without.
func TestChecksWhileWriting(t *testing.T) {
	const reworded = "The pressure inside the Marlin pump may not exceed 6 bar [c1]."
	draft := pressure + " [c1]. It sings. " + reworded + "\n\nA relief valve opens at 8 bar. [c1]\n\nTo start it, run this [c3]:\n\n```\npumpctl prime\n\npumpctl start --slow\n```\n\nThen wait [c1]."
	var d diary
	var asked []string
	opt := reading()
	opt.Judge = opinion{yes: true, asked: &asked}
	a, err := New(pumps(), spelled{says(draft)}, opt).Ask(context.Background(), pumpQuestion, &d)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range d.entries {
		if e, ok := strings.CutPrefix(e, "checked "); ok {
			got = append(got, e)
		}
		if strings.HasPrefix(e, "drafting") {
			break
		}
	}
	var want []string
	for n, verdict := range []string{0: "supported", 2: "judged", 3: "contradicted", 4: "judged", 5: "supported"} {
		if verdict != "" {
			want = append(want, fmt.Sprintf("%d %s", guard.Parse(draft).Sentences[n].End, verdict))
		}
	}
	if !slices.Equal(got, want) || len(asked) != 2 {
		t.Errorf("heard %q, want %q; asked %q", got, want, asked)
	}
	if whole := mustAsk(t, pumps(), says(draft), opt, pumpQuestion); whole.Text != a.Text {
		t.Errorf("got %q, at once %q", a.Text, whole.Text)
	}
}

func TestErrors(t *testing.T) {
	broken := errors.New("the disk is on fire")
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	missing := pumps()
	missing.chunks[0].Next = "pump::p9999"
	tests := []struct {
		name string
		ctx  context.Context
		r    Retriever
		g    Generator
		want error
		says string
	}{
		{"retriever", context.Background(), &library{fail: broken}, says(anything), broken, "search: "},
		{"neighbour", context.Background(), missing, says(anything), nil, "evidence: "},
		{"generator", context.Background(), pumps(), script{err: broken}, broken, "script: "},
		{"canceled", canceled, pumps(), says(anything), context.Canceled, "search: "},
	}
	for _, tt := range tests {
		var d diary
		a, err := New(tt.r, tt.g, reading()).Ask(tt.ctx, pumpQuestion, &d)
		if err == nil || a != nil || tt.want != nil && !errors.Is(err, tt.want) || !strings.HasPrefix(err.Error(), tt.says) {
			t.Errorf("%s: got %v, %v", tt.name, a, err)
		}
		if slices.ContainsFunc(d.entries, func(e string) bool { return strings.HasPrefix(e, "done") }) {
			t.Errorf("%s: there is no answer, but the listener heard %q", tt.name, d.entries)
		}
	}
}

// stopped is a Generator whose caller gives up while it writes.
type stopped struct{ cancel context.CancelFunc }

func (stopped) Name() string { return "stopped" }

func (s stopped) Draft(ctx context.Context, _ Request, _ func(string)) (Draft, error) {
	s.cancel()
	return Draft{}, ctx.Err()
}

func TestCancelWhileDrafting(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if a, err := New(pumps(), stopped{cancel}, reading()).Ask(ctx, pumpQuestion, Silent{}); !errors.Is(err, context.Canceled) || a != nil {
		t.Errorf("got %v, %v", a, err)
	}
}

func TestRequest(t *testing.T) {
	var seen Request
	g := says(anything)
	g.seen = &seen
	a := mustAsk(t, pumps(), g, reading(), "Which alarm does the PCU record?")
	if len(seen.Evidence) != len(a.Evidence) || len(seen.Statements) == 0 || len(seen.Terms) == 0 {
		t.Errorf("the generator was given %+v", seen)
	}
	if len(seen.Names) != 1 || !slices.Equal(seen.Names[0].Forms, []string{"PCU", "Pump Control Unit"}) {
		t.Errorf("names %+v", seen.Names)
	}
	if a.Generator != "script" || a.Embedder != "none" || a.Index.Chunks != 4 || a.Trace.Rounds != 1 || a.Trace.Fusion == "" || len(a.Trace.Found) == 0 {
		t.Errorf("the answer does not say how it was made: %+v", a)
	}
}

func TestOnlyOneDocument(t *testing.T) {
	opt := reading()
	opt.OnlyDocuments = []string{"safety"}
	for _, ev := range mustAsk(t, pumps(), says(anything), opt, "Does the pump operator wear gloves?").Evidence {
		if ev.DocID != "safety" {
			t.Errorf("evidence from %s", ev.DocID)
		}
	}
}

// Asked twice, on one core and on more, at once and one after the other: the same answer.
func TestDeterminism(t *testing.T) {
	e := New(pumps(), says(pressure+" [c1]. "+valve+" [c1]. It runs at 900 volts [c2]."), reading())
	one := func() *Answer {
		a, err := e.Ask(context.Background(), pumpQuestion, Silent{})
		if err != nil {
			t.Error(err)
			return nil
		}
		a.Timings = Timings{}
		return a
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want := one()
	if want == nil || want.Refused || len(want.Trace.Rewrites) == 0 {
		t.Fatalf("not the answer to compare: %+v", want)
	}
	runtime.GOMAXPROCS(2)
	got := make([]*Answer, 8)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = one() })
	}
	wg.Wait()
	for i, a := range got {
		if !reflect.DeepEqual(a, want) {
			t.Errorf("answer %d is\n%+v\nnot\n%+v", i, a, want)
		}
	}
}

var _ Retriever = (*index.Index)(nil)

// faulty panics in the middle of a search.
type faulty struct{ *library }

func (faulty) Search(context.Context, index.Query) (index.Result, error) { panic("the fuse") }

// What panics on the way to an answer is its error.
func TestPanicIsAnError(t *testing.T) {
	var fault *file.Fault
	if _, err := New(faulty{&library{}}, script{}, reading()).Ask(context.Background(), "What is a fuse?", Silent{}); !errors.As(err, &fault) || fault.Value != "the fuse" {
		t.Errorf("a question: %v", err)
	}
}
