//go:build unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// elided stands in the README for lines of output that are not shown.
const elided = "…"

// withoutRun are the README's commands that this test does not run, by their beginning, and why.
var withoutRun = map[string]string{
	"CGO_ENABLED=0 go test": "that is this test",
	"ollama pull":           "it needs a server, and the network",
	"ibid eval --docs NIST": "it needs the standards, which are not in this repository",
	"ibid eval squad2":      "it needs questions that are not in this repository",
}

// documentation is the README and the pages behind it.
func documentation(t *testing.T) string {
	files, err := filepath.Glob("ui/help/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range append([]string{"README.md"}, files...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// block is a piece of the documentation that is set as code.
type block struct {
	language string
	lines    []string
	indented bool
}

func readmeBlocks(t *testing.T) []block {
	return markdownBlocks(documentation(t))
}

func markdownBlocks(text string) []block {
	var blocks []block
	var open *block
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch fence, isFence := strings.CutPrefix(line, "```"); {
		case isFence && open == nil:
			open = &block{language: fence}
		case isFence:
			blocks, open = append(blocks, *open), nil
		case open != nil:
			open.lines = append(open.lines, line)
		case strings.HasPrefix(line, "    "):
			blocks = append(blocks, block{lines: []string{strings.TrimSpace(line)}, indented: true})
		}
	}
	return blocks
}

// readmeAnswer is the answer.md that the README checks.
const readmeAnswer = "Read the levels with `tidewater.read_levels(\"port.csv\")`, then:\n\n" +
	"```python\nimport tidewater\nclean = tidewater.despike(levels, limit=3.5)\n```\n"

// readmeShell runs the README's commands in the repository, with files of one's own in place of those that they name.
func readmeShell(t *testing.T) (*shell, *strings.Replacer) {
	s := newShell(t)
	own := s.dir
	var err error
	if s.dir, err = filepath.Abs("."); err != nil {
		t.Fatal(err)
	}
	for i, kv := range s.env {
		if path, ok := strings.CutPrefix(kv, "PATH="); ok {
			s.env[i] = "PATH=" + filepath.Dir(binary) + string(filepath.ListSeparator) + path
		}
	}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} { // an empty home has none
		if out, err := exec.Command("go", "env", name).Output(); err == nil {
			s.env = append(s.env, name+"="+strings.TrimSpace(string(out)))
		}
	}
	put(t, own, "answer.md", readmeAnswer)
	rows, err := os.ReadFile("testdata/questions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var third []string // as many as can set a threshold
	for i, row := range strings.SplitAfter(string(rows), "\n") {
		if i%3 == 0 {
			third = append(third, row)
		}
	}
	put(t, own, "QUESTIONS.jsonl", strings.Join(third, ""))
	in := func(name string) string { return filepath.Join(own, name) }
	return s, strings.NewReplacer("PAPERS", "testdata/handbook", "QUESTIONS.jsonl", in("QUESTIONS.jsonl"),
		"answer.md", in("answer.md"), "save before.json", "save "+in("before.json"), "compare before.json after.json", "compare "+in("before.json")+" "+in("before.json"))
}

// line runs one line of the README as a shell does.
func (s *shell) line(t *testing.T, line string) outcome {
	t.Helper()
	cmd := exec.Command("/bin/sh", "-c", line)
	cmd.Dir, cmd.Env, cmd.Stdin = s.dir, s.env, strings.NewReader(s.stdin)
	return finish(t, cmd, func(c *exec.Cmd) error { return c.Run() })
}

// What the README shows after a command is what the command prints.
func TestREADMEShowsWhatIsPrinted(t *testing.T) {
	s, own := readmeShell(t)
	shown := 0
	for _, b := range readmeBlocks(t) {
		if b.indented || len(b.lines) == 0 || !strings.HasPrefix(b.lines[0], "$ ") {
			continue
		}
		shown++
		o := s.line(t, own.Replace(strings.TrimPrefix(b.lines[0], "$ ")))
		got := strings.Split(strings.TrimSpace(o.out), "\n")
		if !elidedMatch(b.lines[1:], got) {
			t.Errorf("%s\nprints\n%s\n%s\nthe README shows\n%s", b.lines[0], o.out, o.err, strings.Join(b.lines[1:], "\n"))
		}
	}
	if shown == 0 {
		t.Error("the README shows no output")
	}
}

// elidedMatch tells whether lines are those that are shown, where an elided one stands for any number.
func elidedMatch(shown, lines []string) bool {
	if len(shown) == 0 {
		return len(lines) == 0
	}
	if strings.TrimSpace(shown[0]) == elided {
		for i := range len(lines) + 1 {
			if elidedMatch(shown[1:], lines[i:]) {
				return true
			}
		}
		return false
	}
	return len(lines) > 0 && strings.TrimRight(lines[0], " ") == strings.TrimRight(shown[0], " ") && elidedMatch(shown[1:], lines[1:])
}

// Every command line that the README tells people to run does run.
func TestREADMECommandsRun(t *testing.T) {
	s, own := readmeShell(t)
	s.stdin = question + "\n" // for the screen, which without a terminal is a conversation
	ran := 0
	for _, b := range readmeBlocks(t) {
		if !b.indented {
			continue
		}
		line, _, _ := strings.Cut(b.lines[0], "  #")
		why := ""
		for begin, reason := range withoutRun {
			if strings.HasPrefix(line, begin) {
				why = reason
			}
		}
		isCommand := slices.ContainsFunc([]string{"go run ", "ibid ", "CGO_ENABLED=0 "}, func(p string) bool { return strings.HasPrefix(line, p) })
		if !isCommand || why != "" {
			continue
		}
		ran++
		o := s.line(t, own.Replace(line))
		complains := o.code == 1 && (strings.HasPrefix(line, "ibid doctor") || strings.HasPrefix(line, "ibid verify")) // it found something, and said it
		if o.code != 0 && !complains {
			t.Errorf("%s ends with %d: %s%s", line, o.code, o.out, o.err)
		}
	}
	if ran < 5 {
		t.Errorf("%d commands were found in the README", ran)
	}
}

// The settings and rows in the README are ones that ibid takes.
func TestREADMEFilesAreTaken(t *testing.T) {
	s, _ := readmeShell(t)
	rows := t.TempDir()
	for _, b := range readmeBlocks(t) {
		text := strings.Join(b.lines, "\n")
		switch {
		case strings.Contains(text, `"mcp"`): // for another program
		case b.language == "toml":
			folder := filepath.Join(strings.TrimPrefix(s.env[0], "HOME="), ".config", "ibid")
			put(t, folder, "config.toml", text)
			if o := s.run(t, "config"); o.code != 0 || o.err != "" {
				t.Errorf("%s\nis refused: %s", text, o.err)
			}
			put(t, folder, "config.toml", "") // what is said of a server is not for the other examples
		case b.language == "json":
			if json.Valid([]byte(text)) && strings.Contains(text, `"qid"`) {
				put(t, rows, "rows.jsonl", strings.Join(b.lines, " "))
				if o := s.run(t, "eval", "--docs", "testdata/handbook", filepath.Join(rows, "rows.jsonl")); o.code != 0 {
					t.Errorf("%s\nis refused: %s", text, o.err)
				}
			}
		}
	}
}

// The commands and flags that are named are there.
func TestREADMENamesWhatIsThere(t *testing.T) {
	s := newShell(t)
	named := regexp.MustCompile("`ibid ((?:[a-z]+ ?)*)([^`\n]*)`")
	helps := map[string]string{}
	for _, m := range named.FindAllStringSubmatch(documentation(t), -1) {
		words := strings.Fields(m[1])
		if len(words) > 0 && words[0] == "help" {
			if o := s.run(t, words...); o.code != 0 {
				t.Errorf("%s: %s", m[0], o.err)
			}
			continue
		}
		command := strings.Join(words[:min(1, len(words))], " ")
		if _, known := helps[command]; !known {
			o := s.run(t, append(strings.Fields(command), "--help")...)
			if helps[command] = o.out; o.code != 0 || !strings.Contains(o.out, strings.TrimSpace("ibid "+command)+" [") {
				t.Errorf("%s: there is no command %q", m[0], command)
			}
		}
		for _, f := range regexp.MustCompile("--[a-z][a-z-]+").FindAllString(m[2], -1) {
			if !strings.Contains(helps[command], f) && f != "--help" {
				t.Errorf("%s: there is no %s", m[0], f)
			}
		}
	}
	if len(helps) < 8 {
		t.Errorf("%d commands were found", len(helps))
	}
}

// The messages that are explained are messages of the program.
func TestMessagesAreQuoted(t *testing.T) {
	page, err := os.ReadFile("ui/help/scripts.md")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	err = filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		source.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	rows := 0
	_, table, _ := strings.Cut(string(page), "## Messages")
	for line := range strings.Lines(table) {
		message, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		if !ok || !strings.HasPrefix(line, "| ") {
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(message, -1) {
			for part := range strings.SplitSeq(m[1], "…") {
				if part = strings.Trim(part, " “”:"); part == "" {
					continue
				}
				rows++
				if !strings.Contains(source.String(), part) {
					t.Errorf("no message says %q", part)
				}
			}
		}
	}
	if rows < 8 {
		t.Errorf("%d messages were found", rows)
	}
}
