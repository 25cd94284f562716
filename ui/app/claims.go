package app

import (
	"regexp"
	"strconv"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
)

// The forms of evidence inside a text. A heading starts the section that runs to the end of the text.
var (
	fence           = regexp.MustCompile("^ *(```+|~~~+)")
	evidenceHeading = regexp.MustCompile(`(?i)^ {0,3}(?:#{1,6} +|\*\*)?(?:evidence|references)(?: +#+|:?\*\*:?|:)? *$`)
	definition      = regexp.MustCompile(`^ {0,3}\[\^?([cC]?[0-9]{1,18})\]:(?:[ \t]+(.*))?$`)
	entry           = regexp.MustCompile(`^ {0,3}(?:[-*+] +)?\[\^?([cC]?[0-9]{1,18})\]:?(?:[ \t]+(.*))?$`)
	linkTarget      = regexp.MustCompile(`^<?[a-z][a-z0-9+.-]*://\S+$`)
	quotation       = regexp.MustCompile(`: “(.*)”$`)
	escaped         = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")
	places          = regexp.MustCompile(`\n\n(?:\[c[0-9]+\] .*\n(?:[ \t]+.*\n)*)+\n.*\bfrom (?:[0-9]+ places?|the selected text)\b.*\s*$`)
)

// Claims are a text without the evidence that stood in it.
type Claims struct {
	*guard.Draft
	lines []int // where each of its lines stood, counted from 1; 0 where the format has none
}

// DocumentClaims are what a document says, as Markdown with the lines of its file. What a cell of a notebook printed
// claims nothing.
func DocumentClaims(doc source.Document) Claims {
	var c Claims
	var text []string
	add := func(s string, from, to int) {
		for i, line := range strings.Split(s, "\n") {
			text, c.lines = append(text, line), append(c.lines, min(from+i, to))
		}
	}
	for _, b := range doc.Blocks {
		said := doc.Text[b.Start:b.End]
		switch {
		case b.Lang == source.Output:
			continue
		case b.Kind == source.Code:
			mark := "```"
			for strings.Contains(said, mark) {
				mark += "`"
			}
			add(mark+b.Lang, b.StartLine, b.StartLine)
			add(said, b.StartLine, b.EndLine)
			add(mark, b.EndLine, b.EndLine)
		case b.Kind == source.Heading:
			add(strings.Repeat("#", min(max(len(b.Section), 1), 6))+" "+said, b.StartLine, b.EndLine)
		default:
			add(said, b.StartLine, b.EndLine)
		}
		add("", b.EndLine, b.EndLine)
	}
	c.Draft = guard.ParseForeign(strings.Join(text, "\n"))
	return c
}

// Symbols are the API names in it, with their lines in the whole text.
func (c *Claims) Symbols(j *Judges) []engine.Symbol {
	out := j.Symbols(c.Draft, "")
	for i := range out {
		out[i].Line = c.lines[out[i].Line-1]
	}
	return out
}

// EvidenceKey reads "c3", "C3" or "3".
func EvidenceKey(s string) (string, bool) {
	n, err := strconv.ParseUint(strings.TrimLeft(s, "cC"), 10, 63)
	return "c" + strconv.FormatUint(n, 10), err == nil && len(strings.TrimLeft(s, "cC"))+1 >= len(s)
}

// SplitEvidence takes definitions, and the section of evidence at the end, out of a text. A definition that is only a
// link's address is no evidence. Of an entry of the section that ends in quotations, "Smith 2010, p. 4: “A.” … “B.”",
// those are the evidence, and what is before them says where they stand. What an answer that was printed ends in are
// places alone, whose quotes may be cut: they go.
func SplitEvidence(text string) (Claims, []engine.Evidence) {
	if at := places.FindStringIndex(text); at != nil {
		text = text[:at[0]+1]
	}
	lines := strings.Split(text, "\n")
	section := sectionStart(lines)
	var body []string
	var at []int // of each line of body
	var given []engine.Evidence
	row := map[string]int{} // of a key in given
	var words []string      // of the open definition
	key, code, blank, listed := "", "", false, false
	end := func() {
		t := strings.TrimSpace(strings.Join(words, "\n"))
		if listed {
			t = quotations(t)
		}
		if key != "" && !linkTarget.MatchString(t) {
			if n, again := row[key]; again {
				given[n].Text += "\n\n" + t
			} else {
				row[key] = len(given)
				given = append(given, engine.Evidence{Key: key, Chunk: index.Chunk{Chunk: source.Chunk{Text: t}}})
			}
		}
		key, words = "", nil
	}
	for i, raw := range lines {
		l := strings.TrimRight(raw, "\r")
		form := definition
		if i >= section {
			form = entry
		}
		if i == section {
			end()
			continue
		}
		if m := form.FindStringSubmatch(l); m != nil && code == "" {
			end()
			key, _ = EvidenceKey(m[1])
			words, blank, listed = []string{m[2]}, false, i >= section
			continue
		}
		indented := strings.HasPrefix(l, "  ") || strings.HasPrefix(l, "\t")
		if key != "" && i < section && blank && !indented && strings.TrimSpace(l) != "" {
			end()
		}
		if key != "" {
			words = append(words, l)
			blank = strings.TrimSpace(l) == ""
			continue
		}
		if mark := strings.TrimSpace(fence.FindString(l)); mark != "" {
			switch {
			case code == "":
				code = mark
			case strings.HasPrefix(mark, code):
				code = ""
			}
		}
		if i < section {
			body, at = append(body, raw), append(at, i+1)
		}
	}
	end()
	return Claims{guard.ParseForeign(strings.Join(body, "\n")), at}, given
}

// quotations are those that an entry ends in, as they stood in the source; an entry without any is all of it. Rows of
// a table stay below each other.
func quotations(entry string) string {
	m := quotation.FindStringSubmatch(entry)
	if m == nil {
		return entry
	}
	var out strings.Builder
	last := ""
	for _, q := range strings.Split(escaped.ReplaceAllString(m[1], "$1"), "” … “") {
		switch {
		case last == "":
		case strings.Contains(last, " | ") && strings.Contains(q, " | "):
			out.WriteString("\n")
		default:
			out.WriteString("\n\n")
		}
		out.WriteString(q)
		last = q
	}
	return out.String()
}

// sectionStart returns the line of the last heading that announces evidence, if an entry follows; else len(lines).
func sectionStart(lines []string) int {
	found := false
	for i := len(lines) - 1; i >= 0; i-- {
		l := strings.TrimRight(lines[i], "\r")
		switch {
		case entry.MatchString(l):
			found = true
		case evidenceHeading.MatchString(l) && found:
			return i
		}
	}
	return len(lines)
}
