package symbol

import (
	"cmp"
	"context"
	"slices"

	"ibid/index/file"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// unreadable is said of a file whose content could not be had.
const unreadable = "could not be read"

// readAhead is how many files are read, per core, before their turn.
const readAhead = 8

// Build reads the declarations of sources, several at once. What old holds of a file with the same digest is taken
// over; old may be nil. The result depends on projects and sources alone, not on old or on the order of the sources.
// progress, which may be nil, is told how many files are done; it is called by one goroutine at a time.
func Build(ctx context.Context, projects []Project, sources []Source, old *Registry, progress func(done, total int)) (*Registry, error) {
	b := builder{projects: make(map[string]*Project, len(projects)), old: old}
	for i := range projects {
		b.projects[projects[i].Name] = &projects[i]
	}
	var kept []*sourceFile
	done := 0
	for f, err := range file.InOrder(len(sources), readAhead, func(i int) (*sourceFile, error) { return b.file(sources[i]), ctx.Err() }) {
		if err != nil {
			return nil, err
		}
		if f != nil {
			kept = append(kept, f)
		}
		if done++; progress != nil {
			progress(done, len(sources))
		}
	}
	return assemble(projects, kept), nil
}

// builder makes the files of a registry.
type builder struct {
	projects map[string]*Project
	old      *Registry
}

// file reads a source, or takes over what is known of it; nil where it declares nothing that can be named. A document
// is read for its imports alone.
func (b *builder) file(s Source) *sourceFile {
	p := b.projects[s.Project]
	if p == nil {
		return nil
	}
	module := p.Module(s.Path)
	if module == "" && !IsDocument(s.Path) {
		return nil
	}
	if b.old != nil {
		if f := b.old.paths[place{s.Project, s.Path}]; f != nil && f.Digest == s.Digest && f.Digest != "" {
			return f.as(module)
		}
	}
	l := language.OfFile(s.Path)
	src, err := s.Read()
	if l == nil {
		return newFile(s.Project, s.Digest, documented(s.Path, src))
	}
	if err != nil {
		return newFile(s.Project, "", decl.File{Language: string(l.Family), Path: s.Path, Module: module, Open: unreadable})
	}
	d := l.Scan(src)
	d.Path, d.Module = s.Path, module
	bound(&d)
	return newFile(s.Project, s.Digest, d)
}

// The limits of one file. No source that people write comes near them.
const (
	maxSymbols = 20_000 // declarations that are kept, members among them
	maxNesting = 32     // of declarations inside each other
	maxImports = 20_000
	maxHeads   = 200 // bases or decorators of one declaration
	maxName    = 500 // bytes of a name with what it is declared in
)

// beyond is said of a file or a class that has more than the limits allow.
const beyond = "declares more than is kept"

// bound leaves out what is beyond the limits. Nothing is called absent from what is cut: it is open.
func bound(d *decl.File) {
	left, cut := maxSymbols, false
	open := func(why *string) {
		cut, *why = true, cmp.Or(*why, beyond)
	}
	var keep func(all []decl.Symbol, depth, room int, why *string) []decl.Symbol
	keep = func(all []decl.Symbol, depth, room int, why *string) []decl.Symbol {
		kept := all[:0]
		for i := range all {
			s := &all[i]
			inside := room - len(s.Owner) - len(s.Name) - len(".")
			if left == 0 || depth == maxNesting || inside < 0 {
				open(why)
				continue
			}
			left--
			if len(s.Bases) > maxHeads || len(s.Decorators) > maxHeads {
				s.Bases, s.Decorators = s.Bases[:min(len(s.Bases), maxHeads)], s.Decorators[:min(len(s.Decorators), maxHeads)]
				open(&s.Open)
			}
			s.Members = keep(s.Members, depth+1, inside, &s.Open)
			s.Also = keep(s.Also, depth+1, room, &s.Open)
			kept = append(kept, *s)
		}
		return slices.Clone(kept) // without the room to grow that a scanner leaves
	}
	d.Symbols = keep(d.Symbols, 0, maxName, &d.Open)
	if len(d.Imports) > maxImports {
		d.Imports = d.Imports[:maxImports]
		open(&d.Open)
	}
	if len(d.Inner) > maxImports {
		d.Inner = d.Inner[:maxImports]
		open(&d.Open)
	}
	d.BestEffort = d.BestEffort || cut
}

// newFile is a file that was scanned.
func newFile(project, digest string, d decl.File) *sourceFile {
	return &sourceFile{
		head: head{
			Module: d.Module, Package: d.Package, Project: project, Path: d.Path, Language: d.Language, Digest: digest, Names: namesOf(&d),
		},
		scanned: &d,
	}
}

// as is the file under a module name that may differ: a project may be named otherwise than it was.
func (f *sourceFile) as(module string) *sourceFile {
	if f.record != nil && f.Module == module {
		return &sourceFile{head: f.head, record: f.record}
	}
	d := *f.load().scanned
	d.Module = module
	return newFile(f.Project, f.Digest, d)
}
