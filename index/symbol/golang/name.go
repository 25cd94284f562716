package golang

import (
	"go/token"
	"strings"
	"unicode"
)

// ImportName guesses the name that importing path binds where the file does not say: the last element, or the one
// before it where that is a major version (math/rand/v2), without gopkg.in's version (yaml.v3), without a leading
// "go-", up to the first rune that no identifier has. Only the package clause tells for certain.
func ImportName(path string) string {
	base := path[strings.LastIndexByte(path, '/')+1:]
	if isMajor(base) && len(base) < len(path) {
		rest := strings.TrimSuffix(path, "/"+base)
		base = rest[strings.LastIndexByte(rest, '/')+1:]
	}
	base = strings.TrimPrefix(base, "go-")
	if i := strings.IndexFunc(base, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }); i >= 0 {
		base = base[:i]
	}
	return base
}

// isMajor tells whether s is a major version as it ends an import path: v2.
func isMajor(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

// Builtin tells whether a name is a keyword or predeclared: it belongs to the language, not to a package.
func Builtin(name string) bool {
	return token.IsKeyword(name) || IsBasicType(name) || isBuiltinFunc(name) || isBuiltinValue(name)
}

// IsBasicType tells whether a name is a type that Go itself declares.
func IsBasicType(name string) bool {
	switch name {
	case "any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64",
		"int", "int8", "int16", "int32", "int64", "rune", "string",
		"uint", "uint8", "uint16", "uint32", "uint64", "uintptr":
		return true
	}
	return false
}

func isBuiltinFunc(name string) bool {
	switch name {
	case "append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len", "make", "max", "min",
		"new", "panic", "print", "println", "real", "recover":
		return true
	}
	return false
}

func isBuiltinValue(name string) bool {
	switch name {
	case "true", "false", "iota", "nil":
		return true
	}
	return false
}
