package source

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"
)

// maxTeXDepth limits how deep groups nest; further braces are passed over.
const maxTeXDepth = 100

var (
	texTitle   = regexp.MustCompile(`(?m)^[^%\n]*\\title\s*(?:\[[^\]\n]*\])?\s*\{`)
	texBody    = regexp.MustCompile(`(?m)^[^%\n]*\\begin\s*\{document\}`)
	texTheorem = regexp.MustCompile(`\\newtheorem\*?\{([^{}]+)\}(?:\[[^\]]*\])?\{([^{}]+)\}`)
	texCommand = regexp.MustCompile(`^\\(?:[A-Za-z@]+\*?|[^A-Za-z])`)
)

// readLaTeX reads LaTeX: what stands between \begin{document} and its end, or the whole of a file that is a part of a document.
// Commands become the elements of HTML that mean the same. Nothing is expanded: the text of an unknown command is its arguments.
func readLaTeX(b *builder, src string) {
	t := latex{h: newHTMLReader(b, "", 1), src: src, theorems: map[string]string{
		"theorem": "Theorem", "lemma": "Lemma", "proof": "Proof", "definition": "Definition", "corollary": "Corollary",
		"proposition": "Proposition", "remark": "Remark", "example": "Example",
	}}
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
	t.h.finish()
}

// latex turns commands into elements.
type latex struct {
	h        *htmlReader
	src      string
	at       int
	theorems map[string]string // environment → its title
	lists    []string          // open lists
	rows     int               // of the open table, 0 if none is open
	rules    [2]int            // the first two rows of the table with a rule above them
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
			if t.at++; t.rows > 0 {
				t.open("td")
			}
		case '\n':
			t.at++
			if next := strings.TrimLeft(t.src[t.at:], " \t"); strings.HasPrefix(next, "\n") && t.rows == 0 {
				t.h.flush()
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
	if strings.Contains(s, "\n") && len(open) > 1 {
		t.element("pre", func() { t.write(s) })
		return
	}
	t.write(open + s + end)
}

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

// texDropped are the commands whose arguments are no text, with their number.
var texDropped = map[string]int{
	"label": 1, "ref": 1, "eqref": 1, "pageref": 1, "autoref": 1, "cref": 1, "Cref": 1, "nameref": 1, "index": 1, "input": 1, "include": 1,
	"bibliography": 1, "bibliographystyle": 1, "addbibresource": 1, "vspace": 1, "hspace": 1, "pagestyle": 1, "thispagestyle": 1,
	"includegraphics": 1, "cline": 1, "cmidrule": 1, "color": 1, "textcolor": 1, "pagenumbering": 1, "hypersetup": 1, "usepackage": 1,
	"setlength": 2, "addtolength": 2, "setcounter": 2, "addtocounter": 2, "newcommand": 2, "renewcommand": 2, "providecommand": 2,
	"newtheorem": 2, "newenvironment": 3, "rule": 2, "title": 1, "author": 1, "date": 1, "href": 1, "multicolumn": 2, "multirow": 2,
	"addcontentsline": 3, "markboth": 2, "raisebox": 1, "parbox": 1, "nocite": 1, "graphicspath": 1, "lstset": 1, "documentclass": 1,
}

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
	if n, ok := texDropped[name]; ok {
		t.option()
		for range n {
			t.argument()
			t.option()
		}
		return
	}
	if tag, ok := texLevels[name]; ok {
		t.option()
		t.inside(tag, depth)
		return
	}
	switch name {
	case "begin":
		t.begin(t.argument())
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
		if t.h.figures > 0 {
			t.inside("figcaption", depth)
		} else {
			t.inside("caption", depth)
		}
	case "texttt", "code", "lstinline", "mintinline", "path", "url", "verb":
		t.code(name, depth)
	case "footnote", "footnotetext":
		t.option()
		t.write(" (")
		t.inside("span", depth)
		t.write(")")
	case "cite", "citep", "citet", "citeauthor", "parencite", "textcite", "autocite":
		t.option()
		t.option()
		t.write("[" + t.argument() + "]")
	case "(":
		t.formula("$", t.until(`\)`), "$")
	case "[":
		t.formula("$$", t.until(`\]`), "$$")
	case `\`, "tabularnewline", "newline":
		t.option()
		if t.rows > 0 {
			t.rows++
			t.open("tr")
			t.open("td")
		} else {
			t.write(" ")
		}
	case "hline", "midrule", "toprule", "bottomrule", "endhead", "endfirsthead":
		switch {
		case t.rows < 2:
		case t.rules[0] == 0:
			t.rules[0] = t.rows
		case t.rules[1] == 0 && t.rows > t.rules[0]:
			t.rules[1] = t.rows
		}
	default: // the text of what is not known is that of its arguments
		t.option()
	}
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
var texLists = map[string]string{"itemize": "ul", "enumerate": "ol", "description": "dl", "thebibliography": "ul", "compactitem": "ul", "compactenum": "ol"}

// begin opens an environment.
func (t *latex) begin(name string) {
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
	case "tabular", "tabularx", "tabulary", "longtable", "tabu", "array":
		t.option()
		t.argument()
		if name == "tabularx" || name == "tabulary" {
			t.argument()
		}
		t.rows, t.rules = 1, [2]int{}
		t.open("table")
		t.open("tr")
		t.open("td")
	case "figure", "wrapfigure":
		t.option()
		t.open("figure")
	case "abstract":
		t.element("h3", func() { t.write("Abstract") })
	default:
		t.h.flush()
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
	case t.rows > 0 && strings.HasPrefix(name, "tab"), t.rows > 0 && (name == "longtable" || name == "array"):
		if headed := t.rules[0] == 2 && t.rules[0] < t.rows; headed && t.h.table != nil {
			clear(t.h.table.plain)
		}
		t.rows = 0
		t.close("table")
	default:
		t.h.flush()
	}
}
