package javascript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/code/codetest"
	"ibid/index/symbol/decl"
)

// snippets are the files in a folder of testdata.
func snippets(t testing.TB, folder string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("testdata/" + folder + "/*.[jt]s*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no snippets: %v", err)
	}
	all := map[string]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, ".golden") {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = string(data)
	}
	return all
}

func TestBuiltin(t *testing.T) {
	for _, name := range []string{"console", "fetch", "Promise", "process", "this", "string", "Omit", "document"} {
		if !Builtin(name) {
			t.Errorf("%s is not known", name)
		}
	}
	for _, name := range []string{"express", "React", "$", "foo"} {
		if Builtin(name) {
			t.Errorf("%s is known", name)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, folder := range []string{"read", "scan"} {
		for _, src := range snippets(f, folder) {
			f.Add([]byte(src), true)
			f.Add([]byte(src), false)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, typescript bool) {
		codetest.Guard(t, len(src))
		file := Scan(src, typescript)
		lines := strings.Count(strings.ToValidUTF8(string(src), "\uFFFD"), "\n") + 1
		checkSymbols(t, file.Symbols, lines)
		for _, in := range file.Imports {
			if in.Module == "" || in.Line < 1 || in.Line > lines {
				t.Fatalf("import %+v of %d lines", in, lines)
			}
		}
	})
}

// checkSymbols fails where a symbol has no name or kind, lies outside of the source, or has more than one line of signature.
func checkSymbols(t *testing.T, list []decl.Symbol, lines int) {
	t.Helper()
	for _, s := range list {
		if s.Name == "" || s.Kind == "" || s.Start < 1 || s.End < s.Start || s.End > lines || s.DocStart > lines {
			t.Fatalf("%s %q from %d to %d of %d lines", s.Kind, s.Name, s.Start, s.End, lines)
		}
		if strings.Contains(s.Signature+s.Type+s.Value, "\n") || len(s.Signature) > signatureBytes+len("const …") {
			t.Fatalf("%s: signature %q, type %q, value %q", s.Name, s.Signature, s.Type, s.Value)
		}
		for _, p := range s.Parameters {
			if p.Name == "" || p.Kind == "" {
				t.Fatalf("%s: parameter %+v", s.Name, p)
			}
		}
		checkSymbols(t, s.Members, lines)
	}
}

func isTypeScript(path string) bool { return strings.HasSuffix(strings.TrimRight(path, "x"), "ts") }
