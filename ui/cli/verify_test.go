package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"ibid/engine/extract"
	"ibid/engine/verify"
	"ibid/guard"
)

// ibidIn is a run that reads standard input.
func ibidIn(t *testing.T, env []string, stdin string, args ...string) run {
	t.Helper()
	var out, errs bytes.Buffer
	app := App{In: strings.NewReader(stdin), Out: &out, Err: &errs, Env: env, Generator: extract.Generator{}, Reader: encoder}
	code := app.Run(context.Background(), args)
	return run{code, out.String(), errs.String()}
}

// write makes a file and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// verified runs verify with --json and returns the object.
func verified(t *testing.T, r run) verify.Report {
	t.Helper()
	if r.code > exitRefused {
		t.Fatalf("exit code %d: %s", r.code, r.err)
	}
	var v verify.Report
	decode(t, r.out, &v)
	if v.Schema != "ibid.verify/1" || v.OK != (r.code == exitAnswered) {
		t.Errorf("exit code %d with %+v", r.code, v)
	}
	return v
}

func TestVerifyGolden(t *testing.T) {
	env := indexed(t)
	r := ibid(t, env, "verify", "testdata/summary.md")
	if r.code != exitRefused || r.err != "" {
		t.Fatalf("exit code %d: %s", r.code, r.err)
	}
	golden(t, "verify.txt", r.out)
	for _, l := range strings.Split(r.out, "\n") {
		if n := len([]rune(l)); n > textWidth {
			t.Errorf("%d columns: %s", n, l)
		}
	}
	r = ibid(t, env, "verify", "--json", "testdata/summary.md")
	verified(t, r)
	var buf bytes.Buffer
	if err := json.Indent(&buf, []byte(r.out), "", " "); err != nil {
		t.Fatal(err)
	}
	golden(t, "verify.json", buf.String())
}

func TestVerifyEvidence(t *testing.T) {
	env := indexed(t)
	one, three := write(t, "one.txt", "The closing error must not exceed 2 mm."), write(t, "three.md", "# Staff\n\nRead the staff *12 times*.\n")
	const text = "The closing error must not exceed 2 mm"
	for _, tt := range []struct {
		name, text string
		args       []string
		want       string
	}{
		{"in order", text + " [c1]. Read the staff 12 times [c2].", []string{"--evidence", one, "--evidence", three}, "supported supported"},
		{"named", text + " [c1]. Read the staff 12 times [c3].", []string{"--evidence", one, "--evidence", "c3=" + three}, "supported supported"},
		{"named by number", text + " [7].", []string{"--evidence", "7=" + one}, "supported"},
		{"a file and a definition", text + " [1]. Read the staff 12 times [2].\n\n[2]: Read the staff 12 times.\n", []string{"--evidence", one}, "supported supported"},
		{"footnotes", text + ".[^1] Read the staff 12 times.[^2]\n\n[^1]: The closing error must\n    not exceed 2 mm.\n[^2]: Read the staff 12 times.\n\nThe end is uncited.\n", nil, "supported supported uncited"},
		{"a link is no evidence", text + " [1].\n\n[1]: https://example.org/a\n[2]: Read the staff.\n", nil, "unsupported"},
		{"section", text + " [1].\n\n## References\n\n- [1] The closing error must not exceed 2 mm.\n- [2] Other.\n", nil, "supported"},
		{"definitions in code are code", text + " [c1].\n\n```\n[c1]: nothing\n```\n", []string{"--evidence", one}, "supported"},
		{"all together, in any format", text + ". Read the staff 12 times.", []string{"--evidence", one, "--evidence", three}, "supported supported"},
		{"CRLF and a byte order mark", "\ufeff" + text + " [c1].\r\n\r\n[c1]: The closing error must not exceed 2 mm.\r\n", nil, "supported"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := verified(t, ibidIn(t, env, tt.text, append([]string{"verify", "--json"}, tt.args...)...))
			var got []string
			for _, s := range v.Sentences {
				got = append(got, s.Verdict.String())
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q, want %q: %+v", got, tt.want, v.Sentences)
			}
		})
	}
}

