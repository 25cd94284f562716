package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The map of the house: what of this module a package may import. The first row whose pattern is the whole path of a package
// holds for it.
var mayImport = []struct{ room, imports string }{
	{``, `ui/cli`}, // main
	{`themes`, ``},
	{`ui/cli|ui/mcp`, shared + `|themes|` + below}, // faces, which import no other
	{`ui/tui(/.*)?`, shared + `|themes|ui/tui/.*|` + below},
	{`ui/.*`, shared + `|themes|` + below},
	{`engine`, `(index|guard)(/.*)?`},
	{`engine/.*`, `engine|(index|guard)(/.*)?`},
	{`index`, `index/.*|guard/(words|sentence)`},
	{`index/(question|reader|lexical|dense|weaviate|syntax)(/.*)?`, `index/file|guard/(words|sentence)`},
	{`index/.*`, `index/.*|guard/(words|sentence)`},
	{`guard(/.*)?`, `guard(/.*)?`},
}

const (
	shared = `ui/(app|text|config|session|clipboard|help)`
	below  = `(engine|index|guard)(/.*)?`
)

// imported are the imports of today that the map forbids: a package, and what it imports. The list may only shrink.
var imported = map[string]string{
	"":               "engine/extract index/reader",
	"guard/symbols":  "index/symbol/code index/symbol/decl index/symbol/language",
	"index/question": "index/lexical",
	"themes":         "guard/words index/file",
	"ui/cli":         "ui/mcp ui/tui ui/tui/cells ui/tui/markdown",
	"ui/text":        "ui/tui/markdown",
}

// named are the types that have one home. No other package declares one of these names.
var named = map[string]string{
	"Chunk": "index/source", "Hit": "index", "Evidence": "engine", "Sentence": "guard", "Verdict": "guard", "Answer": "engine",
}

// declared are the packages of today that declare one all the same: a package, and its types. The list may only shrink.
var declared = map[string]string{
	"guard/symbols": "Verdict",
	"index":         "Chunk",
	"index/dense":   "Hit",
	"index/lexical": "Hit",
}

func TestMapOfTheHouse(t *testing.T) {
	list := exec.Command("go", "list", "-f", `{{.ImportPath}}|{{.Dir}}|{{join .GoFiles " "}}|{{join .Imports " "}}`, "./...")
	out, err := list.CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v: %s", err, out)
	}
	forbidden, again := map[string]string{}, map[string]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		from := room(fields[0])
		for _, path := range strings.Fields(fields[3]) {
			if strings.HasPrefix(path, "ibid/") && !allowed(from, room(path)) {
				forbidden[from] += " " + room(path)
			}
		}
		for _, file := range strings.Fields(fields[2]) {
			for _, name := range types(t, filepath.Join(fields[1], file)) {
				if home, ok := named[name]; ok && home != from {
					again[from] += " " + name
				}
			}
		}
	}
	compare(t, forbidden, imported, "imports", "which the map above forbids")
	compare(t, again, declared, "declares", "a type that has its home in another package")
}

// room is the path of a package inside this module, empty for main.
func room(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, "ibid"), "/") }

func allowed(from, to string) bool {
	for _, rule := range mayImport {
		if whole(rule.room, from) {
			return whole(rule.imports, to)
		}
	}
	return false
}

func whole(pattern, s string) bool { return regexp.MustCompile(`^(?:` + pattern + `)$`).MatchString(s) }

// types are the names of the types that a file declares.
func types(t *testing.T, path string) (names []string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
			for _, s := range d.Specs {
				names = append(names, s.(*ast.TypeSpec).Name.Name)
			}
		}
	}
	return names
}

// compare fails for what is found and not listed, and for what is listed and not found any more.
func compare(t *testing.T, found, listed map[string]string, verb, why string) {
	t.Helper()
	for from, names := range found {
		for _, name := range strings.Fields(names) {
			if !slices.Contains(strings.Fields(listed[from]), name) {
				t.Errorf("%q %s %s, %s", from, verb, name, why)
			}
		}
	}
	for from, names := range listed {
		for _, name := range strings.Fields(names) {
			if !slices.Contains(strings.Fields(found[from]), name) {
				t.Errorf("%q no longer %s %s: take it off the list of exceptions", from, verb, name)
			}
		}
	}
}
