// Package language is the table of the languages whose source code is read. A further language is a row here, and a
// package that scans its files and reads its snippets.
package language

import (
	"path"
	"slices"
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/golang"
	"ibid/index/symbol/javascript"
	"ibid/index/symbol/python"
)

// Family is a set of languages whose modules import one another.
type Family string

// The families. All but None are called like the language that stands for them.
const (
	None   Family = ""
	Python Family = "python"
	Go     Family = "go"
	Script Family = "javascript" // and TypeScript
)

// Language is a row of the table.
type Language struct {
	Name       string // as decl.File.Language has it
	Family     Family
	Extensions []string // of its files, in lower case
	Fences     []string // what code blocks of it are called beside its name
	Scan       func(src []byte) decl.File
	Reader
}

// Reader reads the code of a family as answers and declarations have it.
type Reader struct {
	Read       func(src string) code.Snippet
	Expression func(src string) (*code.Expr, bool)
	Type       func(text string) *code.Expr // a type as declarations write it, nil for what is none
	ImportName func(module string) string   // what importing a module binds, where the import does not say
	Builtin    func(name string) bool       // whether the language itself has a name
}

var (
	pythonReader = Reader{python.Read, python.ReadExpression, python.Type, itself, python.Builtin}
	goReader     = Reader{golang.Read, golang.ReadExpression, golang.Type, golang.ImportName, golang.Builtin}
	scriptReader = Reader{javascript.Read, javascript.ReadExpression, javascript.Type, itself, javascript.Builtin}
)

var languages = [...]Language{
	{"python", Python, []string{".py", ".pyi"}, []string{"py", "py3", "python3", "ipython", "ipython3", "pycon", "pyi"}, python.Scan, pythonReader},
	{"go", Go, []string{".go"}, []string{"golang"}, golang.Scan, goReader},
	{"javascript", Script, []string{".js", ".mjs", ".cjs"}, []string{"js", "mjs", "cjs", "node", "nodejs"}, scanJavaScript, scriptReader},
	{"typescript", Script, []string{".ts", ".mts", ".cts"}, []string{"ts", "mts", "cts"}, scanTypeScript, scriptReader},
}

func itself(module string) string { return module }

func scanJavaScript(src []byte) decl.File { return javascript.Scan(src, false) }

func scanTypeScript(src []byte) decl.File { return javascript.Scan(src, true) }

// OfFile is the language of a file by its name, nil for what is no source code.
func OfFile(name string) *Language {
	ext := strings.ToLower(path.Ext(name))
	return find(func(l *Language) bool { return slices.Contains(l.Extensions, ext) })
}

// OfFence is the language that a code block says it is of, nil for one that is not read.
func OfFence(name string) *Language {
	return find(func(l *Language) bool { return l.Name == name || slices.Contains(l.Fences, name) })
}

// unread are the languages that code blocks are often of and that are not read, by what the blocks are called.
var unread = map[string]string{
	"c": "C", "h": "C", "cpp": "C++", "c++": "C++", "cc": "C++", "hpp": "C++", "cs": "C#", "csharp": "C#", "clojure": "Clojure", "dart": "Dart", "elixir": "Elixir",
	"erlang": "Erlang", "fortran": "Fortran", "f90": "Fortran", "fsharp": "F#", "haskell": "Haskell", "hs": "Haskell", "java": "Java", "jsx": "JSX", "julia": "Julia", "jl": "Julia",
	"kotlin": "Kotlin", "kt": "Kotlin", "lua": "Lua", "matlab": "MATLAB", "objc": "Objective-C", "objective-c": "Objective-C", "ocaml": "OCaml", "perl": "Perl", "php": "PHP",
	"r": "R", "ruby": "Ruby", "rb": "Ruby", "rust": "Rust", "rs": "Rust", "scala": "Scala", "swift": "Swift", "tsx": "TSX", "zig": "Zig",
}

// Unread is the programming language that a code block says it is of, for a person, where that is not read; "" for
// others, and for what is no program.
func Unread(fence string) string { return unread[fence] }

// Readers are the languages that stand for the families whose code is read.
func Readers() []*Language {
	var all []*Language
	for i := range languages {
		if l := &languages[i]; l.Name == string(l.Family) {
			all = append(all, l)
		}
	}
	return all
}

func find(is func(*Language) bool) *Language {
	if i := slices.IndexFunc(languages[:], func(l Language) bool { return is(&l) }); i >= 0 {
		return &languages[i]
	}
	return nil
}

// FamilyOf is the family of a file by its name.
func FamilyOf(file string) Family {
	if l := OfFile(file); l != nil {
		return l.Family
	}
	return None
}

// FamilyNamed is the family of what decl.File.Language names.
func FamilyNamed(name string) Family {
	if l := find(func(l *Language) bool { return l.Name == name }); l != nil {
		return l.Family
	}
	return None
}
