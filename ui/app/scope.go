// Package scope reads what narrows a question: @document and #project.
//
//	s := ParseScope("What does @glossary.md say about drift?", ix.Documents(), ix.Projects())
//	s.Question  // "What does say about drift?"
//	s.Documents // ["glossary"]
//
// A mention is a document's id, its file's name, or as much of either as no other document has, or a project's name;
// one with spaces stands in quotation marks: @"My file.md". What looks like a mention and names nothing is ordinary
// text: issue #12, C#, a@b.c and @dataclass mean what they always mean. Only what can be nothing but a file, or what
// several documents answer to, is told.
package app

import (
	"regexp"
	"slices"
	"strings"

	"ibid/index"
)

const (
	maxMentions = 64 // more are text: a question names a few documents
	maxNearest  = 5  // names that are suggested for one that is not known
)

// Scope is a question and what it is asked of.
type Scope struct {
	Question  string    // without the mentions that narrow it; "" where it was nothing else
	Documents []string  // ids, sorted, each once; nil for all documents
	Mentions  []Mention // those that narrow it, in their order
	Unknown   []Unknown // those that were not, in their order
	Word      Unknown   // what was taken for a word although it begins the question or is almost a document; the zero Unknown for nothing
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

// ParseScope reads the mentions of a question. Several add up; but a project that is mentioned together with documents of
// its own is narrowed to these.
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
			s.Unknown = append(s.Unknown, Unknown{m.text, c.spelled(append(c.other(m), names...), maxNearest)})
		case c.mustBeName(m):
			s.Unknown = append(s.Unknown, Unknown{m.text, c.spelled(c.nearest(m), maxNearest)})
		case m.sigil == '@' && s.Word.Mention == "":
			if near := c.spelled(c.nearest(m), maxNearest); len(near) > 0 || strings.TrimSpace(text[:m.start]) == "" {
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
