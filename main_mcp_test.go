//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/pelletier/go-toml/v2"

	"ibid/ui/help"
)

// connect starts a server and connects to it.
func (s *shell) connect(t *testing.T, cmd *exec.Cmd) *mcp.ClientSession {
	t.Helper()
	cmd.Dir, cmd.Env, cmd.Stdin = s.dir, s.env, nil
	ctx, stop := context.WithTimeout(context.Background(), patience)
	t.Cleanup(stop)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "0"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	session := must(client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil))
	t.Cleanup(func() { _ = session.Close() })
	return session
}

var timings = regexp.MustCompile(`"timings_ms":\{[^}]*\}`)

// What a client gets is what --json prints, to the byte, and answers that follow are the first one.
func TestMCPAnswersAsJSON(t *testing.T) {
	s, docs := newShell(t), handbook(t)
	s.env = append(s.env, "IBID_INDEX_VECTORS=none") // which appear when they are all there
	session := s.connect(t, exec.Command(binary, "mcp", docs))
	for _, tt := range []struct {
		tool string
		args map[string]any
		cli  []string
	}{
		{"ask", map[string]any{"question": question}, []string{"ask", question}},
		{"ask", map[string]any{"question": refusal}, []string{"ask", refusal}},
		{"ask", map[string]any{"question": "How is a @calibration probe <checked>?"}, []string{"ask", "How is a @calibration probe <checked>?"}},
		{"ask", map[string]any{"question": "@nosuch.md?"}, []string{"ask", "@nosuch.md?"}},
		{"search", map[string]any{"query": "probe error"}, []string{"search", "probe error"}},
		{"verify", map[string]any{"text": "The logger takes one reading every 6 seconds. It costs <5> euros.\n"}, []string{"verify", "-"}},
		{"ask", map[string]any{"question": question}, []string{"ask", question}},
	} {
		res := must(session.CallTool(context.Background(), &mcp.CallToolParams{Name: tt.tool, Arguments: tt.args}))
		if text, ok := tt.args["text"]; ok {
			s.stdin = text.(string)
		}
		o := s.run(t, append(tt.cli, "--json", "--docs", docs)...)
		want := o.out
		if res.IsError {
			want = strings.ReplaceAll(o.err, "ibid ask --help", "ibid mcp --help")
		}
		got := res.Content[0].(*mcp.TextContent).Text + "\n"
		if got, want := timings.ReplaceAllString(got, ""), timings.ReplaceAllString(want, ""); got != want {
			t.Errorf("%s %v:\n%s\nthe command prints\n%s", tt.tool, tt.args, got, want)
		}
	}
}

// Standard output holds the protocol alone; the end of standard input ends the server, and so does an interruption.
func TestMCPEnds(t *testing.T) {
	s, docs := newShell(t), handbook(t)
	s.stdin = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"0"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/list"}` + "\n"
	o := s.run(t, "mcp", docs)
	if o.code != 0 || o.err != "" {
		t.Errorf("it ends with %d: %s", o.code, o.err)
	}
	for line := range strings.Lines(o.out) {
		var message struct{ JSONRPC string }
		if err := json.Unmarshal([]byte(line), &message); err != nil || message.JSONRPC != "2.0" {
			t.Errorf("on standard output: %s", line)
		}
	}
	cmd := s.command("mcp", docs)
	in, out, err := os.Pipe() // that stays open: what ends the server is the interruption
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	cmd.Stdin = in
	o = finish(t, cmd, func(cmd *exec.Cmd) error {
		if err := cmd.Start(); err != nil {
			return err
		}
		time.Sleep(time.Second)
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			return err
		}
		return cmd.Wait()
	})
	if o.code != 130 || o.out != "" {
		t.Errorf("interrupted, it ends with %d: %s", o.code, o.out)
	}
	if o := s.run(t, "mcp", filepath.Join(docs, "nosuch")); o.code != 2 || !strings.Contains(o.err, "nosuch") {
		t.Errorf("without documents it ends with %d: %s", o.code, o.err)
	}
}

// strict lets a schema allow no field that it does not name.
func strict(schema any) {
	switch at := schema.(type) {
	case map[string]any:
		if _, ok := at["properties"].(map[string]any); ok {
			at["additionalProperties"] = false
		}
		for _, below := range at {
			strict(below)
		}
	case []any:
		for _, below := range at {
			strict(below)
		}
	}
}

