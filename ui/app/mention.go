package app

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mention is what may be one: a sigil at the start of a word and a name.
type mention struct {
	sigil      byte   // '@' or '#'
	name       string // without quotation marks
	text       string // as typed
	start, end int    // byte offsets of text
}

const (
	opening  = "([{\"'“‘"          // what may stand before a mention
	trailing = ".,;:!?)]}\"'”’…—–" // what ends a sentence or a quotation, not a name
	ending   = ",;\"“”"            // what ends a name that is not in quotation marks
)

// scan finds what may be mentions, the first maxMentions of them.
func scan(text string) []mention {
	var out []mention
	before := ' '
	for at := 0; at < len(text) && len(out) < maxMentions; {
		r, size := utf8.DecodeRuneInString(text[at:])
		if (r == '@' || r == '#') && (unicode.IsSpace(before) || strings.ContainsRune(opening, before)) {
			if name, end := nameAt(text, at+1); name != "" {
				out = append(out, mention{text[at], name, text[at:end], at, end})
				at = end
				before, _ = utf8.DecodeLastRuneInString(text[:end])
				continue
			}
		}
		before = r
		at += size
	}
	return out
}

// nameAt reads the name at a byte offset and returns where it ends; "" where there is none.
func nameAt(text string, at int) (string, int) {
	for _, pair := range [][2]string{{`"`, `"`}, {"“", "”"}} {
		if inside, ok := strings.CutPrefix(text[at:], pair[0]); ok {
			name, _, closed := strings.Cut(inside, pair[1])
			if !closed || strings.TrimSpace(name) == "" || strings.Contains(name, "\n") {
				return "", at
			}
			return name, at + len(pair[0]) + len(name) + len(pair[1])
		}
	}
	name := text[at:]
	if end := strings.IndexFunc(name, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(ending, r) }); end >= 0 {
		name = name[:end]
	}
	name = bare(name)
	return name, at + len(name)
}

// bare is a name without the punctuation of the sentence that it ends, and without a possessive.
func bare(name string) string {
	name = strings.TrimRight(name, trailing)
	for _, s := range []string{"'s", "’s"} {
		name = strings.TrimSuffix(name, s)
	}
	return strings.TrimRight(name, trailing)
}

// spell is how a name is mentioned, "" where it cannot be.
func spell(sigil byte, name string) string {
	for _, text := range []string{string(sigil) + name, string(sigil) + `"` + name + `"`, string(sigil) + "“" + name + "”"} {
		if found := scan(text); len(found) == 1 && found[0].name == name && found[0].end == len(text) {
			return text
		}
	}
	return ""
}
