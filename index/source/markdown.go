package source

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"ibid/index/source/budget"
)

// maxMarkdownLine is the longest line, in bytes, that is parsed as Markdown. Nobody writes longer ones by hand, and
// the parser may need time quadratic in the length of a paragraph.
const maxMarkdownLine = 256 << 10

// maxDefinitions is how many link definitions may follow each other. The parser needs time quadratic in their number.
const maxDefinitions = 2000

// readMarkdown reads CommonMark with GitHub's tables and strikethrough and TeX formulas, after optional front matter.
func readMarkdown(b *builder, src string) {
	body, title, skipped := frontMatter(src)
	b.doc.Title = title
	markdownBlocks(b, body, 1+skipped)
}

// markdownBlocks adds the blocks of src, whose first line has the number firstLine.
func markdownBlocks(b *builder, src string, firstLine int) {
	for line := range strings.Lines(src) {
		if len(line) > maxMarkdownLine {
			b.warn("lines too long for Markdown: read as plain text")
			textLines(b, strings.Split(src, "\n"), firstLine)
			return
		}
	}
	src = dialects(splitDefinitions(src))
	m := &markdown{b: b, src: []byte(src), line: firstLine}
	root, err := parseMarkdown(b, m.src)
	if errors.Is(err, budget.ErrSpent) {
		b.warn("the markup costs too much to parse: read as plain text")
		textLines(b, strings.Split(src, "\n"), firstLine)
		return
	}
	if err == nil {
		m.blocks(root, 0)
	}
}

var linkDefinition = regexp.MustCompile(`^\s*\[[^\]]+\]:`)

// splitDefinitions blanks one of every maxDefinitions link definitions in a row, which ends the paragraph that they
// are to the parser.
func splitDefinitions(src string) string {
	var out []string
	run, n := 0, 0
	for line := range strings.Lines(src) {
		n++
		if linkDefinition.MatchString(line) {
			run++
		} else {
			run = 0
		}
		if run == maxDefinitions {
			if out == nil {
				out = strings.SplitAfter(src, "\n")
			}
			out[n-1], run = "\n", 0
		}
	}
	if out == nil {
		return src
	}
	return strings.Join(out, "")
}

var (
	// colonFence opens a directive of MyST, Pandoc, Docusaurus or VitePress: 1 the colons, 2 or 3 its name, 4 its title.
	colonFence = regexp.MustCompile(`^ {0,3}(:{3,}) *(?:\{[.#]?([A-Za-z][\w:-]*)[^}]*\}|([a-z]+))(?:\s+(\S.*))?$`)
	identifier = regexp.MustCompile(`^::: +([A-Za-z_][\w.]*\.\w+)\s*$`) // of mkdocstrings, with options indented below it
	colonEnd   = regexp.MustCompile(`^ {0,3}(:{3,})\s*$`)
	// indentedNote opens a note of MkDocs, or a tab: 1 its kind, 2 its title. What belongs to it is indented.
	indentedNote = regexp.MustCompile(`^(?:!!!|\?\?\?\+?|===!?\+?) *([a-z][\w-]*)?[^"]*(?:"([^"]*)")?\s*$`)
	alert        = regexp.MustCompile(`^ {0,3}> *\[!([A-Z]+)\]\s*$`) // of GitHub
	label        = regexp.MustCompile(`^(?:\([\w:. -]+\)=|\+\+\+.*)\s*$`)
	codeFence    = regexp.MustCompile("^\\s*(```+|~~~+)")
)

