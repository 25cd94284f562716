package symbols

import (
	"fmt"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// declarations is a Registry of the names as they are written; what it does not hold is no symbol.
type declarations map[string]code.Use

func (d declarations) Resolve(pieces []code.Piece) []code.Use {
	var out []code.Use
	for i := len(pieces) - 1; i >= 0; i-- { // any order will do
		p := pieces[i]
		for written, u := range d {
			written, _, _ = strings.Cut(written, " ")
			for pos := 0; ; {
				n := strings.Index(p.Text[pos:], written)
				if n < 0 {
					break
				}
				pos += n
				u.Start, u.End, u.Written = p.Start+pos, p.Start+pos+len(written), written
				out = append(out, u)
				pos += len(written)
			}
		}
	}
	return out
}

var known = declarations{
	"json.load_file": {Name: "json.load_file", State: decl.Absent, Nearest: []code.Declared{
		{Name: "json.load"}, {Name: "json.loads"}, {Name: "pickle.load"}, {Name: "json.dump"}, {Name: "json.dumps"}}},
	"json.dumps":     {Name: "json.dumps"},
	"requests.get":   {Name: "requests.get", State: decl.Foreign},
	"app.worker":     {Name: "app.worker", State: decl.Foreign},
	"setup.py":       {Name: "setup.py", State: decl.Foreign},
	"http.go":        {Name: "net/http.go", State: decl.Absent},
	"server.key":     {Name: "http.server.HTTPServer.key", State: decl.Absent},
	"os.env":         {Name: "os.env", State: decl.Absent, Nearest: []code.Declared{{Name: "os.environ"}}},
	"os.log":         {Name: "os.log", State: decl.Absent},
	"queue.json":     {Name: "queue.json"},
	"typing.Any.x":   {Name: "typing.Any.x", State: decl.Unread},
	"SO_FAST":        {Name: "socket.SO_FAST", State: decl.Absent, Reason: "socket declares no SO_FAST"},
	"shutil.copy":    {Name: "shutil.copy", Misuse: &code.Misuse{Argument: "force"}, Nearest: []code.Declared{{Name: "shutil.copy", Signature: "copy(src, dst)"}}},
	"shutil.copy +":  {Name: "shutil.copy", Misuse: &code.Misuse{Argument: "deep", Reason: "shutil.copy takes no argument deep, as copy(src, dst) says"}, Nearest: []code.Declared{{Name: "shutil.copy", Signature: "copy(src, dst)"}}},
	"nap":            {Name: "nap", State: decl.Absent, Nearest: []code.Declared{{Name: "time.sleep"}, {Name: "time.time"}}},
	"far.away":       {Name: "far.away", State: decl.Foreign, Reason: "far was not read"},
	"time.Nap":       {Name: "time.Nap", State: decl.Absent},
	"time.Nap other": {Name: "time.Nap", State: decl.Foreign},
	"log.Both":       {Name: "log.Both", State: decl.Absent},
	"log.Both other": {Name: "b.log.Both"},
}

func TestCheckSymbols(t *testing.T) {
	tests := []struct{ name, answer, want string }{
		{"nothing", "Plain prose.", ""},
		{"unknown", "Use `json.load_file(x)`.", "unknown json.load_file: json has no load_file; it declares load, loads, dump"},
		{"known", "Use `json.dumps`.", "known json.dumps: json.dumps is declared"},
		{"in order", "json.dumps, `json.load_file`, json.dumps", "known json.dumps: json.dumps is declared\n" +
			"unknown json.load_file: json has no load_file; it declares load, loads, dump\nknown json.dumps: json.dumps is declared"},
		{"foreign", "`requests.get`", "out_of_scope requests.get: no source in scope declares requests.get; add the sources of its project to check it"},
		{"unread", "`typing.Any.x`", "out_of_scope typing.Any.x: what would declare typing.Any.x makes its names when it runs; look it up in its documentation"},
		{"a bare name", "`nap(3)`", "unknown nap: nap is not declared; the nearest names are time.sleep, time.time"},
		{"foreign with a reason", "`far.away`", "out_of_scope far.away: far was not read"},
		{"two wrong arguments", "`shutil.copy(a, b, force=1, deep=2)`", "misused shutil.copy: shutil.copy takes no argument deep, as copy(src, dst) says\n" +
			"misused shutil.copy: shutil.copy takes no argument force; it is declared as copy(src, dst)"},
		{"a file", "Run `setup.py`, read `http.go` and http.go.", ""},
		{"a declared file", "`queue.json`", "known queue.json: queue.json is declared"},
		{"a file in code is code", "```go\nhttp.go\n```\nSee `http.go`.", "unknown http.go: net/http has no go\nunknown http.go: net/http has no go"},
		{"a called file is code", "See os.log, and `os.log()`.", "unknown os.log: os has no log\nunknown os.log: os has no log"},
		{"a file through a variable", "Keep `server.key` safe.", ""},
		{"an attribute of a module", "Keep `os.env` safe.", "unknown os.env: os has no env; it declares environ"},
		{"a constant", "Set `SO_FAST`.", ""},
		{"a constant in code", "```py\nprint(SO_FAST)\n```\nSet `SO_FAST`.", "unknown SO_FAST: socket declares no SO_FAST\nunknown SO_FAST: socket declares no SO_FAST"},
		{"absent beats foreign", "`time.Nap`", "unknown time.Nap: time has no Nap"},
		{"said to be absent", "There is no `json.load_file`, and `os.env` does not exist either. In 3.0 `os.log()` is gone too.", ""},
		{"said by its comment to be absent", "```py\njson.load_file(x)  # AttributeError\nos.env  # module 'os' has no attribute 'env'\ntime.Nap  # an error otherwise\n```", "unknown time.Nap: time has no Nap"},
		{"said to be absent, one after another", "There is no `far` and no `json.load_file`, but `os.env`.", "unknown os.env: os has no env; it declares environ"},
		{"said to be absent, and used", "There is no `json.load_file`: call `json.load_file(x)`.", "unknown json.load_file: json has no load_file; it declares load, loads, dump"},
		{"said of something else", "There is no need for `os.env`; `json.load_file` does not exist on a disk, and no such file is in `time.Nap`.", "unknown os.env: os has no env; it declares environ\nunknown time.Nap: time has no Nap"},
		{"declared beats absent", "`log.Both`", "known log.Both: b.log.Both is declared"},
	}
	for _, tt := range tests {
		for range 4 { // the registry answers in any order
			var got []string
			for _, f := range Check(guard.Parse(tt.answer), known) {
				if tt.answer[f.Start:f.End] != f.Written {
					t.Errorf("%s: %q at %d:%d", tt.name, f.Written, f.Start, f.End)
				}
				got = append(got, fmt.Sprintf("%s %s: %s", f.Verdict, f.Written, f.Detail))
			}
			if s := strings.Join(got, "\n"); s != tt.want {
				t.Errorf("%s: got\n%s\nwant\n%s", tt.name, s, tt.want)
			}
		}
	}
}

func TestOwnerOf(t *testing.T) {
	for name, want := range map[string]string{
		"json.load": "json load", "open": " open", "net/http.Server.Addr": "net/http.Server Addr", "net/http": " net/http",
		"example.com/x/pkg": " example.com/x/pkg", "example.com/x/pkg.F": "example.com/x/pkg F", "std::fs::read": "std::fs read", "": " ",
	} {
		if owner, last := ownerOf(name); owner+" "+last != want {
			t.Errorf("%q: %q %q, want %q", name, owner, last, want)
		}
	}
}

func TestSymbolGate(t *testing.T) {
	find := func(verdicts string) []Finding {
		var out []Finding
		for i, v := range strings.Fields(verdicts) {
			out = append(out, Finding{Use: code.Use{Written: fmt.Sprint("n", i)}, Verdict: Verdict(v)})
		}
		return out
	}
	tests := []struct {
		verdicts string
		want     guard.Gate
	}{
		{"", guard.Gate{Name: guard.GateSymbols, Measured: 0, Threshold: 1, Verdict: guard.Skipped, Detail: "Not checked: the answer names nothing that the sources in scope should declare."}},
		{"out_of_scope", guard.Gate{Name: guard.GateSymbols, Measured: 0, Threshold: 1, Verdict: guard.Skipped, Detail: "Not checked: the answer names nothing that the sources in scope should declare."}},
		{"known known out_of_scope", guard.Gate{Name: guard.GateSymbols, Measured: 1, Threshold: 1, Verdict: guard.Pass, Detail: "The sources declare every name that the answer uses."}},
		{"known unknown", guard.Gate{Name: guard.GateSymbols, Measured: .5, Threshold: 1, Verdict: guard.Refuse, Detail: "Not declared by the sources: “n1”."}},
		{"unknown misused unknown unknown unknown unknown", guard.Gate{Name: guard.GateSymbols, Measured: 0, Threshold: 1, Verdict: guard.Refuse, Detail: "Not declared by the sources: “n0”, “n2” and “n3” and 2 more."}},
		{"known known known misused", guard.Gate{Name: guard.GateSymbols, Measured: .75, Threshold: 1, Verdict: guard.Refuse, Detail: "Called in a way that its declaration does not allow: “n3”."}},
	}
	for _, tt := range tests {
		if got := Gate(find(tt.verdicts)); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.verdicts, got, tt.want)
		} else if code := got.Code(); (got.Verdict == guard.Refuse) != (code == guard.UnknownSymbol) {
			t.Errorf("%s: code %q", tt.verdicts, code)
		}
	}
}

