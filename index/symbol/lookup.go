package symbol

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/golang"
	"ibid/index/symbol/language"
)

// Lookup finds a qualified name: json.load, net/http.Server.Shutdown, @scope/name.render. Where it is not found the
// text says why, for a person.
func (r *Registry) Lookup(name string) (Entry, decl.Finding, string) {
	return r.orStandard(name, r.query().lookup(name)).told()
}

// Member finds a member of a module, a class, a type, or of what a value is an instance of: declared there, passed on
// by it, inherited or promoted. The entry is named after e.
func (r *Registry) Member(e Entry, name string) (Entry, decl.Finding, string) {
	if of := r.knowing(e.File); of != r {
		return of.query().member(e, name).told()
	}
	return r.orStandard(e.Origin+"."+name, r.query().member(e, name)).told()
}

// Name finds what a bare name means at the top level of a file that the registry gave out.
func (r *Registry) Name(file *decl.File, name string) (Entry, decl.Finding, string) {
	r = r.knowing(file)
	f := r.fileOf(file)
	if f == nil {
		return Entry{}, decl.Foreign, fmt.Sprintf("%s is not among the sources", file.Path)
	}
	return r.query().name(f, name).told()
}

// answer is what looking a name up gave.
type answer struct {
	entry   Entry
	finding decl.Finding
	format  string // of the reason why it is not found, which is written out only where somebody is told it
	args    []string
}

// told is an answer as the registry gives it.
func (a answer) told() (Entry, decl.Finding, string) {
	if a.finding == decl.Found {
		return a.entry, a.finding, ""
	}
	args := make([]any, len(a.args))
	for i := range args {
		args[i] = a.args[i]
	}
	return a.entry, a.finding, fmt.Sprintf(a.format, args...)
}

func found(e Entry) answer { return answer{entry: e} }

func absent(format string, args ...string) answer {
	return answer{finding: decl.Absent, format: format, args: args}
}

func foreign(format string, args ...string) answer {
	return answer{finding: decl.Foreign, format: format, args: args}
}

func unread(format string, args ...string) answer {
	return answer{finding: decl.Unread, format: format, args: args}
}

// or is the answer of two places that might have the name, the first of which is asked first. What cannot be judged in
// one place cannot be judged at all, unless it is found in the other.
func (a answer) or(b answer) answer {
	switch {
	case a.finding == decl.Found || b.finding == decl.Absent:
		return a
	case b.finding == decl.Found || a.finding == decl.Absent:
		return b
	}
	return a
}

// either is the answer where a name stands for one of two things, for code under a condition gives it both. The first
// is told, unless it is not found.
func (a answer) either(b answer) answer {
	switch {
	case b.finding == decl.Absent:
		return a
	case a.finding == decl.Absent:
		return b
	case a.finding == decl.Found:
		a.entry.others = a.entry.with(b)
		return a
	case b.finding == decl.Found:
		b.entry.others = b.entry.with(a)
		return b
	}
	return a
}

// with are the others of an entry and what another branch gives its name.
func (e Entry) with(b answer) []Entry {
	others := slices.Clip(e.others)
	add := func(o Entry) {
		o.others = nil
		same := func(has Entry) bool { return has.Symbol == o.Symbol && has.Origin == o.Origin }
		if len(others) < maxOthers && !same(e) && !slices.ContainsFunc(others, same) {
			others = append(others, o)
		}
	}
	if b.finding != decl.Found {
		add(Entry{Name: e.Name})
		return others
	}
	add(b.entry)
	for _, o := range b.entry.others {
		add(o)
	}
	return others
}

// maxOthers is how many things are kept that a name may stand for.
const maxOthers = 8

// named is the answer under another name.
func (a answer) named(name string) answer {
	if a.finding == decl.Found {
		a.entry.Name = name
	}
	return a
}

