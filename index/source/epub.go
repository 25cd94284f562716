package source

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

var (
	anyHeading = regexp.MustCompile(`(?i)<h[1-6][\s>]`)
	// emptyRaw matches what XML lets end at once and HTML takes for the beginning of what is no markup.
	emptyRaw  = regexp.MustCompile(`(?i)<(title|script|style|textarea|iframe|noscript|noembed|noframes|xmp)(\s[^<>]*)?/>`)
	htmlTitle = regexp.MustCompile(`(?is)<title[^>]*>([^<]*)</title>`)
)

// epubReader reads an e-book.
type epubReader struct {
	b      *builder
	book   *archive
	titles map[string][]epubTitle // that the table of contents gives to the parts of each file
}

// epubFile is an entry of the list of a book's files.
type epubFile struct{ path, kind, properties string }

// readEPUB reads an e-book: its chapters in the order in which they are read, then what stands beside them, under the
// titles that the table of contents gives them. There are no lines: what a reader can be pointed to is the chapter.
func readEPUB(b *builder, data []byte) error {
	book, err := openArchive(data)
	if err != nil {
		return err
	}
	container, err := book.read("META-INF/container.xml")
	if err != nil {
		return err
	}
	var root string
	if err := elements(b, container, func(name string, attr xmlAttr) {
		if name == "rootfile" && root == "" {
			root = attr.get("full-path")
		}
	}, func(string) {}, func(string) {}); err != nil {
		return err
	}
	contents, err := book.read(root)
	if err != nil {
		return err
	}
	b.doc.Title = textOf(b, contents, "title")
	files, order, beside := map[string]epubFile{}, []string{}, []string{}
	e := &epubReader{b: b, book: book, titles: map[string][]epubTitle{}}
	var nav, ncx string
	err = elements(b, contents, func(name string, attr xmlAttr) {
		switch {
		case name == "item":
			f := epubFile{inBook(root, attr.get("href")), attr.get("media-type"), attr.get("properties")}
			files[attr.get("id")] = f
			if slices.Contains(strings.Fields(f.properties), "nav") {
				nav = f.path
			} else if f.kind == "application/x-dtbncx+xml" {
				ncx = f.path
			}
		case name == "itemref" && attr.get("linear") == "no":
			beside = append(beside, attr.get("idref"))
		case name == "itemref":
			order = append(order, attr.get("idref"))
		}
	}, func(string) {}, func(string) {})
	if e.readContents(nav); len(e.titles) == 0 {
		e.readContents(ncx)
	}
	for i, id := range append(order, beside...) {
		f := files[id]
		if f.path == "" || f.path == nav {
			continue
		}
		name := clean(strings.TrimPrefix(f.path, path.Dir(root)+"/"))
		chapter, err := book.read(f.path)
		if err != nil {
			b.warn("the chapter " + name + " is missing")
			continue
		}
		text, _, err := decode(chapter, declaredEncoding(htmlFormat, chapter))
		if err != nil {
			b.warn("the chapter " + name + " was left out: " + err.Error())
			continue
		}
		if b.budget.Err() != nil {
			break
		}
		if len(e.titles) == 0 || i >= len(order) {
			b.path, b.levels = nil, nil
		}
		e.chapter(text, e.titles[f.path])
	}
	return err
}

// inBook is the path in a book that a file of it refers to, without a fragment; "" where it is none.
func inBook(from, href string) string {
	href, _, _ = strings.Cut(href, "#")
	file, err := url.PathUnescape(href)
	if href == "" || err != nil {
		return ""
	}
	return path.Join(path.Dir(from), file)
}

// epubTitle is what the table of contents calls a part of a file.
type epubTitle struct {
	text     string
	fragment string // the element that the part begins with, "" for the file
	level    int    // in the table, counted from 1
}

// readContents reads a table of contents: a page of links (EPUB 3) or a list for machines (EPUB 2).
func (e *epubReader) readContents(file string) {
	text, err := e.book.read(file)
	if file == "" || err != nil {
		return
	}
	var label strings.Builder
	var waiting []epubTitle // for a place: titles of groups begin where their first part does
	reading, href, depth := false, "", 0
	add := func(href string) {
		t := epubTitle{text: shortened(cellText(html.UnescapeString(label.String()))), level: max(depth, 1)}
		if label.Reset(); t.text == "" {
			return
		}
		waiting = append(waiting, t)
		to := inBook(file, href)
		if to == "" {
			return
		}
		for _, t := range waiting {
			_, t.fragment, _ = strings.Cut(href, "#")
			e.titles[to] = append(e.titles[to], t)
		}
		waiting = nil
	}
	elements(e.b, text, func(name string, attr xmlAttr) {
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
			add(attr.get("src"))
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
		case name == "a", name == "span" && href == "":
			add(href)
			href = ""
		}
	})
}

// chapter adds a page of a book, whose parts have titles. Without any, and without a heading, it has its own.
func (e *epubReader) chapter(src string, titles []epubTitle) {
	b := e.b
	if b.ended = b.markup.Spend(fragmentWork + len(src) + xmlWork*len(titles)); b.ended != nil {
		return
	}
	b.line = unnumbered
	src = emptyRaw.ReplaceAllString(src, "<$1$2></$1>")
	if m := htmlTitle.FindStringSubmatch(src); len(titles) == 0 && m != nil && !anyHeading.MatchString(src) {
		title := cellText(html.UnescapeString(m[1]))
		if title != "" && title != b.doc.Title && (len(b.path) == 0 || b.path[len(b.path)-1] != title) {
			b.heading(1, title, 0, 0)
		}
	}
	h := newHTMLReader(b, src, 0)
	parts := map[string][]epubTitle{}
	for _, t := range titles {
		if t.fragment == "" || !strings.Contains(src, `="`+t.fragment+`"`) && !strings.Contains(src, `='`+t.fragment+`'`) {
			e.begin(h, t)
		} else {
			parts[t.fragment] = append(parts[t.fragment], t)
		}
	}
	z := html.NewTokenizer(strings.NewReader(src))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if b.ended = b.markup.Spend(tokenWork + len(z.Raw()) + len(h.stack)); b.ended != nil {
			break
		}
		switch token := z.Token(); kind {
		case html.TextToken:
			h.text(token.Data)
		case html.StartTagToken, html.SelfClosingTagToken:
			attr := htmlAttr(token.Attr)
			for _, id := range []string{attr.get("id"), attr.get("name")} {
				for _, t := range parts[id] {
					e.begin(h, t)
				}
				delete(parts, id)
			}
			if h.start(token); kind == html.SelfClosingTagToken {
				h.end(token.Data)
			}
		case html.EndTagToken:
			h.end(token.Data)
		}
	}
	h.finish()
}

// begin opens a part of a book.
func (e *epubReader) begin(h *htmlReader, t epubTitle) {
	h.flush()
	h.settle()
	e.b.heading(t.level, t.text, 0, 0)
	h.below = t.level
}
