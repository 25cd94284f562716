package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine/extract"
	"ibid/ui/app"
	"ibid/ui/config"
)

// routes are what a scripted server does, by pattern.
type routes map[string]http.HandlerFunc

func replies(code int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		io.WriteString(w, text)
	}
}

// installed is a scripted Ollama server with a model of each kind, but for what other routes do instead. Each text of a request has a
// vector of its own, the first of another request that of the first.
func installed(t *testing.T, other routes) string {
	t.Helper()
	all := routes{
		"GET /api/version": replies(200, `{"version":"0.17.4"}`),
		"GET /api/tags": replies(200, `{"models":[
			{"name":"llama3.2:latest","digest":"d1","details":{"family":"llama","parameter_size":"3.2B","quantization_level":"Q4_K_M"}},
			{"name":"nomic-embed-text:latest","digest":"d2","details":{"family":"nomic-bert","parameter_size":"137M"}},
			{"name":"odd\u001b[2J:1b","digest":"d3","details":{}}]}`),
		"POST /api/show": func(w http.ResponseWriter, r *http.Request) {
			var req struct{ Model string }
			json.NewDecoder(r.Body).Decode(&req)
			switch strings.TrimSuffix(req.Model, ":latest") {
			case "llama3.2":
				io.WriteString(w, `{"capabilities":["completion"],"model_info":{}}`)
			case "nomic-embed-text":
				io.WriteString(w, `{"capabilities":["embedding"],"model_info":{"general.architecture":"nomic-bert","nomic-bert.embedding_length":3}}`)
			default:
				replies(404, `{"error":"not found"}`)(w, r)
			}
		},
		"POST /api/embed": func(w http.ResponseWriter, r *http.Request) {
			var req struct{ Input []string }
			json.NewDecoder(r.Body).Decode(&req)
			vectors := make([][]float32, len(req.Input))
			for i := range vectors {
				angle := float64(i) / float64(len(vectors)) * math.Pi
				vectors[i] = []float32{float32(math.Cos(angle)), float32(math.Sin(angle)), 0}
			}
			json.NewEncoder(w).Encode(map[string]any{"embeddings": vectors})
		},
	}
	all["POST /api/chat"] = func(w http.ResponseWriter, r *http.Request) { // a writer that answers the trials, and a judge that agrees
		body, _ := io.ReadAll(r.Body)
		said := "Yes"
		if !strings.Contains(string(body), "Claim:") {
			said = "not found in provided docs"
			for about, answer := range map[string]string{"sluice stay": "From November to March its gate is lifted by a motor of 4 kW, unless the river stands above 2.6 m: then the gate stays shut [c1].", "common fund": "Parishes that had paid into the common fund were charged for materials alone, all others for labour as well [c1].",
				"session may be idle": "The limit is set with `idle_limit` in the file of the service; 0 switches it off [c1].", "bank stable": "The alders stabilise the bank, because their roots grow below the water line [c1]."} {
				if strings.Contains(string(body), about) {
					said = answer
				}
			}
		}
		fmt.Fprintf(w, "{\"message\":{\"role\":\"assistant\",\"content\":%q}}\n{\"done\":true,\"done_reason\":\"stop\"}\n", said)
	}
	maps.Copy(all, other)
	mux := http.NewServeMux()
	for pattern, handle := range all {
		mux.HandleFunc(pattern, handle)
	}
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

// nobody is the address of a server that is gone.
func nobody(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(nil)
	s.Close()
	return s.URL
}

// patient moves to a new folder with a home and a document. Its paths are relative, and so the same everywhere.
func patient(t *testing.T, host string) []string {
	t.Helper()
	t.Chdir(t.TempDir())
	place(t, "docs/a.md", "# Files\n\nA missing file cannot be opened. Opening it fails with an error, because the file is missing.\n\n# Trees\n\nApples are sweet. The autumn is mild.\n")
	return []string{"HOME=home", "LANG=C.UTF-8", "OLLAMA_HOST=" + host, "IBID_DOCS=docs", "IBID_INDEX_DIR=index"}
}

func place(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// flip changes a byte in the middle of a file, or cuts the file there.
func flip(t *testing.T, path string, cut bool) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 0x55
	if cut {
		data = data[:len(data)/2]
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// unsteady is what differs from machine to machine, and what stands for it in a golden file.
var unsteady = []struct {
	re   *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`127\.0\.0\.1:[0-9]+`), `127.0.0.1:11434`},
	{regexp.MustCompile(`[0-9.]+ s each`), `0.1 s each`},
	{regexp.MustCompile(`(ibid-index/)[0-9a-f]{16}`), `${1}0123456789abcdef`},
	{regexp.MustCompile(`[^\s"]+, go1[^,]*, \w+/\w+`), `(devel), go1.26, linux/amd64`},
	{regexp.MustCompile(`"version":"[^"]*","go":"[^"]*","os":"\w*","arch":"\w*"`), `"version":"(devel)","go":"go1.26","os":"linux","arch":"amd64"`},
}

// ownFileText is the config.toml that the doctor prints.
var ownFileText = regexp.MustCompile(`(?s)To make settings of your own, .*\n\n`)

// The config.toml that the doctor prints is read, sets what is set, and is printed while there is none.
func TestDoctorPrintsSettings(t *testing.T) {
	env := patient(t, nobody(t))
	r := ibid(t, env, "doctor", "--no-model")
	_, text, _ := strings.Cut(ownFileText.FindString(r.out), ":\n\n")
	for _, all := range []bool{false, true} { // as it is, and with every "#" before a setting taken away
		var lines []string
		for line := range strings.Lines(text) {
			if all && !strings.HasPrefix(line, "# ") {
				line = strings.TrimPrefix(line, "#")
			}
			lines = append(lines, line)
		}
		place(t, "home/.config/ibid/config.toml", strings.Join(lines, ""))
		c, err := config.Load(config.Sources{Env: []string{"HOME=home"}})
		docs, _ := filepath.Abs("docs")
		if err != nil || !slices.Equal(c.Docs, []string{docs}) || c.Generator != "extractive" || (c.Origin("engine.hits") == "default") == all {
			t.Errorf("%v, %+v in\n%s", err, c, text)
		}
		for _, s := range config.All() {
			if all && c.Origin(s.Key) == "default" {
				t.Errorf("%s is not there", s.Key)
			}
		}
	}
	if r := ibid(t, env, "doctor"); ownFileText.MatchString(r.out) {
		t.Errorf("there is a file, and another one is printed: %s", r.out)
	}
}

func TestDoctorGolden(t *testing.T) {
	for _, tt := range []struct {
		name string
		code int
		args []string
	}{
		{"doctor.txt", exitAnswered, nil},
		{"doctor.json", exitAnswered, []string{"--json"}},
		{"doctor-broken.txt", exitRefused, []string{"--plain", "--model=qwen3", "IBID_UI_THEME=lihgt", "IBID_GUARD_JUDGE=minicheck"}},
	} {
		var r run
		t.Run(tt.name, func(t *testing.T) {
			env := patient(t, installed(t, nil))
			if made := ibid(t, env, "index"); made.code != exitAnswered {
				t.Fatal(made.err)
			}
			r = ibid(t, env, append([]string{"doctor"}, tt.args...)...)
		})
		if r.code != tt.code || r.err != "" {
			t.Errorf("%s: exit code %d: %s", tt.name, r.code, r.err)
		}
		got := ownFileText.ReplaceAllString(r.out, "")
		for _, u := range unsteady {
			got = u.re.ReplaceAllString(got, u.with)
		}
		if strings.HasSuffix(tt.name, ".json") {
			var buf bytes.Buffer
			if err := json.Indent(&buf, []byte(got), "", " "); err != nil {
				t.Fatal(err)
			}
			got = buf.String()
		}
		for line := range strings.Lines(got) {
			if strings.HasSuffix(tt.name, ".txt") && ansi.StringWidth(strings.TrimSuffix(line, "\n")) > textWidth {
				t.Errorf("wider than %d columns: %s", textWidth, line)
			}
		}
		golden(t, tt.name, got)
	}
}

// Each row is something that may be wrong, and what is said of it.
func TestDoctorFinds(t *testing.T) {
	damage := func(name string, cut bool) func(*testing.T, []string) {
		return func(t *testing.T, env []string) {
			ibid(t, env, "index", "IBID_ENGINE_EMBEDDER=builtin")
			found, err := filepath.Glob(filepath.Join("index", app.IndexFolder, "*", "gen-*", name))
			if err != nil || len(found) != 1 {
				t.Fatal(found, err)
			}
			flip(t, found[0], cut)
		}
	}
	file := func(path, text string) func(*testing.T, []string) {
		return func(t *testing.T, _ []string) { place(t, path, text) }
	}
	bare := routes{"GET /api/tags": replies(200, `{"models":[]}`)}
	for _, tt := range []struct {
		name   string
		server routes // nil for none
		before func(t *testing.T, env []string)
		args   []string
		check  string
		health health
		found  string // a part of it
		next   string // a part of it, "" for none
	}{
		{"nobody has Ollama", nil, nil, nil, "ollama", healthOK, "no server answers", ""},
		{"a writer", routes{}, nil, nil, "answers", healthOK, "ollama/llama3.2:latest", ""},
		{"no writer", nil, nil, nil, "answers", healthOK, "the documents' own sentences", ""},
		{"the server that is needed", nil, nil, []string{"IBID_ENGINE_GENERATOR=ollama"}, "ollama", healthBroken, "no Ollama server answers", "`ollama serve`"},
		{"a named model that is missing", routes{}, nil, []string{"--model=qwen3"}, "ollama", healthWarning, "`ollama pull qwen3`", "engine.generator"},
		{"a model that must be there", routes{}, nil, []string{"--model=qwen3", "IBID_ENGINE_GENERATOR=ollama"}, "ollama", healthBroken, `no model "qwen3"`, "`ollama pull qwen3`"},
		{"nothing to embed with", bare, nil, nil, "ollama", healthWarning, "the vectors are those that are built in", "engine.embedder"},
		{"vectors", routes{}, nil, nil, "vectors", healthOK, "ollama/nomic-embed-text:latest", ""},
		{"a judge that is missing", routes{}, nil, []string{"IBID_GUARD_JUDGE=minicheck"}, "ollama", healthBroken, `no model "minicheck"`, "`ollama pull minicheck`"},
		{"a judge", routes{}, nil, []string{"IBID_GUARD_JUDGE=llama3.2"}, "judge", healthOK, "llama3.2:latest: borne out is off (20 are needed), accepts 0 of 60 true, 0 of 100 false", ""},
		{"the writer judges", routes{}, nil, nil, "judge", healthOK, "llama3.2:latest: borne out is off", ""},
		{"a writer that is worth it", routes{}, nil, nil, "trial", healthOK, "ollama/llama3.2:latest answers 5 of 5 short questions as it should", ""},
		{"a writer that is not", routes{"POST /api/chat": replies(200, `{"message":{"content":"not found in provided docs"}}`+"\n"+`{"done":true,"done_reason":"stop"}`)}, nil, nil, "trial", healthWarning, "it is not worth it", "ollama.model"},
		{"a writer that fails", routes{"POST /api/chat": replies(404, `{"error":"gone"}`)}, nil, nil, "trial", healthWarning, "no model", "--model"},
		{"a server elsewhere", nil, nil, []string{"IBID_OLLAMA_HOST=192.0.2.1"}, "ollama", healthWarning, "ollama.allow_remote", "engine.generator"},

		{"no index yet", nil, nil, nil, "index", healthOK, "not built yet: 1 file to read", "`ibid index`"},
		{"an index", nil, func(t *testing.T, env []string) { ibid(t, env, "index") }, nil, "index", healthOK, "up to date: ", ""},
		{"an index behind", nil, func(t *testing.T, env []string) {
			ibid(t, env, "index")
			place(t, "docs/b.md", "# More\n\nText.\n")
		}, nil, "index", healthOK, "behind: 1 files new, 0 changed, 0 gone", "`ibid index`"},
		{"an index of other vectors", routes{}, func(t *testing.T, env []string) { ibid(t, env, "index", "IBID_ENGINE_EMBEDDER=builtin") }, nil,
			"index", healthWarning, "the embedder is ollama/nomic-embed-text:latest now, it was builtin", "engine.embedder"},
		{"no documents", nil, nil, []string{"--docs=nowhere"}, "index", healthBroken, "nowhere", "--docs"},
		{"empty documents", nil, file("empty/.keep", ""), []string{"--docs=empty"}, "index", healthWarning, "no documents to read in empty", "--docs"},
		{"a manifest with another byte", nil, damage("manifest", false), nil, "index", healthBroken, "damaged", "--rebuild"},
		{"a segment that is cut", nil, damage("lexical/*.seg", true), nil, "index", healthBroken, "damaged", "--rebuild"},
		{"a segment with another byte", nil, damage("lexical/*.seg", false), nil, "index", healthBroken, "damaged", "--rebuild"},

		{"a theme that is missing", nil, nil, []string{"IBID_UI_THEME=lihgt"}, "theme", healthBroken, "did you mean light?", "choose one of these"},
		{"another theme that is broken", nil, file("home/.config/ibid/themes/mine.toml", "dark = 1\n"), nil, "theme", healthWarning, "auto", "mend the file"},
		{"settings", nil, file("home/.config/ibid/config.toml", "engine.hits = 9\n"), nil, "settings", healthOK, "home/.config/ibid/config.toml; ", ""},
		{"a setting that is wrong", nil, file("home/.config/ibid/config.toml", "engine.hits = 'x'\n"), nil, "settings", healthBroken, "config.toml:1:1: engine.hits", "mend it"},
		{"a key that is wrong", nil, file("home/.config/ibid/config.toml", "[keys]\nflyy = 'q'\n"), nil, "keys", healthBroken, "config.toml:2: keys.flyy: no such action", "`ibid help configuration`"},
		{"a file for a state folder", nil, file("home/.local/state", ""), nil, "state", healthBroken, "home/.local/state/ibid cannot be written to: not a directory", "XDG_STATE_HOME"},
		{"a file for an index folder", nil, file("index", ""), nil, "cache", healthBroken, "index cannot be written to: not a directory", "--index-dir"},
		{"a session", nil, func(t *testing.T, env []string) {
			place(t, "home/.local/state/ibid/sessions/20261121-163012-a1b2.jsonl", "no session\n")
		}, nil, "sessions", healthWarning, "none yet", "move these files"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			host := nobody(t)
			if tt.server != nil {
				host = installed(t, tt.server)
			}
			env := patient(t, host)
			if tt.before != nil {
				tt.before(t, env)
			}
			r := ibid(t, env, append([]string{"doctor", "--json"}, tt.args...)...)
			var d doctorJSON
			if err := json.Unmarshal([]byte(r.out), &d); err != nil {
				t.Fatalf("%v: %s%s", err, r.out, r.err)
			}
			i := slices.IndexFunc(d.Checks, func(c check) bool { return c.Name == tt.check })
			if i < 0 {
				t.Fatalf("no check %s in %s", tt.check, r.out)
			}
			c := d.Checks[i]
			if c.Health != tt.health || !strings.Contains(c.Found, tt.found) || !strings.Contains(c.Next, tt.next) || (c.Next == "") != (tt.next == "") {
				t.Errorf("got %+v\nwant %s, %q, next %q", c, tt.health, tt.found, tt.next)
			}
			if want := d.Verdict == healthBroken; (r.code == exitRefused) != want || r.code != exitAnswered && !want || tt.health == healthBroken && !want {
				t.Errorf("exit code %d, verdict %s", r.code, d.Verdict)
			}
			for _, c := range d.Checks {
				if c.Health != healthOK && c.Next == "" {
					t.Errorf("%s is %s, and nothing is said to be done", c.Name, c.Health)
				}
			}
		})
	}
}

