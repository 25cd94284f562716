package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"ibid/engine/verify"
	"ibid/guard"
	"ibid/ui/app"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// fourProjects are the flags that name four of the sources.
func fourProjects(dir string) []string {
	return []string{"--project", "mol=" + dir + "/root", "--project", "acme=" + dir + "/checkout", "--project", "smith=" + dir + "/old", "--project", "forge=" + dir + "/go"}
}

func TestVerifySymbolsGolden(t *testing.T) {
	env, dir := home(t), writeSources(t, sources)
	args := append([]string{"verify", "--symbols-only", "testdata/symbols.md"}, fourProjects(dir)...)
	r := ibid(t, env, args...)
	if r.code != exitRefused || r.err != "" {
		t.Fatalf("exit code %d: %s", r.code, r.err)
	}
	golden(t, "verify-symbols.txt", r.out)
	r = ibid(t, env, append(args, "--json")...)
	if v := verified(t, r); len(v.Sentences) != 0 || len(v.Notes) != 0 {
		t.Errorf("more than the symbols was looked at: %+v", v)
	}
	var buf bytes.Buffer
	if err := json.Indent(&buf, []byte(r.out), "", " "); err != nil {
		t.Fatal(err)
	}
	golden(t, "verify-symbols.json", buf.String())
}

// symbolVerdicts are the lists of a verification in one line: known | unknown | misused | out of scope.
func symbolVerdicts(v verify.Report) string {
	var unknown, misused []string
	for _, u := range v.Symbols.Unknown {
		unknown = append(unknown, u.Symbol)
	}
	for _, m := range v.Symbols.Misused {
		misused = append(misused, m.Symbol+"("+m.Argument+")")
	}
	var parts []string
	for _, list := range [][]string{v.Symbols.Known, unknown, misused, v.Symbols.OutOfScope} {
		parts = append(parts, strings.Join(list, " "))
	}
	return strings.Join(parts, " | ")
}

