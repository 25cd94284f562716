package source

import (
	"slices"
	"strconv"
	"strings"

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

// hidden reports whether an element is not shown.
func (a htmlAttr) hidden() bool {
	return a.is("aria-hidden", "true") || slices.ContainsFunc(a, func(attr html.Attribute) bool { return attr.Key == "hidden" })
}

func (a htmlAttr) hasClass(name string) bool {
	return slices.Contains(strings.Fields(a.get("class")), name)
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
	main   string // what marks the main text: "main", "role" for role="main", "article", or "" for the whole page
	layout []bool // of each table in order: it arranges the page and is no table of data
}

// isMain reports whether an element holds the main text.
func (s htmlSurvey) isMain(tag string, attr htmlAttr) bool {
	if s.main == "role" {
		return attr.is("role", "main")
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
		token := z.Token()
		tag := token.Data
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
	return s
}
