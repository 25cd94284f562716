package source

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"

	"ibid/index/source/budget"
)

// Limits on what a document can ask for.
const (
	maxTeXDepth    = 100   // of groups; further braces are passed over
	maxTeXMacros   = 1000  // that it defines
	maxTeXBody     = 10000 // bytes of one of them
	maxTeXExpanded = 16    // of them inside one another
)

var (
	texTitle   = regexp.MustCompile(`(?m)^[^%\n]*\\title\s*(?:\[[^\]\n]*\])?\s*\{`)
	texBody    = regexp.MustCompile(`(?m)^[^%\n]*\\begin\s*\{document\}`)
	texTheorem = regexp.MustCompile(`\\newtheorem\*?\{([^{}]+)\}(?:\[[^\]]*\])?\{([^{}]+)\}`)
	texMark    = regexp.MustCompile(`[\s{]\\textsuperscript\{([^{}\s]{1,2})\}`)
	texCommand = regexp.MustCompile(`^\\(?:[A-Za-z@]+\*?|[^A-Za-z])`)
)

// readLaTeX reads LaTeX: what stands between \begin{document} and its end, or the whole of a file
// that is a part of a document. Commands become the elements of HTML that mean the same, those that
// the document defines what they stand for. The text of an unknown command is its arguments.
func readLaTeX(b *builder, src string) {
	t := latex{h: newHTMLReader(b, "", 1), src: src}
	t.spans, t.marks = map[int][2]int{}, map[string]bool{}
	t.theorems = map[string]string{
		"theorem": "Theorem", "lemma": "Lemma", "proof": "Proof", "definition": "Definition", "corollary": "Corollary",
		"proposition": "Proposition", "remark": "Remark", "example": "Example",
	}
	t.define(src)
	for _, m := range texMark.FindAllStringSubmatch(src, -1) {
		t.marks[m[1]] = true
	}
	for _, m := range texTheorem.FindAllStringSubmatch(src, -1) {
		t.theorems[m[1]] = m[2]
	}
	body := texBody.FindStringIndex(src)
	if body != nil {
		src = src[:body[0]]
	}
	if title := texTitle.FindStringIndex(src); title != nil {
		t.at = title[1]
		t.element("title", func() { t.group(1) })
		b.doc.Title = t.h.title.String()
		t.at = 0
	}
	if body != nil {
		t.at = body[1]
	}
	t.h.line = 1 + strings.Count(t.src[:t.at], "\n")
	for t.at < len(t.src) {
		t.group(0)
	}
	t.flush()
	t.h.finish()
}

// latex turns commands into elements.
type latex struct {
	h        *htmlReader
	src      string
	at       int
	theorems map[string]string // environment → its title
	macros   map[string]texMacro
	expanded int             // macros that stand for one another
	marks    map[string]bool // that notes below a table begin with
	notes    []string        // footnotes of the open paragraph
	lists    []string        // open lists
	rows     int             // of the open table, 0 if none is open
	depth    int             // of the groups around it
	column   int             // of its open cell
	inner    int             // tables inside one of its cells
	spans    map[int][2]int  // column of a cell over several rows → the first of them and the one behind the last
	rules    int             // below rows of it
	rule     int             // the first row below one that has a rule above it, 0 if none has
}

// texMacro is a command that the document defines.
type texMacro struct {
	arguments int
	preset    string // of the first argument, where it is one in brackets
	optional  bool
	body      string
}

var texDefinition = regexp.MustCompile(
	`\\(?:re|provide)?newcommand\*?\s*\{?\\([A-Za-z]+)\}?\s*(?:\[(\d)\])?(\[[^\]\n]*\])?\s*\{` +
		`|\\def\s*\\([A-Za-z]+)((?:#\d)*)\{`)

// define takes note of the commands that a document defines.
func (t *latex) define(src string) {
	t.macros = map[string]texMacro{}
	for _, m := range texDefinition.FindAllStringSubmatchIndex(src, maxTeXMacros) {
		group := func(i int) string { return src[max(m[2*i], 0):max(m[2*i+1], 0)] }
		inner := latex{h: t.h, src: src[m[1]-1 : min(m[1]+maxTeXBody, len(src))]}
		t.macros[group(1)+group(4)] = texMacro{
			arguments: number(group(2), 0, 9) + len(group(5))/len("#1"),
			optional:  group(3) != "", preset: strings.Trim(group(3), "[]"), body: inner.argument(),
		}
	}
}

