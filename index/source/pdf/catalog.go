package pdf

import (
	"strconv"
	"strings"
)

// OutlineEntry is one bookmark.
type OutlineEntry struct {
	Title string
	Level int // 1 for the outermost
	Page  int // physical page from 1, 0 where the target is not known
}

// outline lists the bookmarks in order.
func (f *file) outline() []OutlineEntry {
	var out []OutlineEntry
	seen := map[string]bool{}
	titles := 0 // bytes of them
	var walk func(o object, level int)
	walk = func(o object, level int) {
		for ; o.isDict() && !seen[o.ref] && len(out) < maxTreeNodes && level <= maxNesting && titles <= maxTitles; o = o.key("Next") {
			if o.ref == "" {
				return // entries are indirect; a direct one could only come from damage
			}
			seen[o.ref] = true
			title := shortText(o.key("Title"))
			titles += len(title)
			out = append(out, OutlineEntry{Title: title, Level: level, Page: f.target(o)})
			walk(o.key("First"), level+1)
		}
	}
	walk(f.catalog.key("Outlines").key("First"), 1)
	return out
}

// target returns the page that a bookmark leads to.
func (f *file) target(entry object) int {
	dest := entry.key("Dest")
	if dest.value == nil {
		dest = entry.key("A").key("D")
	}
	if name := dest.str(); name != "" {
		dest = f.namedDestination(name)
	}
	if dest.isDict() {
		dest = dest.key("D")
	}
	return f.number[dest.at(0).ref]
}

func (f *file) namedDestination(name string) object {
	if d := f.catalog.key("Dests").key(name); d.value != nil {
		return d
	}
	node := f.catalog.key("Names").key("Dests")
	for range maxNesting {
		names := node.key("Names")
		for i := 0; i+1 < names.len() && f.objects.work.Spend(operatorWork) == nil; i += 2 {
			if names.at(i).str() == name {
				return names.at(i + 1)
			}
		}
		next := object{}
		kids := node.key("Kids")
		for i := 0; i < kids.len() && f.objects.work.Spend(operatorWork) == nil; i++ {
			limits := kids.at(i).key("Limits")
			if limits.at(0).str() <= name && name <= limits.at(1).str() {
				next = kids.at(i)
				break
			}
		}
		if next.value == nil {
			break
		}
		node = next
	}
	return object{}
}

// labels returns the label of each page (ISO 32000-1, 12.4.2), nil where the file has none.
func (f *file) labels() []string {
	root := f.catalog.key("PageLabels")
	if !root.isDict() {
		return nil
	}
	starts := map[int]object{}
	nodes := 0
	var walk func(o object, depth int)
	walk = func(o object, depth int) {
		nodes++
		if depth > maxNesting || nodes > maxTreeNodes {
			return
		}
		nums := o.key("Nums")
		for i := 0; i+1 < nums.len() && f.objects.work.Spend(operatorWork) == nil; i += 2 {
			starts[nums.at(i).int()] = nums.at(i + 1)
		}
		kids := o.key("Kids")
		for i := range kids.len() {
			walk(kids.at(i), depth+1)
		}
	}
	walk(root, 0)
	labels := make([]string, len(f.pages))
	style, prefix, n := "", "", 1
	for i := range labels {
		if o, ok := starts[i]; ok {
			style, prefix, n = o.key("S").str(), shortText(o.key("P")), 1
			if st := o.key("St").int(); st > 0 {
				n = st
			}
		}
		labels[i] = prefix + pageNumber(n, style)
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
		return strings.Repeat(letter, min((n-1)/26+1, maxNesting))
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

// title is the title in the file's metadata.
func (f *file) title() string { return shortText(f.info.key("Title")) }

const (
	maxShortText = 1000    // bytes of a title or label
	maxTitles    = 8 << 20 // bytes of all titles of an outline
)

// shortText is a string that is meant to be one line.
func shortText(o object) string {
	s := o.str()
	return squeeze(cleanGlyph(textString(s[:min(len(s), maxShortText)])))
}

// squeeze makes every run of white space one space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
