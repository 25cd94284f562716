package python

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"ibid/index/symbol/code"
)

// syntaxTree prints, for files of the standard library, where Python's own parser sees names, attributes, keyword arguments and imports, and
// the texts, in which names are not compared: Python 3.11 does not know where the parts of an f-string stand.
const syntaxTree = `
import ast, json, os, re, sys
root = os.path.dirname(os.__file__)
paths = []
for folder, folders, names in os.walk(root):
    folders[:] = sorted(f for f in folders if f not in ("test", "tests", "idlelib", "lib2to3", "site-packages", "dist-packages", "__pycache__"))
    paths += [os.path.join(folder, n) for n in sorted(names) if n.endswith(".py")]
for path in paths[:int(sys.argv[1])]:
    data = open(path, "rb").read()
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError):
        continue
    starts = [0]
    for line in data.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    names, imports, texts = [], [], []
    def at(line, column): return starts[line - 1] + column
    def add(name, start): names.append([name, start, start + len(name.encode())])
    def search(name, start):
        found = re.compile(rb"\b" + name.encode() + rb"\b").search(data, start)
        add(name, found.start())
    for node in ast.walk(tree):
        if isinstance(node, ast.Name): add(node.id, at(node.lineno, node.col_offset))
        elif isinstance(node, ast.Attribute): add(node.attr, at(node.end_lineno, node.end_col_offset) - len(node.attr.encode()))
        elif isinstance(node, ast.keyword) and node.arg: add(node.arg, at(node.lineno, node.col_offset))
        elif isinstance(node, ast.ExceptHandler) and node.name: search(node.name, at(node.type.end_lineno, node.type.end_col_offset))
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            for name in node.names: search(name, at(node.lineno, node.col_offset) + 6)
        elif isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.append([at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)])
        elif isinstance(node, ast.Import):
            imports += [[a.name, "", a.asname or a.name.split(".")[0]] for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports += [["." * node.level + (node.module or ""), a.name, "" if a.name == "*" else a.asname or a.name] for a in node.names]
    print(json.dumps({"path": path, "names": names, "imports": imports, "texts": texts}))
`

type treeName struct {
	name       string
	start, end int
}

// TestReadLibrary compares what is read of the standard library with Python's own parser.
func TestReadLibrary(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	files := "200"
	if testing.Short() {
		files = "30"
	}
	out, err := exec.Command(python, "-c", syntaxTree, files).Output()
	if err != nil {
		t.Fatalf("python3: %v", err)
	}
	var both, ours, theirs int
	for _, line := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		var tree struct {
			Path    string
			Names   [][3]any
			Imports [][3]string
			Texts   [][2]int
		}
		if err := json.Unmarshal(line, &tree); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(tree.Path)
		if err != nil {
			t.Fatal(err)
		}
		snippet := Read(string(data))
		if snippet.Broken {
			t.Errorf("%s is broken", tree.Path)
		}
		inText := make([]bool, len(data)+1)
		for _, text := range tree.Texts {
			for i := text[0]; i < text[1]; i++ {
				inText[i] = true
			}
		}
		want := map[treeName]bool{}
		for _, n := range tree.Names {
			if start := int(n[1].(float64)); !inText[start] {
				want[treeName{n[0].(string), start, int(n[2].(float64))}] = true
			}
		}
		imported := map[[3]string]int{}
		for _, i := range tree.Imports {
			imported[i]++
		}
		got := map[treeName]bool{}
		names(snippet.Statements, func(text string, s code.Span) {
			if !inText[s.Start] {
				got[treeName{text, s.Start, s.End}] = true
			}
		}, func(i *code.Import) { imported[[3]string{i.Module, i.Name, i.As}]-- })
		for n := range got {
			if want[n] {
				both++
			} else if ours++; ours <= 10 {
				t.Logf("%s:%d: %s is none of Python's names", tree.Path, 1+bytes.Count(data[:n.start], []byte("\n")), n.name)
			}
		}
		for n := range want {
			if !got[n] {
				if theirs++; theirs <= 10 {
					t.Logf("%s:%d: %s is missing", tree.Path, 1+bytes.Count(data[:n.start], []byte("\n")), n.name)
				}
			}
		}
		for i, n := range imported {
			if n != 0 {
				t.Errorf("%s: import %v: %d more in the tree", tree.Path, i, n)
			}
		}
	}
	precision, recall := float64(both)/float64(both+ours), float64(both)/float64(both+theirs)
	t.Logf("%d names, precision %.5f, recall %.5f", both, precision, recall)
	if precision < .995 || recall < .995 {
		t.Errorf("precision %.4f, recall %.4f, want .995", precision, recall)
	}
}

// names calls visit with every name, attribute and keyword argument of the statements, and imported with every import.
func names(list []code.Statement, visit func(string, code.Span), imported func(*code.Import)) {
	expr := func(e *code.Expr) {
		code.Walk(e, func(e *code.Expr) bool {
			if e.Op == code.Name || e.Op == code.Attr {
				visit(e.Name, e.Span)
			}
			for _, a := range e.Args {
				if a.Name != "" {
					visit(a.Name, a.Span)
				}
			}
			return true
		})
	}
	for _, s := range list {
		switch {
		case s.Import != nil:
			imported(s.Import)
		case s.Bind != nil:
			expr(s.Bind.Target)
			expr(s.Bind.Value)
			expr(s.Bind.Type)
		case s.Use != nil:
			expr(s.Use)
		case s.Scope != nil:
			for _, b := range s.Scope.Parameters { // their names are no names of the tree
				expr(b.Value)
				expr(b.Type)
			}
			for _, e := range append(s.Scope.Bases, s.Scope.Returns...) {
				expr(e)
			}
			names(s.Scope.Statements, visit, imported)
		}
	}
}