// schemas are those that ibid prints, made strict.
func schemas(t *testing.T, s *shell) map[string]*jsonschema.Resolved {
	t.Helper()
	var all map[string]any
	done(t, json.Unmarshal([]byte(s.run(t, "schema").out), &all))
	strict(all)
	out := map[string]*jsonschema.Resolved{}
	for name, object := range all {
		var schema jsonschema.Schema
		text, _ := json.Marshal(object)
		err := json.Unmarshal(text, &schema)
		if err != nil {
			t.Fatal(err)
		}
		resolved, err := schema.Resolve(nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = resolved
		short, _, _ := strings.Cut(strings.TrimPrefix(name, "ibid."), "/")
		if one := s.run(t, "schema", short); one.code != 0 || !strings.Contains(one.out, name) {
			t.Errorf("%s alone: %s%s", name, one.out, one.err)
		}
	}
	return out
}

// Every object that is printed is as its schema says, and every schema is that of an object that is printed.
func TestSchemasHold(t *testing.T) {
	s, docs := newShell(t), handbook(t)
	all := schemas(t, s)
	seen, objects := map[string]int{}, 0
	check := func(printed string) {
		for line := range strings.Lines(printed) {
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			name, _ := object["schema"].(string)
			schema := all[name]
			if schema == nil {
				t.Fatalf("there is no schema %q", name)
			}
			seen[name]++
			objects++
			if err := schema.Validate(object); err != nil {
				t.Errorf("%s: %v\n%.2000s", name, err, line)
			}
		}
	}
	run := func(args ...string) {
		t.Helper()
		o := s.run(t, args...)
		check(o.out)
		if o.out == "" {
			check(o.err)
		}
	}
	rows := must(os.ReadFile("testdata/questions.jsonl"))
	var few []byte
	for i, row := range bytes.SplitAfter(rows, []byte("\n")) {
		var q struct{ Question string }
		if json.Unmarshal(row, &q) != nil || i%6 > 0 {
			continue
		}
		if i%12 == 0 {
			few = append(few, row...)
		}
		run("ask", "--json", "--docs", docs, q.Question)
		if i%12 == 0 {
			run("search", "--json", "--docs", docs, q.Question)
		}
	}
	put(t, s.dir, "few.jsonl", string(few))
	put(t, s.dir, "draft.md", draft)
	put(t, s.dir, "code.md", readmeAnswer)
	run("ask", "--json", "--docs", docs, question)
	run("ask", "--json", "--selection", "draft.md", "--docs", docs, "What does the Limpet draw?")
	run("ask", "--json", "--docs", docs, "How do I read the levels of a station with `tidewater.Gauge`?")
	run("search", "--json", "--docs", docs, question)
	run("verify", "--json", "--docs", docs, "draft.md")
	run("verify", "--json", "--symbols-only", "--project", "tidewater="+docs, "code.md")
	put(t, s.dir, "saved.json", s.run(t, "ask", "--json", "--docs", docs, question).out)
	run("verify", "--json", "saved.json")
	s.stdin = `{"id":1,"text":"A.","evidence":"A."}` + "\n" + `{"id":"b","text":"It draws 45 mW.","evidence":["It draws 90 mW."]}` + "\n" + `{"id":[]}` + "\n" + "nonsense\n"
	run("verify", "--jsonl")
	s.stdin = question + "\n"
	if o := s.run(t, "--docs", docs, "--plain"); o.code != 0 { // it leaves a session behind
		t.Error(o.err)
	}
	for _, args := range [][]string{{"index", "--docs", docs}, {"index", "--status", "--docs", docs}, {"doctor", "--docs", docs}, {"config"}, {"sessions"}, {"sessions", "TGBM"}, {"--version"},
		{"symbols", "--docs", docs}, {"symbols", "recipes", "--docs", docs}, {"symbols", "digest", "--docs", docs}, {"ask", "--docs", "nosuch", "x"}, {"ask"}, {"ask", "--nosuch"}, {"verify", "nosuch"},
		{"eval", "--docs", docs, "--save", "before.json", "few.jsonl"}, {"eval", "compare", "before.json", "before.json"}} {
		run(append(args, "--json")...)
	}
	res := must(s.connect(t, exec.Command(binary, "mcp", docs)).CallTool(context.Background(), &mcp.CallToolParams{Name: "read", Arguments: map[string]any{"chunk_id": "overview::l00024::c001"}}))
	check(res.Content[0].(*mcp.TextContent).Text)
	var registry bytes.Buffer
	done(t, json.Compact(&registry, []byte(s.run(t, "symbols", "export", "--docs", docs, "-").out)))
	check(registry.String())
	delete(all, "ibid.digest/1") // a model writes it
	for name := range all {
		if seen[name] == 0 {
			t.Errorf("no %s was printed", name)
		}
	}
	if objects < 50 {
		t.Errorf("%d objects were printed", objects)
	}
	t.Logf("%d objects: %v", objects, seen)
}

// draft is a text to verify, in which one sentence is not as the handbook has it.
const draft = "The logger takes one reading every 6 seconds.\n\nThe Limpet is a pressure probe. It draws 77 W.\n"

// Every command, hook and setting of the pages works.
func TestHelpPages(t *testing.T) {
	s := newShell(t)
	home := strings.TrimPrefix(s.env[0], "HOME=")
	papers := filepath.Join(home, "papers")
	for _, at := range []string{papers, filepath.Join(s.dir, "specs")} {
		done(t, os.CopyFS(at, os.DirFS("testdata/handbook")))
	}
	s.env = append(s.env, "FZF_DEFAULT_OPTS=--filter=error", "GIT_CONFIG_GLOBAL=/dev/null")
	for i, kv := range s.env {
		if path, ok := strings.CutPrefix(kv, "PATH="); ok {
			s.env[i] = "PATH=" + filepath.Dir(binary) + string(filepath.ListSeparator) + path
		}
	}
	put(t, s.dir, "draft.md", draft)
	for _, page := range help.Pages() {
		if o := s.run(t, "help", page.Name); o.code != 0 || o.out != page.Text {
			t.Errorf("help %s: %s", page.Name, o.err)
		}
		for _, b := range markdownBlocks(page.Text) {
			text := strings.Join(b.lines, "\n")
			switch {
			case b.language == "sh" && strings.HasPrefix(text, "#!"):
				s.hook(t, text)
			case b.language == "sh":
				s.pageCommand(t, text)
			case strings.Contains(text, `"mcp"`) && (b.language == "json" || b.language == "toml"):
				unmarshal := json.Unmarshal
				if b.language == "toml" {
					unmarshal = toml.Unmarshal
				}
				var of map[string]map[string]struct {
					Command string
					Args    []string
				}
				if err := unmarshal([]byte(strings.NewReplacer("/home/me/papers", papers, "${workspaceFolder}", papers).Replace(text)), &of); err != nil {
					t.Fatalf("%v in %s", err, text)
				}
				for _, servers := range of {
					server := servers["ibid"]
					if server.Command != "ibid" {
						t.Fatalf("%s starts %q", text, server.Command)
					}
					if tools, err := s.connect(t, exec.Command(binary, server.Args...)).ListTools(context.Background(), nil); err != nil || len(tools.Tools) != 4 {
						t.Errorf("%s: %v", text, err)
					}
				}
			}
		}
	}
}

// pageCommand runs a command of a page, where what it needs is installed.
func (s *shell) pageCommand(t *testing.T, text string) {
	t.Helper()
	for _, program := range []string{"jq", "fzf", "npx"} {
		if _, err := exec.LookPath(program); err != nil && regexp.MustCompile(`\b`+program+`\b`).MatchString(text) {
			t.Logf("not run, there is no %s: %.60s…", program, text)
			return
		}
	}
	if strings.HasPrefix(text, "npx") {
		t.Logf("not run, it fetches a program: %.60s…", text)
		return
	}
	o := s.line(t, "set -e; "+text)
	complains := o.code == 1 && strings.HasPrefix(text, "ibid verify") && strings.Contains(text, "draft.md")
	if o.code != 0 && !complains || o.out == "" && !strings.Contains(text, ">") && !strings.Contains(text, "--output") {
		t.Errorf("%s\nends with %d: %s%s", text, o.code, o.out, o.err)
	}
}

// hook commits a page that the specifications bear out, and one that they do not, where the text is the hook.
func (s *shell) hook(t *testing.T, text string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Log("not run, there is no git: the hook")
		return
	}
	if o := s.line(t, "git init -q . && git config user.name x && git config user.email x@example.org && git add specs && git commit -qm specs"); o.code != 0 {
		t.Fatal(o.err)
	}
	put(t, filepath.Join(s.dir, ".git", "hooks"), "pre-commit", text)
	done(t, os.Chmod(filepath.Join(s.dir, ".git", "hooks", "pre-commit"), 0o755))
	put(t, s.dir, "my größe.md", "The logger takes one reading every 6 seconds.\n")
	if o := s.line(t, "git add my* && git commit -qm right"); o.code != 0 {
		t.Errorf("what is right is not committed: %s", o.err)
	}
	put(t, s.dir, "page.md", "The logger takes one reading every 7 seconds.\n")
	if o := s.line(t, "git add page.md && git commit -qm wrong"); o.code == 0 || !strings.Contains(o.err, "page.md: not everything is supported") {
		t.Errorf("what is wrong is committed: %s%s", o.out, o.err)
	}
}

// Who types into the server is told whom it speaks with, not that the index may be damaged.
func TestMCPIsNotForPeople(t *testing.T) {
	s := newShell(t)
	s.stdin = "hello\n"
	if o := s.run(t, "mcp", handbook(t)); o.code != 0 || !strings.Contains(o.out, "a client of the Model Context Protocol speaks here") {
		t.Errorf("ends with %d: %s%s", o.code, o.out, o.err)
	}
}
