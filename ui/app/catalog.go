package app

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ibid/guard/words"
	"ibid/index"
	"ibid/index/source"
)

const leastPart = 3 // characters of a document's name that name it from its middle

// name is a document or a project by all that it may be called.
type name struct {
	sigil   byte // '@' for a document, '#' for a project
	id      string
	base    string   // the file's name; the last part of a project's name
	project string   // of a document
	forms   []string // folded: id, base, base without its extension
	path    string   // folded, with slashes
}

// catalog is what can be mentioned.
type catalog struct {
	names   []*name         // documents, then projects, each in their order
	folders map[string]bool // folded: with what the ids of documents in folders begin
	within  []*name         // projects that documents are looked for in first
}

func newCatalog(documents []index.DocumentInfo, projects []string) *catalog {
	c := &catalog{folders: map[string]bool{}}
	for _, d := range documents {
		base := filepath.Base(d.Path)
		n := &name{sigil: '@', id: d.ID, base: base, project: d.Project, path: fold(filepath.ToSlash(d.Path))}
		file := fold(base)
		n.forms = distinct(fold(d.ID), file, strings.TrimSuffix(file, path.Ext(file)))
		c.names = append(c.names, n)
		if folder, _, below := strings.Cut(n.forms[0], "/"); below {
			c.folders[folder] = true
		}
	}
	for _, p := range projects {
		c.names = append(c.names, &name{sigil: '#', id: p, base: path.Base(p), forms: distinct(fold(p), fold(path.Base(p)))})
	}
	return c
}

// distinct drops what repeats what stands before it.
func distinct(forms ...string) []string {
	out := forms[:0]
	for _, f := range forms {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// fold makes names that differ in case, or in how their accents are written, the same.
func fold(s string) string { return strings.ToLower(norm.NFC.String(s)) }

// resolve lists what a mention may name: one thing, several where it is ambiguous, or none.
func (c *catalog) resolve(m mention) []*name {
	typed := typedName(m)
	ways := []func(*name) bool{
		func(n *name) bool { return n.id == m.name },
		func(n *name) bool { return n.forms[0] == typed },
		func(n *name) bool { return n.base == m.name },
		func(n *name) bool { return slices.Contains(n.forms, typed) },
		func(n *name) bool { return n.path != "" && (n.path == typed || strings.HasSuffix(n.path, "/"+typed)) },
	}
	if m.sigil == '@' { // a project is named in full
		ways = append(ways, func(n *name) bool { return heads(n, typed) }, func(n *name) bool { return holds(n, typed) })
	}
	return c.closest(m, ways)
}

func typedName(m mention) string { return strings.TrimPrefix(fold(m.name), "./") }

// closest lists what is like a mention in the first of several ways that anything is; where that leaves several
// documents, those of the mentioned projects.
func (c *catalog) closest(m mention, ways []func(*name) bool) []*name {
	for _, like := range ways {
		var found []*name
		for _, n := range c.names {
			if n.sigil == m.sigil && like(n) {
				found = append(found, n)
			}
		}
		if len(found) > 1 {
			if inside := slices.DeleteFunc(slices.Clone(found), c.outside); len(inside) > 0 {
				found = inside
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// outside tells whether a document is in none of the mentioned projects.
func (c *catalog) outside(n *name) bool {
	return !slices.ContainsFunc(c.within, func(p *name) bool { return p.id == n.project })
}

// heads tells whether what was typed is the beginning of a name.
func heads(n *name, typed string) bool {
	return (utf8.RuneCountInString(typed) >= leastPart || lettered(typed)) && // @2 is a number
		slices.ContainsFunc(n.forms, func(f string) bool { return strings.HasPrefix(f, typed) })
}

// holds tells whether what was typed is a piece of a name.
func holds(n *name, typed string) bool {
	return utf8.RuneCountInString(typed) >= leastPart && lettered(typed) &&
		slices.ContainsFunc(n.forms, func(f string) bool { return strings.Contains(f, typed) })
}

func lettered(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

// mustBeName tells whether what names nothing can be no ordinary text: a file of a format that is read, a path into a
// folder that there is, or almost a name in quotation marks.
func (c *catalog) mustBeName(m mention) bool {
	folder, _, below := strings.Cut(fold(m.name), "/")
	quoted := len(m.text) > 1+len(m.name)
	return m.sigil == '@' && lettered(path.Ext(m.name)) && source.Supported(m.name) || below && c.folders[folder] || quoted && len(c.nearest(m)) > 0
}

// spelled are the mentions of names by their ids, the first of them. Names that cannot be typed are left out.
func spelled(names []*name, most int) []string {
	var out []string
	for _, n := range names[:min(most, len(names))] {
		if text := spell(n.sigil, n.id); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// nearest are the names that differ least from what was typed, by no more than a third of its characters.
func (c *catalog) nearest(m mention) []*name {
	type near struct {
		name     *name
		distance int
	}
	typed := fold(m.name)
	long, most := utf8.RuneCountInString(typed), words.Near(typed)
	var found []near
	for _, n := range c.names {
		best := most + 1
		for _, f := range n.forms {
			if n.sigil == m.sigil && abs(utf8.RuneCountInString(f)-long) <= most {
				best = min(best, words.Distance(typed, f))
			}
		}
		if best <= most {
			found = append(found, near{n, best})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var out []*name
	for _, f := range found {
		out = append(out, f.name)
	}
	return out
}

func abs(n int) int { return max(n, -n) }
