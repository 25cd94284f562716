package symbol

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
	"ibid/index/symbol/python"
)

var typeshed = flag.String("typeshed", "", "the folder stdlib of typeshed (npm's pyright has it in dist/typeshed-fallback) from which the table of Python's standard library is made anew")

// standardFile is where the table is kept.
const standardFile = "standard.jsonl.gz"

// makeStandard writes the table.
func makeStandard(t *testing.T, root string) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	naming := PythonRoot{}
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".pyi" {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		module := naming.module(filepath.ToSlash(rel))
		if module == "" || strings.HasPrefix(module, "_typeshed") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		src = bytes.Replace(src, []byte("class OSError(Exception):\n"), []byte("class OSError(Exception):\n    characters_written: int\n"), 1) // which typeshed has of a class below
		d := python.Scan(src)
		d.Path, d.Module, d.Doc, d.Inner = strings.TrimSuffix(filepath.ToSlash(rel), "i"), module, "", nil
		d.Imports = slices.DeleteFunc(d.Imports, func(i decl.Import) bool { return strings.HasPrefix(i.Module, "_typeshed") })
		for i := range d.Imports {
			d.Imports[i].Line = 0
		}
		d.Symbols = factsOf(d.Symbols)
		line, err := newFile(StandardLibrary, "-", d).encode()
		z.Write(append(line, '\n'))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(standardFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	standardTable = b.Bytes() // which nobody has read yet
}

var (
	simpleType = regexp.MustCompile(`^[A-Za-z_][\w.]*$`)
	metaclass  = regexp.MustCompile(`metaclass=[\w.]+`)
)

// factsOf is what the table keeps of symbols: no text of a stub but names.
func factsOf(all []decl.Symbol) []decl.Symbol {
	var kept []decl.Symbol
	for _, s := range all {
		if strings.HasPrefix(s.Name, "_") && !IsDunder(s.Name) && s.Kind != decl.Class {
			continue
		}
		async := strings.HasPrefix(s.Signature, "async ")
		s.Doc, s.DocStart, s.Start, s.End, s.Signature = "", 0, 0, 0, metaclass.FindString(s.Signature)
		if async {
			s.Signature = "async "
		}
		s.Gives, s.TypeParams = nil, nil
		if !simpleType.MatchString(s.Type) {
			s.Type = ""
		}
		if !simpleType.MatchString(s.Value) {
			s.Value = ""
		}
		s.Returns = slices.DeleteFunc(s.Returns, func(r string) bool { return !simpleType.MatchString(r) })
		for i := range s.Parameters {
			s.Parameters[i].Type, s.Parameters[i].Default = "", ""
		}
		s.Members, s.Also = factsOf(s.Members), factsOf(s.Also)
		kept = append(kept, s)
	}
	return kept
}

// public asks an interpreter for the names that its standard library has: of modules, and of the classes that they define.
const public = `
import sys, importlib, inspect, warnings
warnings.simplefilter("ignore")
for m in sorted(sys.stdlib_module_names):
    if m.startswith("_") or m in ("antigravity", "this", "idlelib", "turtledemo", "lib2to3", "test"): continue
    try: x = importlib.import_module(m)
    except Exception: continue
    for n in dir(x):
        if n.startswith("_"): continue
        v = getattr(x, n, None)
        if inspect.ismodule(v) or getattr(v, "__module__", m) not in (m, "builtins", "_" + m): continue
        print(m + "." + n)
        if inspect.isclass(v):
            for a in dir(v):
                if not a.startswith("_"): print(m + "." + n + "." + a)
`

// forPython is a registry of a project of Python, with the table.
func forPython() *Registry {
	own := newFile("own", "", decl.File{Language: string(language.Python), Path: "own.py", Module: "own"})
	return assemble([]Project{{Name: "own", Python: &PythonRoot{}}}, []*sourceFile{own}).WithStandard().Speaking(language.Python)
}

// TestStandardTable compares the table with the interpreter of the machine.
func TestStandardTable(t *testing.T) {
	if *typeshed != "" {
		makeStandard(t, *typeshed)
	}
	r := forPython()
	for name, want := range map[string]decl.Finding{
		"math.sqrt": decl.Found, "math.squareroot": decl.Absent, "itertools.chain.from_iterable": decl.Found, "time.time_us": decl.Absent, "json.JSONDecoder.raw_decode": decl.Found,
		"threading.Thread.kill": decl.Absent, "sys.argv": decl.Found, "os.path.join": decl.Found, "own": decl.Found, "numpy.array": decl.Foreign,
	} {
		if _, got, why := r.Lookup(name); got != want {
			t.Errorf("%s: %v (%s), want %v", name, got, why, want)
		}
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	out, err := exec.CommandContext(context.Background(), python, "-c", public).Output()
	if err != nil {
		t.Skip(err)
	}
	asked, missing := 0, []string{}
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); asked++ {
		if _, finding, _ := r.Lookup(s.Text()); finding == decl.Absent {
			missing = append(missing, s.Text())
		}
	}
	t.Logf("%d names, %d missing: %v", asked, len(missing), missing)
	if asked < 5000 || len(missing)*20 > asked {
		t.Errorf("of %d names of this Python the table lacks %d", asked, len(missing))
	}
}