func TestVerifyBadInput(t *testing.T) {
	env := indexed(t)
	evidence := write(t, "e.txt", "The closing error must not exceed 2 mm.")
	empty, binary := write(t, "empty.txt", ""), write(t, "binary", "a\x00b")
	for _, tt := range []struct {
		name, stdin string
		args        []string
		code        int
		want        string // on standard output, or standard error from exit code 2 on
	}{
		{"nothing", "", nil, exitUsage, "standard input is empty"},
		{"white space", " \n\t", []string{"-"}, exitUsage, "standard input is empty"},
		{"missing file", "", []string{"absent.md"}, exitUsage, "there is no file absent.md"},
		{"missing evidence", "A.", []string{"--evidence", "absent.txt"}, exitUsage, "there is no file absent.txt"},
		{"folder", "", []string{"testdata"}, exitUsage, "testdata is a folder"},
		{"folder of evidence", "A.", []string{"--evidence", "testdata"}, exitUsage, "testdata is not a file"},
		{"binary", "", []string{binary}, exitUsage, "is binary"},
		{"binary evidence", "A.", []string{"--evidence", binary}, exitUsage, "binary"},
		{"a damaged notebook", "", []string{write(t, "book.ipynb", "{")}, exitUsage, "book.ipynb"},
		{"a page without text", "", []string{write(t, "page.html", "<html></html>")}, exitUsage, "page.html is empty"},
		{"two files", "", []string{"a", "b"}, exitUsage, "accepts at most 1 arg(s), received 2"},
		{"a key twice", "A.\n\n[1]: b\n", []string{"--evidence", evidence}, exitUsage, "c1 is given twice"},
		{"empty evidence", "The error is 2 mm [c1].", []string{"--evidence", empty}, exitRefused, "no evidence"},
		{"far too long", strings.Repeat("word ", 8<<20/4), []string{"--evidence", evidence}, exitUsage, "longer than 8 MB"},
		{"5 MB without a stop", strings.Repeat("word ", 1<<20), []string{"--evidence", evidence}, exitRefused, "1 not checked"},
		{"long sentence", strings.Repeat("words ", 16_667) + "[c1].", []string{"--evidence", evidence}, exitRefused, "more than 5000 are not checked"},
		{"only code", "```\nx\n```\n", []string{"--evidence", evidence}, exitRefused, "makes no claim"},
		{"only a table", "| a | b |\n|---|---|\n| x | 9 |\n", []string{"--evidence", evidence}, exitRefused, "0 of 1 sentences supported"},
		{"not UTF-8", "The error is \xff\xfe 2 mm [c1].", []string{"--evidence", evidence}, exitRefused, "not valid UTF-8"},
		{"nested", "The closing error must not exceed 2 mm [[c1]].", []string{"--evidence", evidence}, exitAnswered, "1 of 1"},
		{"zero", "The closing error must not exceed 2 mm [c0].", []string{"--evidence", evidence}, exitRefused, "it cites c0"},
		{"huge", "The closing error must not exceed 2 mm [c99999999999].", []string{"--evidence", evidence}, exitRefused, "it cites c99999999999"},
		{"list", "The closing error must not exceed 2 mm [c1, c3-c5].", []string{"--evidence", evidence}, exitRefused, "it cites c5"},
		{"another schema", `{"schema":"ibid.search/1"}`, nil, exitUsage, `it holds "ibid.search/1", not ibid.answer/1`},
		{"no schema", `{"id":1,"text":"A."}`, nil, exitUsage, "JSON without a schema"},
		{"truncated", `{"schema":"ibid.answer/1","answer":"A`, nil, exitUsage, "breaks off"},
		{"damaged", `{"schema":"ibid.answer/1",]`, nil, exitUsage, "not valid JSON"},
		{"wrong types", `{"schema":"ibid.answer/1","answer":7}`, nil, exitUsage, "not a whole ibid.answer/1"},
		{"empty answer", `{"schema":"ibid.answer/1"}`, nil, exitUsage, "the saved answer is empty"},
		{"two answers", `{"schema":"ibid.answer/1"} {"schema":"ibid.answer/1"}`, nil, exitUsage, "something follows"},
		{"impossible pages", `{"schema":"ibid.answer/1","answer":"A [c1].","citations":[{"key":"c1","path":"a.pdf","start_page":3,"end_page":2}]}`, nil, exitUsage, "none ends before it starts"},
		{"no path", `{"schema":"ibid.answer/1","answer":"A [c1].","citations":[{"key":"c1"}]}`, nil, exitUsage, "does not say which file"},
		{"evidence for an answer", `{"schema":"ibid.answer/1"}`, []string{"--evidence", evidence}, exitUsage, "--evidence has no place"},
		{"evidence for rows", "", []string{"--jsonl", "--evidence", evidence}, exitUsage, "the evidence is in the rows"},
		{"no documents", "A sentence.", []string{"--docs", t.TempDir()}, exitFailed, "no documents to read"},
		{"absent documents", "A sentence.", []string{"--docs", "absent"}, exitFailed, "absent"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := ibidIn(t, env, tt.stdin, append([]string{"verify"}, tt.args...)...)
			got := r.out
			if tt.code >= exitUsage {
				got = r.err
				if r.out != "" {
					t.Errorf("on standard output: %s", r.out)
				}
			}
			if r.code != tt.code || !strings.Contains(clean(got), tt.want) {
				t.Errorf("exit code %d, want %d; %q is not in:\n%.600s", r.code, tt.code, tt.want, got)
			}
		})
	}
}

