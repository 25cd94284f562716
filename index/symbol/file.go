package symbol

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"unicode"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// head is what the registry keeps of a file without reading its declarations.
type head struct {
	Module   string `json:"module"`            // "" for a file that declares nothing that can be imported
	Package  string `json:"package,omitempty"` // what a Go file's package clause says
	Project  string `json:"project"`
	Path     string `json:"path"`
	Language string `json:"language"`
	Digest   string `json:"digest"`
	Names    string `json:"names"` // of what it declares, below the module, with a space between: "Path Path.read_text"
}

// sourceFile is one source file of the registry. Its declarations are decoded when they are first needed.
type sourceFile struct {
	head
	family language.Family
	module *module

	record  []byte     // the line of symbols.json, nil where the file was scanned by this process
	scanned *decl.File // what the file says itself

	once  sync.Once
	decl  *decl.File                // what is given out
	top   map[string][]*decl.Symbol // at the top level, by name
	owned map[string][]*decl.Symbol // with an Owner, by "Owner.Name"
	bound map[string][]int          // imports, by the name that they bind
	stars []int                     // imports that take everything

	exported map[string]bool           // what it says that it exports
	members  map[*decl.Symbol]memberOf // of classes with many
}

// memberOf are the members of a class by name.
type memberOf map[string][]*decl.Symbol

// manyMembers is how many members a class has that are looked up by name.
const manyMembers = 32

// damaged is said of a file whose declarations cannot be decoded.
const damaged = "cannot be read from symbols.json"

// load decodes the declarations and makes them accessible by name.
func (f *sourceFile) load() *sourceFile {
	f.once.Do(func() {
		if f.scanned == nil {
			f.scanned = &decl.File{}
			if err := json.Unmarshal(f.record, f.scanned); err != nil {
				f.scanned = &decl.File{Language: f.Language, Path: f.Path, Module: f.Module, Package: f.Package, Open: damaged}
			}
		}
		f.decl = f.scanned
		f.top = make(map[string][]*decl.Symbol, len(f.decl.Symbols))
		for i := range f.decl.Symbols {
			s := &f.decl.Symbols[i]
			if s.Owner == "" {
				f.top[s.Name] = append(f.top[s.Name], s)
				continue
			}
			if f.owned == nil {
				f.owned = map[string][]*decl.Symbol{}
			}
			f.owned[s.Owner+"."+s.Name] = append(f.owned[s.Owner+"."+s.Name], s)
		}
		f.bound = make(map[string][]int, len(f.decl.Imports))
		for i, imp := range f.decl.Imports {
			switch {
			case imp.Name == "*" && (imp.As == "" || imp.As == "*" || imp.As == "."):
				f.stars = append(f.stars, i)
			case imp.As != "":
				f.bound[imp.As] = append(f.bound[imp.As], i)
			}
		}
		f.exported = exported(f.decl)
		f.members = map[*decl.Symbol]memberOf{}
		f.indexMembers(f.decl.Symbols)
		if f.module != nil {
			f.module.store.loaded.Store(f.decl, f)
		}
	})
	return f
}

// indexMembers makes the members of large classes accessible by name.
func (f *sourceFile) indexMembers(symbols []decl.Symbol) {
	for i := range symbols {
		s := &symbols[i]
		if len(s.Members) > manyMembers {
			named := memberOf{}
			for k := range s.Members {
				named[s.Members[k].Name] = append(named[s.Members[k].Name], &s.Members[k])
			}
			f.members[s] = named
		}
		f.indexMembers(s.Members)
		f.indexMembers(s.Also)
	}
}

// membersNamed are the members of a class of the file with one name, in the order of the source.
func (f *sourceFile) membersNamed(class *decl.Symbol, name string) []*decl.Symbol {
	if f != nil {
		if named, ok := f.members[class]; ok {
			return named[name]
		}
	}
	var same []*decl.Symbol
	for i := range class.Members {
		if s := &class.Members[i]; s.Name == name {
			same = append(same, s)
		}
	}
	return same
}

// partial tells whether a file was not read whole.
func (f *sourceFile) partial() bool {
	if f.record != nil {
		return bytes.Contains(f.record, []byte(`"best_effort":true`)) // in a text its quotes would be escaped
	}
	return f.scanned.BestEffort
}

// exported are the names that a file says it exports.
func exported(d *decl.File) map[string]bool {
	names := make(map[string]bool, len(d.Exports))
	for _, name := range d.Exports {
		names[name] = true
	}
	return names
}

// keeps tells whether a JavaScript module that exports some names keeps one to itself. A script that says nothing of
// exports keeps none, and other languages have no such thing.
func keeps(d *decl.File, exported map[string]bool, name string) bool {
	return language.FamilyNamed(d.Language) == language.Script && len(d.Exports)+len(d.ExportsOf) > 0 && !exported[name]
}

// whole is the class or function that a module of JavaScript keeps to itself but for its being the default, where a
// symbol is that.
func whole(d *decl.File, exported map[string]bool, s *decl.Symbol) *decl.Symbol {
	if s.Name != "default" || s.Value == "" || !keeps(d, exported, s.Value) {
		return s
	}
	for i := range d.Symbols {
		if t := &d.Symbols[i]; t.Name == s.Value && (t.Kind.IsType() || t.Kind == decl.Function) {
			return t
		}
	}
	return s
}

// namesOf lists what a file declares, below its module, as head.Names does. A name with a space in it is left out: it
// can be read, and not be searched.
func namesOf(d *decl.File) string {
	var b strings.Builder
	exported := exported(d)
	var add func(prefix string, symbols []decl.Symbol)
	add = func(prefix string, symbols []decl.Symbol) {
		for i := range symbols {
			s := &symbols[i]
			name := prefix + s.Name
			if s.Owner != "" {
				name = s.Owner + "." + name
			}
			if s.Name == "" || strings.ContainsFunc(name, unicode.IsSpace) || prefix == "" && keeps(d, exported, s.Name) {
				continue
			}
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(name)
			if prefix == "" {
				s = whole(d, exported, s)
			}
			add(name+".", s.Members)
		}
	}
	add("", d.Symbols)
	return b.String()
}

// errNoRecord is what a line that is no record gives.
var errNoRecord = errors.New("no record of a file")

// readHead reads the head of a record, whose last member is "names". What stands behind it is not looked at.
func readHead(line []byte) (h head, err error) {
	const last = `,"names":"` // in a text its quotes would be escaped
	end := bytes.Index(line, []byte(last))
	if end < 0 {
		return h, errNoRecord
	}
	for end += len(last); end < len(line)-1 && line[end] != '"'; end++ {
		if line[end] == '\\' {
			end++
		}
	}
	if err := json.Unmarshal(append(bytes.Clone(line[:min(end+1, len(line))]), '}'), &h); err != nil {
		return h, err
	}
	if h.Module == "" && h.Language != documentLanguage || h.Path == "" || h.Project == "" || h.Language == "" {
		return h, errNoRecord
	}
	return h, nil
}
