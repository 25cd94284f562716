package golang

import (
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ibid/index/symbol/decl"
)

// goroot is the folder of the standard library's sources; the test or benchmark is skipped where there is none.
func goroot(t testing.TB) string {
	t.Helper()
	root := filepath.Join(build.Default.GOROOT, "src")
	if _, err := os.Stat(filepath.Join(root, "fmt", "print.go")); err != nil {
		t.Skipf("no sources of the standard library in %s: install Go with its sources or set GOROOT", root)
	}
	return root
}

// standard are the packages that are compared with go/doc.
var standard = []string{
	"archive/zip", "bufio", "bytes", "context", "crypto/sha256", "crypto/tls", "database/sql", "encoding/csv",
	"encoding/json", "errors", "flag", "fmt", "go/ast", "html/template", "io", "io/fs", "iter", "log/slog", "maps",
	"math", "math/rand/v2", "net", "net/http", "net/url", "os", "os/exec", "path/filepath", "reflect", "regexp",
	"slices", "sort", "strconv", "strings", "sync", "sync/atomic", "syscall", "testing", "text/template", "time", "unicode",
}

// TestStandardLibrary compares what Scan finds in the files of this platform with what go/doc shows of them: every
// exported name with its kind, both ways.
func TestStandardLibrary(t *testing.T) {
	root := goroot(t)
	total := 0
	for _, path := range standard {
		pkg, err := build.ImportDir(filepath.Join(root, filepath.FromSlash(path)), 0)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		got, want := map[string]decl.Kind{}, documented(t, pkg)
		for _, name := range slices.Concat(pkg.GoFiles, pkg.CgoFiles) {
			src, err := os.ReadFile(filepath.Join(pkg.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			file := Scan(src)
			if file.BestEffort || file.Package != pkg.Name {
				t.Errorf("%s/%s: best effort %v, package %s", path, name, file.BestEffort, file.Package)
			}
			exported(got, file.Symbols)
		}
		for name, kind := range want {
			if got[name] != kind {
				t.Errorf("%s.%s is a %q, got %q", path, name, kind, got[name])
			}
		}
		for name, kind := range got {
			if want[name] == "" {
				t.Errorf("%s.%s is no %s that go/doc knows", path, name, kind)
			}
		}
		total += len(want)
	}
	t.Logf("%d exported names of %d packages", total, len(standard))
}

// exported adds what another package can refer to.
func exported(out map[string]decl.Kind, list []decl.Symbol) {
	for _, s := range list {
		switch {
		case !token.IsExported(s.Name):
		case s.Owner != "":
			if token.IsExported(s.Owner) {
				out[s.Owner+"."+s.Name] = s.Kind
			}
		default:
			out[s.Name] = s.Kind
			for _, m := range s.Members {
				if token.IsExported(m.Name) {
					out[s.Name+"."+m.Name] = m.Kind
				}
			}
		}
	}
}

// documented is what go/doc knows of a package, with the fields and interface methods that its types list.
func documented(t *testing.T, pkg *build.Package) map[string]decl.Kind {
	t.Helper()
	files := token.NewFileSet()
	var trees []*ast.File
	for _, name := range slices.Concat(pkg.GoFiles, pkg.CgoFiles) {
		tree, err := parser.ParseFile(files, filepath.Join(pkg.Dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	// AllDecls: exported methods of embedded unexported types are not to be moved to the types that embed them.
	d, err := doc.NewFromFiles(files, trees, pkg.ImportPath, doc.AllDecls|doc.AllMethods)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]decl.Kind{}
	values := func(kind decl.Kind, list []*doc.Value) {
		for _, v := range list {
			for _, name := range v.Names {
				if token.IsExported(name) {
					out[name] = kind
				}
			}
		}
	}
	funcs := func(prefix string, kind decl.Kind, list []*doc.Func) {
		for _, f := range list {
			if token.IsExported(f.Name) && f.Level == 0 {
				out[prefix+f.Name] = kind
			}
		}
	}
	values(decl.Constant, d.Consts)
	values(decl.Variable, d.Vars)
	funcs("", decl.Function, d.Funcs)
	for _, typ := range d.Types {
		values(decl.Constant, typ.Consts)
		values(decl.Variable, typ.Vars)
		funcs("", decl.Function, typ.Funcs)
		if !token.IsExported(typ.Name) {
			continue
		}
		funcs(typ.Name+".", decl.Method, typ.Methods)
		out[typ.Name] = decl.Type
		for _, spec := range typ.Decl.Specs {
			spec := spec.(*ast.TypeSpec)
			if spec.Name.Name != typ.Name {
				continue
			}
			switch underlying := spec.Type.(type) {
			case *ast.InterfaceType:
				out[typ.Name] = decl.Interface
				fields(out, typ.Name, decl.Method, underlying.Methods)
			case *ast.StructType:
				fields(out, typ.Name, decl.Field, underlying.Fields)
			}
		}
	}
	return out
}

func fields(out map[string]decl.Kind, owner string, kind decl.Kind, list *ast.FieldList) {
	for _, field := range list.List {
		for _, name := range field.Names {
			if token.IsExported(name.Name) {
				out[owner+"."+name.Name] = kind
			}
		}
		if len(field.Names) > 0 || kind != decl.Field {
			continue
		}
		typ := field.Type
		if star, ok := typ.(*ast.StarExpr); ok {
			typ = star.X
		}
		if sel, ok := typ.(*ast.SelectorExpr); ok {
			typ = sel.Sel
		}
		if name, ok := typ.(*ast.Ident); ok && token.IsExported(name.Name) {
			out[owner+"."+name.Name] = kind
		}
	}
}

// sources reads the files of the standard library and its commands, but for tests and test data.
func sources(b *testing.B) (files [][]byte, size int64) {
	err := filepath.WalkDir(goroot(b), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "testdata" {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(path)
		files, size = append(files, src), size+int64(len(src))
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return files, size
}

// BenchmarkScanStandardLibrary scans everything below GOROOT/src on one core.
func BenchmarkScanStandardLibrary(b *testing.B) {
	files, size := sources(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range files {
			runtime.KeepAlive(Scan(src))
		}
	}
	b.ReportMetric(float64(len(files)), "files")
}
