package guard

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Report is what Citations found in a draft.
type Report struct {
	Cited    []string  // the keys that exist and are cited, in numeric order, each once
	Problems []Problem // in the order of the draft; none if every rule is kept
}

// OK tells that the draft keeps every rule of citation.
func (r *Report) OK() bool { return len(r.Problems) == 0 }

// ProblemCode names a broken rule of citation.
type ProblemCode string

// The rules that a draft can break.
const (
	Uncited      ProblemCode = "uncited"          // a sentence, list item, table row or code block without a marker
	TailUncited  ProblemCode = "tail_uncited"     // something is said after the last marker
	UnknownKey   ProblemCode = "unknown_key"      // a marker for evidence that does not exist
	BadMarker    ProblemCode = "malformed_marker" // a bracket that tries to be a marker
	StrayMarker  ProblemCode = "stray_marker"     // markers with nothing that they could cite
	TooMany      ProblemCode = "too_many"         // markers: what cites everything shows where nothing comes from
	NothingCited ProblemCode = "nothing_cited"    // the draft as a whole has no citation
)

const maxCited = 8 // times that one sentence may cite

// Problem is one broken rule.
type Problem struct {
	Code     ProblemCode
	Sentence int    // of the draft; -1 for NothingCited
	Key      string // the key or the marker at fault, if one is
	Reason   string // for a person: `the list item "two" has no citation`
}

// Citations checks who may say what: every sentence, list item and table row of what is left of a draft ends in
// markers, every marker names one of keys, and a code block follows a sentence that is cited. Headings need no marker
// unless they are a full sentence, which makes a claim of them. It judges the form only; whether the evidence supports
// the claim is another question. A refusal has no citations and is not for this function.
func Citations(d *Draft, keys []string) *Report {
	r := &Report{}
	introduced := false // the sentence before, or before a run of code blocks, is cited
	for i := range d.Sentences {
		s := &d.Sentences[i]
		switch {
		case s.Fate == Drop:
		case s.Kind != Code:
			introduced = r.check(s, i, keys)
		case !introduced:
			r.problem(Uncited, i, "", "no cited sentence introduces the code block %s", quoted(s.Raw))
		}
	}
	slices.SortFunc(r.Cited, compareKeys)
	if r.Cited = slices.Compact(r.Cited); len(r.Cited) == 0 && r.OK() {
		r.problem(NothingCited, -1, "", "the answer cites nothing")
	}
	return r
}

func (r *Report) problem(code ProblemCode, sentence int, key, reason string, of ...any) {
	r.Problems = append(r.Problems, Problem{code, sentence, key, fmt.Sprintf(reason, of...)})
}

// check records what is wrong with sentence i and tells whether it is properly cited.
func (r *Report) check(s *Sentence, i int, keys []string) bool {
	if s.Given != "" {
		r.Cited = append(r.Cited, s.Given)
		return true
	}
	if len(s.Markers) == 0 {
		if s.Kind != Heading || fullSentence.MatchString(s.Raw) {
			r.problem(Uncited, i, "", "the %s %s has no citation", s.Kind, quoted(s.Raw))
		}
		return false
	}
	problems, end, cited := len(r.Problems), 0, 0
	for _, m := range s.Markers {
		written := s.Raw[m.Start-s.Start : m.End-s.Start]
		if end = m.End - s.Start; len(m.Keys) == 0 {
			r.problem(BadMarker, i, written, "%s in %s is not a valid citation", quoted(written), quoted(s.Raw))
		}
		cited += len(m.Keys)
		for _, key := range m.Keys {
			if slices.Contains(keys, key) {
				r.Cited = append(r.Cited, key)
			} else {
				r.problem(UnknownKey, i, key, "%s cites %s, which is not among the evidence", quoted(s.Raw), key)
			}
		}
	}
	switch tail := s.Raw[end:]; {
	case !says(s.Text):
		r.problem(StrayMarker, i, "", "the citation %s stands alone", quoted(s.Raw))
	case says(tail):
		r.problem(TailUncited, i, "", "nothing cites %s at the end of the %s", quoted(strings.TrimSpace(tail)), s.Kind)
	case cited > maxCited:
		r.problem(TooMany, i, "", "%s cites %d times; more than %d show nothing", quoted(s.Text), cited, maxCited)
	}
	return len(r.Problems) == problems
}

// fullSentence is a heading that claims something.
var fullSentence = regexp.MustCompile(`[.!][*_"”)\] ]*$`)

// says tells that a piece of a sentence holds more than punctuation and emphasis.
func says(s string) bool {
	return strings.Trim(s, " \t\n\r.,;:!?…()[]\"'*_~|`”’»。！？") != ""
}

// compareKeys orders "c2" before "c10".
func compareKeys(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// quoted returns s on one line, shortened, in quotation marks.
func quoted(s string) string {
	return "“" + Shorten(strings.Join(strings.Fields(s[:min(len(s), 16*longestQuoted)]), " ")) + "”"
}

const longestQuoted = 80 // characters of a sentence that a reason quotes

// Count says how many: "1 symbol", "2 symbols".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// Shorten cuts a text to what a reason quotes of it.
func Shorten(s string) string {
	r := []rune(s)
	if len(r) <= longestQuoted {
		return s
	}
	return string(r[:longestQuoted-1]) + "…"
}
