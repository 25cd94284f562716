package source

import (
	"net/url"
	"path"
	"regexp"
	"strings"
)

var anyHeading = regexp.MustCompile(`(?i)<h[1-6][\s>]`)

// readEPUB reads an e-book: its chapters in the order in which they are read. A chapter without a heading has its title for one.
// There are no lines: what a reader can be pointed to is the chapter.
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
	files, order := map[string]string{}, []string{}
	err = elements(b, contents, func(name string, attr xmlAttr) {
		switch {
		case name == "item" && attr.get("properties") != "nav":
			files[attr.get("id")] = attr.get("href")
		case name == "itemref" && attr.get("linear") != "no":
			order = append(order, attr.get("idref"))
		}
	}, func(string) {}, func(string) {})
	for _, id := range order {
		href, err := url.PathUnescape(files[id])
		if href == "" || err != nil {
			continue
		}
		chapter, err := book.read(path.Join(path.Dir(root), href))
		if err != nil {
			b.warn("the chapter " + clean(href) + " is missing")
			continue
		}
		text, _, err := decode(chapter, declaredEncoding(htmlFormat, chapter))
		if err != nil || b.budget.Err() != nil {
			continue
		}
		b.chapter(text)
	}
	return err
}

// chapter adds a page of a book.
func (b *builder) chapter(src string) {
	if b.ended = b.markup.Spend(fragmentWork + len(src)); b.ended != nil {
		return
	}
	b.path, b.levels, b.line = nil, nil, unnumbered
	if title := htmlTitle.FindStringSubmatch(src); title != nil && !anyHeading.MatchString(src) && strings.TrimSpace(title[1]) != b.doc.Title {
		htmlBlocks(b, "<h1>"+title[1]+"</h1>", 0)
	}
	h := newHTMLReader(b, src, 0)
	h.read(src)
}

var htmlTitle = regexp.MustCompile(`(?is)<title[^>]*>([^<]*)</title>`)
