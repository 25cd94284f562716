package textview

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
)

// search is the last Find.
type search struct {
	folded  string // the text with small letters, made by the first search
	matches []int  // byte offsets, in order
	size    int    // bytes of each match
	at      int    // the current match
}

// SetMatchStyle sets the styles of the matches and of the current one.
func (v *View) SetMatchStyle(match, current lipgloss.Style) { v.match, v.current = match, current }

// Find looks for a query, whatever the case of its letters, and returns how often it stands in the text. The first
// match at or below the top row becomes the current one and is brought into view. An empty query forgets the search.
// A letter whose two cases differ in length, such as the Kelvin sign, is found in its own case alone.
func (v *View) Find(query string) int {
	s := &v.search
	s.matches, s.size, s.at = s.matches[:0], len(query), 0
	if query == "" {
		return 0
	}
	if s.folded == "" {
		s.folded = fold(v.text)
	}
	query = fold(query)
	for pos := 0; ; {
		i := strings.Index(s.folded[pos:], query)
		if i < 0 {
			break
		}
		s.matches = append(s.matches, pos+i)
		pos += i + len(query)
	}
	if len(s.matches) > 0 {
		s.at = sort.SearchInts(s.matches, v.row(v.top).start) % len(s.matches)
		v.Reveal(s.matches[s.at])
	}
	return len(s.matches)
}

// NextMatch makes the match after the current one the current one and brings it into view; after the last comes the
// first.
func (v *View) NextMatch() { v.moveMatch(1) }

// PrevMatch is NextMatch backwards.
func (v *View) PrevMatch() { v.moveMatch(-1) }

// Match returns the number of the current match, counted from 1, and how many there are; 0 and 0 without any.
func (v *View) Match() (current, count int) {
	if len(v.search.matches) == 0 {
		return 0, 0
	}
	return v.search.at + 1, len(v.search.matches)
}

func (v *View) moveMatch(by int) {
	s := &v.search
	if n := len(s.matches); n > 0 {
		s.at = (s.at + by + n) % n
		v.Reveal(s.matches[s.at])
	}
}

// matchMarks returns the matches that overlap the bytes [from, to).
func (v *View) matchMarks(from, to int) []Mark {
	s := &v.search
	var marks []Mark
	for i := sort.SearchInts(s.matches, from-s.size+1); i < len(s.matches) && s.matches[i] < to; i++ {
		style := v.match
		if i == s.at {
			style = v.current
		}
		marks = append(marks, Mark{s.matches[i], s.matches[i] + s.size, style})
	}
	return marks
}

// fold returns s in small letters, byte for byte as long as s.
func fold(s string) string {
	out := make([]byte, len(s))
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			out[i] = c
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if lower := unicode.ToLower(r); utf8.RuneLen(lower) == n && !(r == utf8.RuneError && n == 1) {
			utf8.EncodeRune(out[i:i+n], lower)
		} else {
			copy(out[i:i+n], s[i:i+n])
		}
		i += n
	}
	return string(out)
}
