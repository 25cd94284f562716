package javascript

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed builtin.txt
var builtinText string

// builtins are the names of builtin.txt.
var builtins = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(builtinText) {
		if !strings.HasPrefix(line, "#") {
			for name := range strings.FieldsSeq(line) {
				all[name] = true
			}
		}
	}
	return all
})

// Builtin says whether name is bound without any import: by ECMAScript, browsers, Node or the types that TypeScript
// brings. Keywords are, the contextual ones too.
func Builtin(name string) bool { return builtins()[name] || isKeyword(name) }

// isKeyword says whether word is one of the language, though it may be a name where it has no meaning.
func isKeyword(word string) bool {
	switch word {
	case "abstract", "as", "asserts", "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "declare", "default",
		"delete", "do", "else", "enum", "export", "extends", "false", "finally", "for", "from", "function", "get", "if", "implements",
		"import", "in", "infer", "instanceof", "interface", "is", "keyof", "let", "namespace", "new", "null", "of", "private", "protected",
		"public", "readonly", "return", "satisfies", "set", "static", "super", "switch", "this", "throw", "true", "try", "type", "typeof",
		"unique", "var", "void", "while", "with", "yield":
		return true
	}
	return false
}
