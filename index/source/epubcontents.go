package source

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// epubTitle is what the table of contents calls a part of a file.
type epubTitle struct {
	text     string
	fragment string // the element that the part begins with, "" for the file
	level    int    // in the table, counted from 1
}

// readContents reads a table of contents: a page of links (EPUB 3) or a list for machines (EPUB 2).
func (e *epubReader) readContents(file string) {
	xml, err := e.book.read(file)
	if file == "" || err != nil {
		return
	}
	var label strings.Builder
	var above []epubTitle // without a place of their own: they begin where the next one does
	reading, href, depth := false, "", 0
	add := func(href string) {
		t := epubTitle{shortened(cellText(html.UnescapeString(label.String()))), "", max(depth, 1)}
		label.Reset()
		if t.text == "" {
			return
		}
		above = append(above, t)
		to := inBook(file, href)
		if strings.HasPrefix(href, "#") || to == "" {
			return
		}
		_, fragment, _ := strings.Cut(href, "#")
		for _, t := range above {
			t.fragment = fragment
			e.titles[to] = append(e.titles[to], t)
		}
		above = nil
	}
	elements(e.b, xml, func(name string, attr xmlAttr) {
		switch name {
		case "nav":
			reading = slices.Contains(strings.Fields(attr.get("type")), "toc")
		case "navMap":
			reading = true
		case "ol", "navPoint":
			depth++
		case "li", "navLabel":
			label.Reset()
		case "a":
			href = attr.get("href")
		case "content":
			if reading {
				add(attr.get("src"))
			}
		}
	}, func(s string) {
		if reading {
			label.WriteString(s)
		}
	}, func(name string) {
		switch {
		case name == "nav", name == "navMap":
			reading = false
		case name == "ol", name == "navPoint":
			depth = max(depth-1, 0)
		case reading && (name == "a" || name == "span" && href == ""):
			add(href)
			href = ""
		}
	})
}

// nearTitle is how much text may stand between the place that the contents name and the heading with that title: the number of a
// chapter, in bytes.
const nearTitle = 40

// epubPlace is where a part of a chapter begins in its source.
type epubPlace struct {
	at, before int // the offset, and the bytes of text before it
	title      epubTitle
}

// epubHeading is a heading in the source of a chapter.
type epubHeading struct {
	start, tag, end int // offsets of its start tag and its end tag, and behind it
	before, after   int // bytes of text before it and before what follows it
	level           int
	text            string
}

// epubEdit replaces a part of a source.
type epubEdit struct {
	start, end int
	text       string
}

// titled returns the source of a chapter with the titles of its parts as headings. Headings of its own that say the same or a part of it
// become one with the title; the others stand below it.
func (e *epubReader) titled(src string, titles []epubTitle) string {
	places, headings := surveyChapter(src, titles)
	var edits []epubEdit
	lower := func(until int) {
		for ; len(headings) > 0 && headings[0].start < until; headings = headings[1:] {
			edits = append(edits, headings[0].retag(fmt.Sprint("h", min(max(headings[0].level+e.shift, 1), 6)))...)
		}
	}
	for i, p := range places {
		lower(p.at)
		until := len(src) + 1
		if i+1 < len(places) {
			until = places[i+1].at
		}
		near := 0 // headings that follow each other at once
		for near < min(len(headings), 3) && headings[near].start < until && (near == 0 && headings[0].before-p.before <= nearTitle ||
			near > 0 && headings[near].before == headings[near-1].after) {
			near++
		}
		level := min(p.title.level, 6)
		e.shift = level
		text := p.title.text
		for k := near; k > 0; k-- {
			own := headings[0].text
			for _, h := range headings[1:k] {
				own += ": " + h.text
			}
			if says := saysWords(own, text); says || saysWords(text, own) {
				if says {
					text = own
				}
				e.shift = level - headings[0].level
				for _, h := range headings[:k] {
					edits = append(edits, epubEdit{h.start, h.end, ""})
				}
				near, headings = 0, headings[k:]
				break
			}
		}
		if near > 0 && strings.Trim(strings.ToLower(headings[0].text), " 0123456789ivxlc.") == "" {
			edits, headings = append(edits, headings[0].retag("p ")...), headings[1:] // the number of the chapter
		}
		edits = append(edits, epubEdit{p.at, p.at, fmt.Sprintf("<h%d>%s</h%[1]d>", level, html.EscapeString(text))})
	}
	lower(len(src) + 1)
	slices.SortStableFunc(edits, func(a, b epubEdit) int { return a.start - b.start })
	var out strings.Builder
	at := 0
	for _, edit := range edits {
		out.WriteString(src[at:max(edit.start, at)])
		out.WriteString(edit.text)
		at = max(at, edit.end)
	}
	return out.String() + src[at:]
}

