package recipe

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/index/symbol"
	"ibid/index/symbol/decl"
)

// public tells whether an entry is for others to use, by the custom of its language.
func public(e symbol.Entry) bool {
	if e.File == nil || isTest(e.File.Path) || isInternal(e.File.Module) {
		return false
	}
	if e.Symbol == nil {
		return true
	}
	if e.Symbol.Kind == decl.Flag {
		return false
	}
	names := strings.Split(strings.TrimPrefix(e.Origin, e.File.Module+"."), ".")
	switch e.File.Language {
	case "go":
		return !slices.ContainsFunc(names, func(n string) bool {
			r, _ := utf8.DecodeRuneInString(n)
			return !unicode.IsUpper(r)
		})
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
