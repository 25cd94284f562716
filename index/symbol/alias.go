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

// documented are the imports that a document shows.
func documented(path string, text []byte) decl.File {
	d := decl.File{Language: documentLanguage, Path: path}
	for _, m := range renaming.FindAllSubmatch(text, maxImports) {
		imp := decl.Import{Module: string(m[1]) + string(m[4]), As: string(m[2]) + string(m[3])}
		if imp.Module != imp.As && !slices.Contains(d.Imports, imp) {
			d.Imports = append(d.Imports, imp)
		}
	}
	return d
}

// aliases are the words that the files of projects bind modules to, made when one is first asked for.
type aliases struct {
	once sync.Once
	of   map[place]map[string]int // by project and word: in how many of its files it is bound to a module
}

func (a *aliases) read(r *Registry) {
	a.of = map[place]map[string]int{}
	for _, f := range r.files {
		for _, imp := range f.imports("imports") {
			module := imp.Module
			switch {
			case imp.As == "" || strings.HasPrefix(imp.Module, "."), imp.Name == "" && imp.As == firstPart(imp.Module):
				continue
			case imp.Name != "" && len(r.modules[imp.Module+"."+imp.Name]) > 0:
				module += "." + imp.Name
			case imp.Name != "":
				continue
			}
			for _, project := range [...]string{"", f.Project} {
				key := place{project, imp.As}
				if a.of[key] == nil {
					a.of[key] = map[string]int{}
				}
				a.of[key][module]++
			}
		}
	}
}

// alias is the module that the documents and the code of the projects in scope bind a word to, the most frequent one;
// "" where they do not.
func (r *Registry) alias(word string) string {
	r.aliases.once.Do(func() { r.aliases.read(r) })
	count := r.aliases.of[place{r.project, word}]
	if len(count) == 0 {
		return ""
	}
	return slices.MinFunc(sortedKeys(count), func(a, b string) int { return cmp.Compare(count[b], count[a]) })
}
