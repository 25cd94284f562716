package source

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// maxListNumber bounds the number that a list starts with.
const maxListNumber = 1 << 30

// htmlAttr holds the attributes of an element that matter for its text.
type htmlAttr struct {
	class, role, aria, alt, start, colspan, rowspan string
	hidden                                          bool
}

func attributes(token html.Token) htmlAttr {
	var a htmlAttr
	for _, attr := range token.Attr {
		switch attr.Key {
		case "class":
			a.class = attr.Val
		case "role":
			a.role = strings.ToLower(attr.Val)
		case "aria-hidden":
			a.aria = strings.ToLower(attr.Val)
		case "alt":
			a.alt = attr.Val
		case "start":
			a.start = attr.Val
		case "colspan":
			a.colspan = attr.Val
		case "rowspan":
			a.rowspan = attr.Val
		case "hidden":
			a.hidden = true
		}
	}
	return a
}

func (a htmlAttr) hasClass(name string) bool { return slices.Contains(strings.Fields(a.class), name) }

// langOr returns the programming language that the class names as highlighters write it ("language-go",
// "highlight-python", "highlight-source-js"), else the given one.
func (a htmlAttr) langOr(otherwise string) string {
	for _, class := range strings.Fields(a.class) {
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
	main   string // what marks the main text: "main", "role" for role="main", "article", or "" for the whole page
	layout []bool // of each table in order: it arranges the page and is no table of data
}

// isMain reports whether an element holds the main text.
func (s htmlSurvey) isMain(tag string, attr htmlAttr) bool {
	if s.main == "role" {
		return attr.role == "main"
	}
	return tag == s.main
}

// surveyHTML looks through a page for its main text and for tables around headings, listings and further tables.
func surveyHTML(src string) htmlSurvey {
	var s htmlSurvey
	var mains, roles, articles int
	var open []int
	z := html.NewTokenizer(strings.NewReader(src))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if kind != html.StartTagToken && kind != html.EndTagToken {
			continue
		}
		name, hasAttr := z.TagName()
		tag := string(name)
		if kind == html.EndTagToken {
			if tag == "table" && len(open) > 0 {
				open = open[:len(open)-1]
			}
			continue
		}
		switch tag {
		case "main":
			mains++
		case "article":
			articles++
		case "h1", "h2", "h3", "h4", "h5", "h6", "pre", "table":
			if len(open) > 0 {
				s.layout[open[len(open)-1]] = true
			}
		}
		if tag == "table" {
			open = append(open, len(s.layout))
			s.layout = append(s.layout, false)
		}
		for hasAttr {
			var key, value []byte
			key, value, hasAttr = z.TagAttr()
			if string(key) == "role" && strings.EqualFold(string(value), "main") && isBlock(tag) {
				roles++
			}
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
	return s
}
