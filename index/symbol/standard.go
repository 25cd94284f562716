package symbol

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"sync"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// StandardLibrary is the project of what the table of Python's standard library declares.
const StandardLibrary = "Python's standard library"

// standardTable are the records of Python's standard library, compressed: which names its modules have, what they are, and the parameters
// of what can be called, of all versions of Python together, each with those that have it (decl.Versions). They are facts taken from typeshed, whose text is not kept; TestStandardTable makes
// them, and compares them with an interpreter. No version of the registry is in it: members that are new are empty.
//
//go:embed standard.jsonl.gz
var standardTable []byte

// standard is the table as a registry of its own. It is read when a name is first asked for that no source tells.
var standard = sync.OnceValue(func() *Registry {
	var files []*file
	if z, err := gzip.NewReader(bytes.NewReader(standardTable)); err == nil {
		if text, err := io.ReadAll(z); err == nil {
			files, _ = filesIn(text)
		}
	}
	return assemble([]Project{{Name: StandardLibrary}}, files)
})

// WithStandard is the registry with what Python's standard library declares, for names of Python of which it has no source. They are not
// listed or searched.
func (r *Registry) WithStandard() *Registry {
	w := *r
	w.standard = true
	return &w
}

// knowing is the registry that gave a file out: this one, or the table.
func (r *Registry) knowing(d *decl.File) *Registry {
	if r.standard && d != nil && r.fileOf(d) == nil && standard().fileOf(d) != nil {
		return standard()
	}
	return r
}

// orStandard is an answer on a name, or that of the table where no source in scope tells: it is of a module that is not there, or is made
// in C by one of the standard library itself.
func (r *Registry) orStandard(name string, a answer) answer {
	if !r.standard || r.family != language.Python || a.finding == decl.Found || a.finding == decl.Absent {
		return a
	}
	first := firstPart(name)
	if here := r.modules[first]; len(here) > 0 && (here[0].project == "" || !r.top(here[0].project, language.Python, "os") || !r.top(here[0].project, language.Python, "abc")) {
		return a // another library has a module of the name
	}
	b := standard().query().lookup(name)
	if b.finding == decl.Foreign {
		return a
	}
	return r.inVersion(b)
}

// inVersion is an answer of the table for the versions of Python that the projects in scope are for: a name that none of them has is absent.
func (r *Registry) inVersion(a answer) answer {
	if a.finding != decl.Found || a.entry.File == nil {
		return a
	}
	all := []decl.Versions{a.entry.File.Versions}
	for _, s := range [...]*decl.Symbol{a.entry.Outer, a.entry.Symbol} {
		if s != nil {
			all = append(all, s.Versions)
		}
	}
	for _, v := range all {
		if why := r.Lacks(v); why != "" {
			return absent("%s "+why, a.entry.Name)
		}
	}
	return a
}

// Lacks tells why no version of Python that the projects in scope are for has what only some have, "" where one does.
func (r *Registry) Lacks(v decl.Versions) string {
	from, to := r.pythons()
	switch {
	case to > 0 && v.Since > to:
		return fmt.Sprintf("is new in Python 3.%d, and this is for 3.%d", v.Since, to)
	case v.Until > 0 && v.Until < from:
		return fmt.Sprintf("is gone since Python 3.%d, and this is for 3.%d", v.Until+1, from)
	}
	return ""
}

// pythons are the first and the last version of Python 3 that some project in scope says it is for, 0 for no end.
func (r *Registry) pythons() (from, to int) {
	first := true
	for _, p := range r.projects {
		switch {
		case p.Python == nil || r.project != "" && r.project != p.Name:
			continue
		case first:
			from, to = p.Python.From, p.Python.To
		default:
			from = min(from, p.Python.From)
			if to = max(to, p.Python.To); p.Python.To == 0 {
				to = 0
			}
		}
		if first = false; to == 0 && from == 0 {
			break
		}
	}
	return from, to
}