// dialects writes what dialects of Markdown add to it in Markdown, each line where it was: directives between colons as fences,
// notes as text with their title before it.
func dialects(src string) string {
	lines := strings.Split(src, "\n")
	var fence, colons string // that are open
	note, options := false, false
	last := len(lines) - 1 // that closes a directive
	for last >= 0 && !colonEnd.MatchString(lines[last]) {
		last--
	}
	for i, line := range lines {
		if (note || options) && !blank(line) {
			rest, ok := strings.CutPrefix(line, "    ")
			if ok && options {
				rest = ""
			}
			if note, options = note && ok, options && ok; ok {
				line = rest
			}
		}
		switch m := codeFence.FindStringSubmatch(line); {
		case fence != "":
			if m != nil && strings.HasPrefix(m[1], fence) {
				fence = ""
			}
		case colons != "":
			if m := colonEnd.FindStringSubmatch(line); m != nil && len(m[1]) >= len(colons) {
				line, colons = directiveFence(colons), ""
			}
		case m != nil:
			fence = m[1]
		case identifier.MatchString(line):
			line, options = quoteCode(identifier.FindStringSubmatch(line)[1]), true
		case i < last && colonFence.MatchString(line):
			m := colonFence.FindStringSubmatch(line)
			line, colons = directiveFence(m[1])+"{"+m[2]+m[3]+"} "+m[4], m[1]
		case indentedNote.MatchString(line):
			m := indentedNote.FindStringSubmatch(line)
			if title := cmp.Or(m[2], m[1]); title != "" {
				line, note = capital(title)+":", true
			}
		case alert.MatchString(line):
			line = "> " + capital(strings.ToLower(alert.FindStringSubmatch(line)[1])) + ":"
		case label.MatchString(line):
			line = ""
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// directiveFence is longer than the fences of listings inside.
func directiveFence(colons string) string { return strings.Repeat("~", len(colons)) + "~~~~~~" }

// markdown walks one syntax tree. Nodes come in the order of the source, so lines are counted forward.
type markdown struct {
	b    *builder
	src  []byte
	at   int // an offset in src
	line int // the line that it is on
}

// lineAt returns the line of an offset in the source.
func (m *markdown) lineAt(offset int) int {
	if offset < m.at {
		m.b.markup.Spend((m.at - offset) / budget.ScanShare)
		return m.line - bytes.Count(m.src[offset:m.at], []byte("\n"))
	}
	m.line += bytes.Count(m.src[m.at:offset], []byte("\n"))
	m.at = offset
	return m.line
}

// span returns the first and last line of a node's own text.
func (m *markdown) span(n ast.Node) (first, last int) {
	lines := n.Lines()
	if lines.Len() == 0 {
		first = m.lineAt(max(0, n.Pos()))
		return first, first
	}
	first = m.lineAt(lines.At(0).Start)
	return first, max(first, m.lineAt(max(0, lines.At(lines.Len()-1).Stop-1)))
}

// blocks adds the children of n. Depth counts the lists around them.
func (m *markdown) blocks(n ast.Node, depth int) {
	for c := n.FirstChild(); c != nil && m.b.budget.Err() == nil; c = c.NextSibling() {
		m.block(c, depth)
	}
}

func (m *markdown) block(n ast.Node, depth int) {
	switch n := n.(type) {
	case *ast.Heading:
		first, last := m.span(n)
		m.b.heading(n.Level, m.inline(n, plain), first, last)
	case *ast.Paragraph, *ast.TextBlock:
		first, last := m.span(n)
		m.b.add(Block{Kind: Paragraph, StartLine: first, EndLine: last}, m.inline(n, marked))
	case *ast.FencedCodeBlock:
		if n.Info != nil {
			if d := fencedDirective.FindSubmatch(n.Info.Value(m.src)); d != nil && m.b.nested < maxRSTDepth {
				m.directive(n, string(d[1]), string(d[2]))
				return
			}
		}
		m.code(n, fenced(string(n.Language(m.src))))
	case *ast.CodeBlock:
		m.code(n, "")
	case *ast.HTMLBlock:
		raw := string(n.Lines().Value(m.src))
		if n.HasClosure() {
			raw += string(n.ClosureLine.Value(m.src))
		}
		first, _ := m.span(n)
		htmlBlocks(m.b, raw, first)
	case *ast.List:
		number := n.Start
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			marker := string(n.Marker)
			if n.IsOrdered() {
				marker = fmt.Sprintf("%d%c", number, n.Marker)
				number++
			}
			if m.b.budget.Err() != nil {
				return
			}
			m.item(item, marker, depth)
		}
	case *extast.Table:
		m.table(n)
	case *extast.DefinitionList:
		m.definitions(n, depth)
	default:
		m.blocks(n, depth)
	}
}

// fencedDirective is the info string of a directive of MyST: its name and its argument.
var fencedDirective = regexp.MustCompile(`^\{([A-Za-z][\w:-]*)\}\s*(.*?)\s*$`)

// directive adds a directive of MyST, which are those of reStructuredText with Markdown inside.
func (m *markdown) directive(n ast.Node, name, argument string) {
	first, _ := m.span(n)
	lines := strings.Split(strings.TrimSuffix(string(n.Lines().Value(m.src)), "\n"), "\n")
	if lines[0] == "---" { // options in YAML
		if end := slices.Index(lines[1:], "---"); end >= 0 {
			clear(lines[:end+2])
		}
	}
	r := newRSTReader(m.b)
	r.content = func(lines []string, first, _ int) { markdownBlocks(m.b, strings.Join(lines, "\n"), first) }
	m.b.nested++
	r.directive(name, argument, lines, first-1, 0)
	m.b.nested--
}

// fenced returns the language that the info string of a fence names: "python" for "{.python .numberLines}".
func fenced(info string) string {
	info, _, _ = strings.Cut(strings.TrimLeft(info, "{."), ",")
	return strings.ToLower(strings.TrimRight(info, "}"))
}

func (m *markdown) code(n ast.Node, lang string) {
	first, last := m.span(n)
	m.b.add(Block{Kind: Code, StartLine: first, EndLine: last, Lang: lang}, string(n.Lines().Value(m.src)))
}

// item adds a list item.
func (m *markdown) item(item ast.Node, marker string, depth int) {
	m.body(item, depth, len(marker)+1, func(b Block, text string) { m.b.item(b, depth, marker, text) })
}

// body adds what an item holds whose text stands width further in: its leading paragraphs as one, then whatever else there is.
func (m *markdown) body(item ast.Node, depth, width int, begin func(Block, string)) {
	c := item.FirstChild()
	for first := true; c != nil; c = c.NextSibling() {
		if c.Kind() != ast.KindTextBlock && c.Kind() != ast.KindParagraph {
			break
		}
		text := m.inline(c, marked)
		start, end := m.span(c)
		switch {
		case strings.TrimSpace(text) == "":
		case first:
			begin(Block{StartLine: start, EndLine: end}, text)
			first = false
		default:
			m.b.extend(depth, width, text, end)
		}
	}
	for ; c != nil && m.b.budget.Err() == nil; c = c.NextSibling() {
		m.block(c, depth+1)
	}
}

// definitions adds terms with their definitions.
func (m *markdown) definitions(list ast.Node, depth int) {
	var terms []string
	at, named := 0, ""
	for c := list.FirstChild(); c != nil && m.b.budget.Err() == nil; c = c.NextSibling() {
		if c.Kind() == extast.KindDefinitionTerm {
			if terms == nil {
				at, _ = m.span(c)
			}
			terms = append(terms, m.inline(c, marked))
			named = strings.Join(terms, ", ")
			continue
		}
		m.body(c, depth, len("  "), func(b Block, text string) {
			if terms != nil {
				b.StartLine = at
			}
			m.b.entry(b, depth, named, text)
		})
		terms = nil
	}
}

func (m *markdown) table(t *extast.Table) {
	var rows [][]string
	first := m.lineAt(max(0, t.Pos()))
	last := first
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, m.inline(cell, marked))
			_, end := m.span(cell)
			last = max(last, end)
		}
		rows = append(rows, cells)
	}
	m.b.table(Block{Kind: Table, StartLine: first, EndLine: last}, rows)
}