// What was looked at is as it was before.
func TestDoctorLeavesNothing(t *testing.T) {
	env := patient(t, nobody(t))
	if r := ibid(t, env, "doctor"); r.code != exitAnswered {
		t.Fatal(r.out, r.err)
	}
	var left []string
	err := filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		left = append(left, filepath.ToSlash(path))
		return err
	})
	if want := []string{".", "docs", "docs/a.md"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("%q, %v", left, err)
	}
}

func TestDoctorWithoutAHome(t *testing.T) {
	t.Chdir(t.TempDir())
	r := ibid(t, []string{"OLLAMA_HOST=" + nobody(t)}, "doctor")
	if r.code != exitRefused || strings.Count(r.out, "no home folder is known") < 3 {
		t.Errorf("exit code %d: %s%s", r.code, r.out, r.err)
	}
}

func TestDoctorStops(t *testing.T) {
	env := patient(t, nobody(t))
	if r := ibid(t, env, "doctor", "--k=1"); r.code != exitUsage {
		t.Errorf("a flag that there is not: %+v", r)
	}
	if r := ibid(t, env, "doctor", "--color=red"); r.code != exitUsage || r.out != "" {
		t.Errorf("a flag that is wrong: %+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	face := App{In: strings.NewReader(""), Out: &out, Err: &errs, Env: env, Generator: extract.Generator{}, Reader: encoder}
	if code := face.Run(ctx, []string{"doctor"}); code != exitInterrupted || out.Len() > 0 {
		t.Errorf("exit code %d: %s", code, out.String())
	}
}
