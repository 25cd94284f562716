package source

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// maxListNumber bounds the number that a list starts with.
const maxListNumber = 1 << 30

// htmlAttr are the attributes of an element.
type htmlAttr []html.Attribute

// get returns the value of an attribute, "" where there is none.
func (a htmlAttr) get(key string) string {
	if i := slices.IndexFunc(a, func(attr html.Attribute) bool { return attr.Key == key }); i >= 0 {
		return a[i].Val
	}
	return ""
}

// is reports whether an attribute that a fixed set of words may stand in has a value.
func (a htmlAttr) is(key, value string) bool { return strings.EqualFold(a.get(key), value) }

// veil reports whether an element is struck out or not shown: by its tag, an attribute, its style, or as text in the
// colour of its ground, which is white where nothing sets it. What only speech leaves out may be text, unless it is a
// part of the page.
func (a htmlAttr) veil(tag string, style htmlStyle, ground string, apart bool) veil {
	if ground == "" && !apart {
		ground = "#ffffff"
	}
	switch {
	case tag == "del", tag == "s", tag == "strike", strings.Contains(style["line"], "line-through"):
		return struck
	case style.hides() && !a.opens(), style["color"] != "" && style["color"] != "?" && style["color"] == ground,
		slices.ContainsFunc(a, func(attr html.Attribute) bool { return attr.Key == "hidden" }) && !a.opens(),
		a.is("aria-hidden", "true") && slices.Contains(parts, tag):
		return hidden
	}
	return inForce
}

// parts are the elements that divide a page.
var parts = []string{"div", "section", "article", "aside", "ul", "ol", "dialog", "header", "footer"}

// opens reports whether a touch shows an element: a note, or a page of several behind tabs.
func (a htmlAttr) opens() bool {
	kind := a.get("epub:type") + a.get("role")
	return strings.Contains(kind, "footnote") || strings.Contains(kind, "endnote") || strings.Contains(kind, "rearnote") ||
		strings.Contains(kind, "tabpanel")
}

var (
	// navigation matches the classes of what leads to other places.
	navigation = regexp.MustCompile(`(?i)^(?:(?:top|sub|side|skip|page|docs?)-?)?(?:nav(?:bar|header|footer|panel|path|igation|links|list)?|toc|list-of-[a-z]+|toctree-wrapper|breadcrumbs?|pagination|sphinxsidebar|childlinks|section-toc)$`)
	// contents matches the names that Doxygen and Texinfo give to the head of a page and to tables of contents.
	contents   = regexp.MustCompile(`^(?:titlearea|SEC_(?:Short|Overview)?_?[Cc]ontents)$`)
	admonition = regexp.MustCompile(`(?i)(?:^|[\s_-])(?:admonition\w*|note|tip|hint|warning|caution|important|attention|danger|alert)(?:$|[\s_-])`)
	iconClass  = regexp.MustCompile(`(?i)\b(?:icons?|symbols?|glyph\w*)\b`)
	titleClass = regexp.MustCompile(`(?i)title|heading`)
)

// navigates reports whether a block element leads to other places: to other pages, or to the sections of this one.
func (a htmlAttr) navigates() bool {
	return slices.ContainsFunc(strings.Fields(a.get("class")), navigation.MatchString) || contents.MatchString(a.get("id"))
}

// turns reports whether a link turns a page: to the next one, the one before or the one above.
func (a htmlAttr) turns() bool {
	switch strings.ToLower(a.get("rel")) {
	case "next", "prev", "previous", "up":
		return true
	}
	switch a.get("accesskey") {
	case "n", "p", "u":
		return true
	}
	return false
}

func (a htmlAttr) hasClass(names ...string) bool {
	return slices.ContainsFunc(strings.Fields(a.get("class")), func(class string) bool { return slices.Contains(names, class) })
}

// decorates reports whether an element is no text of its own: the link to a heading or to the source of a function, the
// numbers of lines, the mark of a footnote, the second form of a formula.
func (a htmlAttr) decorates() bool {
	return a.hasClass("headerlink", "permalink", "viewcode-link", "viewcode-back", "linenos", "footnote-reference", "footnote-ref",
		"noteref", "fn-bracket", "fn-backref", "footnote-backref", "footnote-back", "reversefootnote", "data-footnote-backref", "mw-cite-backlink",
		"katex-html") ||
		a.is("role", "doc-noteref") || a.is("role", "doc-backlink") || a.is("epub:type", "noteref") ||
		a.is("aria-hidden", "true") && (a.hasClass("MathJax") || iconClass.MatchString(a.get("class")))
}

// langOr returns the programming language that the class names as highlighters write it ("language-go",
// "highlight-python", "highlight-source-js"), else the given one.
func (a htmlAttr) langOr(otherwise string) string {
	for _, class := range strings.Fields(a.get("class")) {
		for _, prefix := range []string{"language-", "lang-", "highlight-source-", "highlight-"} {
			lang, ok := strings.CutPrefix(class, prefix)
			if !ok {
				continue
			}
			switch lang = strings.ToLower(lang); lang {
			case "", "default", "none", "text", "plaintext", "notranslate":
				return otherwise
			}
			return lang
		}
	}
	return otherwise
}