// query follows one name. It remembers what it was asked, so that cycles end.
type query struct {
	*Registry
	modules map[moduleName]answer
	lines   map[*decl.Symbol]*line
	values  map[*decl.Symbol]bool // variables that are being followed
	steps   int

	ancestry int // classes that are being followed to what they inherit from
	stars    int // modules that were asked for a name that others take with all of theirs
}

// moduleName is a name in a module.
type moduleName struct {
	module *module
	name   string
	stars  bool // only what "import *" takes
}

func (r *Registry) query() *query {
	return &query{Registry: r, modules: map[moduleName]answer{}, lines: map[*decl.Symbol]*line{}, values: map[*decl.Symbol]bool{}}
}

// lookup finds the longest module that a qualified name starts with, and in it the rest. Where that fails a shorter
// one may have another thing of the module's name: unittest.main is a class, too.
func (q *query) lookup(name string) answer {
	var judged *answer
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '.') {
		modules := q.named(name[:end])
		var here answer
		for i, m := range modules {
			if a := q.below(m, name[end:]); i == 0 {
				here = a
			} else {
				here = here.or(a)
			}
		}
		if len(modules) > 0 {
			if here.finding == decl.Found {
				return here
			}
			if judged == nil {
				judged = &here
			}
		}
		if strings.LastIndexByte(name[:end], '/') > strings.LastIndexByte(name[:end], '.') {
			break // the dots before are part of an import path
		}
	}
	if judged != nil {
		return *judged
	}
	if owner := q.namespace(name); owner != "" {
		return absent("%s has no %s", owner, name)
	}
	return foreign("%s is not among the sources", firstPart(name))
}

// below finds a name below a module: "" or one that starts with a dot.
func (q *query) below(m *module, rest string) answer {
	a := found(m.entry())
	for rest != "" && a.finding == decl.Found {
		var part string
		part, rest, _ = strings.Cut(rest[1:], ".")
		if rest != "" {
			rest = "." + rest
		}
		a = q.member(a.entry, part)
	}
	return a
}

// namespace is the name of the project that alone may define a module whose qualified name starts like this one, ""
// where there is none: an import path below a module in scope, or whose first part has no dot, as those of Go's
// standard library.
func (q *query) namespace(name string) string {
	first := firstPart(name)
	for _, p := range q.projects {
		if q.project != "" && q.project != p.Name {
			continue
		}
		if p.Go != nil && (q.family == language.None || q.family == language.Go) && !skippedImport(name) {
			if p.Go.Path != "" && (name == p.Go.Path || strings.HasPrefix(name, p.Go.Path+"/") || strings.HasPrefix(name, p.Go.Path+".")) {
				return p.Name
			}
			if p.Go.Path == "" && strings.Contains(name, "/") && q.top(p.Name, language.Go, first) {
				return p.Name
			}
		}
		if p.JavaScript != nil && (q.family == language.None || q.family == language.Script) && p.JavaScript.Name == first && !p.JavaScript.unread(name) {
			return p.Name
		}
	}
	return ""
}

// Leads tells whether modules of the registry stand below a path that is none itself.
func (r *Registry) Leads(dir string) bool {
	return slices.ContainsFunc(r.ordered, func(m *module) bool { return strings.HasPrefix(m.name, dir+"/") })
}

// skippedImport tells whether an import path leads into a folder of a Go module that is not read.
func skippedImport(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "vendor" || part == "testdata" || strings.HasPrefix(part, "_") {
			return true
		}
	}
	return false
}

// top tells whether a module of a project starts with this part.
func (r *Registry) top(project string, fam language.Family, first string) bool {
	if !r.roots[first] {
		return false
	}
	for _, m := range r.ordered {
		if m.project == project && m.family == fam && firstPart(m.name) == first {
			return true
		}
	}
	return false
}

