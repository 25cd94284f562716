package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index/symbol/code"
)

const (
	maxInvalid = 16 // names of a draft that its generator is told do not exist
	maxNamed   = 3  // names that a person is told
)

// lookUpSymbols looks the API names of a draft up. It does so before anything is dropped, because an import at the top
// says what a name far below it stands for.
func (x *run) lookUpSymbols(t *attempt) {
	if !x.looksUp() {
		return
	}
	t.findings = symbols.Check(t.marked, x.opt.Symbols)
	t.invalid = invalidSymbols(t.findings)
}

// looksUp tells whether the names of an API are looked up.
func (x *run) looksUp() bool { return x.opt.Symbols != nil && x.opt.Gates.Symbols }

// invalidSymbols lists what does not exist or is misused, each once, in the order of the text.
func invalidSymbols(findings []symbols.Finding) []symbols.Finding {
	var out []symbols.Finding
	for _, f := range findings {
		same := func(o symbols.Finding) bool {
			return o.Name == f.Name && o.Written == f.Written && o.Detail == f.Detail
		}
		if invalid(f.Verdict) && len(out) < maxInvalid && !slices.ContainsFunc(out, same) {
			out = append(out, f)
		}
	}
	return out
}

// checkSymbols drops the sentences and code blocks of a draft that name what does not exist, and refuses if the
// rest no longer answers. What is composed by rule loses its code alone, and that only where the rest answers: its
// sentences are the documents' own words, and a changelog may well speak of a function that is gone. The person is
// warned.
func (x *run) checkSymbols(t *attempt) bool {
	switch {
	case x.opt.Symbols == nil:
		return true
	case !x.opt.Gates.Symbols:
		t.gates = append(t.gates, guard.Skip(guard.GateSymbols, 1, "switched off"))
		return true
	}
	gate := symbols.Gate(t.findings)
	if len(t.invalid) > 0 {
		if gate.Verdict = guard.Warn; t.draft.Final {
			x.dropInventing(t)
			t.warnings = append(t.warnings, "the documents speak of "+faultsOf(t.invalid)+", by the sources that were read")
		} else if x.dropInventing(t) {
			t.warnings = append(t.warnings, "what needs a name that does not exist was left out: "+faultsOf(t.invalid))
		} else {
			gate.Verdict = guard.Refuse
			t.refuse(guard.UnknownSymbol, explain(draftUses, t.invalid))
		}
	}
	t.gates = append(t.gates, gate)
	return !t.refused()
}

// stillAnswers is the share of the draft's coverage of the question that must be left after sentences were dropped.
const stillAnswers = 0.5

// dropInventing drops what names a symbol that does not exist, code together with the sentence that announces it. It
// tells whether the rest still answers. Of what is composed by rule nothing is dropped where it does not.
func (x *run) dropInventing(t *attempt) bool {
	whole, rest := t.marked, &guard.Draft{Text: t.marked.Text, Sentences: slices.Clone(t.marked.Sentences)}
	findings := slices.DeleteFunc(slices.Clone(t.findings), func(f symbols.Finding) bool {
		return t.draft.Final && whole.Sentences[whole.At(f.Start)].Kind != guard.Code // only code can invent there
	})
	inventing := symbols.Inventing(whole, findings)
	var claims []string
	for _, i := range inventing {
		if s := &rest.Sentences[i]; s.Fate != guard.Drop {
			claims = append(claims, "“"+guard.Shorten(OneLine(s.Text))+"”")
		}
	}
	for _, i := range inventing {
		rest.Decide(i, guard.Drop, faultsOf(t.invalid))
	}
	before, left := whole.Render(), rest.Render()
	answers := left != "" && guard.Citations(rest, x.keys).OK() && x.coverage(left) >= stillAnswers*x.coverage(before)
	if len(claims) > 0 && (answers || !t.draft.Final) {
		t.marked = rest
		t.rewrites = append(t.rewrites, Rewrite{Stage: StageSymbols, Reason: faultsOf(t.invalid) + "; taken out: " + strings.Join(claims, ", "),
			Before: before, After: left, Unknown: t.invalid[0].Name, Nearest: namesOf(t.invalid[0].Nearest)})
	}
	return answers
}

// checkLeft looks the names up once more in what the other checks have left: an import or a definition may have gone
// that explained a name. Nothing invented is shown whatever the reason.
func (x *run) checkLeft(t *attempt) {
	if !x.looksUp() {
		return
	}
	findings := symbols.Check(t.left, x.opt.Symbols)
	t.symbols = symbolsIn(t.left.Text, findings)
	if bad := invalidSymbols(findings); len(bad) > 0 && !t.draft.Final {
		t.refuse(guard.UnknownSymbol, explain(draftUses, bad))
	}
}

