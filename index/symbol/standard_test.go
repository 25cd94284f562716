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
	"strconv"
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
	modules, err := os.ReadFile(filepath.Join(root, "VERSIONS"))
	if err != nil {
		t.Fatal(err)
	}
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
		d.Versions = livesOf(module, modules)
		lives := versionsOf(string(src))
		d.Path, d.Module, d.Doc, d.Inner = strings.TrimSuffix(filepath.ToSlash(rel), "i"), module, "", nil
		d.Imports = slices.DeleteFunc(d.Imports, func(i decl.Import) bool { return strings.HasPrefix(i.Module, "_typeshed") })
		for i := range d.Imports {
			d.Imports[i].Line = 0
		}
		d.Symbols = factsOf("", d.Symbols, lives)
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

// The versions of Python 3 that the table is of.
const oldest, newest = 10, 15

// livesOf reads from VERSIONS of typeshed which versions have a module.
func livesOf(module string, text []byte) (v decl.Versions) {
	for ; module != ""; module = module[:max(strings.LastIndexByte(module, '.'), 0)] {
		if m := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(module) + `: 3\.(\d+)-(?:3\.(\d+))?`).FindSubmatch(text); m != nil {
			if v.Since, _ = strconv.Atoi(string(m[1])); v.Since <= oldest {
				v.Since = 0
			}
			v.Until, _ = strconv.Atoi(string(m[2]))
			return v
		}
	}
	return v
}

// versionsOf tells of each name of a stub, members with a dot before them, which versions have it.
func versionsOf(stub string) map[string]decl.Versions {
	lives := map[string]decl.Versions{}
	var note func(prefix string, all []decl.Symbol, minor int)
	note = func(prefix string, all []decl.Symbol, minor int) {
		for _, s := range all {
			v, ok := lives[prefix+s.Name]
			if !ok {
				v.Since = minor
			}
			v.Until = minor
			lives[prefix+s.Name] = v
			note(prefix+s.Name+".", s.Members, minor)
			for _, way := range append([]decl.Symbol{s}, s.Also...) {
				for _, p := range way.Parameters {
					key := prefix + s.Name + "(" + p.Name
					v, ok := lives[key]
					if !ok {
						v.Since = minor
					}
					v.Until = minor
					lives[key] = v
				}
			}
		}
	}
	for minor := oldest; minor <= newest; minor++ {
		note("", python.Scan([]byte(inVersion(stub, minor))).Symbols, minor)
	}
	for name, v := range lives {
		function, _, _ := strings.Cut(name, "(")
		of := lives[function]
		if v.Since == oldest || function != name && v.Since == of.Since {
			v.Since = 0
		}
		if v.Until == newest || function != name && v.Until == of.Until {
			v.Until = 0
		}
		lives[name] = v
	}
	return lives
}

var (
	branch  = regexp.MustCompile(`^(if|elif|else)\b(.*):\s*(?:#.*)?$`)
	version = regexp.MustCompile(`^sys\.version_info (>=|<) \(3, (\d+)\)$`)
)

// inVersion is a stub as one version of Python reads it, with blank lines for what it passes over.
func inVersion(stub string, minor int) string {
	type block struct {
		indent    int
		on, taken bool // it is read; it or one before it surely is
	}
	var around []block
	lines := strings.Split(stub, "\n")
	for i, line := range lines {
		text := strings.TrimLeft(line, " ")
		indent := len(line) - len(text)
		m := branch.FindStringSubmatch(text)
		next := m != nil && m[1] != "if"
		for n := len(around); text != "" && n > 0 && (indent < around[n-1].indent || indent == around[n-1].indent && !next); n-- {
			around = around[:n-1]
		}
		if m != nil {
			b := block{indent: indent, on: true}
			if n := len(around); next && n > 0 {
				b.taken = around[n-1].taken
				around = around[:n-1]
			}
			may, sure := holds(strings.TrimSpace(m[2]), minor)
			b.on, b.taken = may && !b.taken, b.taken || sure
			around = append(around, b)
		}
		if slices.ContainsFunc(around, func(b block) bool { return !b.on }) {
			lines[i] = ""
		} else if m != nil {
			lines[i] = line[:indent] + "if True:"
		}
	}
	return strings.Join(lines, "\n")
}

// holds tells whether a condition may hold in a version of Python, and whether it surely does.
func holds(condition string, minor int) (may, sure bool) {
	if condition == "" {
		return true, true
	}
	any := strings.Contains(condition, " or ")
	may, sure = !any, !any
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(strings.ReplaceAll(condition, " and ", "\n"), " or ", "\n"), func(r rune) bool { return r == '\n' }) {
		yes, known := true, false
		if m := version.FindStringSubmatch(part); m != nil {
			n, _ := strconv.Atoi(m[2])
			yes, known = (m[1] == ">=") == (minor >= n), true
		}
		if any {
			may, sure = may || yes, sure || yes && known
		} else {
			may, sure = may && yes, sure && yes && known
		}
	}
	return may, sure
}

