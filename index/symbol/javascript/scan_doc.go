package javascript

import (
	"slices"
	"sort"
	"strings"

	"ibid/index/symbol/decl"
)

// document gives a symbol the comment right before token i, and the types that the comment tells where the code does
// not.
func (s *scanner) document(sym *decl.Symbol, i int) {
	if i >= len(s.list) || s.list[i].flags&docAbove == 0 {
		return
	}
	n := sort.Search(len(s.docs), func(n int) bool { return int(s.docs[n].before) >= i })
	if n == len(s.docs) || int(s.docs[n].before) != i {
		return
	}
	sym.Doc, sym.DocStart = s.docText(s.docs[n])
	if !strings.Contains(sym.Doc, "@") {
		return
	}
	for line := range strings.SplitSeq(sym.Doc, "\n") {
		line = strings.TrimSpace(line)
		name, rest, _ := strings.Cut(line, " ")
		typ, rest := docType(rest)
		if typ == "" && (name != "@param" || !strings.HasPrefix(rest, "[")) {
			continue
		}
		switch name {
		case "@param", "@arg", "@argument":
			docParameter(sym.Parameters, typ, rest)
		case "@return", "@returns":
			if len(sym.Returns) == 0 && (sym.Kind == decl.Function || sym.Kind == decl.Method || sym.Kind == decl.Property) {
				sym.Returns, sym.Gives = []string{typ}, nil
			}
		case "@type":
			if sym.Type == "" && sym.Kind != decl.Function && sym.Kind != decl.Method && sym.Kind != decl.Class {
				sym.Type = typ
			}
		}
	}
}

// docType cuts the type in braces from the start of a text.
func docType(text string) (typ, rest string) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") {
		return "", text
	}
	if end := balanced(text); end > 0 && end <= typeBytes {
		return strings.TrimSpace(text[1:end]), strings.TrimSpace(text[end+1:])
	}
	return "", text
}

// balanced is where the bracket that text starts with is closed, 0 where it is not.
func balanced(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

// docParameter gives a parameter what a line of a comment says of it: its type, then its name.
func docParameter(list []decl.Parameter, typ, rest string) {
	optional, value := false, ""
	if strings.HasPrefix(rest, "[") {
		end := balanced(rest)
		if end == 0 {
			return
		}
		optional = true
		rest, value, _ = strings.Cut(rest[1:end], "=")
	}
	if strings.HasSuffix(typ, "=") {
		typ, optional = typ[:len(typ)-1], true
	}
	typ = strings.TrimPrefix(strings.TrimPrefix(typ, "..."), "!")
	name, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	for i := range list {
		p := &list[i]
		if p.Name != name {
			continue
		}
		if p.Type == "" {
			p.Type = typ
		}
		if optional && p.Kind != decl.Variadic {
			p.Optional = true
			if value = strings.TrimSpace(value); p.Default == "" && len(value) <= defaultBytes {
				p.Default = value
			}
		}
	}
}

// docText is the text of a comment without its marks, and the line where that starts.
func (s *scanner) docText(c comment) (string, int) {
	text := s.src[c.start+3 : c.end-2]
	line := 1 + sort.Search(len(s.lines), func(n int) bool { return s.lines[n] >= c.start })
	lines := strings.Split(text, "\n")
	margin := "" // of lines without a star
	if i := slices.IndexFunc(lines[1:], func(l string) bool { return strings.TrimSpace(l) != "" }); i >= 0 {
		margin = lines[i+1][:len(lines[i+1])-len(strings.TrimLeft(lines[i+1], " \t"))]
	}
	for i, l := range lines {
		l = strings.TrimRight(l, " \t\r")
		trimmed := strings.TrimLeft(l, " \t")
		if i > 0 && strings.HasPrefix(trimmed, "*") {
			trimmed = trimmed[1:]
			l = trimmed
		} else if i > 0 {
			l = strings.TrimPrefix(l, margin)
		}
		if i == 0 || strings.HasPrefix(l, " ") {
			l = strings.TrimPrefix(l, " ")
		}
		lines[i] = l
	}
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
		line++
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return "", 0
	}
	return strings.Join(lines, "\n"), line
}

// fileDoc is the comment that says what the file is: one with a tag for that, or the first where no declaration
// follows.
func (s *scanner) fileDoc() {
	for i, c := range s.docs {
		if i == maxFileDocs {
			return
		}
		text, _ := s.docText(c)
		tagged := false
		for _, t := range [...]string{"@file", "@module", "@packageDocumentation"} { // and @fileoverview
			tagged = tagged || strings.Contains(text, t)
		}
		before := int(c.before)
		if tagged || i == 0 && before == 0 && (s.is(0, "import") || s.kind(0) == str) {
			s.file.Doc = text
			return
		}
	}
}

// maxFileDocs is among how many comments that of the file is looked for.
const maxFileDocs = 3
