package main

import (
	"bytes"
	"fmt"
	"strings"
)

// A4 in points.
const (
	paperWidth  = 595.0
	paperHeight = 842.0
)

// The object numbers that are fixed; pages and outline entries follow.
const (
	catalogObject = 1 + iota
	pagesObject
	infoObject
	outlinesObject
	firstFontObject
)

// bookmark is one entry of the outline. Level 1 is outermost.
type bookmark struct {
	level int
	title string
	page  int // counted from 0
	top   float64
}

// pdf is a document of plain content streams, one a page.
type pdf struct {
	title, author string
	pages         []*bytes.Buffer
	labels        string // value of the catalog's PageLabels entry
	outline       []bookmark
}

// bytes returns the file. Objects are numbered in a fixed order and nothing in the file depends on the time.
func (p *pdf) bytes() []byte {
	firstPage := firstFontObject + len(fonts)
	firstMark := firstPage + 2*len(p.pages)
	var w writer
	w.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	w.object("<< /Type /Catalog /Pages %d 0 R /Outlines %d 0 R /PageLabels %s /Lang (en) >>",
		pagesObject, outlinesObject, p.labels)
	var kids strings.Builder
	for i := range p.pages {
		fmt.Fprintf(&kids, "%d 0 R ", firstPage+2*i)
	}
	w.object("<< /Type /Pages /Count %d /Kids [ %s] >>", len(p.pages), kids.String())
	w.object("<< /Title %s /Author %s >>", literal(p.title), literal(p.author))
	w.outline(p.outline, firstMark)
	var resources strings.Builder
	for i, f := range fonts {
		w.object("<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>", f.name)
		fmt.Fprintf(&resources, "/F%d %d 0 R ", i, firstFontObject+i)
	}
	for _, content := range p.pages {
		w.object("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %g %g] /Resources << /Font << %s>> >> /Contents %d 0 R >>",
			pagesObject, paperWidth, paperHeight, resources.String(), len(w.offsets)+2)
		w.object("<< /Length %d >>\nstream\n%sendstream", content.Len(), content.Bytes())
	}
	w.bookmarks(p.outline, firstMark, firstPage)
	return w.finish()
}

// writer numbers objects as they are written and remembers where they begin.
type writer struct {
	bytes.Buffer
	offsets []int
}

func (w *writer) begin() {
	w.offsets = append(w.offsets, w.Len())
	fmt.Fprintf(w, "%d 0 obj\n", len(w.offsets))
}

func (w *writer) object(format string, args ...any) {
	w.begin()
	fmt.Fprintf(w, format, args...)
	w.WriteString("\nendobj\n")
}

// outline writes the root of the outline tree.
func (w *writer) outline(marks []bookmark, firstMark int) {
	first, last, count := -1, -1, 0
	for i, m := range marks {
		if m.level == 1 {
			if first < 0 {
				first = i
			}
			last = i
			count++
		}
	}
	w.object("<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>", firstMark+first, firstMark+last, count)
}

// bookmarks writes the entries of a tree of two levels, closed at first.
func (w *writer) bookmarks(marks []bookmark, firstMark, firstPage int) {
	parent := outlinesObject
	for i, m := range marks {
		if m.level == 1 {
			parent = outlinesObject
		}
		w.begin()
		fmt.Fprintf(w, "<< /Title %s /Parent %d 0 R /Dest [%d 0 R /XYZ 0 %g 0]",
			literal(m.title), parent, firstPage+2*m.page, m.top)
		if j := sibling(marks, i, -1); j >= 0 {
			fmt.Fprintf(w, " /Prev %d 0 R", firstMark+j)
		}
		if j := sibling(marks, i, +1); j >= 0 {
			fmt.Fprintf(w, " /Next %d 0 R", firstMark+j)
		}
		if m.level == 1 {
			children := 0
			for i+children+1 < len(marks) && marks[i+children+1].level == 2 {
				children++
			}
			if children > 0 {
				fmt.Fprintf(w, " /First %d 0 R /Last %d 0 R /Count %d", firstMark+i+1, firstMark+i+children, -children)
			}
			parent = firstMark + i
		}
		w.WriteString(" >>\nendobj\n")
	}
}

// sibling returns the nearest entry before or after i on the same level under the same parent, or -1.
func sibling(marks []bookmark, i, step int) int {
	for j := i + step; j >= 0 && j < len(marks) && marks[j].level >= marks[i].level; j += step {
		if marks[j].level == marks[i].level {
			return j
		}
	}
	return -1
}

func (w *writer) finish() []byte {
	start := w.Len()
	fmt.Fprintf(w, "xref\n0 %d\n0000000000 65535 f \n", len(w.offsets)+1)
	for _, offset := range w.offsets {
		fmt.Fprintf(w, "%010d 00000 n \n", offset)
	}
	const id = "<5457372D5265766973696F6E2D332121>"
	fmt.Fprintf(w, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /ID [%s %s] >>\nstartxref\n%d\n%%%%EOF\n",
		len(w.offsets)+1, catalogObject, infoObject, id, id, start)
	return w.Bytes()
}

// literal returns text as a string object in WinAnsiEncoding.
func literal(text string) string {
	var b strings.Builder
	b.WriteByte('(')
	for _, c := range encode(text) {
		switch {
		case c == '(' || c == ')' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c > '~':
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte(')')
	return b.String()
}