func TestVerifyProse(t *testing.T) {
	env := indexed(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(handbook)); err != nil {
		t.Fatal(err)
	}
	const text = "# Notes\n\nThe scale must lie between 0.998 and 1.002 [3]. The closing error must not exceed 7 mm.\n"
	v := verified(t, ibidIn(t, env, text, "verify", "--json", "--docs", dir))
	if len(v.Sentences) != 2 || v.Sentences[0].Verdict != guard.Supported || v.Sentences[1].Verdict != guard.Contradicted {
		t.Fatalf("%+v", v.Sentences)
	}
	if got := v.Sentences[0]; got.Citation != "calibration, line 41 · Acceptance" || !strings.HasPrefix(got.Quote, "The scale must lie between") || got.Places[0].Digest == "" {
		t.Errorf("%+v", got)
	}
	if got := v.Sentences[1]; got.Reason != "says 7 mm; the source says 2 mm" {
		t.Errorf("%+v", got)
	}
	if len(v.Notes) != 1 || !strings.Contains(v.Notes[0], "1 citation marker ignored") {
		t.Errorf("%q", v.Notes)
	}

	// The text itself proves nothing, also if it lies among the documents.
	own := filepath.Join(dir, "own.md")
	if err := os.WriteFile(own, []byte("Zebras count the barnacles of the lighthouse every leap year.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if v := verified(t, ibid(t, env, "verify", "--json", "--docs", dir, own)); v.OK {
		t.Errorf("%+v", v.Sentences)
	}
}

func TestVerifySavedAnswer(t *testing.T) {
	env := indexed(t)
	dir := filepath.Join(t.TempDir(), "docs")
	if err := os.CopyFS(dir, os.DirFS(handbook)); err != nil {
		t.Fatal(err)
	}
	save := func(question string) string {
		r := ibid(t, env, "ask", "--json", "--docs", dir, question)
		if r.code != exitAnswered {
			t.Fatalf("%s: exit code %d: %s", question, r.code, r.err)
		}
		return write(t, "answer.json", r.out)
	}
	replace := func(name, old, new string) {
		path := filepath.Join(dir, name)
		data, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(data, []byte(old)) {
			t.Fatalf("no %q in %s: %v", old, name, err)
		}
		if err := os.WriteFile(path, bytes.ReplaceAll(data, []byte(old), []byte(new)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	reasons := func(v verify.Report) string {
		var out []string
		for _, s := range v.Sentences {
			if s.Verdict != guard.Supported {
				out = append(out, s.Verdict.String()+": "+s.Reason)
			}
		}
		return strings.Join(out, "\n")
	}

	scale := save("Within which bounds must the scale lie?")
	if v := verified(t, ibid(t, env, "verify", "--json", scale)); !v.OK || v.Documents[0].State != "unchanged" {
		t.Fatalf("as it was saved: %+v", v)
	}
	replace("calibration.md", "within 5 m of", "within 6 m of")
	v := verified(t, ibid(t, env, "verify", "--json", scale))
	if note := v.Sentences[0].Note; !v.OK || v.Documents[0].State != "changed" || note != "calibration.md changed since; the quote is still on line 41" {
		t.Errorf("another number changed: %q, %+v", note, v)
	}
	replace("calibration.md", "between 0.998 and", "between 0.989 and")
	v = verified(t, ibid(t, env, "verify", "--json", scale))
	if got, want := reasons(v), "unsupported: calibration.md changed since; the quote is gone; says 0.998; the source says 0.989"; got != want {
		t.Errorf("its number changed: got\n%s\nwant\n%s", got, want)
	}

	limit := save("What is the maximum error of a Class B probe?")
	replace("sensor-standard.pdf", "242.25 345.25 Td (10)", "242.25 345.25 Td (19)")
	v = verified(t, ibid(t, env, "verify", "--json", limit))
	if got, want := reasons(v), "unsupported: sensor-standard.pdf changed since; the quote is gone; "; !strings.HasPrefix(got, want) {
		t.Errorf("a number of the PDF changed: got\n%s\nwant\n%s", got, want)
	}
	if r := ibid(t, env, "verify", limit); !strings.Contains(clean(r.out), "the quote is gone") || !strings.Contains(r.out, "  changed ") {
		t.Errorf("the report does not say so:\n%s", r.out)
	}

	moved := filepath.Join(filepath.Dir(dir), "moved")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	v = verified(t, ibid(t, env, "verify", "--json", scale))
	if got := reasons(v); v.Documents[0].State != "missing" || !strings.Contains(got, "unchecked: calibration.md cannot be read again: there is no file ") {
		t.Errorf("moved: %s", got)
	}
	for _, docs := range []string{moved, filepath.Join(moved, "calibration.md")} {
		v = verified(t, ibid(t, env, "verify", "--json", "--docs", docs, scale))
		if v.Documents[0].State != "changed" {
			t.Errorf("moved to %s: %+v", docs, v.Documents)
		}
	}
}

func TestVerifyRefusedAnswer(t *testing.T) {
	env := indexed(t)
	r := ibid(t, env, "ask", "--json", "--docs", handbook, "What does MLWE mean?")
	v := verified(t, ibidIn(t, env, r.out, "verify", "--json"))
	if !v.OK || len(v.Sentences) != 0 || len(v.Notes) != 1 {
		t.Errorf("%+v", v)
	}
	own := append(env, "IBID_ENGINE_REFUSAL_TEXT=No idea.")
	if r := ibid(t, own, "ask", "--json", "--docs", handbook, "What does MLWE mean?"); !verified(t, ibidIn(t, own, r.out, "verify", "--json")).OK {
		t.Errorf("a refusal in other words is not one: %s", r.out)
	}
	r.out = strings.Replace(r.out, `"answer":"not found in provided docs"`, `"answer":"MLWE is broken."`, 1)
	if v := verified(t, ibidIn(t, env, r.out, "verify", "--json")); v.OK {
		t.Errorf("a claim in a refusal: %+v", v)
	}
}

func TestVerifyShowsNothingThatATerminalObeys(t *testing.T) {
	env := indexed(t)
	text := "The buoy is \x1b[31mred\x1b[0m\x1b]0;owned\a and weighs 740 kg\u202e. It weighs 9 kg [c1\x1b[2J]. It is \u200bheavy [c9].\n\n[c1]: The buoy \x1b]52;c;cm0=\a weighs 740 kg\u2066.\n"
	hostile := filepath.Join(t.TempDir(), "a\x1b[31m.md")
	if err := os.WriteFile(hostile, []byte(text), 0o600); err != nil {
		t.Skip(err)
	}
	row, _ := json.Marshal(map[string]any{"id": "\x1b]0;x\a", "text": text, "evidence": text})
	for _, r := range []run{
		ibid(t, env, "verify", hostile),
		ibid(t, env, "verify", "--json", hostile),
		ibid(t, env, "verify", "--evidence", hostile, hostile),
		ibid(t, env, "verify", "--docs", "../../testdata/hostile", hostile),
		ibid(t, env, "verify", "--docs", hostile, "--json", hostile),
		ibid(t, env, "verify", hostile+"x"),
		ibidIn(t, env, string(row), "verify", "--jsonl"),
		ibidIn(t, env, "{\"schema\":\"\x1b[31m\u202e\"}", "verify"),
		ibidIn(t, env, `{"schema":"ibid.answer/1","answer":"A\u001b[31m b [c1].","citations":[{"key":"c1","path":"a\u001b[2J"}]}`, "verify"),
	} {
		for _, c := range r.out + r.err {
			if c != '\n' && unicode.In(c, unicode.Cc, unicode.Cf) {
				t.Errorf("%U in %q", c, r.out+r.err)
			}
		}
		if r.out+r.err == "" {
			t.Error("nothing was printed")
		}
	}
}
