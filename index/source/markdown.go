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
	"golang.org/x/net/html"

	"ibid/index/source/budget"
)

// maxMarkdownLine is the longest line, in bytes, that is parsed as Markdown. Nobody writes longer ones by hand, and
// the parser may need time quadratic in the length of a paragraph.
const maxMarkdownLine = 256 << 10

// maxDefinitions is how many link definitions may follow each other. The parser needs time quadratic in their number.
const maxDefinitions = 2000

// readMarkdown reads CommonMark with GitHub's tables and strikethrough and TeX formulas, after optional front matter.
func readMarkdown(b *builder, src string) {
	body, matter, skipped := frontMatter(src)
	for _, f := range matter {
		if strings.EqualFold(f.key, "title") {
			b.doc.Title = cmp.Or(b.doc.Title, f.value)
		} else if f.value != "" && !steering.MatchString(f.key) {
			b.entry(Block{StartLine: f.first, EndLine: f.last}, 0, f.key, f.value)
		}
	}
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
	if m.told && strings.Contains(m.veil, "line-through") {
		b.out.struck++
	} else if m.told {
		b.out.hidden++
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
	// colonFence opens a directive of MyST, Pandoc, Docusaurus or VitePress: 1 the colons, 2 or 3 its name, 4 its
	// title.
	colonFence = regexp.MustCompile(`^ {0,3}(:{3,}) *(?:\{[.#]?([A-Za-z][\w:-]*)[^}]*\}|([a-z]+))(?:\s+(\S.*))?$`)
	identifier = regexp.MustCompile(`^::: +([A-Za-z_][\w.]*\.\w+)\s*$`) // of mkdocstrings, with options indented below it
	colonEnd   = regexp.MustCompile(`^ {0,3}(:{3,})\s*$`)
	// indentedNote opens a note of MkDocs, or a tab: 1 its kind, 2 its title. What belongs to it is indented.
	indentedNote = regexp.MustCompile(`^(?:!!!|\?\?\?\+?|===!?\+?) *([a-z][\w-]*)?[^"]*(?:"([^"]*)")?\s*$`)
	alert        = regexp.MustCompile(`^((?: {0,3}> *)+)\[!([A-Za-z][\w-]*)(?:\|[^\]]*)?\][-+]?\s*(.*?)\s*$`) // of GitHub, or Obsidian
	comment      = regexp.MustCompile(`(?:^|[^\S\n])%%(?:[^%\n]|%[^%\n])*%%[^\S\n]*($|\s|[.,;:!?)])`)         // of Obsidian
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
			m := alert.FindStringSubmatch(line)
			line = m[1] + strings.TrimRight(cmp.Or(m[3], capital(strings.ToLower(m[2]))), ":") + ":"
		case strings.HasPrefix(line, "%%") && remark(lines[i:]) > 1:
			clear(lines[i : i+remark(lines[i:])])
			line = ""
		case label.MatchString(line):
			line = ""
		}
		if fence == "" && colons == "" && indent(line) < 4 && !strings.Contains(line, "`") && strings.Contains(line, "%%") {
			line = comment.ReplaceAllString(line, "$1")
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// maxRemark is how many lines a comment of Obsidian may have.
const maxRemark = 200

// remark returns how many lines the comment takes that the first of them opens, 0 if nothing closes it.
func remark(lines []string) int {
	if strings.Count(lines[0], "%%") > 1 {
		return 0
	}
	for i, line := range lines[1:min(len(lines), maxRemark)] {
		if strings.HasSuffix(strings.TrimRight(line, " "), "%%") {
			return i + 2
		}
	}
	return 0
}

// directiveFence is longer than the fences of listings inside.
func directiveFence(colons string) string { return strings.Repeat("~", len(colons)) + "~~~~~~" }

// markdown walks one syntax tree. Nodes come in the order of the source, so lines are counted forward.
type markdown struct {
	b    *builder
	src  []byte
	at   int // an offset in src
	line int // the line that it is on

	notes []string // footnotes in the line of the open block, which are read below it
	veil  string   // the tag of HTML that hides the blocks that follow, until its end; "" if none
	told  bool     // it hides text
	keep  bool     // what is struck out
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
	if _, tags := n.(*ast.HTMLBlock); m.veil != "" && !tags {
		m.told = true
		return
	}
	defer m.readNotes(n)
	switch n := n.(type) {
	case *ast.Heading:
		first, last := m.span(n)
		before := m.b.out.struck
		name := m.inline(n, plain)
		if name == "" { // what is below it needs the name even if that is struck out
			m.keep, m.b.out.struck = true, before
			name = m.inline(n, plain)
			m.keep = false
		}
		m.b.heading(n.Level, name, first, last)
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
		m.html(raw, first)
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

var taskBox = regexp.MustCompile(`^\[[ xX]\]\s+`)

// readNotes reads the footnotes in the lines of a block below it.
func (m *markdown) readNotes(n ast.Node) {
	if notes := m.notes; len(notes) > 0 && m.b.nested < maxRSTDepth {
		m.notes = nil
		m.b.nested++
		for _, note := range notes {
			markdownBlocks(m.b, note, m.line)
		}
		m.b.nested--
	}
}

// html adds a block of HTML. What it hides ends in another block.
func (m *markdown) html(raw string, line int) {
	if m.b.markup.Spend(fragmentWork) != nil {
		return
	}
	raw = m.veil + raw
	h := newHTMLReader(m.b, raw, line)
	h.survey.main, h.goesOn = "", m.told
	h.tokens(raw)
	if m.veil, m.told = "", false; h.veiled > 0 {
		m.veil, m.told, h.told = h.veil, h.told, false
	}
	h.finish()
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

// body adds what an item holds whose text stands width further in: its leading paragraphs as one, then whatever else
// there is.
func (m *markdown) body(item ast.Node, depth, width int, begin func(Block, string)) {
	c := item.FirstChild()
	for first := true; c != nil; c = c.NextSibling() {
		if c.Kind() != ast.KindTextBlock && c.Kind() != ast.KindParagraph {
			break
		}
		text := taskBox.ReplaceAllStringFunc(m.inline(c, marked), func(box string) string {
			return map[bool]string{true: "☐ ", false: "☑ "}[box[1] == ' ']
		})
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
	return m.tagged(closeGaps(out.String()))
}

const (
	gap     = "\x00" // stands where something was left out, until closeGaps
	tagMark = "\x01" // stands before and behind an HTML tag, until tagged
)

var gaps = regexp.MustCompile(`[ ]*(?:` + gap + ` *)+([.,;:!?)\n]|$)?`)

// closeGaps closes the gaps in a text: one space, or none at the start of a line and before a mark.
func closeGaps(text string) string {
	if !strings.Contains(text, gap) {
		return text
	}
	var out strings.Builder
	at := 0
	for _, m := range gaps.FindAllStringSubmatchIndex(text, -1) {
		out.WriteString(text[at:m[0]])
		if at = m[1]; m[2] >= 0 {
			at = m[2]
		} else if m[0] > 0 && text[m[0]-1] != '\n' && strings.Contains(text[m[0]:m[1]], " ") {
			out.WriteByte(' ')
		}
	}
	return out.String() + text[at:]
}

// telling matches a tag that changes what a text says: it strikes out, hides, raises or lowers.
var telling = regexp.MustCompile(`(?i)` + tagMark + `<(?:(?:del|s|strike|su[pb])\b|[^>]*\s(?:style|hidden)\b)`)

// tagged leaves the HTML tags out of a text, after what they say was done.
func (m *markdown) tagged(text string) string {
	parts := strings.Split(text, tagMark)
	if !telling.MatchString(text) || m.b.markup.Spend(fragmentWork+len(text)) != nil {
		for i := 1; i < len(parts); i += 2 {
			parts[i] = ""
		}
		return strings.Join(parts, "")
	}
	h := newHTMLReader(m.b, "", 0)
	for i, part := range parts {
		if i%2 == 0 {
			h.text(part)
			continue
		}
		z := html.NewTokenizer(strings.NewReader(part))
		kind := z.Next()
		switch token := z.Token(); {
		case isBlock(token.Data) || slices.Contains([]string{"code", "tt", "kbd", "samp", "img", "math", "title"}, token.Data):
		case kind == html.StartTagToken:
			h.start(token)
		case kind == html.EndTagToken:
			h.end(token.Data)
		}
	}
	h.closeTo(0)
	text, _, _ = h.run.take()
	return text
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
		if note, ok := n.AttributeString(noteKey); ok {
			m.notes = append(m.notes, note.(string))
		}
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
		if tag := n.Segments.Value(m.src); lineBreak.Match(tag) {
			out.WriteByte('\n')
		} else if tag[1] != '!' {
			out.WriteString(tagMark + string(tag) + tagMark)
		}
	case *extast.Strikethrough:
		if m.keep {
			out.WriteString(m.inline(n, s))
			return
		}
		m.b.out.struck++
		out.WriteString(gap)
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

var (
	// matterField matches 1 the name and 2 the value of a field of front matter.
	matterField = regexp.MustCompile(`^"?([A-Za-z][\w .-]*?)"?\s*[:=](?:\s+(.*))?$`)
	// steering matches the names of fields that tell a generator of sites how to show a page.
	steering = regexp.MustCompile(`(?i)^(?:layout|slug|permalink|url|weight|id|toc|template|theme|css|js|image|math|cssclass(?:es)?|` +
		`(?:sort|nav|sidebar|hide|toc|pagination|og|twitter|custom_edit|menu|is)[_-].*)$`)
)

// matter is a field of the metadata at the start of a page.
type matter struct {
	key, value  string
	first, last int // lines
}

// frontMatter splits YAML ("---") or TOML ("+++") metadata from the start of a page. It returns the rest, the fields with lists as
// "a, b", and the number of lines removed.
func frontMatter(src string) (body string, fields []matter, lines int) {
	fence, rest, ok := strings.Cut(src, "\n")
	if fence = strings.TrimRight(fence, " \t"); !ok || fence != "---" && fence != "+++" {
		return src, nil, 0
	}
	lines = 1
	for line := range strings.Lines(rest) {
		lines++
		rest = rest[len(line):]
		line = strings.TrimRight(line, " \t\n")
		if line == fence || fence == "---" && line == "..." {
			return rest, fields, lines
		}
		text, _, _ := strings.Cut(strings.TrimSpace(line), " #")
		if m := matterField.FindStringSubmatch(text); m != nil && indent(line) == 0 {
			fields, text = append(fields, matter{key: m[1], first: lines}), m[2]
		}
		if len(fields) == 0 || strings.HasPrefix(text, "#") {
			continue
		}
		f := &fields[len(fields)-1]
		f.last = lines
		parts := []string{strings.TrimPrefix(text, "- ")}
		if strings.HasPrefix(text, "[") {
			parts = strings.Split(text, ",")
		}
		for _, part := range parts {
			switch part = strings.Trim(part, "[]{}|>\"', \t"); {
			case part == "", part == "-": // of a list or a text that follows
			case f.value == "":
				f.value = part
			case len(parts) == 1 && part == text && !strings.Contains(text, ": "):
				f.value += " " + part
			default:
				f.value += ", " + part
			}
		}
	}
	return src, nil, 0 // never closed: a rule, not front matter
}