// member finds a member of an entry.
func (q *query) member(e Entry, name string) answer {
	if e.File == nil || name == "" {
		return foreign("%s is not among the sources", e.Name)
	}
	f := q.fileOf(e.File)
	if f == nil {
		return foreign("%s is not among the sources", e.File.Path)
	}
	var a answer
	switch e.Kind() {
	case decl.Module:
		a = q.inModule(f.module, name)
	case decl.Class, decl.Interface, decl.Type:
		a = q.inClass(e, name)
	case decl.Function, decl.Method:
		a = q.ofFunction(e, name)
	default:
		if e.Outer == nil && e.Symbol.Name == "default" && e.Symbol.Value == "" && len(e.Symbol.Members) == 0 && f.family == language.Script { // module.exports = { … }
			a = q.inModule(f.module, name)
			break
		}
		if a = q.class(e); a.finding == decl.Found {
			a = q.inClass(a.entry, name)
		}
	}
	if a.finding == decl.Absent && f.module.partial {
		a = unread("%s could not be read whole", f.module.name)
	}
	for _, other := range e.others {
		a = a.either(q.member(other, name))
	}
	return a.named(e.Name + "." + name)
}

// ofFunction finds an attribute of a function itself.
func (q *query) ofFunction(e Entry, name string) answer {
	switch {
	case e.family() == language.Go:
		return absent("%s is a function, which has no %s", e.Name, name)
	case IsDunder(name):
		return found(implied(e, name))
	case e.family() == language.Script:
		if a := q.own(e, name); a.finding == decl.Found { // of a namespace that has its name
			return a
		}
	}
	if strings.Contains(path.Base(e.File.Path), ".d.") { // which declares what is added, too
		return absent("%s has no %s", e.Name, name)
	}
	return unread("%s is a function, to which code may add names", e.Name)
}

// implied is an entry for what the language gives every module, class or function.
func implied(of Entry, name string) Entry {
	return Entry{
		Name: of.Name + "." + name, Origin: of.Origin + "." + name, Project: of.Project, File: of.File,
		Symbol: &decl.Symbol{Name: name, Kind: decl.Attribute}, Outer: of.Symbol,
	}
}

// IsDunder tells whether a name is one of those that Python gives a meaning to.
func IsDunder(name string) bool {
	return len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// name finds what a bare name means at the top level of a file.
func (q *query) name(f *sourceFile, name string) answer {
	m := f.load().module
	if m == nil {
		return foreign("%s belongs to no module", f.Path)
	}
	if f.family == language.Go {
		return q.goName(f, name)
	}
	if f.family != language.Script {
		return q.inModule(m, name)
	}
	if s := chosen(f.top[name]); s != nil {
		return q.unaliased(Entry{Name: m.name + "." + name, Origin: m.name + "." + name, Project: m.project, File: f.decl, Symbol: s}, nil)
	}
	a := absent("%s has no %s", m.name, name)
	for _, i := range f.bound[name] {
		a = a.or(q.imported(f, f.decl.Imports[i]))
	}
	if f.decl.Open != "" {
		a = a.or(unread("%s may have more names than its text tells: it %s", m.name, f.decl.Open))
	}
	return a
}

// maxGoImports is how many imports of a Go file are looked through for a name, which may be any package's.
const maxGoImports = 500

// goName finds a name in the scope of a Go package, then among the imports of the file.
func (q *query) goName(f *sourceFile, name string) answer {
	a := q.declared(f.module, name)
	for n, imp := range f.decl.Imports {
		if n == maxGoImports {
			return a.or(unread("%s imports more than is looked through", f.Path))
		}
		if a.finding == decl.Found {
			return a
		}
		if imp.As == "" {
			continue
		}
		targets := q.targets(f, imp.Module)
		if imp.As == "." {
			if len(targets) == 0 {
				a = a.or(foreign("%s takes all names of %s, which is not among the sources", f.Module, imp.Module))
			}
			for _, m := range targets {
				a = a.or(q.declared(m, name))
			}
			continue
		}
		bound := imp.As
		if len(targets) > 0 && bound == golang.ImportName(imp.Module) {
			bound = targets[0].word()
		}
		switch {
		case bound != name:
		case len(targets) == 0:
			a = a.or(foreign("%s is not among the sources", imp.Module))
		default:
			a = found(targets[0].entry())
		}
	}
	return a
}