// expand reads what a command of the document stands for. Its lines are those of the command.
func (t *latex) expand(macro texMacro, depth int) {
	var pairs []string
	size := 0
	for i := range macro.arguments {
		argument := macro.preset
		if i > 0 || !macro.optional {
			argument = t.argument()
		} else if given := t.option(); given != "" {
			argument = given
		}
		pairs, size = append(pairs, "#"+strconv.Itoa(i+1), argument), size+len(argument)
	}
	if t.h.b.markup.Spend(size*strings.Count(macro.body, "#")) == nil {
		t.within(strings.NewReplacer(pairs...).Replace(macro.body), depth)
	}
}

// within reads LaTeX that stands in another place than the file has it.
func (t *latex) within(src string, depth int) {
	if t.expanded == maxTeXExpanded || t.h.b.markup.Spend(len(src)) != nil {
		return
	}
	outer, at, line := t.src, t.at, t.h.line
	t.src, t.at, t.expanded = src, 0, t.expanded+1
	for t.at < len(t.src) {
		t.group(depth)
	}
	t.src, t.at, t.h.line, t.expanded = outer, at, line, t.expanded-1
}

func (t *latex) open(tag string)  { t.h.start(html.Token{Data: tag}) }
func (t *latex) close(tag string) { t.h.end(tag) }

func (t *latex) element(tag string, inside func()) {
	t.open(tag)
	inside()
	t.close(tag)
}

// write adds text and counts its lines.
func (t *latex) write(s string) {
	t.h.text(s)
	t.h.line += strings.Count(s, "\n")
}

// lost counts the lines of what is left out.
func (t *latex) lost(s string) string {
	t.h.line += strings.Count(s, "\n")
	return s
}

// texText writes the characters that ligatures and quotation marks of text stand for.
var texText = strings.NewReplacer("``", "“", "''", "”", "`", "‘", "---", "—", "--", "–", "~", " ")

