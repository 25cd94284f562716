package app

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/index"
)

const (
	maxMentions = 64 // more are text: a question names a few documents
	maxNearest  = 5  // names that are suggested for one that is not known
)

// Scope is a question, without what narrows it, and what it is asked of: of "What does @glossary.md say about drift?"
// "What does say about drift?", and the document glossary.
//
// A mention is a document's id, its file's name, or as much of either as no other document has, or a project's name;
// one with spaces stands in quotation marks: @"My file.md". What looks like a mention and names nothing is ordinary
// text: issue #12, C#, a@b.c and @dataclass mean what they always mean. Only what can be nothing but a file, or what
// several documents answer to, is told.
type Scope struct {
	Question  string    // without the mentions that narrow it; "" where it was nothing else
	Documents []string  // ids, sorted, each once; nil for all documents
	Mentions  []Mention // those that narrow it, in their order
	Unknown   []Unknown // those that were not, in their order
	Word      Unknown   // what was taken for a word, and may have been a document; the zero Unknown for nothing
}

// Mention is a run of a question that names a document or a project.
type Mention struct {
	Text       string // as it was typed: @glossary.md
	Name       string // the document's id or the project's name
	Project    bool
	Start, End int // byte offsets in the question as it was typed
}

// Unknown is a mention that names nothing, or more than one thing.
type Unknown struct {
	Mention string   // as it was typed
	Nearest []string // mentions that may have been meant, the likeliest first
}

// ParseScope reads the mentions of a question. Several add up; but a project that is mentioned together with documents
// of its own is narrowed to these.
func ParseScope(text string, documents []index.DocumentInfo, projects []string) Scope {
	s := Scope{Question: text}
	found := scan(text)
	if len(found) == 0 {
		return s
	}
	c := newCatalog(documents, projects)
	for _, m := range found { // documents are looked for in the mentioned projects first
		if names := c.resolve(m); m.sigil == '#' && len(names) == 1 {
			c.within = append(c.within, names[0])
		}
	}
	for _, m := range found {
		switch names := c.resolve(m); {
		case len(names) == 1:
			n := names[0]
			s.Mentions = append(s.Mentions, Mention{Text: m.text, Name: n.id, Project: n.sigil == '#', Start: m.start, End: m.end})
		case len(names) > 1:
			s.Unknown = append(s.Unknown, Unknown{m.text, spelled(names, maxNearest)})
		case c.mustBeName(m):
			s.Unknown = append(s.Unknown, Unknown{m.text, spelled(c.nearest(m), maxNearest)})
		case m.sigil == '@' && s.Word.Mention == "":
			if near := spelled(c.nearest(m), maxNearest); len(near) > 0 || strings.TrimSpace(text[:m.start]) == "" {
				s.Word = Unknown{m.text, near}
			}
		}
	}
	if len(s.Mentions) > 0 {
		s.Question, s.Documents = without(text, s.Mentions), narrowed(s.Mentions, documents)
	}
	return s
}

// gap is where a mention stood, with what goes with it: the word that led to it, brackets around it, a possessive.
var gap = regexp.MustCompile(`(?i)(?:(?:^|\s)(?:in|of|from|by|at|on|to|and|or|with|per|within))*\s*["“‘'(\[` + "`" + `]?\x00(?:['’]s\b)?[")”’'\]` + "`" + `]?[,;:]?`)

// without is a question on one line without its mentions.
func without(text string, mentions []Mention) string {
	marked, at := "", 0
	for _, m := range mentions {
		marked, at = marked+text[at:m.Start]+"\x00", m.End
	}
	out := strings.Join(strings.Fields(gap.ReplaceAllString(marked+text[at:], " ")), " ")
	out = strings.TrimLeft(strings.NewReplacer(" ?", "?", " .", "", " !", "!").Replace(out+" "), " .,;:?!")
	if out = strings.TrimRight(out, " .,;:"); out != "" && text[0] >= 'A' && text[0] <= 'Z' { // it begins as it did
		out = strings.ToUpper(out[:1]) + out[1:]
	}
	return out
}

// Problem says why the question cannot be asked, "" where it can: a mention names nothing, or nothing else was written.
func (s *Scope) Problem() string {
	switch {
	case len(s.Unknown) > 0:
		return "no document or project is called " + s.Unknown[0].Mention + s.Unknown[0].meant()
	case s.Question == "":
		return "what do you want to know of " + s.Mentions[0].Text + "?"
	}
	return ""
}

// Notes are what a person should know of how the question was read.
func (s *Scope) Notes() []string {
	if s.Word.Mention == "" {
		return nil
	}
	return []string{"no document is called " + s.Word.Mention + ": it was taken for a word" + s.Word.meant()}
}

// meant asks whether one of the nearest was meant.
func (u Unknown) meant() string {
	if len(u.Nearest) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(u.Nearest, ", ") + "?"
}

// Projects are those that are mentioned.
func (s *Scope) Projects() []string {
	var out []string
	for _, m := range s.Mentions {
		if m.Project {
			out = append(out, m.Name)
		}
	}
	return out
}

// narrowed are the documents that mentions leave.
func narrowed(mentions []Mention, documents []index.DocumentInfo) []string {
	single, whole, narrow := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, m := range mentions {
		if m.Project {
			whole[m.Name] = true
		} else {
			single[m.Name] = true
		}
	}
	for _, d := range documents {
		if single[d.ID] {
			narrow[d.Project] = true
		}
	}
	out := []string{}
	for _, d := range documents {
		if single[d.ID] || d.Project != "" && whole[d.Project] && !narrow[d.Project] {
			out = append(out, d.ID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

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
