package source

import (
	"regexp"
	"sort"
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/golang"
	"ibid/index/symbol/language"
)

// readCode reads source code. Where its language is parsed, each declaration is a Code block that carries its symbol,
// with the comment above it, and so is each method of a class; what the file says of itself at its head is prose. The
// rest is cut where a blank line and a line without indentation end a run of lines, which in most languages is a
// declaration.
func readCode(b *builder, text, lang string) {
	c := codeReader{builder: b, lang: lang, text: text, lines: strings.Split(text, "\n")}
	end := -1
	for _, line := range c.lines {
		end += len(line) + 1
		c.ends = append(c.ends, end)
	}
	var snippet code.Snippet
	var doc code.Span
	// Cut at its declarations, JavaScript would answer more, and cite another passage more often (recall .78, then
	// .77, on what was left out).
	switch l := language.OfFence(lang); {
	case lang == "go":
		snippet, doc = golang.Outline(text)
	case l != nil && l.Family != language.Script:
		snippet = l.Read(text)
	}
	if snippet.Broken {
		b.warn("part of the code could not be read: some declarations may be incomplete")
	}
	all := snippet.Statements
	for _, r := range c.regions(all, region{from: c.head(all, doc), to: len(c.lines)}) {
		if r.symbol == "" {
			c.plain(r.from, r.to)
			continue
		}
		for _, part := range c.regions(r.members, r) {
			c.add(Block{Kind: Code, StartLine: part.from + 1, EndLine: part.to, Symbol: part.symbol, Lang: lang}, strings.Join(c.lines[part.from:part.to], "\n"))
		}
	}
}

type codeReader struct {
	*builder
	lang, text string
	lines      []string
	ends       []int // of each line, in bytes
}

// region is a run of lines [from, to).
type region struct {
	from, to int
	symbol   string           // that is declared there, "" for none
	members  []code.Statement // of a class
}

// plain adds lines as they are.
func (c *codeReader) plain(from, to int) {
	codeLines(c.builder, c.lines[from:to], from+1, Block{Lang: c.lang})
}

// span are the lines of a statement.
func (c *codeReader) span(s code.Span) (first, end int) {
	return sort.SearchInts(c.ends, s.Start), sort.SearchInts(c.ends, s.End-1) + 1
}

// regions divides a file, or a class, at what its statements declare. A member on one line stands with its class.
// What stands right above a declaration and is no statement is a comment on it.
func (c *codeReader) regions(all []code.Statement, whole region) []region {
	var out []region
	next, above := whole.from, whole.from // the lines behind the last region and behind the last statement
	until := func(end int) {
		if next < end {
			out = append(out, region{from: next, to: end, symbol: whole.symbol})
		}
		next = end
	}
	for n := 0; len(all) > 0; all = all[n:] {
		for n = 1; n < len(all) && all[n].Span == all[0].Span; n++ {
		}
		if all[0].Span.Start >= all[0].Span.End {
			continue
		}
		r := c.declared(all[:n])
		first, end := c.span(all[0].Span)
		inClass := whole.symbol != ""
		if r.symbol == "" || first < above || end > whole.to || inClass && end == first+1 {
			above = max(above, end)
			continue
		}
		if inClass {
			r.symbol = whole.symbol + "." + r.symbol
		}
		for r.from = first; r.from > above && !blank(c.lines[r.from-1]) && indent(c.lines[r.from-1]) >= indent(c.lines[first]); r.from-- {
		}
		until(r.from)
		r.to, next, above = end, end, end
		out = append(out, r)
	}
	if n := len(out); n > 0 && whole.symbol != "" && above == next { // what closes the class
		out[n-1].to, next = whole.to, whole.to
	}
	until(whole.to)
	return out
}

// declared is what the parts of one statement declare. Of Go every statement of a file is a declaration.
func (c *codeReader) declared(parts []code.Statement) region {
	for _, s := range parts {
		switch {
		case s.Scope != nil && s.Scope.Name != "":
			r := region{symbol: s.Scope.Name}
			owner := s.Scope.Receiver
			for owner != nil && owner.Op != code.Name {
				owner = owner.X
			}
			if owner != nil {
				r.symbol = owner.Name + "." + r.symbol
			}
			if s.Scope.Kind == code.ClassScope {
				r.members = s.Scope.Statements
			}
			return r
		case s.Bind != nil && s.Bind.Target.Op == code.Name && c.lang == "go":
			return region{symbol: s.Bind.Target.Name}
		}
	}
	return region{}
}

var openString = regexp.MustCompile(`^[rRuU]?("""|'''|"|')`)

// head adds what a file says of itself before its first statement, as prose: a docstring of Python, the comment of a
// Go package, which is doc. It returns the first line that it left.
func (c *codeReader) head(all []code.Statement, doc code.Span) int {
	switch c.lang {
	case "python":
		if len(all) == 0 || all[0].Use == nil {
			break
		}
		text := c.text[all[0].Span.Start:all[0].Span.End]
		if quote := openString.FindStringSubmatch(text); quote != nil && all[0].Use.Op == code.Literal {
			first, end := c.span(all[0].Span)
			c.plain(0, first)
			proseLines(c.builder, strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, quote[0]), quote[1]), "\n"), first+1)
			return end
		}
	case "go":
		if doc.End == 0 {
			break
		}
		first, end := c.span(doc)
		c.plain(0, first)
		commentBlocks(c.builder, c.lines[first:end], first+1)
		return end
	}
	return 0
}

// codeLines adds lines, the first of which has the number firstLine, as Code blocks with the symbol and language of
// the pattern.
func codeLines(b *builder, lines []string, firstLine int, pattern Block) {
	start := 0
	for i := range lines {
		last := i+1 == len(lines)
		if !last && !(blank(lines[i]) && opensCode(lines[i+1])) {
			continue
		}
		block := pattern
		block.Kind, block.StartLine, block.EndLine = Code, firstLine+start, firstLine+i
		b.add(block, strings.Join(lines[start:i+1], "\n"))
		start = i + 1
	}
}

func blank(line string) bool { return strings.TrimSpace(line) == "" }

// opensCode reports whether a line after a blank one begins a new block.
func opensCode(line string) bool {
	return !blank(line) && indent(line) == 0 && !strings.ContainsAny(line[:1], "})]")
}

// commentBlocks adds the text of a Go comment, the first line of which has the number firstLine: indented lines
// are code, the rest is prose.
func commentBlocks(b *builder, lines []string, firstLine int) {
	body := make([]string, len(lines))
	for i, line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "//"):
			line = strings.TrimPrefix(line[2:], " ")
		default:
			line = strings.TrimSuffix(strings.TrimPrefix(line, "/*"), "*/")
		}
		body[i] = strings.TrimRight(line, " \t")
	}
	proseLines(b, body, firstLine)
}
