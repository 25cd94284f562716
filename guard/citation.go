package guard

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ibid/guard/sentence"
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

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

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
	maxKeyDigits = 18
	maxKeys      = 64  // in one marker, ranges expanded
	maxMarker    = 512 // bytes
	maxMalformed = 64  // bytes of what is still taken for an attempt at a marker
)

// style says how the keys of markers are written.
type style uint8

const (
	keyed    style = iota // [c1]
	numbered              // [1], [^1]
)

// MarkerAt parses the marker at text[i], which is a '['.
func MarkerAt(text string, i int) (Marker, bool) { return parseMarker(text, i, keyed) }

// parseMarker parses the marker at text[i], which is a '['. A bracket that starts like a marker and is none, such as
// [c1, page 4] or [c5-c2], is a malformed marker: it is there to be reported, not to be passed over.
func parseMarker(text string, i int, st style) (Marker, bool) {
	if i > 0 && text[i-1] == '\\' {
		return Marker{}, false
	}
	if st == numbered && isIndexed(text, i) {
		return Marker{}, false
	}
	m := Marker{Start: i}
	p := keyParser{s: text[i+1 : min(len(text), i+maxMarker)], style: st}
	double := p.eat("[")
	if st == numbered {
		p.eat("^")
	}
	p.space()
	if !p.startsKey() {
		return Marker{}, false
	}
	ok := p.list()
	p.space()
	ok = ok && p.eat("]") && (!double || p.eat("]"))
	if ok {
		m.Keys, m.End = p.keys, i+1+p.pos
	} else {
		end := strings.IndexAny(text[i+1:min(len(text), i+maxMalformed)], "]\n")
		if st == numbered || end < 0 || text[i+1+end] != ']' {
			return Marker{}, false
		}
		m.End = i + 1 + end + 1
	}
	if m.End < len(text) && text[m.End] == '(' { // [c1](url) is a link
		return Marker{}, false
	}
	return m, true
}

// isIndexed tells that the bracket at text[i] is an index, as in "a[1]" or "f(x)[2]", not a numbered marker.
func isIndexed(text string, i int) bool {
	const shortestWord = 4 // "shown[1]" is cited, "key[1]" is indexed
	n := 0
	for n < i && isLetter(text[i-n-1]) {
		n++
	}
	return n > 0 && n < shortestWord || n < i && (text[i-n-1] == '_' || text[i-n-1] == ')' || n == 0 && isDigit(text[i-1]))
}

// Keyed rewrites the numbered markers of a text written elsewhere, [1] or [2, 4-5], to [c1] and [c2][c4][c5], so that
// it can be checked like any other. Indices such as a[1] and whatever is code stay as they are.
func Keyed(text string) string { return rewriteMarkers(text, numbered) }

// rewriteMarkers rewrites every well-formed marker of a style to the form [c1][c3][c4], code left alone.
func rewriteMarkers(text string, st style) string {
	var b strings.Builder
	pos := 0
	for _, s := range split(text, st) {
		for _, m := range s.Citations {
			if len(m.Keys) == 0 {
				continue
			}
			b.WriteString(text[pos:m.Start])
			for _, key := range m.Keys {
				b.WriteString("[" + key + "]")
			}
			pos = m.End
		}
	}
	b.WriteString(text[pos:])
	return b.String()
}

type keyParser struct {
	s     string
	pos   int
	style style
	keys  []string
}

func (p *keyParser) space() {
	p.pos = len(p.s) - len(strings.TrimLeft(p.s[p.pos:], " \t\r\n\f\v"))
}

func (p *keyParser) eat(prefix string) bool {
	if strings.HasPrefix(p.s[p.pos:], prefix) {
		p.pos += len(prefix)
		return true
	}
	return false
}

func (p *keyParser) startsKey() bool {
	rest := p.s[p.pos:]
	if p.style == keyed {
		return len(rest) > 1 && rest[0]|0x20 == 'c' && isDigit(rest[1])
	}
	return rest != "" && isDigit(rest[0])
}

// list parses keys and ranges of keys, separated by commas or semicolons.
func (p *keyParser) list() bool {
	for {
		first, ok := p.number(true)
		if !ok {
			return false
		}
		last := first
		p.space()
		if p.eat("-") || p.eat("–") || p.eat("—") {
			p.space()
			if last, ok = p.number(false); !ok || last < first {
				return false
			}
		}
		if last-first >= int64(maxKeys-len(p.keys)) {
			return false
		}
		for n := first; n <= last; n++ {
			p.keys = append(p.keys, "c"+strconv.FormatInt(n, 10))
		}
		p.space()
		if !p.eat(",") && !p.eat(";") {
			return true
		}
		p.space()
	}
}

// number parses "c12", or "12" where the letter may be left out: in numbered markers and at the end of a range.
func (p *keyParser) number(letter bool) (int64, bool) {
	if p.style == keyed && !p.eat("c") && !p.eat("C") && letter {
		return 0, false
	}
	start := p.pos
	for p.pos < len(p.s) && isDigit(p.s[p.pos]) {
		p.pos++
	}
	if p.pos == start || p.pos-start > maxKeyDigits {
		return 0, false
	}
	n, err := strconv.ParseInt(p.s[start:p.pos], 10, 64)
	return n, err == nil
}

// likeMarker begins what could not be told from the answer's own citations.
var likeMarker = regexp.MustCompile(`(?i)\[\s*c[0-9]`)

// LikeMarker tells that a text of a document would cite in our name.
func LikeMarker(text string) bool { return likeMarker.MatchString(text) }

// Remove returns the answer without the sentences that start at the given offsets, as Split counts them. A line of
// which nothing but a list mark is left goes too, and so does a code block whose introducing sentence is removed.
func Remove(answer string, starts []int) string {
	drop := make(map[int]bool, len(starts))
	for _, start := range starts {
		drop[start] = true
	}
	out := make([]byte, 0, len(answer))
	pos := 0
	gone := false // the sentence before is removed
	for _, s := range Split(answer) {
		gone = drop[s.Start] || gone && s.Kind == Code
		if !gone {
			continue
		}
		out = append(out, answer[pos:s.Start]...)
		for pos = s.End; pos < len(answer) && strings.IndexByte(" \t\r\f\v", answer[pos]) >= 0; pos++ {
		}
		if pos < len(answer) && answer[pos] != '\n' {
			continue
		}
		line := lastLine(out)
		if !sentence.IsMark(string(out[line:])) {
			out = bytes.TrimRight(out, " \t")
			continue
		}
		out = out[:line]
		pos = min(pos+1, len(answer))
		if len(out) == 0 || bytes.HasSuffix(out, []byte("\n\n")) { // one blank line between paragraphs is enough
			pos += len(answer[pos:]) - len(strings.TrimLeft(answer[pos:], "\n"))
		}
	}
	return strings.TrimSpace(string(append(out, answer[pos:]...)))
}

// lastLine returns where the last line of out starts, or a place within it if it is too long to be a mark.
func lastLine(out []byte) int {
	const longestMark = 64
	from := max(0, len(out)-longestMark)
	return from + bytes.LastIndexByte(out[from:], '\n') + 1
}
