package pdf

import (
	"cmp"
	"ibid/index/source/pdf/draw"
	"ibid/index/source/pdf/layout"
	"regexp"
	"strconv"
	"strings"
)

// outline lists the bookmarks in order.
func (f *file) outline() []layout.OutlineEntry {
	first := f.catalog.Key("Outlines").Key("First")
	if !first.IsDict() {
		return nil
	}
	var out []layout.OutlineEntry
	seen := map[string]bool{}
	titles := 0 // bytes of them
	var walk func(o draw.Object, level int)
	walk = func(o draw.Object, level int) {
		for ; o.IsDict() && !seen[o.Ref] && len(out) < maxTreeNodes && level <= draw.MaxNesting && titles <= maxTitles; o = o.Key("Next") {
			if o.Ref == "" {
				return // entries are indirect; a direct one could only come from damage
			}
			seen[o.Ref] = true
			title := shortText(o.Key("Title"))
			titles += len(title)
			out = append(out, layout.OutlineEntry{Title: title, Level: level})
			walk(o.Key("First"), level+1)
		}
	}
	walk(first, 1)
	return out
}

// entries visits the keys and values of a name tree, whose leaves have "Names", or of a number tree, with "Nums" (ISO
// 32000-1, 7.9.6 and 7.9.7).
func (f *file) entries(root draw.Object, list string, visit func(key, value draw.Object)) {
	nodes := 0
	seen := map[string]bool{} // a node has one parent
	var walk func(o draw.Object, depth int)
	walk = func(o draw.Object, depth int) {
		nodes++
		if depth > draw.MaxNesting || nodes > maxTreeNodes || o.Ref != "" && seen[o.Ref] {
			return
		}
		seen[o.Ref] = true
		pairs := o.Key(list)
		for i := 0; i+1 < pairs.Len() && f.objects.Work.Spend(entryWork) == nil; i += 2 {
			visit(pairs.At(i), pairs.At(i+1))
		}
		kids := o.Key("Kids")
		for i := range kids.Len() {
			walk(kids.At(i), depth+1)
		}
	}
	walk(root, 0)
}

// layers are the references of the layers that are not shown when the file is opened (ISO 32000-1, 8.11.4).
func (f *file) layers() map[string]bool {
	all := f.catalog.Key("OCProperties")
	usual := all.Key("D")
	off := map[string]bool{}
	if usual.Key("BaseState").Str() == "OFF" {
		for groups, i := all.Key("OCGs"), 0; i < groups.Len(); i++ {
			off[groups.At(i).Ref] = true
		}
	}
	for i := range usual.Key("ON").Len() {
		off[usual.Key("ON").At(i).Ref] = false
	}
	for i := range usual.Key("OFF").Len() {
		off[usual.Key("OFF").At(i).Ref] = true
	}
	delete(off, "")
	return off
}

// unread says what is not on the pages and is left out: attached files, and a form that only Adobe's XFA describes.
func (f *file) unread() (warnings []string) {
	var names []string
	f.entries(f.catalog.Key("Names").Key("EmbeddedFiles"), "Names", func(name, spec draw.Object) {
		names = append(names, cmp.Or(shortText(spec.Key("UF")), shortText(spec.Key("F")), shortText(name)))
	})
	if len(names) > 0 {
		warnings = append(warnings, "attached files are not read: "+strings.Join(names, ", "))
	}
	if form := f.objects.Form; form.Key("XFA").Value != nil && form.Key("Fields").Len() == 0 {
		warnings = append(warnings, "its form is made in XFA, which is not read")
	}
	return warnings
}

// labels returns the label of each page (ISO 32000-1, 12.4.2), nil where the file has none.
func (f *file) labels() []string {
	root := f.catalog.Key("PageLabels")
	if !root.IsDict() {
		return nil
	}
	starts := map[int]draw.Object{}
	f.entries(root, "Nums", func(page, label draw.Object) { starts[page.Int()] = label })
	labels := make([]string, len(f.pages))
	style, prefix, n := "", "", 1
	for i := range labels { // a prefix may end in a space
		if o, ok := starts[i]; ok {
			style, prefix, n = o.Key("S").Str(), draw.TextString(o.Key("P").Str()), 1
			if st := o.Key("St").Int(); st > 0 {
				n = st
			}
		}
		labels[i] = oneLine(prefix[:min(len(prefix), maxShortText)] + pageNumber(n, style))
		n++
	}
	return labels
}

// pageNumber writes a page number in one of the styles D, R, r, A, a.
func pageNumber(n int, style string) string {
	switch style {
	case "D":
		return strconv.Itoa(n)
	case "R":
		return strings.ToUpper(roman(n))
	case "r":
		return roman(n)
	case "A", "a":
		letter := string(rune(style[0]) + rune((n-1)%26))
		return strings.Repeat(letter, min((n-1)/26+1, draw.MaxNesting))
	}
	return ""
}

func roman(n int) string {
	if n > 10_000 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, d := range []struct {
		value int
		text  string
	}{
		{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"},
		{50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"},
	} {
		for ; n >= d.value; n -= d.value {
			b.WriteString(d.text)
		}
	}
	return b.String()
}

// title is the title in the file's metadata, unless it is the name of the file that the PDF was made from.
func (f *file) title() string {
	title := shortText(f.info.Key("Title"))
	if fileName.MatchString(title) {
		return ""
	}
	return title
}

var fileName = regexp.MustCompile(`(?i)^(?:microsoft (?:word|powerpoint) - .*|\S+\.(?:dvi|ps|pdf|tex|docx?|rtf|odt|indd|fm|qxd|pptx?)|untitled(?: document)?)$`)

const (
	maxShortText = 1000    // bytes of a title or label
	maxTitles    = 8 << 20 // bytes of all titles of an outline
)

// shortText is a string that is meant to be one line.
func shortText(o draw.Object) string {
	s := o.Str()
	return oneLine(draw.TextString(s[:min(len(s), maxShortText)]))
}

func oneLine(s string) string { return strings.Join(strings.Fields(draw.CleanGlyph(s)), " ") }
