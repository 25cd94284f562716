package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestSymbolsGolden(t *testing.T) {
	env, dir := indexed(t), writeSources(t, sources)
	list := func(args ...string) run {
		t.Helper()
		r := ibid(t, env, slices.Concat([]string{"symbols"}, fourProjects(dir), args)...)
		r.out = strings.ReplaceAll(r.out, dir, "/src")
		return r
	}
	r := list()
	if r.code != exitAnswered || r.err != "" {
		t.Fatalf("exit code %d: %s", r.code, r.err)
	}
	golden(t, "symbols.txt", r.out)

	r = list("--json", "structure.get")
	var s symbolListJSON
	decode(t, r.out, &s)
	if s.Schema != "ibid.symbol_list/1" || s.Query != "structure.get" || r.code != exitAnswered {
		t.Errorf("exit code %d: %+v", r.code, s)
	}
	var buf bytes.Buffer
	if err := json.Indent(&buf, []byte(r.out), "", " "); err != nil {
		t.Fatal(err)
	}
	golden(t, "symbols.json", buf.String())
}

func TestSymbols(t *testing.T) {
	env, dir := indexed(t), writeSources(t, sources)
	for _, tt := range []struct {
		name string
		args []string
		code int
		want string // the names, in order
		err  string // on standard error
	}{
		{"all", nil, exitAnswered, "molsysmt molsysmt.structure molsysmt.structure.rmsd molsysmt.structure.rmsd.get_rmsd acme acme.weld smith smith.hammer example.org/forge example.org/forge.Melt", ""},
		{"a prefix", []string{"molsysmt.s"}, exitAnswered, "molsysmt.structure molsysmt.structure.rmsd molsysmt.structure.rmsd.get_rmsd", ""},
		{"the last part", []string{"hammer"}, exitAnswered, "smith.hammer", ""},
		{"the beginning of the last part", []string{"ham"}, exitAnswered, "smith.hammer", ""},
		{"words", []string{"get", "rmsd"}, exitAnswered, "molsysmt.structure.rmsd.get_rmsd", ""},
		{"another case", []string{"MELT"}, exitAnswered, "example.org/forge.Melt", ""},
		{"no more than asked for", []string{"--limit", "2"}, exitAnswered, "molsysmt molsysmt.structure", "only the first 2 are listed; --limit shows more"},
		{"as many as there are", []string{"--limit", "10"}, exitAnswered, "molsysmt molsysmt.structure molsysmt.structure.rmsd molsysmt.structure.rmsd.get_rmsd acme acme.weld smith smith.hammer example.org/forge example.org/forge.Melt", ""},
		{"nothing found", []string{"zzyzx"}, exitRefused, "", "no symbol is called so"},
		{"white space", []string{" ", "\t"}, exitAnswered, "molsysmt molsysmt.structure molsysmt.structure.rmsd molsysmt.structure.rmsd.get_rmsd acme acme.weld smith smith.hammer example.org/forge example.org/forge.Melt", ""},
		{"as many as can be listed", []string{"--limit", "10000", "hammer"}, exitAnswered, "smith.hammer", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := slices.Concat([]string{"symbols"}, fourProjects(dir), tt.args)
			r := ibid(t, env, append(args, "--json")...)
			var s symbolListJSON
			decode(t, r.out, &s)
			var got []string
			for _, e := range s.Symbols {
				got = append(got, e.Name)
			}
			if r.code != tt.code || r.err != "" || strings.Join(got, " ") != tt.want {
				t.Errorf("exit code %d, %s\ngot  %q\nwant %s", r.code, r.err, got, tt.want)
			}
			if r := ibid(t, env, args...); r.code != tt.code || tt.err == "" && r.err != "" || !strings.Contains(r.err, tt.err) || (r.out == "") != (tt.want == "") {
				t.Errorf("as text: exit code %d: %s%s", r.code, r.out, r.err)
			}
		})
	}
}

func TestSymbolsBadUsage(t *testing.T) {
	env, dir := indexed(t), writeSources(t, sources)
	place(t, filepath.Join(dir, "docs/a.md"), "# Nothing\n\nNo code.\n")
	project := "p=" + filepath.Join(dir, "root")
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"symbols", "--project", project, "--limit", "0"}, exitUsage, "--limit 0: from 1 to 10000 symbols are listed"},
		{[]string{"symbols", "--project", project, "--limit", "9223372036854775807"}, exitUsage, "`ibid symbols export` writes all"},
		{[]string{"symbols", "--project", project, "--limit", "many"}, exitUsage, "invalid argument"},
		{[]string{"symbols", "--docs", dir + "/docs"}, exitFailed, "no source code in " + dir + "/docs; name some with --project NAME=PATH"},
		{[]string{"symbols", "--docs", dir + "/absent"}, exitFailed, "no such folder or file"},
		{[]string{"symbols", "export", "--project", project}, exitUsage, "accepts 1 arg(s), received 0"},
		{[]string{"symbols", "export", "--project", project, dir + "/absent/symbols.json"}, exitFailed, "absent/symbols.json: no such file or directory"},
		{[]string{"symbols", "export", "--project", project, dir + "/docs"}, exitFailed, "docs: is a directory"},
		{[]string{"symbols", "export", "--docs", dir + "/docs", "-"}, exitFailed, "no source code"},
	} {
		r := ibid(t, env, tt.args...)
		if r.code != tt.code || r.out != "" || !strings.Contains(r.err, tt.want) || strings.Count(r.err, "\n") != 2 {
			t.Errorf("%q: exit code %d, %q is not told: %s%s", tt.args, r.code, tt.want, r.out, r.err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".symbols*")); len(left) > 0 {
		t.Errorf("%q is left behind", left)
	}
}

