package symbol

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"ibid/index/symbol/decl"
)

// IsDocument tells by its name whether a file that is no source code shows how people import the modules of its
// project.
func IsDocument(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".md", ".rst", ".ipynb":
		return true
	}
	return false
}

// documentLanguage is what decl.File.Language is of a document.
const documentLanguage = "document"

// renaming is an import that binds a module to a word: of Python, and of JavaScript with a star, without one, and by
// require. In a notebook the quotes are escaped.
var renaming = regexp.MustCompile(`\bimport[ \t]+([A-Za-z_][\w.]*)[ \t]+as[ \t]+([A-Za-z_]\w*)` +
	`|\b(?:import|const|let|var)[ \t]+(?:\*[ \t]+as[ \t]+)?([A-Za-z_$][\w$]*)[ \t]+(?:from[ \t]+|=[ \t]*require\([ \t]*)\\?["']([\w@./-]+)`)

// taking is an import of Python that takes names from a module.
var taking = regexp.MustCompile(`\bfrom[ \t]+([A-Za-z_][\w.]*)[ \t]+import[ \t]+([A-Za-z_]\w*(?:[ \t]*,[ \t]*[A-Za-z_]\w*)*)`)

// documented are the imports that a document shows.
func documented(path string, text []byte) decl.File {
	d := decl.File{Language: documentLanguage, Path: path}
	for _, m := range taking.FindAllSubmatch(text, maxImports) {
		for name := range strings.SplitSeq(string(m[2]), ",") {
			name = strings.TrimSpace(name)
			if imp := (decl.Import{Module: string(m[1]), Name: name, As: name}); !slices.Contains(d.Imports, imp) && len(d.Imports) < maxImports {
				d.Imports = append(d.Imports, imp)
			}
		}
	}
	for _, m := range renaming.FindAllSubmatch(text, maxImports) {
		imp := decl.Import{Module: string(m[1]) + string(m[4]), As: string(m[2]) + string(m[3])}
		if imp.Module != imp.As && !slices.Contains(d.Imports, imp) {
			d.Imports = append(d.Imports, imp)
		}
	}
	return d
}

// aliases are the words that the files of projects bind modules to, and what they take from them, made when one is
// first asked for.
type aliases struct {
	once  sync.Once
	of    map[place]map[string]int // by project and word: in how many of its files it is bound to a module
	taken map[place]map[string]int // by project and word: in how many of its files it is that name of a module
}

func (a *aliases) read(r *Registry) {
	a.of, a.taken = map[place]map[string]int{}, map[place]map[string]int{}
	for _, f := range r.files {
		for _, imp := range f.imports("imports") {
			to, module := a.of, imp.Module
			switch {
			case imp.As == "" || strings.HasPrefix(imp.Module, ".") || imp.Name == "*" || imp.Name == "default":
				continue
			case imp.Name == "" && imp.As == firstPart(imp.Module):
				continue
			case imp.Name != "" && len(r.modules[imp.Module+"."+imp.Name]) > 0:
				module += "." + imp.Name
			case imp.Name != "" && (imp.As != imp.Name || len(r.modules[imp.Module]) == 0):
				continue
			case imp.Name != "":
				to = a.taken
			}
			for _, project := range [...]string{"", f.Project} {
				key := place{project, imp.As}
				if to[key] == nil {
					to[key] = map[string]int{}
				}
				to[key][module]++
			}
		}
	}
}

// alias is the module that the documents and the code of the projects in scope bind a word to, the most frequent one;
// "" where they do not.
func (r *Registry) alias(word string) string {
	r.aliases.once.Do(func() { r.aliases.read(r) })
	return most(r.aliases.of[place{r.project, word}], 1)
}

// Taken is the module from which the documents and the code of the projects in scope take a name, in two of their
// files at least; "" where they do not.
func (r *Registry) Taken(name string) string {
	r.aliases.once.Do(func() { r.aliases.read(r) })
	return most(r.aliases.taken[place{r.project, name}], 2)
}

func most(count map[string]int, least int) string {
	if len(count) == 0 {
		return ""
	}
	best := slices.MinFunc(sortedKeys(count), func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	if count[best] < least {
		return ""
	}
	return best
}
