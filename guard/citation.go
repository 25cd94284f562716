package guard

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
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
			c.problem(Uncited, "", "no cited sentence introduces the code block "+quoted(s.Raw))
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
	if len(s.Markers) == 0 {
		if s.Kind != Heading || isClaim(s.Raw) {
			c.problem(Uncited, "", fmt.Sprintf("the %s %s has no citation", s.Kind, quoted(s.Raw)))
		}
		return false
	}
	problems, cited := len(c.Problems), 0
	for _, m := range s.Markers {
		if len(m.Keys) == 0 {
			written := s.Raw[m.Start-s.Start : m.End-s.Start]
			c.problem(BadMarker, written, fmt.Sprintf("%s in %s is not a valid citation", quoted(written), quoted(s.Raw)))
		}
		cited += len(m.Keys)
		for _, key := range m.Keys {
			if slices.Contains(c.keys, key) {
				c.Cited = append(c.Cited, key)
			} else {
				c.problem(UnknownKey, key, fmt.Sprintf("%s cites %s, but %s", quoted(s.Raw), key, c.extent()))
			}
		}
	}
	tail := s.Raw[s.Markers[len(s.Markers)-1].End-s.Start:]
	switch {
	case !says(s.Text):
		c.problem(StrayMarker, "", fmt.Sprintf("the citation %s stands alone", quoted(s.Raw)))
	case says(tail):
		c.problem(TailUncited, "", fmt.Sprintf("nothing cites %s at the end of the %s", quoted(strings.TrimSpace(tail)), s.Kind))
	case cited > maxCited:
		c.problem(TooMany, "", fmt.Sprintf("%s cites %d times; more than %d show nothing", quoted(s.Text), cited, maxCited))
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

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

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

// Marker is one citation marker as it stands in a text: [c1], [[c1]], [c1, c3-c5], [c1; c2].
type Marker struct {
	Keys       []string // "c1", "c3", "c4", "c5": as written, ranges expanded; nil if the marker is malformed
	Start, End int      // byte offsets into the text, brackets included
}

// Limits of a marker. What exceeds them is malformed.
const (
	maxKeys      = 64  // in one marker, ranges expanded
	maxMarker    = 512 // bytes
	maxMalformed = 64  // bytes of what is still taken for an attempt at a marker
)

// style says how the keys of markers are written.
type style struct {
	letters string         // one of them stands before a number; "" for none
	whole   *regexp.Regexp // a marker up to its first closing bracket
}

var (
	keyed    = style{"cC", markerOf("[cC]", "[cC]?")}
	numbered = style{"", markerOf("", "")}
)

// begins tells that a text, which starts with a '[', starts like a marker.
func (st style) begins(text string) bool {
	text = strings.TrimPrefix(text[1:], "[")
	if st == numbered {
		text = strings.TrimPrefix(text, "^")
	}
	text = strings.TrimLeft(text, " \t\r\n\f")
	digits := strings.TrimLeft(text, st.letters)
	return digits != "" && isDigit(digits[0]) && (len(digits) == len(text)-1 || st == numbered)
}

// markerOf matches a list of keys, and of ranges of keys, in brackets; the letters stand before their numbers.
func markerOf(first, last string) *regexp.Regexp {
	const number = `[0-9]+`
	key := first + number + `(?:\s*[-–—]\s*` + last + number + `)?`
	return regexp.MustCompile(`^\[\[?\^?\s*(` + key + `(?:\s*[,;]\s*` + key + `)*)\s*\]`)
}

// MarkerAt parses the marker at text[i], if one is there.
func MarkerAt(text string, i int) (Marker, bool) { return parseMarker(text, i, keyed) }

// parseMarker parses the marker at text[i]. A bracket that starts like a marker and is none, such as
// [c1, page 4] or [c5-c2], is a malformed marker: it is there to be reported, not to be passed over.
func parseMarker(text string, i int, st style) (Marker, bool) {
	rest := text[i:min(len(text), i+maxMarker)]
	if !strings.HasPrefix(rest, "[") || i > 0 && text[i-1] == '\\' || !st.begins(rest) || st == numbered && isIndexed(text, i) {
		return Marker{}, false
	}
	m := Marker{Start: i}
	closed := 1 + strings.IndexByte(rest, ']')
	double := rest[1] == '['
	if list := st.whole.FindStringSubmatch(rest[:closed]); list != nil && (!double || strings.HasPrefix(rest[closed:], "]")) {
		if m.Keys, m.End = expand(list[1]), i+closed; double {
			m.End++
		}
	}
	if m.Keys == nil {
		end := strings.IndexAny(rest[:min(len(rest), maxMalformed)], "]\n")
		if st == numbered || end < 0 || rest[end] != ']' {
			return Marker{}, false
		}
		m.End = i + end + 1
	}
	if strings.HasPrefix(text[m.End:], "(") { // [c1](url) is a link
		return Marker{}, false
	}
	return m, true
}

// expand lists the keys of a list of keys and ranges; nil if a number is too long, a range runs backwards, or there are
// too many.
func expand(list string) []string {
	var keys []string
	for part := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ';' }) {
		ends := strings.FieldsFunc(part, func(r rune) bool { return r < '0' || r > '9' })
		first, err := strconv.ParseInt(ends[0], 10, 64)
		last, err2 := strconv.ParseInt(ends[len(ends)-1], 10, 64)
		if err != nil || err2 != nil || last < first || last-first >= int64(maxKeys-len(keys)) {
			return nil
		}
		for n := first; n <= last; n++ {
			keys = append(keys, "c"+strconv.FormatInt(n, 10))
		}
	}
	return keys
}

// isIndexed tells that the bracket at text[i] is an index, as in "a[1]" or "f(x)[2]", not a numbered marker.
func isIndexed(text string, i int) bool {
	const shortestWord = 4 // "shown[1]" is cited, "key[1]" is indexed
	before := strings.TrimRight(text[:i], letters)
	if n := i - len(before); n > 0 && n < shortestWord {
		return true
	}
	return strings.HasSuffix(before, "_") || strings.HasSuffix(before, ")") || len(before) == i && i > 0 && isDigit(text[i-1])
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// likeMarker begins what could not be told from the answer's own citations.
var likeMarker = regexp.MustCompile(`(?i)\[\s*c[0-9]`)

// LikeMarker tells that a text of a document would cite in our name.
func LikeMarker(text string) bool { return likeMarker.MatchString(text) }
