package symbol

import (
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/golang"
	"ibid/index/symbol/javascript"
	"ibid/index/symbol/python"
)

// family is a set of languages whose modules import one another.
type family string

// The families.
const (
	noFamily     family = "" // not source code
	pythonFamily family = "python"
	goFamily     family = "go"
	scriptFamily family = "javascript" // and TypeScript
	otherFamily  family = "other"      // what universal-ctags reads
)

// scanner reads the declarations of one source file. The registry sets Path and Module.
type scanner func(src []byte) decl.File

// language is what the registry knows of the files with one extension.
type language struct {
	family family
	scan   scanner // nil where universal-ctags reads them
}

// languageOf is the language of a file by its name.
func languageOf(file string) language {
	switch ext := strings.ToLower(path.Ext(file)); ext {
	case ".py", ".pyi":
		return language{pythonFamily, python.Scan}
	case ".go":
		return language{goFamily, golang.Scan}
	case ".js", ".mjs", ".cjs", ".jsx":
		return language{scriptFamily, scanJavaScript}
	case ".ts", ".tsx", ".mts", ".cts":
		return language{scriptFamily, scanTypeScript}
	default:
		if slices.Contains(ctagsExtensions[:], ext) {
			return language{family: otherFamily}
		}
	}
	return language{}
}

func scanJavaScript(src []byte) decl.File { return javascript.Scan(src, false) }

func scanTypeScript(src []byte) decl.File { return javascript.Scan(src, true) }

func familyOf(file string) family { return languageOf(file).family }

// familyNamed is the family of a decl.File's language.
func familyNamed(name string) family {
	switch name {
	case "":
		return noFamily
	case "python", "go", "javascript":
		return family(name)
	case "typescript":
		return scriptFamily
	}
	return otherFamily
}

// scriptStem is the path of a JavaScript or TypeScript file without its extension; ".d.ts" is one.
func scriptStem(file string) string {
	stem := strings.TrimSuffix(file, path.Ext(file))
	if familyOf(file) != scriptFamily {
		return file
	}
	return strings.TrimSuffix(stem, ".d")
}

// isIdentifier tells whether a text is an identifier, as most languages have them.
func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)) {
			return false
		}
	}
	return s != ""
}

// sortedKeys are the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
