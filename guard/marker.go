package guard

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Marker is one citation marker as it stands in a text: [c1], [[c1]], [c1, c3-c5], [c1; c2].
type Marker struct {
	Keys       []string // "c1", "c3", "c4", "c5": as written, ranges expanded; nil if the marker is malformed
	Start, End int      // byte offsets into the text, brackets included
}

const (
	maxKeys   = 64  // ranges expanded; a marker of more is malformed
	maxMarker = 512 // bytes; what is longer is none
)

var (
	keyed    = markerOf(`\[`, `[cC]`, `[cC]?`)
	numbered = markerOf(`\[\^?`, ``, ``)
	attempt  = regexp.MustCompile(`^\[\[?\s*[cC][0-9][^\]\n]{0,60}\]`) // [c1, page 4]
	indexed  = regexp.MustCompile(`(?:^|[^A-Za-z])[A-Za-z]{1,3}$|[_)][A-Za-z]*$|[0-9]$`)
)

// markerOf matches a list of keys, and of ranges of keys, in brackets.
func markerOf(bracket, first, last string) *regexp.Regexp {
	key := first + `[0-9]+(?:\s*[-–—]\s*` + last + `[0-9]+)?`
	list := `\s*` + key + `(?:\s*[,;]\s*` + key + `)*\s*\]`
	return regexp.MustCompile(`^(?:\[\[` + list + `\]|` + bracket + list + `)`)
}

// MarkerAt parses the marker at text[i], if one is there. A bracket that starts like a marker and is none, such as
// [c1, page 4] or [c5-c2], is a malformed marker: it is there to be reported, not to be passed over.
func MarkerAt(text string, i int) (m Marker, ok bool) {
	rest := text[i:min(len(text), i+maxMarker)]
	whole := keyed.FindString(rest)
	keys := expand(whole)
	if keys == nil {
		whole = attempt.FindString(rest)
	}
	return standing(text, i, whole, keys)
}

// numberAt parses the marker of a text that was not written for ibid: [1], [^1], [2, 4-5]. Evidence counts from 1:
// [0, 1] is an interval, and a[1] an index.
func numberAt(text string, i int) (m Marker, ok bool) {
	whole := numbered.FindString(text[i:min(len(text), i+maxMarker)])
	keys := expand(whole)
	if keys == nil || slices.Contains(keys, "c0") || indexed.MatchString(text[max(0, i-maxKeys):i]) {
		return Marker{}, false
	}
	return standing(text, i, whole, keys)
}

// standing is the marker at text[i], unless it is escaped or a link, [c1](url).
func standing(text string, i int, whole string, keys []string) (m Marker, ok bool) {
	end := i + len(whole)
	if whole == "" || i > 0 && text[i-1] == '\\' || strings.HasPrefix(text[end:], "(") {
		return Marker{}, false
	}
	return Marker{Keys: keys, Start: i, End: end}, true
}

// expand lists the keys of a list of keys and ranges; nil if a number is too long, a range runs backwards, or there are
// too many.
func expand(list string) (keys []string) {
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

var likeMarker = regexp.MustCompile(`(?i)\[\s*c[0-9]`)

// LikeMarker tells that a text of a document would cite in our name, for it cannot be told from the answer's citations.
func LikeMarker(text string) bool { return likeMarker.MatchString(text) }
