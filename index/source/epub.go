package source

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
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
	shift  int                    // how many levels the headings of a chapter are below those of the contents
}

// epubFile is an entry of the list of a book's files.
type epubFile struct{ path, kind, properties string }

// readEPUB reads an e-book: its chapters in the order in which they are read, then what stands beside them, under the titles
// that the table of contents gives them. There are no lines: what a reader can be pointed to is the chapter.
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

// chapter adds a page of a book. Without a heading it has its title for one.
func (e *epubReader) chapter(src string, titles []epubTitle) {
	b := e.b
	if b.ended = b.markup.Spend(fragmentWork + len(src) + (xmlWork+len(src))*min(len(titles), 1) + xmlWork*len(titles)); b.ended != nil {
		return
	}
	b.line = unnumbered
	src = emptyRaw.ReplaceAllString(src, "<$1$2></$1>")
	if len(titles) > 0 {
		src = e.titled(src, titles)
	} else if m := htmlTitle.FindStringSubmatch(src); m != nil && !anyHeading.MatchString(src) {
		title := cellText(m[1])
		if title != b.doc.Title && (len(b.path) == 0 || b.path[len(b.path)-1] != title) {
			htmlBlocks(b, "<h1>"+title+"</h1>", 0)
		}
	}
	h := newHTMLReader(b, src, 0)
	h.read(src)
}
