package symbol

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// Registry knows what the sources of some projects declare. It is safe for concurrent use.
type Registry struct {
	*store
	project string          // alone in scope, "" for all
	family  language.Family // alone in scope, "" for all

	standard bool // the table of Python's standard library answers where no source does
}

// store is what all views of a registry share.
type store struct {
	projects []Project
	files    []*sourceFile        // by project in the order of projects, then by path
	modules  map[string][]*module // by qualified name, in the order of projects and families
	ordered  []*module            // in the order of projects, then by name, then by family
	paths    map[place]*sourceFile
	roots    map[string]bool // what a qualified name may start with, up to its first "." or "/"
	loaded   sync.Map        // *decl.File → *file

	ancestries sync.Map // ancestry → *line

	heads   sync.Map // view → []*module, see tops
	takings sync.Map // pool → map[string]bool: what the files of a package import from its own modules, by qualified name
	aliases aliases
}

// view is what of a store is in scope.
type view struct {
	project string
	family  language.Family
}

// place is where a file stands.
type place struct{ project, path string }

// module is all files that share a qualified name in one project.
type module struct {
	store   *store
	name    string
	project string
	family  language.Family
	files   []*sourceFile // what is asked first stands first
	below   []string      // last parts of the modules one level below, of Python, in order

	once    sync.Once
	names   map[string][]*sourceFile // that declare a top-level name, or one with an owner
	partial bool                     // some file may declare more than was read
}

// assemble makes a registry of files, in any order.
func assemble(projects []Project, files []*sourceFile) *Registry {
	s := &store{projects: projects, files: files, modules: map[string][]*module{}, paths: make(map[place]*sourceFile, len(files)), roots: map[string]bool{}}
	rank := make(map[string]int, len(projects))
	for i, p := range projects {
		rank[p.Name] = i
	}
	slices.SortFunc(s.files, func(a, b *sourceFile) int {
		return cmp.Or(cmp.Compare(rank[a.Project], rank[b.Project]), cmp.Compare(a.Path, b.Path))
	})
	for _, f := range s.files {
		f.family = language.FamilyNamed(f.Language)
		s.paths[place{f.Project, f.Path}] = f
		if f.Module != "" {
			s.join(f)
		}
	}
	for _, m := range slices.Clone(s.ordered) {
		if m.family == language.Python {
			s.above(m)
		}
	}
	slices.SortFunc(s.ordered, func(a, b *module) int {
		return cmp.Or(cmp.Compare(rank[a.project], rank[b.project]), cmp.Compare(a.name, b.name), cmp.Compare(a.family, b.family))
	})
	clear(s.modules)
	for _, m := range s.ordered {
		s.modules[m.name] = append(s.modules[m.name], m)
		s.roots[firstPart(m.name)] = true
		m.arrange()
		slices.Sort(m.below)
		m.below = slices.Compact(m.below)
	}
	return &Registry{store: s}
}

// join puts a file into its module, which may be new.
func (s *store) join(f *sourceFile) {
	m := s.module(f.Project, f.family, f.Module)
	f.module = m
	m.files = append(m.files, f)
}

// module is the module of a name in a project, which may be new.
func (s *store) module(project string, fam language.Family, name string) *module {
	for _, m := range s.modules[name] {
		if m.project == project && m.family == fam {
			return m
		}
	}
	m := &module{store: s, name: name, project: project, family: fam}
	s.modules[name] = append(s.modules[name], m)
	s.ordered = append(s.ordered, m)
	return m
}

// above makes the packages that a Python module is in. One without a file of its own is a namespace package.
func (s *store) above(m *module) {
	for m.name != "" {
		dot := strings.LastIndexByte(m.name, '.')
		if dot < 0 {
			return
		}
		outer := s.module(m.project, m.family, m.name[:dot])
		outer.below = append(outer.below, m.name[dot+1:])
		if len(outer.files) > 0 {
			return
		}
		folder := path.Dir(m.files[0].Path)
		if strings.HasPrefix(path.Base(m.files[0].Path), "__init__.") {
			folder = path.Dir(folder)
		}
		f := &sourceFile{
			head:   head{Module: outer.name, Project: m.project, Path: folder, Language: string(language.Python)},
			family: language.Python, module: outer, scanned: &decl.File{Language: string(language.Python), Path: folder, Module: outer.name},
		}
		outer.files = append(outer.files, f)
		m = outer
	}
}

