package eval

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/support"
	"ibid/guard/symbols"
)

// passageOrigin is where the passage of a question says that it comes from.
const passageOrigin = "passage"

// answer asks a question and measures the answer.
func (r *runner) answer(ctx context.Context, q *Question, row *Row, got scores) error {
	start := time.Now()
	a, err := r.ask(ctx, q)
	if err != nil {
		return err
	}
	row.Times.Answer = milliseconds(start)
	row.keep(a)
	r.measure(a, q, row, got)
	if r.set.Form == Passages {
		passageScores(a, q, got)
	}
	return nil
}

func (r *runner) ask(ctx context.Context, q *Question) (*engine.Answer, error) {
	if r.set.Form == Passages {
		return engine.AskSelection(ctx, q.Text, q.Passage, passageOrigin, nil, r.Generator, r.options(q), engine.Silent{})
	}
	return engine.New(r.Index, r.Generator, r.options(q)).Ask(ctx, q.Text, engine.Silent{})
}

// keep takes over what a row holds of an answer.
func (r *Row) keep(a *engine.Answer) {
	r.Refused, r.Code, r.Reason, r.Answer = a.Refused, string(a.RefusalCode), a.RefusalReason, a.Text
	for i := range a.Evidence { // the whole chunk, as the gold places were compared with ever since
		ev := &a.Evidence[i]
		if slices.ContainsFunc(a.Citations, func(c engine.Citation) bool { return c.Key == ev.Key }) {
			r.Cited = append(r.Cited, found(&ev.Chunk, ev.Score))
		}
	}
	for _, g := range a.Trace.Gates {
		r.Gates = append(r.Gates, Gate{Name: g.Name, Measured: Number(g.Measured), Threshold: Number(g.Threshold), Verdict: string(g.Verdict)})
	}
}

// measure scores an answer or a refusal.
func (s *Subject) measure(a *engine.Answer, q *Question, row *Row, got scores) {
	if q.Answerable {
		got.truth("false_refusal", a.Refused)
		got["accuracy"] = 1 - got["false_refusal"]
	} else {
		got.truth("false_answer", !a.Refused && !q.corrected(row.Cited))
		got["accuracy"] = 1 - got["false_answer"]
	}
	if !a.Refused {
		got.truth("citation_compliance", compliant(a))
		got["supported"] = share(a.Sentences, func(s engine.Sentence) bool { return s.Verdict == support.Supported })
	}
	said := ""
	if !a.Refused {
		said = guard.Unmarked(a.Text)
	}
	if q.Answerable && len(q.Gold) > 0 {
		right := slices.Concat(q.Gold, q.Also)
		if !a.Refused {
			got["citation_precision"] = share(row.Cited, func(f Found) bool { return anyMatch(right, []Found{f}, (*Place).Matches) })
			got.truth("no_gold_cited", got["citation_precision"] == 0)
		}
		cited := number(right, func(p Place) bool { return anyMatch([]Place{p}, row.Cited, (*Place).Matches) })
		got["citation_recall"] = min(1, ratio(cited, float64(len(q.Gold))))
	}
	if q.Answerable && len(q.GoldSentences) > 0 {
		got["sentence_recall"] = 0
		if !a.Refused {
			var units int
			got["sentence_precision"], got["sentence_recall"], units = Sentences(a.Text, q.GoldSentences, q.AlsoSentences)
			got["units"] = float64(units)
		}
	}
	if q.Answerable && len(q.Facts) > 0 {
		got["facts"] = share(q.Facts, func(fact string) bool { return !a.Refused && HoldsFact(said, fact) })
		got.truth("all_facts", got["facts"] == 1)
	}
	if len(q.Contains)+len(q.ContainsAny)+len(q.NotContains) > 0 {
		got.truth("checks", !(q.Answerable && a.Refused) && q.checks(guard.Unmarked(a.Text)))
	}
	if q.Answerable && len(q.WantSources) > 0 {
		got["sources"] = share(q.WantSources, func(want string) bool {
			return slices.ContainsFunc(a.Sources, func(s engine.Source) bool { return isSource(&s, want) })
		})
	}
	s.measureSymbols(a, q, said, got)
}

