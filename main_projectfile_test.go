//go:build unix

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A folder that somebody else made brings a file of settings: whatever it holds, the program ends with one line that says what to do, or
// passes over what it may not set, and has touched nothing.
func TestHostileProjectFile(t *testing.T) {
	file := func(text string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(text), 0o600) }
	}
	for _, tt := range []struct {
		name string
		make func(path string) error
		want string
	}{
		{"a FIFO", func(path string) error { return syscall.Mkfifo(path, 0o600) }, "is a folder, a pipe or a device"},
		{"a link to a device", func(path string) error { return os.Symlink("/dev/zero", path) }, "is a folder, a pipe or a device"},
		{"a huge file", func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat("# x\n", 1<<20)), 0o600)
		}, "is larger than 64 kB"},
		{"nested brackets", file("docs = " + strings.Repeat("[", 30_000)), "not TOML"},
		{"a deep table", file("[" + strings.Repeat("a.", 15_000) + "a]\n" + strings.Repeat("x = []\n", 2_000)), "a key is longer than"},
		{"index.dir", file("[index]\ndir = \"../precious\"\n"), "guard.unproven: index.dir"},
		{"documents outside", file("docs = \"../precious\"\n"), "docs: a project file may only name what is inside its folder"},
		{"a host", file("ollama.host = \"http://192.0.2.1:11434\"\n"), "guard.unproven: ollama.host"},
		{"a gate", file("guard.support = false\n"), "guard.unproven: guard.support"},
		{"the log", file("log.questions = true\n"), "guard.unproven: log.questions"},
		{"a registry", file("guard.registry = \"/dev/zero\"\n"), "guard.unproven: guard.registry"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newShell(t)
			put(t, s.dir, "folder/a.md", "# A\n\nThe Limpet is a probe.\n")
			kept := []string{"precious/gen-2024/a.txt", "precious/building-plans/b.txt"}
			for _, name := range kept {
				put(t, s.dir, name, "kept")
			}
			base := s.dir
			s.dir = filepath.Join(base, "folder")
			if err := tt.make(filepath.Join(s.dir, ".ibid.toml")); err != nil {
				t.Skip("cannot be made here:", err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience) // what it took for ever
			defer cancel()
			cmd := exec.CommandContext(ctx, binary, "ask", "What is the Limpet?")
			cmd.Dir, cmd.Env = s.dir, s.env
			o := finish(t, cmd, func(cmd *exec.Cmd) error { return cmd.Run() })
			passed := strings.HasPrefix(tt.want, "guard.unproven: ") // what it may set ends in that
			if passed && (o.code != 0 || !strings.Contains(o.out, "probe [c1]") || strings.Count(o.err, tt.want+"\n") != 1) {
				t.Errorf("exit code %d: %s%.300s", o.code, o.out, o.err)
			}
			if message, _, _ := strings.Cut(o.err, "\n"); !passed && (o.code != 2 || o.out != "" || !strings.HasPrefix(message, "ibid: .ibid.toml") || !strings.Contains(message, tt.want)) {
				t.Errorf("exit code %d: %s%.300s", o.code, o.out, o.err)
			}
			for _, name := range kept {
				if text, err := os.ReadFile(filepath.Join(base, name)); string(text) != "kept" {
					t.Errorf("%s: %q, %v", name, text, err)
				}
			}
		})
	}
}

// What somebody names on the command line may be a pipe: that is how a shell hands on what another program wrote.
func TestPipesOnTheCommandLine(t *testing.T) {
	if _, err := os.Stat("/dev/stdin"); err != nil {
		t.Skip("there is no /dev/stdin here")
	}
	s := newShell(t)
	s.stdin = "The key has 1184 bytes [1].\n\n[1]: The key has 1184 bytes.\n"
	if o := s.run(t, "verify", "/dev/stdin"); o.code != 0 || !strings.Contains(o.out, "1184") {
		t.Errorf("verify: exit code %d: %s%s", o.code, o.out, o.err)
	}
	s.stdin = "The Limpet is a probe of the seabed.\n"
	if o := s.run(t, "ask", "--selection", "/dev/stdin", "What is the Limpet?"); o.code != 0 || !strings.Contains(o.out, "probe of the seabed") {
		t.Errorf("ask --selection: exit code %d: %s%s", o.code, o.out, o.err)
	}
}