func TestVerifySymbolsProjects(t *testing.T) {
	env, dir := home(t), writeSources(t, sources)
	for _, tt := range []struct {
		name, path, text, want string
	}{
		{"source root", "root", "`molsysmt.structure.get_rmsd` `molsysmt.fetch`", "molsysmt.structure.get_rmsd | molsysmt.fetch |  | "},
		{"package in a source root", "root/molsysmt", "`molsysmt.structure.get_rmsd` `molsysmt.fetch`", "molsysmt.structure.get_rmsd | molsysmt.fetch |  | "},
		{"pyproject.toml", "checkout", "`acme.weld(1, heat=2)` `acme.melt()`", "acme.weld | acme.melt |  | "},
		{"setup.py", "old", "`smith.hammer(1)` `smith.anvil`", "smith.hammer | smith.anvil |  | "},
		{"go.mod", "go", "```go\nimport \"example.org/forge\"\n\nvar _ = forge.Melt(\"a\", 1)\nvar _ = forge.Cool()\n```", "example.org/forge example.org/forge.Melt | example.org/forge.Cool |  | "},
		{"another project's names", "old", "```python\nimport acme, smith\nsmith.hammer(acme.weld(1))\n```", "smith smith.hammer |  |  | acme acme.weld"},
		{"a keyword that it does not take", "checkout", "`acme.weld(1, cold=2)`", " |  | acme.weld(cold) | "},
		{"too many arguments", "checkout", "`acme.weld(1, 2, 3)`", " |  | acme.weld() | "},
		{"an alias", "root", "```python\nfrom molsysmt.structure import get_rmsd as rmsd\nrmsd(1)\n```", "molsysmt.structure.get_rmsd |  |  | "},
		{"no names", "root", "Nothing is called here. See README.md and https://example.org/a.py.", " |  |  | "},
		{"what the answer defines", "root", "```python\ndef fetch(x): return x\nfetch(1)\n```", " |  |  | "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := verified(t, ibidIn(t, env, tt.text, "verify", "--symbols-only", "--json", "--project", "p="+filepath.Join(dir, tt.path)))
			if got := symbolVerdicts(v); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// Code in a language that is not read is told of, in text, as JSON and of rows.
func TestVerifySymbolsUnread(t *testing.T) {
	env, dir := home(t), writeSources(t, sources)
	const text, want = "```rust\nlet x = std::fs::read(\"a\");\n```\n", "Rust is not checked: names in its code are not looked up"
	args := []string{"verify", "--symbols-only", "--project", "p=" + filepath.Join(dir, "old")}
	if r := ibidIn(t, env, text, args...); !strings.Contains(r.out, "note: "+want) {
		t.Errorf("the text does not say so:\n%s", r.out)
	}
	if v := verified(t, ibidIn(t, env, text, append(args, "--json")...)); !slices.Equal(v.Notes, []string{want}) {
		t.Errorf("notes %q", v.Notes)
	}
	row := fmt.Sprintf(`{"id":1,"text":%q}`, text) + "\n"
	if r := ibidIn(t, env, row, append(args, "--json", "--jsonl")...); !strings.Contains(r.out, `"notes":["`+want+`"]`) {
		t.Errorf("a row does not say so: %s", r.out)
	}
}

// A package.json marks a checkout; the names of its modules are in scope.
func TestVerifySymbolsOfAPackageJSON(t *testing.T) {
	r := ibid(t, home(t), "symbols", "--json", "--project", "js="+filepath.Join(writeSources(t, sources), "js"), "@acme/widgets")
	if r.code != exitAnswered || !strings.Contains(r.out, `"name":"@acme/widgets.paint"`) {
		t.Errorf("exit code %d: %s%s", r.code, r.out, r.err)
	}
}

func TestVerifySymbolsBadSources(t *testing.T) {
	env, dir := home(t), writeSources(t, sources)
	place(t, filepath.Join(dir, "docs/a.md"), "# Nothing\n\nNo code.\n")
	saved := filepath.Join(dir, "symbols.json")
	if r := ibid(t, env, append([]string{"symbols", "export", saved}, fourProjects(dir)...)...); r.code != exitAnswered || r.out+r.err != "" {
		t.Fatalf("exit code %d: %s%s", r.code, r.out, r.err)
	}
	whole, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	place(t, filepath.Join(dir, "half.json"), string(whole[:len(whole)/2]))
	place(t, filepath.Join(dir, "flipped.json"), strings.Replace(string(whole), `"kind":"function"`, `"kind":"functiom"`, 1))
	place(t, filepath.Join(dir, "old.json"), strings.Replace(string(whole), "ibid.symbols/1", "ibid.symbols/0", 1))
	place(t, filepath.Join(dir, "other.json"), "{}")
	place(t, filepath.Join(dir, "empty.json"), "")
	for _, tt := range []struct {
		name string
		args []string
		want string // on standard error
	}{
		{"a missing PATH", []string{"--project", "p=" + dir + "/absent"}, "absent: name a source root or a checkout"},
		{"a file", []string{"--project", "p=" + dir + "/go/forge.go"}, "forge.go: name a source root or a checkout"},
		{"the same name twice", []string{"--project", "p=" + dir + "/root", "--project", "p=" + dir + "/go"}, "the project p is given twice"},
		{"no NAME", []string{"--project", "=" + dir}, "is not NAME=PATH, as in python=/usr/lib/python3.11"},
		{"no PATH", []string{"--project", "p="}, "is not NAME=PATH"},
		{"neither", []string{"--project", "p"}, "is not NAME=PATH"},
		{"nothing", []string{"--project", ""}, "--project: a path is empty"},
		{"no sources", []string{"--docs", dir + "/docs"}, "no source code to judge the names by; name some with --project NAME=PATH"},
		{"a missing registry", []string{"IBID_GUARD_REGISTRY=" + dir + "/absent.json"}, "absent.json: no such file"},
		{"a folder as registry", []string{"IBID_GUARD_REGISTRY=" + dir + "/root"}, "not a regular file"},
		{"half a registry", []string{"IBID_GUARD_REGISTRY=" + dir + "/half.json"}, "no usable symbol registry: it ends in the middle; `ibid symbols export` writes one"},
		{"a damaged registry", []string{"IBID_GUARD_REGISTRY=" + dir + "/flipped.json"}, "flipped.json: no usable symbol registry: it does not match its checksum, so it is damaged or was changed; `ibid symbols export` writes one"},
		{"another version's registry", []string{"IBID_GUARD_REGISTRY=" + dir + "/old.json"}, "it was written by another version of ibid"},
		{"another file as registry", []string{"IBID_GUARD_REGISTRY=" + dir + "/other.json"}, "no usable symbol registry"},
		{"an empty registry", []string{"IBID_GUARD_REGISTRY=" + dir + "/empty.json"}, "no usable symbol registry"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := append([]string{"verify", "--symbols-only", "testdata/symbols.md"}, tt.args...)
			r := ibid(t, env, args...)
			if r.code != exitUsage || r.out != "" || !strings.Contains(r.err, tt.want) || !strings.HasPrefix(r.err, "ibid: ") || strings.Count(r.err, "\n") != 2 {
				t.Errorf("exit code %d, %q is not told: %s%s", r.code, tt.want, r.out, r.err)
			}
			var e app.Error
			if decode(t, ibid(t, env, append(args, "--json")...).err, &e); !strings.Contains(e.Message, tt.want) || e.Hint == "" {
				t.Errorf("in JSON: %+v", e)
			}
		})
	}
	if r := ibidIn(t, env, `{"text":"x"}`, "verify", "--jsonl", "--symbols-only"); r.code != exitUsage || r.out != "" || !strings.Contains(r.err, "--project NAME=PATH") {
		t.Errorf("rows without sources: exit code %d: %s%s", r.code, r.out, r.err)
	}
}

func TestVerifySymbolsAndSentences(t *testing.T) {
	env, dir := home(t), writeSources(t, sources)
	project := []string{"--project", "mol=" + filepath.Join(dir, "root")}
	const known, invented = "The call `molsysmt.structure.get_rmsd` compares structures [c1].", "The call `molsysmt.fetch(1)` compares structures [c1]."
	evidence := "\n\n[c1]: The call `molsysmt.structure.get_rmsd` compares structures. The call `molsysmt.fetch(1)` compares structures.\n"
	for _, tt := range []struct {
		name, text string
		env        string
		args       []string
		code       int
		verdicts   string // of the sentences
		want       string // of the symbols
	}{
		{"both hold", known + evidence, "", nil, exitAnswered, "supported", "molsysmt.structure.get_rmsd |  |  | "},
		{"a symbol is invented", invented + evidence, "", nil, exitRefused, "supported", " | molsysmt.fetch |  | "},
		{"a sentence is unsupported", strings.Replace(known, "compares", "destroys 7", 1) + evidence, "", nil, exitRefused, "unsupported", "molsysmt.structure.get_rmsd |  |  | "},
		{"symbols alone", strings.Replace(known, "compares", "destroys 7", 1) + evidence, "", []string{"--symbols-only"}, exitAnswered, "", "molsysmt.structure.get_rmsd |  |  | "},
		{"switched off by a setting", invented + evidence, "IBID_GUARD_SYMBOLS=false", nil, exitAnswered, "supported", " |  |  | "},
		{"asked for all the same", invented + evidence, "IBID_GUARD_SYMBOLS=false", []string{"--symbols-only"}, exitRefused, "", " | molsysmt.fetch |  | "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := ibidIn(t, append(slices.Clone(env), tt.env), tt.text, slices.Concat([]string{"verify", "--json"}, project, tt.args)...)
			v := verified(t, r)
			var got []string
			for _, s := range v.Sentences {
				got = append(got, s.Verdict.String())
			}
			if r.code != tt.code || strings.Join(got, " ") != tt.verdicts || symbolVerdicts(v) != tt.want {
				t.Errorf("exit code %d, %q, %q", r.code, got, symbolVerdicts(v))
			}
		})
	}
}

// A line is told as it is in the text that was given, whatever stands in it beside what is checked.
func TestVerifySymbolsLines(t *testing.T) {
	env, dir := home(t), writeSources(t, sources)
	for _, text := range []string{
		"`acme.melt(1)`\n", "\ufeff\r\n\r\n`acme.melt(1)`\r\n", "[c1]: The words\n    of a source.\n\nThey are known [c1].\n\n```python\nimport acme\nacme.melt(1)\n```\n",
		"> quoted\n>\n> ```python\n> import acme\n> acme.melt(1)\n> ```\n", "[c1]: x\n[c2]: y\n\n`acme.melt(1)` [c1]\n\n## Evidence\n\n[c3] `acme.solder(1)`\n",
	} {
		want := 1 + strings.Count(text[:strings.Index(text, "acme.melt")], "\n")
		v := verified(t, ibidIn(t, env, text, "verify", "--json", "--symbols-only", "--project", "acme="+filepath.Join(dir, "checkout")))
		if u := v.Symbols.Unknown; len(u) != 1 || u[0].Symbol != "acme.melt" || u[0].Line != want {
			t.Errorf("%q: %+v, want line %d", text, u, want)
		}
	}
}

// A text may be in any format that documents have. Its code is read as code, and lines are those of the file.
func TestVerifyDocuments(t *testing.T) {
	env, dir := home(t), writeSources(t, sources)
	const cell = `{"cell_type":"code","metadata":{},"outputs":[{"output_type":"stream","name":"stdout","text":["acme.melt(0)\n"]}],` + "\n" +
		`"source":["import acme as a\n",` + "\n" + `"a.melt(1)\n"]}`
	for _, tt := range []struct{ file, text string }{
		{"page.rst", "Title\n=====\n\nRun it::\n\n    import acme as a\n    # {'id': tin(1)}\n    a.melt(1)\n\nIt is fast.\n"},
		{"page.html", "<h1>Title</h1>\n<p>Run it:</p>\n<pre><code class=\"language-python\">import acme as a\na.melt(1)\n</code></pre>\n"},
		{"book.ipynb", `{"cells":[` + cell + `],"metadata":{"language_info":{"name":"python"}},"nbformat":4,"nbformat_minor":5}` + "\n"},
		{"program.py", "import acme as a\n\n\ndef melt():\n    pass\n\n\nmelt()\na.melt(1)\n"},
	} {
		path := filepath.Join(dir, tt.file)
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		want := 1 + strings.Count(tt.text[:strings.Index(tt.text, "a.melt(1)")], "\n")
		if tt.file == "book.ipynb" {
			want = 3
		}
		v := verified(t, ibid(t, env, "verify", "--json", "--symbols-only", "--project", "acme="+filepath.Join(dir, "checkout"), path))
		if s := v.Symbols; len(s.Unknown) != 1 || s.Unknown[0].Symbol != "acme.melt" || s.Unknown[0].Line != want || len(s.Misused) > 0 {
			t.Errorf("%s: %+v, want line %d", tt.file, s, want)
		}
	}

	env = indexed(t)
	path := filepath.Join(dir, "notes.rst")
	if err := os.WriteFile(path, []byte("Notes\n=====\n\nThe scale must lie between 0.998\nand 1.002.\n\n- The closing error must not exceed 7 mm.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	v := verified(t, ibid(t, env, "verify", "--json", "--docs", handbook, path))
	if len(v.Sentences) != 2 || v.Sentences[0].Verdict != guard.Supported || v.Sentences[1].Verdict != guard.Contradicted {
		t.Errorf("%+v", v.Sentences)
	}

	form := write(t, "form.html", "<form><p>The scale must lie between 0.998 and 1.002.</p></form>")
	if v := verified(t, ibid(t, env, "verify", "--json", "--docs", handbook, form)); len(v.Notes) == 0 || !strings.Contains(v.Notes[0], "no main text was found") {
		t.Errorf("of how it was read it says %q", v.Notes)
	}
}

// Of a saved answer, too, the symbols alone are looked at where that is asked for.
func TestVerifySymbolsOfASavedAnswer(t *testing.T) {
	env, dir := home(t), writeSources(t, sources)
	text := `{"schema":"ibid.answer/1","question":"q","answer":"The call ` + "`molsysmt.fetch(1)`" + ` reads it [c1].","citations":[{"key":"c1","path":"gone.md","quote":"x"}]}`
	args := []string{"verify", "--json", "--project", "mol=" + filepath.Join(dir, "root")}
	if v := verified(t, ibidIn(t, env, text, args...)); len(v.Documents) != 1 || symbolVerdicts(v) != " | molsysmt.fetch |  | " {
		t.Errorf("%+v", v)
	}
	if v := verified(t, ibidIn(t, env, text, append(args, "--symbols-only")...)); len(v.Documents)+len(v.Sentences) != 0 || symbolVerdicts(v) != " | molsysmt.fetch |  | " {
		t.Errorf("symbols alone: %+v", v)
	}
}

func TestVerifyRowsProjects(t *testing.T) {
	env, dir := home(t), writeSources(t, sources)
	const text = "```python\\nimport acme, smith, molsysmt\\nacme.weld(1)\\nsmith.anvil()\\n```"
	rows := []string{
		`{"id":"all","text":"` + text + `"}`,
		`{"id":"one","text":"` + text + `","project":"acme"}`,
		`{"id":"other","text":"` + text + `","project":"nosuch"}`,
		`{"id":"two","text":"` + text + `","project":"smith"}`,
		`{"id":"mistyped","text":"a","project":["acme"]}`,
		`{"id":"none","text":"` + text + `","project":""}`,
	}
	want := []string{
		"acme smith molsysmt acme.weld | smith.anvil |  | ",
		"acme acme.weld |  |  | smith molsysmt smith.anvil",
		"bad_row 3",
		"smith | smith.anvil |  | acme molsysmt acme.weld",
		"bad_row 5",
		"acme smith molsysmt acme.weld | smith.anvil |  | ",
	}
	r := ibidIn(t, env, strings.Join(rows, "\n"), append([]string{"verify", "--jsonl", "--symbols-only"}, fourProjects(dir)...)...)
	if r.code != exitRefused || r.err != "" {
		t.Errorf("exit code %d: %s", r.code, r.err)
	}
	var got []string
	for line := range strings.Lines(r.out) {
		var row struct {
			verify.Report
			ID            string
			Code, Message string
			Line          int
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if row.Code != "" {
			got = append(got, row.Code+" "+string(rune('0'+row.Line)))
			if row.ID == "other" && !strings.Contains(row.Message, `line 3: there is no project "nosuch"; name its sources with --project nosuch=PATH`) {
				t.Errorf("told %q", row.Message)
			}
			continue
		}
		got = append(got, symbolVerdicts(row.Report))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if r := ibidIn(t, env, rows[1], append([]string{"verify", "--jsonl", "--symbols-only"}, fourProjects(dir)...)...); r.code != exitAnswered {
		t.Errorf("nothing wrong: exit code %d: %s", r.code, r.out)
	}
	// Where symbols are not looked at, nobody is asked for the sources of a project.
	plain := `{"text":"It is read two times.","evidence":"It is read 2 times.","project":"nosuch"}`
	if r := ibidIn(t, append(env, "IBID_GUARD_SYMBOLS=false"), plain, "verify", "--jsonl"); r.code != exitAnswered {
		t.Errorf("switched off: exit code %d: %s", r.code, r.out)
	}
}

// What `ibid symbols export` writes judges as the sources do.
func TestVerifyByARegistry(t *testing.T) {
	env, dir := home(t), writeSources(t, sources)
	verify := []string{"verify", "--symbols-only", "--json", "testdata/symbols.md"}
	want := ibid(t, env, append(verify, fourProjects(dir)...)...)
	file := filepath.Join(dir, "symbols.json")
	for _, export := range [][]string{{"symbols", "export", file}, {"symbols", "export", "-"}} {
		r := ibid(t, env, append(export, fourProjects(dir)...)...)
		if r.code != exitAnswered || r.err != "" {
			t.Fatalf("exit code %d: %s", r.code, r.err)
		}
		if export[2] == "-" {
			place(t, file, r.out)
		}
		if got := ibid(t, env, append(verify, "IBID_GUARD_REGISTRY="+file)...); got != want {
			t.Errorf("%q: got %+v\nwant %+v", export, got, want)
		}
		if got := ibid(t, append(env, "IBID_GUARD_REGISTRY="+file), verify...); got != want {
			t.Errorf("%q, by a setting: got %+v\nwant %+v", export, got, want)
		}
		// Together with a project of the same name the registry counts.
		if got := ibid(t, env, append(verify, "IBID_GUARD_REGISTRY="+file, "--project", "mol="+filepath.Join(dir, "old"))...); got != want {
			t.Errorf("%q, with a project: got %+v\nwant %+v", export, got, want)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
}

// cached are the files below a cache folder with what they hold.
func cached(t *testing.T, cache string) map[string]string {
	t.Helper()
	out := map[string]string{}
	names, _ := filepath.Glob(filepath.Join(cache, "ibid/projects/*"))
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(data)
	}
	return out
}

func TestProjectCache(t *testing.T) {
	dir, cache := writeSources(t, sources), t.TempDir()
	env := append(home(t), "XDG_CACHE_HOME="+cache)
	verify := func(want string) {
		t.Helper()
		v := verified(t, ibidIn(t, env, "`acme.weld(1)` `acme.melt(2)`", "verify", "--symbols-only", "--json", "--project", "acme="+filepath.Join(dir, "checkout")))
		if got := symbolVerdicts(v); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	const first = "acme.weld | acme.melt |  | "
	verify(first)
	kept := cached(t, cache)
	if len(kept) != 1 {
		t.Fatalf("%d files are kept", len(kept))
	}
	var file string
	for file = range kept {
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", file, info.Mode(), err)
		}
	}

	// A source whose size and time did not change is not read again: what it holds now is not seen.
	source := filepath.Join(dir, "checkout/src/acme/__init__.py")
	info, err := os.Stat(source)
	if err != nil {
		t.Fatal(err)
	}
	place(t, source, "def melt(part, *, heat=1):\n    return part\n")
	if err := os.Chtimes(source, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	verify(first)

	// Nor is the file of the cache written again.
	if err := os.Chtimes(source, info.ModTime(), info.ModTime().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	verify("acme.melt | acme.weld |  | ")
	if now := cached(t, cache); len(now) != 1 || now[file] == kept[file] {
		t.Error("what is kept was not brought up to date")
	}
	stamp := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(file, stamp, stamp); err != nil {
		t.Fatal(err)
	}
	verify("acme.melt | acme.weld |  | ")
	if info, err := os.Stat(file); err != nil || !info.ModTime().Equal(stamp) {
		t.Errorf("an unchanged cache was written again: %v", err)
	}

	// A damaged one is made anew.
	flip(t, file, true)
	verify("acme.melt | acme.weld |  | ")

	// Another file appears, and one goes.
	place(t, filepath.Join(dir, "checkout/src/acme/more.py"), "def solder(): pass\n")
	v := verified(t, ibidIn(t, env, "`acme.more.solder()`", "verify", "--symbols-only", "--json", "--project", "acme="+filepath.Join(dir, "checkout")))
	if got := symbolVerdicts(v); got != "acme.more.solder |  |  | " {
		t.Errorf("a new file: %q", got)
	}
	if err := os.Remove(source); err != nil {
		t.Fatal(err)
	}
	v = verified(t, ibidIn(t, env, "`acme.melt(2)` `acme.more.solder()`", "verify", "--symbols-only", "--json", "--project", "acme="+filepath.Join(dir, "checkout")))
	if got := symbolVerdicts(v); !strings.HasPrefix(got, "acme.more.solder | acme.melt") {
		t.Errorf("a file that is gone: %q", got)
	}
}

// Where nothing can be kept, the sources are read each time.
func TestProjectCacheThatCannotBeWritten(t *testing.T) {
	dir := writeSources(t, sources)
	file := filepath.Join(t.TempDir(), "file") // no folder can be made below a file, whoever asks
	place(t, file, "")
	for range 2 {
		v := verified(t, ibidIn(t, append(home(t), "XDG_CACHE_HOME="+file), "`acme.weld(1)` `acme.melt(2)`", "verify", "--symbols-only", "--json", "--project", "acme="+filepath.Join(dir, "checkout")))
		if got := symbolVerdicts(v); got != "acme.weld | acme.melt |  | " {
			t.Errorf("got %q", got)
		}
	}
	if data, err := os.ReadFile(file); err != nil || len(data) != 0 {
		t.Errorf("%q, %v", data, err)
	}
}

func TestProjectCacheSharedByTwo(t *testing.T) {
	dir, cache := writeSources(t, sources), t.TempDir()
	env := append(home(t), "XDG_CACHE_HOME="+cache)
	args := append([]string{"verify", "--symbols-only", "--json", "testdata/symbols.md"}, fourProjects(dir)...)
	want := ibid(t, home(t), args...)
	for range 3 {
		if err := os.RemoveAll(filepath.Join(cache, "ibid")); err != nil {
			t.Fatal(err)
		}
		var runs [4]run
		var all sync.WaitGroup
		for i := range runs {
			all.Go(func() { runs[i] = ibid(t, env, args...) })
		}
		all.Wait()
		for i, got := range runs {
			if got != want {
				t.Errorf("run %d: got %+v\nwant %+v", i, got, want)
			}
		}
		if names := cached(t, cache); len(names) != 1 {
			t.Errorf("%d files are left behind", len(names))
		}
	}
}
