package source

import (
	"strconv"
	"strings"
	"testing"
)

// bookOf is a book of chapters with a table of contents.
func bookOf(nav, ncx string, chapters ...string) []byte {
	manifest, spine := `<item id="nav" href="nav.xhtml" properties="scripted nav"/><item id="ncx" href="t/toc.ncx" media-type="application/x-dtbncx+xml"/>`, `<itemref idref="nav"/>`
	parts := []any{"META-INF/container.xml", []byte(`<rootfile full-path="b/c.opf"/>`), "b/nav.xhtml", []byte(nav), "b/t/toc.ncx", []byte(`<ncx><navMap>` + ncx + `</navMap><pageList><pageTarget><navLabel><text>1</text></navLabel><content src="../1.xhtml"/></pageTarget></pageList></ncx>`)}
	for i, text := range chapters {
		id, linear := strconv.Itoa(i+1), ""
		if text, linear = strings.TrimPrefix(text, "BESIDE"), "yes"; text != chapters[i] {
			linear = "no"
		}
		manifest += `<item id="c` + id + `" href="` + id + `.xhtml"/>`
		spine += `<itemref idref="c` + id + `" linear="` + linear + `"/>`
		parts = append(parts, "b/"+id+".xhtml", []byte(`<html><head><title>The book</title></head><body>`+text+`</body></html>`))
	}
	return zipped(append(parts, "b/c.opf", []byte(`<dc:title>The book</dc:title><manifest>`+manifest+`</manifest><spine>`+spine+`</spine>`))...)
}

func TestEPUBContents(t *testing.T) {
	toc := func(items string) string {
		return `<html><nav epub:type="landmarks"><ol><li><a href="1.xhtml">Start</a></li></ol></nav><nav epub:type="toc"><h1>Contents</h1><ol>` + items + `</ol></nav></html>`
	}
	point := func(title, src, inner string) string {
		return `<navPoint><navLabel><text>` + title + `</text></navLabel><content src="` + src + `"/>` + inner + `</navPoint>`
	}
	for _, c := range []struct {
		name, nav, ncx string
		chapters       []string
		want           string
	}{
		{"several parts of a file", toc(`<li><a href="1.xhtml">One: Oil</a></li><li><a href="1.xhtml#w">Two: <i>Water &amp; wine</i></a></li><li><a href="1.xhtml#gone">Three</a></li>`), "",
			[]string{`<p>1</p><p>Oil was found.</p><div><p><a id="w"/>Water came.</p></div>`}, "# One: Oil\n# Three\n1\nOil was found.\n# Two: Water & wine\nWater came."},
		{"a list for machines", "", point("Part A", "../1.xhtml", point("First", "../1.xhtml#f", "")+point("Second", "../2%20.xhtml", "")) + point("Part B", "../2.xhtml", ""),
			[]string{`<p>Before.</p><p id="f">Text.</p>`, `<p>More.</p>`}, "# Part A\nBefore.\n## First\nText.\n# Part B\nMore."},
		{"groups without a place", toc(`<li><span>Part A</span><ol><li><a href="1.xhtml">First</a></li></ol></li>`), "", []string{`<p>Text.</p>`, `<p>It goes on.</p>`}, "# Part A\n## First\nText.\nIt goes on."},
		{"beside the text", toc(`<li><a href="2.xhtml">First</a></li>`), "", []string{`BESIDE<p>Answers.</p>`, `<p>Text.</p>`}, "# First\nText.\nAnswers."},
		{"empty elements", toc(`<li><a href="1.xhtml">First</a></li>`), "", []string{`<script src="x"/><title/><p>Text.</p>`}, "# First\nText."},
		{"no contents", "", "", []string{`<p>Text.</p>`, `<h1>Own</h1><p>More.</p>`}, "Text.\n# Own\nMore."},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := outlineOf(t, "a.epub", bookOf(c.nav, c.ncx, c.chapters...)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestEPUBNotes: a footnote of a chapter is read, and its mark is no figure.
func TestEPUBNotes(t *testing.T) {
	got := outlineOf(t, "a.epub", bookOf("", "", `<p>It costs 250<a epub:type="noteref" href="#n"><sup>9</sup></a> euros.</p><p>More.</p><aside epub:type="footnote" id="n"><p>Without tax.</p></aside>`))
	if want := "It costs 250 euros.\nMore.\nWithout tax."; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