// factsOf is what the table keeps of symbols: no text of a stub but names.
func factsOf(prefix string, all []decl.Symbol, lives map[string]decl.Versions) []decl.Symbol {
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
			s.Parameters[i].Versions = lives[prefix+s.Name+"("+s.Parameters[i].Name]
		}
		s.Versions = lives[prefix+s.Name]
		s.Members, s.Also = factsOf(prefix+s.Name+".", s.Members, lives), factsOf(prefix, s.Also, lives)
		kept = append(kept, s)
	}
	return kept
}

// public asks an interpreter for the names that its standard library has: of modules, and of the classes that they define.
const public = `
import sys, importlib, inspect, warnings
warnings.simplefilter("ignore")
print(sys.version_info.minor)
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

// forPython is a registry of a project that is for some versions of Python, with the table.
func forPython(from, to int) *Registry {
	own := newFile("own", "", decl.File{Language: string(language.Python), Path: "own.py", Module: "own"})
	return assemble([]Project{{Name: "own", Python: &PythonRoot{From: from, To: to}}}, []*file{own}).WithStandard().Speaking(language.Python)
}

// TestStandardVersions is about names that only some versions of Python have.
func TestStandardVersions(t *testing.T) {
	for _, tt := range []struct {
		from, to int
		name     string
		want     string // what is said, "" where it is found
	}{
		{0, 0, "itertools.batched", ""},
		{10, 0, "itertools.batched", ""},
		{12, 12, "itertools.batched", ""},
		{10, 11, "itertools.batched", "itertools.batched is new in Python 3.12, and this is for 3.11"},
		{0, 11, "pathlib.Path.walk", "pathlib.Path.walk is new in Python 3.12, and this is for 3.11"},
		{0, 11, "asyncore.dispatcher", ""},
		{12, 0, "asyncore.dispatcher", "asyncore.dispatcher is gone since Python 3.12, and this is for 3.12"},
		{13, 0, "pathlib.Path.exists", ""},
	} {
		r := forPython(tt.from, tt.to)
		_, finding, why := r.Lookup(tt.name)
		if why != tt.want || (finding == decl.Absent) != (tt.want != "") {
			t.Errorf("%s for %d-%d: %v %q, want %q", tt.name, tt.from, tt.to, finding, why, tt.want)
		}
		dot := strings.LastIndexByte(tt.name, '.')
		if owner, finding, _ := r.Lookup(tt.name[:dot]); finding == decl.Found {
			if _, _, why := r.Member(owner, tt.name[dot+1:]); why != tt.want {
				t.Errorf("%s as a member: %q, want %q", tt.name, why, tt.want)
			}
		}
	}
}

// TestPythonVersions reads which versions of Python a checkout is for.
func TestPythonVersions(t *testing.T) {
	for _, tt := range []struct {
		pinned, requires string
		from, to         int
	}{
		{"", "", 0, 0}, {"", ">=3.9", 9, 0}, {"", ">=3.9,<3.13", 9, 12}, {"", ">= 3.10, < 4", 10, 0}, {"", "==3.11.*", 11, 11}, {"", "~=3.10", 10, 0},
		{"", "~=3.10.2", 10, 10}, {"", ">=3.8,<3.12.4", 8, 12}, {"3.11.7\n", ">=3.8", 11, 11}, {"pypy3.9", "", 9, 9},
	} {
		root := t.TempDir()
		write := func(name, text string) {
			if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		write(pyprojectFile, "[project]\nname = \"x\"\nrequires-python = \""+tt.requires+"\"\n")
		if tt.pinned != "" {
			write(".python-version", tt.pinned)
		}
		p, err := Detect("x", root)
		if err != nil || p.Python.From != tt.from || p.Python.To != tt.to {
			t.Errorf("%q, %q: %d to %d (%v), want %d to %d", tt.pinned, tt.requires, p.Python.From, p.Python.To, err, tt.from, tt.to)
		}
	}
}

// TestStandardTable compares the table with the interpreter of the machine.
func TestStandardTable(t *testing.T) {
	if *typeshed != "" {
		makeStandard(t, *typeshed)
	}
	r := forPython(0, 0)
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
	asked, missing, later := 0, []string{}, []string{}
	s := bufio.NewScanner(bytes.NewReader(out))
	s.Scan()
	minor, _ := strconv.Atoi(s.Text())
	for pinned := forPython(minor, minor); s.Scan(); asked++ {
		if _, finding, _ := r.Lookup(s.Text()); finding == decl.Absent {
			missing = append(missing, s.Text())
		} else if _, finding, why := pinned.Lookup(s.Text()); finding == decl.Absent {
			later = append(later, why)
		}
	}
	if len(later)*500 > asked {
		t.Errorf("%d names that Python 3.%d has are of other versions by the table: %q", len(later), minor, later)
	}
	t.Logf("%d names, %d missing: %v", asked, len(missing), missing)
	if asked < 5000 || len(missing)*20 > asked {
		t.Errorf("of %d names of this Python the table lacks %d", asked, len(missing))
	}
}
