package guard

import (
	"cmp"
	"fmt"
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

// maxCited is how often one sentence may cite.
const maxCited = 8

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
	c := citationChecker{keys: keys}
	introduced := false // the sentence before, or before a run of code blocks, is cited
	for i := range d.Sentences {
		s := &d.Sentences[i]
		switch c.at = i; {
		case s.Fate == Drop:
		case s.Kind != Code:
			introduced = c.check(s)
		case !introduced:
			c.problem(Uncited, "", "no cited sentence introduces the code block "+quoted(s.Text))
		}
	}
	slices.SortFunc(c.Cited, compareKeys)
	c.Cited = slices.Compact(c.Cited)
	if len(c.Cited) == 0 && c.OK() {
		c.at = -1
		c.problem(NothingCited, "", "the answer cites nothing")
	}
	return &c.Report
}

type citationChecker struct {
	Report
	keys []string
	at   int // the sentence that is checked
}

func (c *citationChecker) problem(code ProblemCode, key, reason string) {
	c.Problems = append(c.Problems, Problem{Code: code, Sentence: c.at, Key: key, Reason: reason})
}

// check records what is wrong with s and tells whether s is properly cited.
func (c *citationChecker) check(s *Sentence) bool {
	if s.Given != "" {
		c.Cited = append(c.Cited, s.Given)
		return true
	}
	if len(s.Citations) == 0 {
		if s.Kind != Heading || isClaim(s.Text) {
			c.problem(Uncited, "", fmt.Sprintf("the %s %s has no citation", s.Kind, quoted(s.Text)))
		}
		return false
	}
	problems, cited := len(c.Problems), 0
	for _, m := range s.Citations {
		if len(m.Keys) == 0 {
			written := s.Text[m.Start-s.Start : m.End-s.Start]
			c.problem(BadMarker, written, fmt.Sprintf("%s in %s is not a valid citation", quoted(written), quoted(s.Text)))
		}
		cited += len(m.Keys)
		for _, key := range m.Keys {
			if slices.Contains(c.keys, key) {
				c.Cited = append(c.Cited, key)
			} else {
				c.problem(UnknownKey, key, fmt.Sprintf("%s cites %s, but %s", quoted(s.Text), key, c.extent()))
			}
		}
	}
	tail := s.Text[s.Citations[len(s.Citations)-1].End-s.Start:]
	switch claim := s.Claim(); {
	case !says(claim):
		c.problem(StrayMarker, "", fmt.Sprintf("the citation %s stands alone", quoted(s.Text)))
	case says(tail):
		c.problem(TailUncited, "", fmt.Sprintf("nothing cites %s at the end of the %s", quoted(strings.TrimSpace(tail)), s.Kind))
	case cited > maxCited:
		c.problem(TooMany, "", fmt.Sprintf("%s cites %d times; more than %d show nothing", quoted(claim), cited, maxCited))
	}
	return len(c.Problems) == problems
}

// extent describes the keys that exist.
func (c *citationChecker) extent() string {
	switch len(c.keys) {
	case 0:
		return "there is no evidence"
	case 1:
		return "the only evidence is " + c.keys[0]
	default:
		return fmt.Sprintf("the evidence is %s to %s", slices.MinFunc(c.keys, compareKeys), slices.MaxFunc(c.keys, compareKeys))
	}
}

// isClaim tells a heading that is a full sentence.
func isClaim(heading string) bool {
	heading = strings.TrimRight(heading, "*_\"”)] ")
	return strings.HasSuffix(heading, ".") || strings.HasSuffix(heading, "!")
}

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

// CheckPages tells what is wrong with the pages that a citation of a paged document claims: they count from 1 and end
// where they start or later.
func CheckPages(key string, start, end int) error {
	if start < 1 || end < start {
		return fmt.Errorf("%s cites pages %d to %d: pages count from 1, and none ends before it starts", key, start, end)
	}
	return nil
}