// faultsOf names symbols and what is wrong with them: "unknown a.b, a.c; misused a.d: it takes no argument e".
func faultsOf(invalid []symbols.Finding) string {
	var unknown, parts []string
	for _, s := range invalid {
		if s.Verdict == symbols.Unknown && !slices.Contains(unknown, s.Name) {
			unknown = append(unknown, s.Name)
		}
	}
	if len(unknown) > 0 {
		parts = append(parts, "unknown "+strings.Join(unknown, ", "))
	}
	for _, s := range invalid {
		if s.Verdict == symbols.Misused {
			parts = append(parts, "misused "+s.Name+": "+s.Detail)
		}
	}
	return strings.Join(parts, "; ")
}

// What names symbols that do not exist, for explain.
const (
	draftUses = "the draft uses "
	isAsked   = "the question asks for "
)

// explain says for a person what does not exist and which real names come nearest, and asks what was meant.
func explain(who string, bad []symbols.Finding) string {
	told := bad[:min(maxNamed, len(bad))]
	said := who + faultsOf(told)
	if more := len(bad) - len(told); more > 0 {
		said += fmt.Sprintf(" and %d more", more)
	}
	var names, real []string
	for _, s := range told {
		for _, n := range s.Nearest {
			if len(names) == maxNamed || slices.Contains(names, n.Name) {
				continue
			}
			names, real = append(names, n.Name), append(real, n.Name)
			if n.Path != "" {
				real[len(real)-1] += fmt.Sprintf(" (%s:%d)", n.Path, n.Line)
			}
		}
	}
	if len(real) == 0 {
		return said + "; no real name is like it. What should it do?"
	}
	return said + "; real names are " + strings.Join(real, ", ") + ". Did you mean " + names[0] + "?"
}

// Symbol is an API name in a text, and whether it exists.
type Symbol struct {
	Name     string          `json:"name"` // qualified
	Span     [2]int          `json:"span" jsonschema:"byte offsets in the answer"`
	Line     int             `json:"line" jsonschema:"of the answer, counted from 1"`
	Verdict  symbols.Verdict `json:"verdict" jsonschema:"known, unknown, misused, out_of_scope"`
	Argument string          `json:"argument" jsonschema:"the keyword that a misused one does not take, \"\" for other faults"`
	Detail   string          `json:"detail" jsonschema:"what is wrong with it"`
	Nearest  []string        `json:"nearest" jsonschema:"real names that may have been meant"`
}

// Symbols lists the API names in a text, whoever wrote it, in order, each with what a registry knows of it. A call with
// several wrong arguments is listed for each. Without a registry, which may be nil, none is.
func Symbols(d *guard.Draft, r symbols.Registry) []Symbol {
	if r == nil {
		return nil
	}
	return symbolsIn(d.Text, symbols.Check(d, r))
}

func symbolsIn(text string, findings []symbols.Finding) []Symbol {
	var out []Symbol
	line, at := 1, 0
	for _, f := range findings { // which are in the order of their places
		line += strings.Count(text[at:f.Start], "\n")
		at = f.Start
		s := Symbol{Name: f.Name, Span: [2]int{f.Start, f.End}, Line: line, Verdict: f.Verdict, Detail: f.Detail, Nearest: namesOf(f.Nearest)}
		if f.Misuse != nil {
			s.Argument = f.Misuse.Argument
		}
		out = append(out, s)
	}
	return out
}

// invalid tells a name that does not exist, or is not used as it is declared.
func invalid(v symbols.Verdict) bool { return v == symbols.Unknown || v == symbols.Misused }

func namesOf(nearest []code.Declared) []string {
	var out []string
	for _, n := range nearest {
		out = append(out, n.Name)
	}
	return out
}

const (
	maxCards        = 8 // that a generator is shown at once
	cardsPerInvalid = 2 // real names in place of one that does not exist, whose cards are shown
)

// showCards adds the cards of the real names nearest to those that do not exist to the evidence, each once: what the
// generator puts in their place it must be able to cite.
func (x *run) showCards(ctx context.Context, invalid []symbols.Finding) error {
	var names []string
	for _, s := range invalid {
		for _, n := range s.Nearest[:min(cardsPerInvalid, len(s.Nearest))] {
			if len(names) < maxCards && !slices.Contains(names, n.Name) {
				names = append(names, n.Name)
			}
		}
	}
	if x.opt.Cards == nil || len(names) == 0 {
		return nil
	}
	cards, err := x.opt.Cards(ctx, names)
	if err != nil {
		return fmt.Errorf("symbol cards: %w", err)
	}
	for _, c := range cards {
		if !x.request.has(c.ID) && (x.opt.OnlyDocuments == nil || slices.Contains(x.opt.OnlyDocuments, c.DocID)) {
			x.request.append(Evidence{Chunk: c})
			x.admit(&x.request.Evidence[len(x.request.Evidence)-1])
		}
	}
	x.answer.Evidence = x.request.Evidence
	return nil
}
