package recipe

import (
	"go/token"
	"path"
	"slices"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/decl"
)

// rootsOf are the roots of the projects of a registry, by their names.
func rootsOf(r *symbol.Registry) map[string]string {
	roots := map[string]string{}
	for _, p := range r.Projects() {
		roots[p.Name] = p.Root
	}
	return roots
}

// isPackage tells a Python file that passes on what it imports.
func isPackage(f *decl.File) bool {
	return path.Base(f.Path) == "__init__.py" || path.Base(f.Path) == "__init__.pyi"
}

// public tells whether an entry is for others to use, by the custom of its language.
func public(e symbol.Entry) bool {
	if e.File == nil || isTest(e.File.Path) || isInternal(e.File.Module) || strings.HasSuffix(e.File.Module, ".js") { // what index.d.ts declares, stands in index.js
		return false
	}
	if e.Symbol == nil {
		return true
	}
	names := strings.Split(strings.TrimPrefix(e.Origin, e.File.Module+"."), ".")
	switch e.File.Language {
	case "go":
		return !slices.ContainsFunc(names, func(n string) bool { return !token.IsExported(n) })
	case "javascript", "typescript":
		return len(e.File.Exports) == 0 || slices.Contains(e.File.Exports, names[0])
	}
	return !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "_") })
}

// isInternal tells whether a module is not meant for others: _private in Python, internal and commands in Go.
func isInternal(module string) bool {
	for _, part := range strings.FieldsFunc(module, func(r rune) bool { return r == '.' || r == '/' }) {
		if part == "internal" || strings.HasPrefix(part, "_") && !strings.HasPrefix(part, "__") {
			return true
		}
	}
	return false
}

// isTest tells tests from other files by their path below the root, as go test, pytest and Jest do.
func isTest(file string) bool {
	dir, base := path.Split(file)
	for part := range strings.SplitSeq(strings.TrimSuffix(dir, "/"), "/") {
		switch part {
		case "test", "tests", "__tests__", "testing":
			return true
		}
	}
	stem := strings.TrimSuffix(base, path.Ext(base))
	return strings.HasPrefix(base, "test_") || base == "conftest.py" || strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec")
}
