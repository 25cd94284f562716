package guard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Report is what Citations found in an answer.
type Report struct {
	Sentences []Sentence // of the answer, in order
	Cited     []string   // the keys that exist and are cited, in numeric order, each once
	Problems  []Problem  // in the order of the answer; none if every rule is kept
}

// OK tells that the answer keeps every rule of citation.
func (r Report) OK() bool { return len(r.Problems) == 0 }

// ProblemCode names a broken rule of citation.
type ProblemCode string

// The rules that an answer can break.
const (
	Uncited      ProblemCode = "uncited"          // a sentence, list item, table row or code block without a marker
	TailUncited  ProblemCode = "tail_uncited"     // something is said after the last marker
	UnknownKey   ProblemCode = "unknown_key"      // a marker for evidence that does not exist
	BadMarker    ProblemCode = "malformed_marker" // a bracket that tries to be a marker
	StrayMarker  ProblemCode = "stray_marker"     // markers with nothing that they could cite
	NothingCited ProblemCode = "nothing_cited"    // the answer as a whole has no citation
)

// Problem is one broken rule.
type Problem struct {
	Code     ProblemCode
	Sentence Sentence // the zero Sentence for NothingCited
	Key      string   // the key or the marker at fault, if one is
	Reason   string   // for a person: `the list item "two" has no citation`
}

// Citations checks who may say what: every sentence, list item and table row of the answer ends in markers, every
// marker names one of keys, and a code block follows a sentence that is cited. Headings need no marker unless they
// are a full sentence, which makes a claim of them. It judges the form only; whether the evidence supports the claim
// is another question. A refusal has no citations and is not for this function.
func Citations(answer string, keys []string) Report {
	c := citationChecker{known: make(map[string]bool, len(keys)), keys: keys}
	for _, k := range keys {
		c.known[k] = true
	}
	c.Sentences = Split(answer)
	introduced := false // the sentence before, or before a run of code blocks, is cited
	for _, s := range c.Sentences {
		if s.Kind == Code {
			if !introduced {
				c.problem(Uncited, s, "", "no cited sentence introduces the code block "+quoted(s.Text))
			}
			continue
		}
		introduced = c.check(s)
	}
	slices.SortFunc(c.Cited, compareKeys)
	c.Cited = slices.Compact(c.Cited)
	if len(c.Cited) == 0 && c.OK() {
		c.problem(NothingCited, Sentence{}, "", "the answer cites nothing")
	}
	return c.Report
}

type citationChecker struct {
	Report
	known map[string]bool
	keys  []string
}

func (c *citationChecker) problem(code ProblemCode, s Sentence, key, reason string) {
	c.Problems = append(c.Problems, Problem{Code: code, Sentence: s, Key: key, Reason: reason})
}

// check records what is wrong with s and tells whether s is properly cited.
func (c *citationChecker) check(s Sentence) bool {
	if len(s.Citations) == 0 {
		if s.Kind == Heading && !isClaim(s.Text) {
			return false
		}
		c.problem(Uncited, s, "", fmt.Sprintf("the %s %s has no citation", s.Kind, quoted(s.Text)))
		return false
	}
	sound := true
	for _, m := range s.Citations {
		if len(m.Keys) == 0 {
			written := s.Text[m.Start-s.Start : m.End-s.Start]
			c.problem(BadMarker, s, written, fmt.Sprintf("%s in %s is not a valid citation", quoted(written), quoted(s.Text)))
			sound = false
		}
		for _, key := range m.Keys {
			if c.known[key] {
				c.Cited = append(c.Cited, key)
				continue
			}
			c.problem(UnknownKey, s, key, fmt.Sprintf("%s cites %s, but %s", quoted(s.Text), key, c.extent()))
			sound = false
		}
	}
	if !says(s.Claim()) {
		c.problem(StrayMarker, s, "", fmt.Sprintf("the citation %s stands alone", quoted(s.Text)))
		return false
	}
	last := s.Citations[len(s.Citations)-1]
	if tail := s.Text[last.End-s.Start:]; says(tail) {
		c.problem(TailUncited, s, "", fmt.Sprintf("nothing cites %s at the end of the %s", quoted(strings.TrimSpace(tail)), s.Kind))
		return false
	}
	return sound
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
	const longest = 80 // characters
	line := []rune(strings.Join(strings.Fields(s[:min(len(s), 16*longest)]), " "))
	if len(line) > longest {
		line = append(line[:longest-1], '…')
	}
	return "“" + string(line) + "”"
}

// CheckPages tells what is wrong with the pages that a citation of a paged document claims: they count from 1 and end
// where they start or later, within the pages of the document (0 if their number is not known).
func CheckPages(key string, start, end, pages int) error {
	switch {
	case start < 1:
		return fmt.Errorf("%s cites page %d: pages count from 1", key, start)
	case end < start:
		return fmt.Errorf("%s cites pages %d to %d: the end is before the start", key, start, end)
	case pages > 0 && end > pages:
		return fmt.Errorf("%s cites page %d of a document of %d pages", key, end, pages)
	}
	return nil
}