// The sources of the documents are listed where nothing else is named, or where they are asked for.
func TestSymbolsOfTheDocuments(t *testing.T) {
	env, dir := indexed(t), writeSources(t, sources)
	for _, args := range [][]string{
		{"symbols", "--json", "--docs", handbook, "tidewater.series.despike"},
		{"symbols", "--json", "--docs", handbook, "--project", "acme=" + filepath.Join(dir, "checkout"), "tidewater.series.despike"},
	} {
		var s symbolListJSON
		r := ibid(t, env, args...)
		decode(t, r.out, &s)
		if r.code != exitAnswered || len(s.Symbols) != 1 || s.Symbols[0].Kind != "function" || s.Symbols[0].StartLine != 52 || !strings.HasSuffix(s.Symbols[0].Path, "handbook/tidewater/series.py") {
			t.Errorf("%q: exit code %d, %+v, %s", args, r.code, s, r.err)
		}
	}
}

func TestSymbolsExport(t *testing.T) {
	env, dir := indexed(t), writeSources(t, sources)
	file := filepath.Join(dir, "symbols.json")
	place(t, file, "what was there before")
	if r := ibid(t, env, slices.Concat([]string{"symbols", "export", file}, fourProjects(dir))...); r.code != exitAnswered || r.out+r.err != "" {
		t.Fatalf("exit code %d: %s%s", r.code, r.out, r.err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if r := ibid(t, env, slices.Concat([]string{"symbols", "export", "-"}, fourProjects(dir))...); r.out != string(data) || r.err != "" {
		t.Errorf("standard output differs from the file: %s", r.err)
	}
	// It is what its documentation says: one object, a file of sources a line.
	var object struct {
		Schema   string
		Revision int
		Projects []struct{ Name, Root string }
		Files    []struct {
			Module, Project, Path, Language, Digest string
			Symbols                                 []struct{ Name, Kind string }
		}
	}
	if err := json.Unmarshal(data, &object); err != nil {
		t.Fatal(err)
	}
	if object.Schema != "ibid.symbols/1" || len(object.Projects) != 4 || len(object.Files) != 6 || strings.Count(string(data), "\n") != 2+len(object.Files) {
		t.Errorf("%+v in %d lines", object, strings.Count(string(data), "\n"))
	}
	if f := object.Files[2]; f.Module != "molsysmt.structure.rmsd" || f.Project != "mol" || f.Path != "molsysmt/structure/rmsd.py" || f.Language != "python" || len(f.Symbols) != 1 || f.Symbols[0].Name != "get_rmsd" {
		t.Errorf("%+v", f)
	}
}

// What sources call things, say of them and have as defaults reaches no terminal as a control character.
func TestSymbolsShowNothingThatATerminalObeys(t *testing.T) {
	const evil = "\x1b]0;owned\a\x1b[2J\u202e\u2066"
	env := indexed(t)
	dir := writeSources(t, map[string]string{
		"kit/__init__.py":          "\"\"\"Kit " + evil + ".\"\"\"\n",
		"kit/tool.py":              "def cut(rope=\"" + evil + "\", at: '" + evil + "' = 1):\n    \"\"\"Cuts " + evil + ".\"\"\"\nNAME = '" + evil + "'\nclass Größe: pass\nclass 漢字: pass\n",
		"kit/a" + evil + ".py":     "def f(): pass\n",
		"kit/index.js":             "export const name" + evil + " = 1\nexport function g(a = \"" + evil + "\") {}\n",
		"kit/evil\x1b[31m/deep.go": "package deep\n\n// F " + evil + ".\nfunc F(a string /* " + evil + " */) {}\n",
	})
	project := "p" + evil + "=" + dir
	for _, args := range [][]string{
		{"symbols", "--project", project}, {"symbols", "--project", project, "--json"}, {"symbols", "--project", project, "cut"},
		{"symbols", "--project", project, evil}, {"symbols", "--project", project, evil, "--json"}, {"symbols", "--docs", dir}, {"symbols", "--docs", dir, "--json"},
		{"symbols", "export", "-", "--project", project}, {"symbols", "export", evil + "/x", "--project", project}, {"symbols", "--project", "p=" + evil},
		{"verify", "--symbols-only", "--project", project, "testdata/symbols.md"}, {"verify", "--symbols-only", "IBID_GUARD_REGISTRY=" + evil, "testdata/symbols.md"},
		{"verify", "--symbols-only", "--json", "--project", project, "testdata/symbols.md"},
	} {
		r := ibid(t, env, args...)
		for _, c := range r.out + r.err {
			if c != '\n' && unicode.In(c, unicode.Cc, unicode.Bidi_Control) {
				t.Errorf("%q prints %U:\n%q\n%q", args, c, r.out, r.err)
				break
			}
		}
	}
	text := "```python\nfrom kit.tool import cut, Größe, 漢字\nfrom kit import tool\ncut(evil" + evil + "=1)\ncut(\"\u202e\", \x1b[31m2, 3)\ntool.cat(1)\n```\n`kit.tool.cu" + evil + "t()` `kit.tool.\u202ecat()`"
	for _, args := range [][]string{{"verify", "--symbols-only", "--project", project}, {"verify", "--symbols-only", "--json", "--project", project}} {
		r := ibidIn(t, env, text, args...)
		for _, c := range r.out + r.err {
			if c != '\n' && unicode.In(c, unicode.Cc, unicode.Bidi_Control) {
				t.Errorf("%q prints %U:\n%q\n%q", args, c, r.out, r.err)
				break
			}
		}
		if !strings.Contains(r.out, "kit.tool.cat") {
			t.Errorf("%q does not tell of kit.tool.cat: %s%s", args, r.out, r.err)
		}
	}
}