// retag makes another element of a heading.
func (h *epubHeading) retag(name string) []epubEdit {
	return []epubEdit{{h.start + 1, h.start + 3, name}, {h.tag + 2, h.tag + 4, name}}
}

// saysWords reports whether a text holds the words of another, in their order.
func saysWords(text, part string) bool {
	words := func(s string) string {
		return " " + strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ") + " "
	}
	return strings.Contains(words(text), words(part))
}

// surveyChapter finds the places of titles in a chapter, in their order, and its headings. A title whose place is not there, or is that of
// the file, stands above the first text.
func surveyChapter(src string, titles []epubTitle) (places []epubPlace, headings []epubHeading) {
	wanted := map[string][]epubTitle{}
	for _, t := range titles {
		wanted[t.fragment] = append(wanted[t.fragment], t)
	}
	var top epubPlace
	var heading *epubHeading
	at, text, block, body := 0, 0, 0, 0
	outer, depth := "", 0 // an element that no heading can stand in, and how many of its kind are open
	z := html.NewTokenizer(strings.NewReader(src))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		size := len(z.Raw())
		token := z.Token()
		tag := token.Data
		switch kind {
		case html.TextToken:
			n := len(strings.TrimSpace(tag))
			if body > 0 && text == 0 && n > 0 {
				top.at = max(block, body)
			}
			if body > 0 {
				text += n
			}
			if heading != nil {
				heading.text += tag
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			if tag == outer {
				depth++
			}
			if isBlock(tag) && outer == "" {
				block = at
			}
			switch tag {
			case "table", "header", "nav", "ul", "ol", "dl":
				if outer == "" && kind == html.StartTagToken {
					outer, depth = tag, 1
				}
			case "body":
				body, block = at+size, at+size
			}
			if level := headingLevel(tag); level > 0 && outer == "" && kind == html.StartTagToken {
				heading = &epubHeading{start: at, before: text, level: level}
			}
			for _, key := range []string{"id", "name"} {
				id := htmlAttr(token.Attr).get(key)
				if id == "" {
					continue
				}
				for _, t := range wanted[id] {
					places = append(places, epubPlace{max(block, body), text, t})
				}
				delete(wanted, id)
			}
		case html.EndTagToken:
			if tag == outer {
				if depth--; depth == 0 {
					outer = ""
				}
			}
			if heading != nil && headingLevel(tag) == heading.level {
				heading.tag, heading.end, heading.after, heading.text = at, at+size, text, cellText(heading.text)
				if heading.text != "" {
					headings = append(headings, *heading)
				}
				heading = nil
			}
		}
		at += size
	}
	if top.at == 0 {
		top.at = body
	}
	var above []epubPlace
	for _, t := range titles {
		if _, missing := wanted[t.fragment]; missing {
			above = append(above, epubPlace{top.at, 0, t})
		}
	}
	places = append(above, places...)
	slices.SortStableFunc(places, func(a, b epubPlace) int { return a.at - b.at })
	return places, headings
}