// corrected tells whether an answer to a question that takes something wrong for granted says what is right instead,
// as far as that can be told: all that it cites says that.
func (q *Question) corrected(cited []Found) bool {
	return q.CorrectionOK && len(cited) > 0 && share(cited, func(f Found) bool { return anyMatch(q.Near, []Found{f}, (*Place).Matches) }) == 1
}

// measureSymbols looks up every name that is shown, also where the engine was told not to.
func (s *Subject) measureSymbols(a *engine.Answer, q *Question, said string, got scores) {
	if s.Options.Symbols == nil {
		return
	}
	named, invented := map[string]bool{}, 0
	for _, n := range engine.Symbols(said, s.Options.Symbols) {
		named[n.Name] = true
		if n.Verdict == symbols.Unknown || n.Verdict == symbols.Misused {
			invented++
		}
	}
	if !a.Refused {
		got["invented_symbols"] = float64(invented)
	}
	rule := &q.Symbols
	if !rule.MustExist && len(rule.Require)+len(rule.Forbid) == 0 {
		return
	}
	names := func(name string) bool { return named[name] || holdsName(said, name) }
	keeps := !(rule.MustExist && invented > 0) && !slices.ContainsFunc(rule.Forbid, names)
	for _, name := range rule.Require {
		keeps = keeps && names(name)
	}
	got.truth("symbols_ok", keeps && !(q.Answerable && a.Refused))
}

// holdsName tells whether a name stands in a text, not as a part of a longer one.
func holdsName(text, name string) bool {
	joins := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for from := 0; name != ""; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:from+at])
		after, _ := utf8.DecodeRuneInString(text[from+at+len(name):])
		if !joins(before) && before != '.' && !joins(after) {
			return true
		}
		from += at + 1
	}
	return false
}

// compliant checks the form of an answer's citations anew.
func compliant(a *engine.Answer) bool {
	keys := make([]string, len(a.Evidence))
	for i := range a.Evidence {
		keys[i] = a.Evidence[i].Key
	}
	return guard.Citations(a.Text, keys).OK()
}

// checks tells whether a text holds the words that it must, and none that it must not.
func (q *Question) checks(text string) bool {
	text = strings.ToLower(text)
	holds := func(s string) bool { return strings.Contains(text, strings.ToLower(s)) }
	for _, s := range q.Contains {
		if !holds(s) {
			return false
		}
	}
	return (len(q.ContainsAny) == 0 || slices.ContainsFunc(q.ContainsAny, holds)) && !slices.ContainsFunc(q.NotContains, holds)
}

// isSource tells whether a document is the one that is wanted, by its id, its path or the end of that.
func isSource(s *engine.Source, want string) bool {
	path := filepath.ToSlash(s.Path)
	return sameDocument(want, s.DocID) || path == want || strings.HasSuffix(path, "/"+want)
}

// passageScores compares an answer from a passage with the gold texts.
func passageScores(a *engine.Answer, q *Question, got scores) {
	if a.Refused || !q.Answerable || len(q.Texts) == 0 {
		return
	}
	said := guard.Unmarked(a.Text)
	got["f1"], got["exact"] = Overlap(said, q.Texts)
	got.truth("holds_answer", slices.ContainsFunc(q.Texts, func(text string) bool { return HoldsFact(said, text) }))
}

// share of those that something holds for; 0 of none.
func share[T any](all []T, holds func(T) bool) float64 {
	return ratio(number(all, holds), float64(len(all)))
}

// number of those that something holds for.
func number[T any](all []T, holds func(T) bool) float64 {
	n := 0.0
	for _, x := range all {
		if holds(x) {
			n++
		}
	}
	return n
}
