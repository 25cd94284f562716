package symbol

import (
	"ibid/index/symbol/language"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"
)

// scriptStem is the path of a JavaScript or TypeScript file without its extension; ".d.ts" is one.
func scriptStem(file string) string {
	stem := strings.TrimSuffix(file, path.Ext(file))
	if language.FamilyOf(file) != language.Script {
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
