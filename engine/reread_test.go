package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ibid/index"
)

// rereader is a Generator with one draft, and another text for the pass that compares it with the declarations.
type rereader struct {
	draft, reread string
	seen          *Reread
	drafts        int
}

func (*rereader) Name() string { return "rereader" }

func (g *rereader) Draft(_ context.Context, r Request, _ func(string)) (Draft, error) {
	if r.Reread != nil {
		g.seen = r.Reread
		return Draft{Text: g.reread}, nil
	}
	g.drafts++
	return Draft{Text: g.draft}, nil
}

func TestReread(t *testing.T) {
	const (
		both    = said + " " + zero
		turned  = zero + " " + said
		invents = said + " The function molsysmt.fetch computes the deviation of a molecular system [c1]."
	)
	tests := []struct{ name, draft, reread, text, step, discarded string }{
		{"another order", both, turned, turned, "takes its place", ""},
		{"nothing to change", both, both, both, "nothing had to be changed", ""},
		{"nothing but white space", both, both + "\n", both, "nothing had to be changed", ""},
		{"an unknown symbol", both, invents, both, "not used", "unknown molsysmt.fetch"},
		{"a misuse", both, misused, both, "not used", "takes no argument fast"},
		{"a sentence less", both, said, both, "not used", "says less"},
		{"less of what was asked", both, "It takes the system and a selection of its atoms [c1]. It takes the system and a selection [c1].", both, "not used", "says less"},
		{"an unsupported sentence more", both, both + " The deviation is 7 nanometres [c1].", both, "not used", "does not pass"},
		{"a refusal", both, "NOT_DOCUMENTED: the deviation", both, "not used", "no answer"},
		{"nothing", both, "", both, "not used", "no answer"},
		{"no symbol to compare", zero, turned, zero, "", ""},
	}
	for _, tt := range tests {
		opt := checked()
		opt.Cards = shelf
		g := &rereader{draft: tt.draft, reread: tt.reread}
		a := mustAsk(t, molecules(), g, opt, rmsdQuestion)
		checkInvented(t, tt.name, a)
		if a.Text != tt.text {
			t.Errorf("%s: got %q (%s), want %q", tt.name, a.Text, a.RefusalReason, tt.text)
		}
		var steps []string
		for _, s := range a.Trace.Steps {
			if s.Action == RereadDraft {
				steps = append(steps, s.Reason)
			}
		}
		if got := strings.Join(steps, "|"); len(steps) > 1 || (tt.step == "") != (got == "") || !strings.Contains(got, tt.step) {
			t.Errorf("%s: steps %q, want %q", tt.name, steps, tt.step)
		}
		var kept []Rewrite
		for _, r := range a.Trace.Rewrites {
			if r.Stage == StageReread {
				kept = append(kept, r)
			}
		}
		changed := tt.discarded != "" || tt.text != tt.draft
		if changed != (len(kept) == 1) || changed && (kept[0].Before != tt.draft || kept[0].After != tt.reread || !strings.Contains(kept[0].Discarded, tt.discarded) || (kept[0].Discarded != "") != (tt.discarded != "")) {
			t.Errorf("%s: recorded as %+v", tt.name, kept)
		}
		if tt.step != "" && (g.seen == nil || g.seen.Draft != tt.draft || len(g.seen.Cards) != 1 || g.seen.Cards[0].DocID != "card") {
			t.Errorf("%s: it was given %+v", tt.name, g.seen)
		}
	}
}

// Where there is nothing to compare, or nobody to do it, the draft stands as it is.
func TestNoReread(t *testing.T) {
	tests := []struct {
		name   string
		draft  Draft
		change func(*Options)
	}{
		{"no cards", Draft{Text: said}, func(o *Options) { o.Cards = nil }},
		{"no card of it", Draft{Text: said}, func(o *Options) { o.Cards = func(context.Context, []string) ([]index.Chunk, error) { return nil, nil } }},
		{"symbols are not judged", Draft{Text: said}, func(o *Options) { o.NoSymbols = true }},
		{"no registry", Draft{Text: said}, func(o *Options) { o.Symbols = nil }},
		{"composed by rule", Draft{Text: said, Final: true}, nil},
		{"a symbol that does not exist", Draft{Text: said + " " + strings.ReplaceAll(said, "structure.get_rmsd", "fetch")}, nil},
	}
	for _, tt := range tests {
		opt := checked()
		opt.Cards = shelf
		if tt.change != nil {
			tt.change(&opt)
		}
		var seen []Request
		a := mustAsk(t, molecules(), hears{script{draft: tt.draft}, &seen}, opt, rmsdQuestion)
		if a.Text != said || slices.ContainsFunc(seen, func(r Request) bool { return r.Reread != nil }) {
			t.Errorf("%s: got %q after %d drafts", tt.name, a.Text, len(seen))
		}
	}
	opt := checked()
	lost := errors.New("the cards are lost")
	opt.Cards = func(context.Context, []string) ([]index.Chunk, error) { return nil, lost }
	if a, err := New(molecules(), says(said), opt).Ask(t.Context(), rmsdQuestion, Silent{}); !errors.Is(err, lost) {
		t.Errorf("got %v, %v", a, err)
	}
}

// hears keeps every request of a script.
type hears struct {
	script
	seen *[]Request
}

func (h hears) Draft(ctx context.Context, r Request, token func(string)) (Draft, error) {
	*h.seen = append(*h.seen, r)
	return h.script.Draft(ctx, r, token)
}

// Each draft is announced with the reason for it.
func TestSymbolsEvents(t *testing.T) {
	var heard announcements
	opt := checked()
	opt.Cards = shelf
	if _, err := New(molecules(), &drafts{texts: []string{made, misused, real}}, opt).Ask(t.Context(), rmsdQuestion, &heard); err != nil {
		t.Fatal(err)
	}
	want := []string{"", "unknown molsysmt.fetch", "misused molsysmt.structure.get_rmsd: molsysmt.structure.get_rmsd takes no argument fast; it is declared as get_rmsd(system, selection)",
		"the draft is compared with the declarations of 1 symbol"}
	if !slices.Equal(heard.reasons, want) {
		t.Errorf("heard %q", heard.reasons)
	}
}

type announcements struct {
	Silent
	reasons []string
}

func (a *announcements) Drafting(_, reason string) { a.reasons = append(a.reasons, reason) }
