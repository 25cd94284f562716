package symbol

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"sync"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// StandardLibrary is the project of what the table of Python's standard library declares.
const StandardLibrary = "Python's standard library"

// standardTable are the records of Python's standard library, compressed: which names its modules have, what they
// are, and the parameters of what can be called, of all versions of Python 3 together. They are facts taken from
// typeshed, whose text is not kept; TestStandardTable makes them, and compares them with an interpreter. No version
// of the registry is in it: members that are new are empty.
//
//go:embed standard.jsonl.gz
var standardTable []byte

// standard is the table as a registry of its own. It is read when a name is first asked for that no source tells.
var standard = sync.OnceValue(func() *Registry {
	var files []*sourceFile
	if z, err := gzip.NewReader(bytes.NewReader(standardTable)); err == nil {
		if text, err := io.ReadAll(z); err == nil {
			files, _ = filesIn(text)
		}
	}
	return assemble([]Project{{Name: StandardLibrary}}, files)
})

// WithStandard is the registry with what Python's standard library declares, for names of Python of which it has no
// source. They are not listed or searched.
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

// orStandard is an answer on a name, or that of the table where no source in scope tells: it is of a module that is
// not there, or is made in C by one of the standard library itself.
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
	return b
}