// group reads up to the brace that closes the open group, or to the end where none is open.
func (t *latex) group(depth int) {
	b := t.h.b
	for t.at < len(t.src) {
		if b.ended = b.markup.Spend(tokenWork); b.ended != nil {
			t.at = len(t.src)
			return
		}
		rest := t.src[t.at:]
		switch c := rest[0]; c {
		case '}':
			if t.at++; depth > 0 {
				return
			}
		case '{':
			if t.at++; depth < maxTeXDepth {
				t.group(depth + 1)
			}
		case '%':
			t.at += len(rest)
			if end := strings.IndexByte(rest, '\n'); end >= 0 {
				t.at -= len(rest) - end
			}
		case '\\':
			name := texCommand.FindString(rest)
			t.at += max(len(name), 1)
			t.command(strings.TrimSuffix(strings.TrimPrefix(name, `\`), "*"), depth)
		case '$':
			fence := rest[:1]
			if strings.HasPrefix(rest, "$$") {
				fence = "$$"
			}
			t.at += len(fence)
			t.formula(fence, t.until(fence), fence)
		case '&':
			if t.at++; t.rows > 0 && depth == t.depth {
				t.column++
				t.cell()
			} else {
				t.write(" ")
			}
		case '\n':
			t.at++
			if next := strings.TrimLeft(t.src[t.at:], " \t"); strings.HasPrefix(next, "\n") && t.rows == 0 {
				t.flush()
			}
			t.write("\n")
		default:
			end := strings.IndexAny(rest, "{}%\\$&\n")
			if end < 0 {
				end = len(rest)
			}
			t.write(texText.Replace(rest[:end]))
			t.at += end
		}
	}
}

// flush ends a paragraph, and reads its footnotes.
func (t *latex) flush() {
	t.h.flush()
	notes := t.notes
	t.notes = nil
	for _, note := range notes {
		t.within(note, 1)
		t.h.flush()
	}
}

// cell opens a cell of the table. Where one above reaches down to it, as an empty one says, it
// holds the same.
func (t *latex) cell() {
	t.open("td")
	span := t.spans[t.column]
	if t.h.table != nil && span[0] < t.rows && t.rows < span[1] && emptyCell.MatchString(t.src[t.at:]) {
		t.h.table.goOn()
	}
}

var emptyCell = regexp.MustCompile(
	`^(?:\s|\\(?:[ch]line|cmidrule)(?:\([a-z\d.]*\))?(?:\{[\d-]*\})?)*` + `(?:&|\\\\|\\tabularnewline)`)

// until takes what stands before the next end, or before the end of the file, and passes over both.
func (t *latex) until(end string) string {
	before, _, found := strings.Cut(t.src[t.at:], end)
	if t.at += len(before); found {
		t.at += len(end)
	}
	return before
}

// formula adds a formula as it stands, one of several lines as a listing.
func (t *latex) formula(open, s, end string) {
	plain := texPlain.Replace(texUpright.ReplaceAllString(s, "$1"))
	switch raised := texRaised.FindStringSubmatch(plain); {
	case open == "$" && raised != nil && raised[1] == "^":
		t.element("sup", func() { t.h.text(raised[2] + raised[3]) })
		return
	case open == "$" && raised != nil:
		t.write(raised[2] + raised[3])
		return
	case open == "$" && texNumber.MatchString(plain):
		t.write(strings.NewReplacer("{", "", "}", "", "{,}", ",").Replace(plain))
		return
	}
	if strings.Contains(s, "\n") && len(open) > 1 {
		t.element("pre", func() { t.write(s) })
		return
	}
	t.write(open + s + end)
}

// What a formula that is a number, or a mark, is in plain text.
var (
	texUpright = regexp.MustCompile(`\\(?:mathrm|text|mathit|mathbf|textrm|textbf|operatorname)\{([^{}\\]*)\}`)
	texPlain   = strings.NewReplacer(`^{\circ}`, "°", `^\circ`, "°", `\degree`, "°", `\times`, "×",
		`\cdot`, "·", `\pm`, "±", `\mu`, "µ", `\%`, "%", `\,`, " ", `\;`, " ", `\ `, " ", "~", " ",
		`\leq`, "≤", `\le`, "≤", `\geq`, "≥", `\ge`, "≥", `\approx`, "≈", `\sim`, "~",
		`\dagger`, "†", `\ddagger`, "‡", `\ast`, "*", `\S`, "§")
	texRaised = regexp.MustCompile(`^(?:\{\})?([\^_])(?:\{([^{}\\]*)\}|([^{}\\]))$`)
	texNumber = regexp.MustCompile(`^[-−+±~≈<>≤≥ ]*\d[\d.,\s×·±°%/()+−–-]*` +
		`(?:\^(?:\{[-−+]?\d+\}|\d))?(?:[°%]|[ ]?[\pL°%µ]{1,4})?$`)
)

// space passes over what may stand between a command and its arguments.
func (t *latex) space() {
	for t.at < len(t.src) && (t.src[t.at] == ' ' || t.src[t.at] == '\t') {
		t.at++
	}
}

// argument reads the next group as it stands, "" where there is none.
func (t *latex) argument() string { return t.delimited('{', '}') }

// option reads the next argument in brackets.
func (t *latex) option() string { return t.delimited('[', ']') }

// delimited reads what stands between two characters; it is "" where it does not begin here or never ends.
func (t *latex) delimited(open, end byte) string {
	if t.space(); t.at >= len(t.src) || t.src[t.at] != open {
		return ""
	}
	depth := 0
	for i := t.at + 1; i < len(t.src) && t.h.b.markup.Err() == nil; i++ {
		switch c := t.src[i]; {
		case c == '\\':
			i++
		case c == end && depth == 0:
			s := t.src[t.at+1 : i]
			t.at = i + 1
			t.h.b.markup.Spend(len(s))
			return t.lost(s)
		case c == '{', c == open:
			depth++
		case c == '}', c == end:
			depth--
		}
	}
	t.h.b.markup.Spend(len(t.src) - t.at)
	return ""
}

// inside reads the next group, in an element of that tag.
func (t *latex) inside(tag string, depth int) {
	if t.space(); t.at < len(t.src) && t.src[t.at] == '{' && depth < maxTeXDepth {
		t.at++
		t.element(tag, func() { t.group(depth + 1) })
	}
}

// texLevels are the levels of sections.
var texLevels = map[string]string{
	"part": "h1", "chapter": "h2", "section": "h3", "subsection": "h4", "subsubsection": "h5", "paragraph": "h6", "subparagraph": "h6",
}

// texDropped are the commands whose first arguments are no text, with their number. What they have
// besides is text.
var texDropped = sync.OnceValue(func() map[string]int {
	all := map[string]int{}
	for n, names := range []string{
		1: `label index input include bibliography bibliographystyle addbibresource vspace hspace
		pagestyle thispagestyle includegraphics cline cmidrule color textcolor pagenumbering
		hypersetup usepackage title author date href markright raisebox parbox nocite graphicspath
		lstset documentclass rotatebox scalebox cellcolor rowcolor columncolor arrayrulecolor
		colorbox selectlanguage foreignlanguage captionsetup captionof newlength hphantom vphantom
		phantom hypertarget hyperlink sisetup newcounter geometry linespread adjustbox
		enlargethispage pagecolor`,
		2: `setlength addtolength setcounter addtocounter newcommand renewcommand providecommand
		newtheorem rule markboth resizebox fcolorbox colorlet fontsize settowidth
		DeclareMathOperator newcolumntype DeclareSIUnit`,
		3: `newenvironment renewenvironment addcontentsline rowcolors definecolor specialrule`,
	} {
		for _, name := range strings.Fields(names) {
			all[name] = n
		}
	}
	return all
})

// texCharacters are the characters that commands stand for.
var texCharacters = map[string]string{
	"ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł", "i": "i", "j": "j",
	"LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "TeX": "TeX", "BibTeX": "BibTeX", "ldots": "…", "dots": "…", "textbackslash": `\`, "textasciitilde": "~",
	"textendash": "–", "textemdash": "—", "copyright": "©", "S": "§", "P": "¶", "pounds": "£", "euro": "€", "textdegree": "°", "degree": "°",
	"quad": " ", "qquad": " ", " ": " ", ",": " ", ";": " ", ":": " ", "textbar": "|", "textless": "<", "textgreater": ">", "textasciicircum": "^",
	"&": "&", "%": "%", "_": "_", "#": "#", "$": "$", "{": "{", "}": "}", "slash": "/", "\n": "\n", "textquotesingle": "'", "par": "\n",
}

// texAccents are the marks that commands put above or below the letter after them, as Unicode combines them.
var texAccents = map[string]string{
	"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307", `"`: "\u0308", "r": "\u030a",
	"H": "\u030b", "v": "\u030c", "c": "\u0327", "k": "\u0328", "d": "\u0323", "b": "\u0331",
}

// command reads a command whose name has been passed.
func (t *latex) command(name string, depth int) {
	if accent, ok := texAccents[name]; ok {
		letter := t.argument()
		if letter == "" && t.at < len(t.src) {
			letter = t.src[t.at : t.at+1]
			t.at++
		}
		letter = strings.NewReplacer(`\i`, "i", `\j`, "j").Replace(letter)
		t.write(norm.NFC.String(letter + accent))
		return
	}
	if s, ok := texCharacters[name]; ok {
		if t.write(s); name != strings.TrimFunc(name, isASCIILetter) {
			t.space()
		}
		return
	}
	if n, ok := texDropped()[name]; ok {
		t.option()
		t.delimited('(', ')') // of \cmidrule
		if strings.HasSuffix(name, "command") {
			t.at += len(texCommand.FindString(t.src[t.at:]))
		}
		for range n {
			t.argument()
			t.option()
			t.option()
		}
		return
	}
	if tag, ok := texLevels[name]; ok {
		t.option()
		t.inside(tag, depth)
		return
	}
	if macro, ok := t.macros[name]; ok {
		delete(t.macros, name) // it may stand for itself
		t.expand(macro, depth)
		t.macros[name] = macro
		return
	}
	switch name {
	case "begin":
		t.begin(t.argument(), depth)
	case "end":
		t.end(t.argument())
	case "item":
		t.item(depth)
	case "bibitem":
		t.option()
		t.open("li")
		t.write("[" + t.argument() + "] ")
	case "caption":
		t.option()
		t.inside("caption", depth)
	case "texttt", "code", "lstinline", "mintinline", "path", "url", "verb":
		t.code(name, depth)
	case "footnote", "footnotetext", "tablefootnote", "thanks":
		t.option()
		t.notes = append(t.notes, t.argument())
	case "footnotemark", "tnote":
		mark := t.option() + t.argument()
		if end, _ := utf8.DecodeLastRune(t.h.run.text); unicode.IsDigit(end) && t.h.run.pending == 0 && mark != "" {
			t.write("^" + mark)
		}
	case "textbf":
		t.inside("b", depth)
	case "textsuperscript":
		at := t.at
		if end, _ := utf8.DecodeLastRune(t.h.run.text); t.marks[t.argument()] && unicode.IsLetter(end) {
			break
		}
		t.at = at
		t.inside("sup", depth)
	case "sout", "st", "xout", "deleted":
		t.option()
		if strings.ContainsFunc(t.argument(), unicode.IsLetter) {
			t.h.b.out.struck++
		}
	case "iffalse", "if":
		if name == "if" && !strings.HasPrefix(t.src[t.at:], "0") {
			break
		}
		if _, otherwise, ok := strings.Cut(t.lost(t.until(`\fi`)), `\else`); ok {
			t.within(otherwise, depth)
		}
	case "cite", "citep", "citet", "citeauthor", "citeyear", "Citet", "Citep",
		"parencite", "textcite", "autocite", "footcite", "ref", "eqref", "pageref", "autoref",
		"cref", "Cref", "nameref", "vref":
		t.option()
		t.option()
		t.write("[" + t.argument() + "]")
	case "SI", "qty", "num", "unit", "si", "ang", "SIrange", "qtyrange", "numrange":
		t.quantity(name)
	case "multirow":
		t.option()
		n := number(t.argument(), 1, maxSpan)
		t.option()
		if t.argument(); strings.HasPrefix(t.src[t.at:], "*") {
			t.at++
		}
		t.option()
		t.spans[t.column] = [2]int{t.rows, t.rows + n}
	case "multicolumn":
		n := number(t.argument(), 1, maxSpan)
		t.argument()
		if t.h.table != nil && t.inTable(depth) {
			t.h.table.widen(n)
		}
		t.column += n - 1
	case "def":
		t.until("{")
		t.at--
		t.argument()
	case "ensuremath":
		t.formula("$", t.argument(), "$")
	case "(":
		t.formula("$", t.until(`\)`), "$")
	case "[":
		t.formula("$$", t.until(`\]`), "$$")
	case `\`, "tabularnewline", "newline":
		t.option()
		if t.inTable(depth) {
			t.rows++
			t.column = 0
			t.open("tr")
			t.cell()
		} else {
			t.write(" ")
		}
	case "hline", "midrule", "toprule", "bottomrule":
		t.ruled()
	case "endfirsthead", "endhead":
		if t.ruled(); name == "endfirsthead" { // what follows is the head again
			t.passOver(`\endhead`)
		}
		t.passOver(`\endfoot`)
		t.passOver(`\endlastfoot`)
	default: // the text of what is not known is that of its arguments
		t.option()
		t.option()
		for at, line := t.at, t.h.line; ; at, line = t.at, t.h.line {
			if !texLength.MatchString(t.argument()) {
				t.at, t.h.line = at, line
				break
			}
		}
	}
}

// texLength matches an argument that is no text.
var texLength = regexp.MustCompile(`^\s*[-+]?[\d.]*\s*(?:pt|cm|mm|em|ex|in|bp|\\\w*(?:width|height|skip|sep))\s*$`)

// inTable reports whether commands at that depth are those of the open table, and not of what one
// of its cells holds.
func (t *latex) inTable(depth int) bool { return t.rows > 0 && depth == t.depth && t.inner == 0 }

// ruled takes note of a rule above the row that comes next.
func (t *latex) ruled() {
	filled := func(row []string) bool { return strings.Join(row, "") != "" }
	if t.h.table == nil || t.h.b.markup.Spend(t.rows) != nil || !slices.ContainsFunc(t.h.table.rows, filled) {
		return
	}
	if t.rules++; t.rule == 0 {
		t.rule = t.rows
	}
}

// passOver leaves out what stands before a command of the same table.
func (t *latex) passOver(command string) {
	part, _, _ := strings.Cut(t.src[t.at:], `\end{`)
	if part, _, found := strings.Cut(part, command); found {
		t.at += len(t.lost(part)) + len(command)
	}
	t.h.b.markup.Spend(len(part) / budget.ScanShare)
}

func isASCIILetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// code adds inline code, a link or an address.
func (t *latex) code(name string, depth int) {
	t.option()
	switch name {
	case "texttt":
		t.inside("code", depth)
		return
	case "mintinline":
		t.argument()
	}
	s := t.argument()
	if s == "" && t.at < len(t.src) && (name == "verb" || name == "lstinline") {
		t.at++
		s = t.until(t.src[t.at-1 : t.at])
	}
	if name == "url" {
		t.write(s)
		return
	}
	t.element("code", func() { t.h.text(s) })
}

// item begins an item of the open list.
func (t *latex) item(depth int) {
	if n := len(t.lists); n == 0 || t.lists[n-1] != "dl" {
		t.open("li")
		if label := t.option(); label != "" {
			t.write(label + " ")
		}
		return
	}
	t.open("dt")
	if t.space(); t.at < len(t.src) && t.src[t.at] == '[' && depth < maxTeXDepth {
		label := t.option()
		inner := latex{h: t.h, src: label}
		inner.group(depth + 1)
		t.h.line -= strings.Count(label, "\n") // counted twice
	}
	t.open("dd")
}

// texLists are the elements that lists become.
var texLists = map[string]string{"itemize": "ul", "enumerate": "ol", "description": "dl", "thebibliography": "ul",
	"compactitem": "ul", "compactenum": "ol", "tablenotes": "ul"}

// begin opens an environment.
func (t *latex) begin(name string, depth int) {
	name = strings.TrimSuffix(name, "*")
	if tag, ok := texLists[name]; ok {
		t.option()
		if name == "thebibliography" {
			t.argument()
		}
		t.lists = append(t.lists, tag)
		t.open(tag)
		return
	}
	if title, ok := t.theorems[name]; ok {
		t.h.flush()
		if of := t.option(); of != "" {
			title += " (" + of + ")"
		}
		t.write(title + ": ")
		return
	}
	switch name {
	case "verbatim", "Verbatim", "lstlisting", "minted", "alltt", "code":
		t.option()
		if name == "minted" {
			t.argument()
		}
		t.element("pre", func() { t.write(t.until(`\end{` + name)) })
		t.until("}")
	case "equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "alignat", "flalign":
		t.formula("$$", t.until(`\end{`+name), "$$")
		t.until("}")
	case "comment", "tikzpicture", "picture", "filecontents", "CCSXML":
		t.lost(t.until(`\end{` + name))
		t.until("}")
	case "tabular", "tabularx", "tabulary", "longtable", "tabu", "array": // those of texTables
		t.option()
		t.argument()
		if name == "tabularx" || name == "tabulary" {
			t.argument()
		}
		if t.rows > 0 { // it only breaks the lines of a cell
			t.inner++
			break
		}
		t.rows, t.column, t.depth, t.spans, t.rule, t.rules = 1, 0, depth, map[int][2]int{}, 0, 0
		t.open("table")
		t.open("tr")
		t.cell()
	case "minipage", "multicols", "adjustbox":
		t.option()
		t.argument()
	case "figure", "wrapfigure":
		t.option()
		t.open("figure")
	case "abstract":
		t.element("h3", func() { t.write("Abstract") })
	default:
		t.flush()
		t.option()
	}
}

// end closes an environment.
func (t *latex) end(name string) {
	name = strings.TrimSuffix(name, "*")
	switch tag := texLists[name]; {
	case tag != "":
		if n := len(t.lists); n > 0 {
			t.lists = t.lists[:n-1]
		}
		t.close(tag)
	case name == "figure", name == "wrapfigure":
		t.close("figure")
	case name == "document":
		t.at = len(t.src)
	case t.inner > 0 && slices.Contains(texTables, name):
		t.inner--
	case t.rows > 0 && slices.Contains(texTables, name):
		if t.h.flush(); t.h.table != nil {
			t.head(t.h.table)
		}
		t.rows = 0
		t.close("table")
		t.flush()
	default:
		t.flush()
	}
}

// texTables are the environments that are tables.
var texTables = strings.Fields("tabular tabularx tabulary longtable tabu array")

// head marks the rows above the first rule as the head, unless they are several, or in a grid, and
// hold values.
func (t *latex) head(table *htmlTable) {
	n := min(t.rule-1, len(table.rows))
	valued := func(row []string) bool { return slices.ContainsFunc(row, isValue) }
	values := n > 0 && slices.ContainsFunc(table.rows[:n], valued)
	for i := range table.plain {
		table.plain[i] = table.plain[i] && (i >= n || values && (n > 1 || t.rules+1 >= t.rows))
	}
}