// number parses an attribute within limits; it is 1 where there is no number.
func number(s string, low, high int) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 1
	}
	return min(max(n, low), high)
}

// isBlock reports whether an element ends the run of text before it.
func isBlock(tag string) bool {
	switch tag {
	case "address", "article", "aside", "blockquote", "body", "button", "caption", "center", "dd", "details", "dialog",
		"div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
		"head", "header", "hgroup", "hr", "html", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "select",
		"summary", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "tr", "ul":
		return true
	}
	return false
}

// htmlSurvey is what must be known about a page before it is read.
type htmlSurvey struct {
	main   string          // what marks the main text: "main", "role" for role="main", "article", or "" for the whole page
	layout []bool          // of each table in order: it arranges the page and is no table of data
	menu   []bool          // of each list in order: it stands above all headings and holds nothing but links
	notes  map[string]bool // marks that are raised at the start of a block, where a note begins
	styles htmlStyles
	plain  bool // the page is plain text inside <pre>, as RFCs and manual pages are published
}

// isMain reports whether an element holds the main text.
func (s htmlSurvey) isMain(tag string, attr htmlAttr) bool {
	if s.main == "role" {
		return attr.is("role", "main")
	}
	return tag == s.main
}

// surveyHTML looks through a page for its main text, for menus, and for tables that arrange it: around headings,
// listings and further tables, or with text in no more than one cell of any row.
func surveyHTML(src string) htmlSurvey {
	type table struct {
		index, cells   int // cells of the open row that hold text
		filled, around bool
	}
	s := htmlSurvey{notes: map[string]bool{}}
	sheet := false // inside a style sheet
	var mains, roles, articles, headings int
	var tables []table
	var lists []int
	fresh, raised := false, false             // a block has begun; and a superscript in it
	linked, raw := false, false               // inside a link; inside what is no text
	pre, text, preText, letters := 0, 0, 0, 0 // open; bytes that are no white space: all, those inside, the letters of those
	z := html.NewTokenizer(strings.NewReader(src))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if kind == html.CommentToken || kind == html.DoctypeToken {
			continue
		}
		token := z.Token()
		tag := token.Data
		var in *table
		if n := len(tables); n > 0 {
			in = &tables[n-1]
		}
		if kind == html.TextToken {
			if sheet {
				s.styles.add(tag)
			}
			if text := strings.TrimSpace(tag); text != "" && !raw {
				if raised && noteMark.MatchString(text) {
					s.notes[strings.Trim(text, "[]()")] = true
				}
				fresh, raised = false, false
			}
			for _, r := range tag {
				if unicode.IsSpace(r) || raw {
					continue
				}
				text++
				if pre > 0 {
					preText++
				}
				if pre > 0 && unicode.IsLetter(r) {
					letters++
				}
			}
			if in != nil && !in.filled && strings.TrimSpace(tag) != "" {
				in.filled = true
				in.cells++
				s.layout[in.index] = in.around || s.layout[in.index] && in.cells == 1
			}
			if !linked && len(lists) > 0 && strings.ContainsFunc(tag, unicode.IsLetter) {
				for _, i := range lists {
					s.menu[i] = false
				}
				lists = nil
			}
			continue
		}
		if kind == html.EndTagToken {
			raw, sheet, raised = false, false, false
			switch {
			case tag == "pre":
				pre = max(pre-1, 0)
			case tag == "table" && in != nil:
				tables = tables[:len(tables)-1]
			case (tag == "ul" || tag == "ol") && len(lists) > 0:
				lists = lists[:len(lists)-1]
			case tag == "a":
				linked = false
			}
			continue
		}
		raw, sheet = tag == "script" || tag == "style", tag == "style"
		fresh = fresh || isBlock(tag)
		switch tag {
		case "sup":
			raised = fresh
		case "link":
			s.styles.apart = s.styles.apart || htmlAttr(token.Attr).is("rel", "stylesheet")
		case "main":
			mains++
		case "article":
			articles++
		case "a":
			linked = true
		case "tr":
			if in != nil {
				in.cells = 0
			}
		case "td", "th":
			if in != nil {
				in.filled = false
			}
		case "ul", "ol":
			s.menu = append(s.menu, headings == 0)
			if headings == 0 {
				lists = append(lists, len(s.menu)-1)
			}
		case "h1", "h2", "h3", "h4", "h5", "h6", "pre", "table":
			if in != nil {
				in.around, s.layout[in.index] = true, true
			}
			if tag == "table" {
				tables = append(tables, table{index: len(s.layout), filled: true})
				s.layout = append(s.layout, true)
			} else if tag == "pre" {
				pre++
			} else {
				headings++
				lists = nil
			}
		}
		if htmlAttr(token.Attr).is("role", "main") && isBlock(tag) {
			roles++
		}
	}
	switch {
	case mains > 0:
		s.main = "main"
	case roles > 0:
		s.main = "role"
	case articles == 1:
		s.main = "article"
	}
	if headings == 0 {
		s.menu = nil
	}
	s.plain = 4*preText > 3*text && 100*letters > 85*preText // a listing has more signs
	return s
}