// arrange puts what is asked first in front. It drops a Python module that a package of the same name hides,
// JavaScript that TypeScript of the same name declares, and what stands in the folder of a Go package without
// belonging to it: programs that make its sources, and the like.
func (m *module) arrange() {
	slices.SortStableFunc(m.files, func(a, b *sourceFile) int { return cmp.Compare(precedence(a), precedence(b)) })
	if m.family == language.Python && precedence(m.files[0]) == packageSource {
		m.files = slices.DeleteFunc(m.files, func(f *sourceFile) bool { return precedence(f) == plainSource })
	}
	if m.family == language.Script && precedence(m.files[0]) != builtScript {
		m.files = slices.DeleteFunc(m.files, func(f *sourceFile) bool { return precedence(f) == builtScript })
	}
	if m.family != language.Go {
		return
	}
	count := map[string]int{}
	for _, f := range m.files {
		if f.Package != "main" {
			count[f.Package]++
		}
	}
	if len(count) == 0 {
		return
	}
	most := slices.MinFunc(sortedKeys(count), func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	m.files = slices.DeleteFunc(m.files, func(f *sourceFile) bool { return f.Package != most })
}

// The places of a file among those of its module.
const (
	packageSource = iota
	packageStub
	plainSource
	stub
	builtScript // JavaScript, of which TypeScript beside it says more
	otherPlatform
)

// precedence orders the files of one module: a package before a module of the same name, sources before stubs.
func precedence(f *sourceFile) int {
	base := path.Base(f.Path)
	switch {
	case f.family == language.Go && forOtherPlatforms(base):
		return otherPlatform
	case base == "__init__.py":
		return packageSource
	case base == "__init__.pyi":
		return packageStub
	case strings.HasSuffix(base, ".pyi"), strings.HasSuffix(base, ".d.ts"), strings.HasSuffix(base, ".d.mts"), strings.HasSuffix(base, ".d.cts"):
		return stub
	case f.Language == "javascript":
		return builtScript
	}
	return plainSource
}

// firstPart is a qualified name up to its first dot or slash; a JavaScript scope (@scope/name) is one part.
func firstPart(name string) string {
	if strings.HasPrefix(name, "@") {
		if slash := strings.IndexByte(name, '/'); slash > 0 {
			if end := strings.IndexAny(name[slash+1:], "./"); end >= 0 {
				return name[:slash+1+end]
			}
			return name
		}
	}
	if end := strings.IndexAny(name, "./"); end >= 0 {
		return name[:end]
	}
	return name
}

// Projects are the projects of the registry, in the order in which names are looked up.
func (r *Registry) Projects() []Project { return r.projects }

// In is the registry restricted to names of one project, "" for all.
func (r *Registry) In(project string) *Registry {
	return &Registry{store: r.store, project: project, family: r.family, standard: r.standard}
}

// Speaking is the registry restricted to names that a snippet of a family of languages can mean, language.None for
// all: "json" is a module of Python, never a package of Go.
func (r *Registry) Speaking(family language.Family) *Registry {
	return &Registry{store: r.store, project: r.project, family: family, standard: r.standard}
}

// sees tells whether a module is in scope.
func (r *Registry) sees(m *module) bool {
	return (r.project == "" || m.project == r.project) && (r.family == language.None || m.family == r.family)
}

// named are the modules of a qualified name that are in scope.
func (r *Registry) named(name string) []*module {
	all := r.modules[name]
	for i, m := range all {
		if !r.sees(m) {
			some := slices.Clone(all[:i])
			for _, m := range all[i+1:] {
				if r.sees(m) {
					some = append(some, m)
				}
			}
			return some
		}
	}
	return all
}

// Package lists the modules that a bare word may mean where nothing is imported: Go packages of that name, shortest
// import path first, top-level modules of other languages, and where there are none what the projects import under
// that word.
func (r *Registry) Package(word string) []string {
	var found []string
	for _, m := range r.ordered {
		if r.sees(m) && m.word() == word && !slices.Contains(found, m.name) {
			found = append(found, m.name)
		}
	}
	if module := r.alias(word); len(found) == 0 && len(r.named(module)) > 0 {
		return []string{module}
	}
	slices.SortStableFunc(found, func(a, b string) int {
		return cmp.Or(cmp.Compare(unusual(a), unusual(b)), cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	return found
}

// unusual is 1 for what nobody outside its project imports, or for a command.
func unusual(name string) int {
	for part := range strings.SplitSeq(name, "/") {
		if part == "internal" || part == "cmd" {
			return 1
		}
	}
	return 0
}

// word is how code speaks of a module: by the name of its package in Go, by its own elsewhere.
func (m *module) word() string {
	if m.family == language.Go && m.files[0].Package != "" {
		return m.files[0].Package
	}
	return m.name
}

// declaring are the files of a module that declare a name: "Server" or, for what has an owner, "Server.Shutdown".
func (m *module) declaring(name string) []*sourceFile {
	m.once.Do(func() {
		m.names = map[string][]*sourceFile{}
		for _, f := range m.files {
			m.partial = m.partial || f.partial()
			for n := range strings.FieldsSeq(f.Names) {
				if m.family != language.Go && strings.Contains(n, ".") {
					continue
				}
				if list := m.names[n]; len(list) == 0 || list[len(list)-1] != f {
					m.names[n] = append(list, f)
				}
			}
		}
	})
	return m.names[name]
}

// entry is the module as an entry.
func (m *module) entry() Entry {
	return Entry{Name: m.name, Origin: m.name, Project: m.project, File: m.files[0].load().decl}
}

// fileOf is the file whose declarations the registry gave out, nil for any other.
func (r *Registry) fileOf(d *decl.File) *sourceFile {
	if f, ok := r.loaded.Load(d); ok {
		return f.(*sourceFile)
	}
	return nil
}