func TestInventing(t *testing.T) {
	const bad = "```py\njson.load_file(x)\n```"
	tests := []struct{ name, answer, want, left string }{
		{"nothing wrong", "Use json.dumps.", "", "Use json.dumps."},
		{"one sentence", "One. Use `json.load_file`. Three.", "Use `json.load_file`.", "One. Three."},
		{"twice in one", "Use json.load_file or json.load_file. Two.", "Use json.load_file or json.load_file.", "Two."},
		{"misused", "A. `shutil.copy(force=1)` B.", "`shutil.copy(force=1)` B.", "A."},
		{"out of scope stays", "Use `requests.get`.", "", "Use `requests.get`."},
		{"code and what announces it", "One. Do this [c1]:\n\n" + bad + "\n\nTwo.", "Do this [c1]:|" + bad, "One.\n\nTwo."},
		{"code after a full statement", "One is so. [c1]\n\n" + bad + "\n\nTwo.", bad, "One is so. [c1]\n\nTwo."},
		{"clean code after a wrong sentence", "Use `json.load_file`:\n\n```\nx\n```\n\nTwo.", "Use `json.load_file`:|```\nx\n```", "Two."},
		{"the second of two blocks", "Do:\n\n```\nx\n```\n\n" + bad + "\n\nTwo.", bad, "Do:\n\n```\nx\n```\n\nTwo."},
		{"the first of two blocks", "Do:\n\n" + bad + "\n\n```\nx\n```\n\nTwo.", "Do:|" + bad + "|```\nx\n```", "Two."},
		{"an item", "- json.dumps\n- json.load_file\n- three", "json.load_file", "- json.dumps\n- three"},
		{"a row", "| a | b |\n|---|---|\n| `json.load_file` | x |\n| y | z |", "| `json.load_file` | x |", "| a | b |\n|---|---|\n| y | z |"},
		{"code alone", bad, bad, ""},
	}
	for _, tt := range tests {
		var got []string
		d := guard.Parse(tt.answer)
		for _, i := range Inventing(d, Check(d, known)) {
			got = append(got, d.Sentences[i].Raw)
			d.Decide(i, guard.Drop, "")
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, s, tt.want)
		}
		if left := d.Render(); left != tt.left {
			t.Errorf("%s: left %q, want %q", tt.name, left, tt.left)
		}
	}
}