// style says how inline code is rendered.
type style bool

const (
	plain  style = false // without its backticks
	marked style = true
)

// inline renders the inline children of n.
func (m *markdown) inline(n ast.Node, s style) string {
	var out strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		m.write(&out, c, s)
	}
	return out.String()
}

func (m *markdown) write(out *strings.Builder, n ast.Node, s style) {
	switch n := n.(type) {
	case *ast.Text:
		value := n.Segment.Value(m.src)
		if c, ok := n.NextSibling().(*ast.CodeSpan); ok && c != nil {
			value = roleBefore.ReplaceAll(value, nil)
		}
		if !n.IsRaw() {
			value = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(value)))
		}
		out.Write(value)
		if n.SoftLineBreak() || n.HardLineBreak() {
			out.WriteByte('\n')
		}
	case *ast.String:
		out.Write(n.Value)
	case *ast.CodeSpan:
		var code strings.Builder
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				code.Write(t.Segment.Value(m.src))
			}
		}
		text := strings.TrimSpace(code.String())
		if t, ok := n.PreviousSibling().(*ast.Text); ok {
			if role := roleBefore.FindSubmatch(t.Segment.Value(m.src)); role != nil {
				rstRole(out, string(role[1])+string(role[2]), text, s)
				return
			}
		}
		writeCode(out, text, s)
	case *ast.AutoLink:
		out.Write(n.Label(m.src))
	case *ast.RawHTML:
		if lineBreak.Match(n.Segments.Value(m.src)) {
			out.WriteByte('\n')
		}
	default:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			m.write(out, c, s)
		}
	}
}

// roleBefore ends the text before a code span that is one of MyST, or of reStructuredText in Markdown.
var roleBefore = regexp.MustCompile(`(?:\{([a-z][\w:+.-]*)\}|:([a-z][\w:+.-]*):)$`)

var lineBreak = regexp.MustCompile(`(?i)^<br\s*/?>`)

// quoteCode puts inline code in backticks.
func quoteCode(code string) string {
	if strings.Contains(code, "`") {
		return "``" + code + "``"
	}
	return "`" + code + "`"
}

var titleKey = regexp.MustCompile(`^title\s*[:=]\s*(.*)$`)

// frontMatter splits YAML ("---") or TOML ("+++") metadata from the start of a page. It returns the rest, the title
// that the metadata names, and the number of lines removed.
func frontMatter(src string) (body, title string, lines int) {
	fence, rest, ok := strings.Cut(src, "\n")
	if fence = strings.TrimRight(fence, " \t"); !ok || fence != "---" && fence != "+++" {
		return src, "", 0
	}
	lines = 1
	for line := range strings.Lines(rest) {
		lines++
		rest = rest[len(line):]
		line = strings.TrimRight(line, " \t\n")
		if line == fence || fence == "---" && line == "..." {
			return rest, title, lines
		}
		if m := titleKey.FindStringSubmatch(line); m != nil && title == "" {
			title = strings.Trim(m[1], `"' `)
		}
	}
	return src, "", 0 // never closed: a rule, not front matter
}
