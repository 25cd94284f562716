package symbol

import (
	"path"
	"slices"
	"strings"

	"ibid/index/symbol/decl"
)

// stub is the file that declares the types of what a Python source declares, nil where there is none.
func (f *file) stub() *file {
	if f.family != pythonFamily || f.module == nil || path.Ext(f.Path) != ".py" {
		return nil
	}
	for _, other := range f.module.files {
		if other.Path == f.Path+"i" {
			return other
		}
	}
	return nil
}

// withTypes is what a file declares with the types, and the members of classes, that its stub has and it has not.
func withTypes(d, stub *decl.File) *decl.File {
	typed := *d
	typed.Symbols = addTypes(d.Symbols, stub.Symbols)
	return &typed
}

// addTypes is withTypes for symbols, which it leaves as they are.
func addTypes(symbols, stubs []decl.Symbol) []decl.Symbol {
	byName := make(map[string]*decl.Symbol, len(stubs))
	for i := range stubs {
		byName[stubs[i].Name] = &stubs[i]
	}
	typed := slices.Clone(symbols)
	for i := range typed {
		s, stub := &typed[i], byName[typed[i].Name]
		if stub == nil {
			continue
		}
		if s.Type == "" {
			s.Type = stub.Type
		}
		if len(s.Returns) == 0 {
			s.Returns = stub.Returns
		}
		s.Parameters = slices.Clone(s.Parameters)
		for j := range s.Parameters {
			p := &s.Parameters[j]
			at := slices.IndexFunc(stub.Parameters, func(o decl.Parameter) bool { return strings.TrimLeft(o.Name, "_") == strings.TrimLeft(p.Name, "_") })
			if p.Type == "" && at >= 0 {
				p.Type = stub.Parameters[at].Type
			}
		}
		s.Members = addTypes(s.Members, stub.Members)
		for _, m := range stub.Members {
			if !slices.ContainsFunc(s.Members, func(o decl.Symbol) bool { return o.Name == m.Name }) {
				m.Start, m.End, m.Doc, m.DocStart = s.Start, s.Start, "", 0 // its lines are those of the stub
				s.Members = append(s.Members, m)
			}
		}
	}
	return typed
}
