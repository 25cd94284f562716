package symbol

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"
	"sync"

	"ibid/index/symbol/decl"
)

// takings are what the files of a package import from its own modules, by qualified name.
type takings struct {
	sync.Mutex
	made map[pool]map[string]bool
}

// taken tells whether a Python package itself takes a name from one of its modules: then it is there, though no source declares
// it. Modules that are compiled, or written by a build, are such names.
func (q *query) taken(m *module, name string) bool {
	key := pool{m.project, firstPart(m.name)}
	q.takings.Lock()
	defer q.takings.Unlock()
	names, ok := q.takings.made[key]
	if !ok {
		names = map[string]bool{}
		for _, f := range q.files {
			if f.Project == key.project && f.family == pythonFamily && firstPart(f.Module) == key.module {
				f.takes(names)
			}
		}
		if q.takings.made == nil {
			q.takings.made = map[pool]map[string]bool{}
		}
		q.takings.made[key] = names
	}
	return names[m.name+"."+name]
}

// takes notes what a file imports.
func (f *file) takes(names map[string]bool) {
	for _, imp := range append(f.imports("imports"), f.imports("inner")...) {
		module := imp.Module
		if strings.HasPrefix(module, ".") {
			module = relativeModule(f, module)
		}
		if module == f.Module && !strings.HasPrefix(path.Base(f.Path), "__init__.") {
			continue // only a package has names that it does not declare
		}
		if imp.Name != "" && imp.Name != "*" {
			names[module+"."+imp.Name] = true
		}
		for module != "" && !names[module] {
			names[module] = true
			module = module[:max(strings.LastIndexByte(module, '.'), 0)]
		}
	}
}

// imports are the imports of a file, or those of its functions, which are read without the rest of what it declares.
func (f *file) imports(which string) []decl.Import {
	switch {
	case f.record == nil && which == "inner":
		return f.scanned.Inner
	case f.record == nil:
		return f.scanned.Imports
	}
	_, list, ok := bytes.Cut(f.record, []byte(`,"`+which+`":[`)) // in a text its quotes would be escaped
	if !ok {
		return nil
	}
	var imports []decl.Import
	if json.NewDecoder(bytes.NewReader(append([]byte("["), list...))).Decode(&imports) != nil {
		return nil
	}
	return imports
}
