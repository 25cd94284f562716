package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/index/question"
	"ibid/index/source"
)

const (
	saysSo    = 0.8 // share of the strength of the best row that a sentence needs to be the answer in place of rows
	rowsMatch = 0.6 // share of the strength of the best sentence that a row needs for the question to be about rows
)

var counting = regexp.MustCompile(`(?i)[0-9]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|no)\b`)

// computedGate refuses a question whose answer would have to be computed over the rows of a table: how many there
// are, their average, those below a value. One of the rows is not the answer, and a computed one has no place that
// could be cited.
//
// A question is such a one if its words ask for a computation, a row of a table bears on it as well as any sentence,
// it names no row, and neither a sentence nor the table itself states the result.
func (x *run) computedGate(c question.Computation, words string) guard.Gate {
	r := &x.request
	best, stated := -1, 0.0
	row, prose := 0.0, 0.0
	for i := range r.Statements {
		s := &r.Statements[i]
		switch strength := r.Strength(s); {
		case s.Kind == source.Table && r.Evidence[s.Evidence].Kind == source.Docs:
			if strength > row {
				best, row = i, strength
			}
		default:
			if prose = max(prose, strength); r.states(s, c, words) {
				stated = max(stated, strength)
			}
		}
	}
	if best < 0 || stated >= saysSo*row || row < rowsMatch*prose || !x.overRows(best, c, words) {
		return guard.Gate{Name: guard.GateComputed, Measured: 1, Threshold: 1, Verdict: guard.Pass, Detail: "No row of a table has to be computed with."}
	}
	x.takeTable(&r.Statements[best])
	return guard.Gate{Name: guard.GateComputed, Threshold: 1, Verdict: guard.Refuse,
		Detail: WouldBeComputed(c, words) + "."}
}

// WouldBeComputed is the reason why a row is no answer.
func WouldBeComputed(c question.Computation, words string) string {
	return fmt.Sprintf("The rows of a table would have to be %s (“%s”), and no document says the result", c, strings.TrimSpace(words))
}

// states tells whether a statement says what a computation over rows would give.
func (r *Request) states(s *Statement, c question.Computation, words string) bool {
	switch c {
	case question.Count:
		return counting.MatchString(s.Text)
	case question.Selection:
		return strings.ContainsAny(s.Text, "0123456789")
	}
	return s.Bag.Common(question.NewBag(words)) > 0
}

// overRows tells whether a question asks about the rows of the table of a statement as such: it names none of them by
// its first cell, and neither a heading nor a cell says that it holds the result.
func (x *run) overRows(best int, c question.Computation, words string) bool {
	r := &x.request
	s := &r.Statements[best]
	rows := 0
	for i := range r.Statements {
		o := &r.Statements[i]
		if o.Kind != source.Table || o.Header != s.Header || r.Evidence[o.Evidence].DocID != r.Evidence[s.Evidence].DocID {
			continue
		}
		rows++
		key := strings.Trim(Cells(o.Text)[0], "`* ")
		if strings.ContainsFunc(key, letterOrDigit) && question.ContainsWord(r.Question.Text, key) {
			return false
		}
		if c != question.Selection && c != question.Count && question.NewBag(key).Common(question.NewBag(words)) > 0 {
			return false // "Total | 412"
		}
	}
	header := Cells(s.Header)
	switch c {
	case question.Count: // rows are counted where the table is one of what is counted
		about := question.NewBag(header[0], strings.TrimSuffix(s.Before(), s.Header), r.Evidence[s.Evidence].Title, r.Evidence[s.Evidence].Spaced())
		return rows > 1 && slices.ContainsFunc(r.counted(), func(t question.Term) bool { return about.Match(&t) > 0 })
	case question.Total:
		return rows > 1 && question.NewBag(s.Header).Common(question.NewBag(words)) == 0
	case question.Ranking: // of a table that is seen whole the one row can be told
		return rows > 1 && x.goesOn(s)
	}
	return rows > 1
}

var howMany = regexp.MustCompile(`(?i)\bhow (?:many|much)\b|\bnumber of\b`)

// counted are the words behind "how many" that may say what is counted: "reports", "reactor reports".
func (r *Request) counted() []question.Term {
	at := howMany.FindStringIndex(r.Question.Text)
	if at == nil {
		return nil
	}
	behind := slices.DeleteFunc(slices.Clone(r.Terms), func(t question.Term) bool { return t.Start < at[1] })
	return behind[:min(2, len(behind))]
}

func letterOrDigit(r rune) bool { return r >= '0' && r <= '9' || r >= 'A' }

// goesOn tells whether the table of a statement has rows in the chunks beside its own.
func (x *run) goesOn(s *Statement) bool {
	ev := &x.request.Evidence[s.Evidence]
	for _, id := range []string{ev.Prev, ev.Next} {
		if id == "" {
			continue
		}
		if c, err := x.retriever.Chunk(id); err != nil || strings.Contains(c.Text, s.Header) {
			return true
		}
	}
	return false
}

// takeTable adds the chunks that hold the other rows of a table to the evidence, as far as the budgets allow.
func (x *run) takeTable(s *Statement) {
	ev := x.request.Evidence[s.Evidence]
	for _, step := range []func(*Evidence) string{func(ev *Evidence) string { return ev.Prev }, func(ev *Evidence) string { return ev.Next }} {
		at := ev
		for id := step(&at); id != ""; id = step(&at) {
			c, err := x.retriever.Chunk(id)
			if err != nil || !strings.Contains(c.Text, s.Header) {
				break
			}
			at = Evidence{Chunk: c, Neighbour: true}
			if !x.request.has(id) && !x.add(at) {
				break
			}
		}
	}
	x.answer.Evidence = x.request.Evidence
}

// unnamed is what a statement is worth that does not hold the name that the question is about.
const unnamed = 0.5

// Strength is how much of the question's weight a statement holds, 0 to 1.
func (r *Request) Strength(s *Statement) float64 {
	c := s.Coverage(r.Terms)
	if len(r.Names) == 1 && !s.Holds(&r.Names[0]) {
		c *= unnamed
	}
	return c
}
