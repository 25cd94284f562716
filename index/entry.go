package index

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"ibid/index/source"
)

// Entry is a place where a document explains one name: a row of a glossary, an item of a list of abbreviations.
type Entry struct {
	Block      int    // index into the chunk's blocks
	Start, End int    // byte offsets in the chunk's text
	Name, Text string // both verbatim
}

var glossarySection = regexp.MustCompile(`(?i)\b(?:glossary|definitions?|terms|terminology|abbreviations?|acronyms|symbols|notation)\b`)

// FindEntry looks for the entry of a name in a chunk: "DFR | Decryption Failure Rate", "DFR: …", or a paragraph of a
// glossary that opens with the name.
func FindEntry(c *source.Chunk, name string) (Entry, bool) {
	if name == "" {
		return Entry{}, false
	}
	glossary := false
	for _, s := range c.Section {
		glossary = glossary || glossarySection.MatchString(s)
	}
	for i, b := range c.Blocks {
		switch b.Kind {
		case source.Table, source.Item, source.Paragraph:
		default:
			continue
		}
		at := b.Start
		for _, line := range strings.SplitAfter(c.Text[b.Start:b.End], "\n") {
			text := strings.TrimRight(line, "\n")
			if n, rest := entryHead(text, name, glossary); n > 0 && strings.Count(text, " | ") <= 1 && strings.TrimSpace(text[rest:]) != "" {
				return Entry{Block: i, Start: at, End: at + len(text), Name: strings.TrimSpace(text[:n]), Text: strings.TrimSpace(text[rest:])}, true
			}
			at += len(line)
			if b.Kind != source.Table {
				break // only the first line of an item or a paragraph can open an entry
			}
		}
	}
	return Entry{}, false
}

// entryHead returns the length of the name at the start of a line and where its explanation begins, or 0.
func entryHead(line, name string, glossary bool) (int, int) {
	lead := len(line) - len(strings.TrimLeft(line, "-*•|` \"“"))
	if len(line) < lead+len(name) || !strings.EqualFold(line[lead:lead+len(name)], name) {
		return 0, 0
	}
	end := lead + len(name)
	if strings.HasPrefix(line[end:], "s ") || strings.HasPrefix(line[end:], "s:") {
		end++
	}
	rest := strings.TrimLeft(line[end:], "`*\"”")
	if strings.HasPrefix(rest, " (") {
		if i := strings.IndexByte(rest, ')'); i > 0 {
			rest = rest[i+1:]
		}
	}
	for _, sep := range []string{" | ", ": ", " — ", " – ", " - "} {
		if strings.HasPrefix(rest, sep) {
			return end, len(line) - len(rest) + len(sep)
		}
	}
	if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " ")); glossary && strings.HasPrefix(rest, " ") && !strings.ContainsRune(",;.=", r) {
		return end, len(line) - len(rest)
	}
	return 0, 0
}
