package app

import (
	"regexp"
	"strconv"
	"strings"

	"ibid/engine"
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
)

// Claims are a text without the evidence that stood in it.
type Claims struct {
	Text  string
	lines []int // where each of its lines stood, counted from 1
}

// Symbols are the API names in it, with their lines in the whole text.
func (c *Claims) Symbols(j *Judges) []engine.Symbol {
	out := j.Symbols(c.Text, "")
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
// link's address is no evidence.
func SplitEvidence(text string) (Claims, []engine.Evidence) {
	lines := strings.Split(text, "\n")
	section := sectionStart(lines)
	var body []string
	var at []int // of each line of body
	var given []engine.Evidence
	row := map[string]int{} // of a key in given
	var words []string      // of the open definition
	key, code, blank := "", "", false
	end := func() {
		if t := strings.TrimSpace(strings.Join(words, "\n")); key != "" && !linkTarget.MatchString(t) {
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
			words, blank = []string{m[2]}, false
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
	return Claims{strings.Join(body, "\n"), at}, given
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
