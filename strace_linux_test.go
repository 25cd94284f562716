package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// What the program does outside itself, by the system calls that it makes: it connects to the configured Ollama alone, and
// writes in its own folders alone.
func TestSystemCalls(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed: apt-get install strace")
	}
	if out, err := exec.Command(strace, "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		t.Skipf("strace may not look at other programs here: %v %s", err, out)
	}
	s := newShell(t)
	docs := handbook(t)
	own := strings.TrimPrefix(s.env[0], "HOME=")
	const host = "127.0.0.1:9" // nothing listens there; it differs from the default, so that one would show
	s.env = append(s.env, "IBID_OLLAMA_HOST="+host, "TERM=xterm")
	trace := func(name string) []string {
		return []string{strace, "-f", "-qq", "-s", "4096", "-e", "trace=%file,%network,openat,ftruncate,fchmod,fchown", "-o", filepath.Join(s.dir, name), binary}
	}

	for _, tt := range []struct {
		name string
		args []string
	}{
		{"index", []string{"index", "--docs", docs}},
		{"ask", []string{"ask", "--json", "--docs", docs, question}},
		{"verify", []string{"verify", "--docs", docs, filepath.Join(docs, "overview.md")}},
		{"conversation", []string{"--plain", docs}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			words := append(trace(tt.name), tt.args...)
			cmd := exec.Command(words[0], words[1:]...)
			cmd.Dir, cmd.Env, cmd.Stdin = s.dir, s.env, strings.NewReader(question+"\n")
			finish(t, cmd, func(cmd *exec.Cmd) error { return cmd.Run() })
			checkCalls(t, filepath.Join(s.dir, tt.name), own, host)
		})
	}
	t.Run("screen", func(t *testing.T) {
		if _, err := exec.LookPath("tmux"); err != nil {
			t.Skip("tmux is not installed: apt-get install tmux")
		}
		tmux := func(args ...string) string {
			cmd := exec.Command("tmux", append([]string{"-L", "calls", "-f", os.DevNull}, args...)...)
			cmd.Dir, cmd.Env = s.dir, append(slices.Clone(s.env), "TMUX_TMPDIR="+s.dir, "LC_ALL=C.UTF-8")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("tmux %q: %v %s", args, err, out)
			}
			return string(out)
		}
		see := func(text string) {
			for start := time.Now(); !strings.Contains(tmux("capture-pane", "-p"), text); time.Sleep(50 * time.Millisecond) {
				if time.Since(start) > patience {
					t.Fatalf("%q did not appear:\n%s", text, tmux("capture-pane", "-p"))
				}
			}
		}
		tmux("new-session", "-d", "-x", "120", "-y", "30", strings.Join(append(trace("screen"), docs), " ")+"; sleep 600")
		t.Cleanup(func() { tmux("kill-server") })
		see("documents, ")
		tmux("send-keys", "-l", question)
		tmux("send-keys", "Enter")
		see("proven")
		tmux("send-keys", "C-c")
		tmux("send-keys", "C-c")
		checkCalls(t, filepath.Join(s.dir, "screen"), own, host)
	})
}

var (
	connectCall = regexp.MustCompile(`(?:connect|sendto|bind)\(\d+, (\{sa_family=AF_[^}]*\})`)
	socketPort  = regexp.MustCompile(`sin6?_port=htons\((\d+)\)`)
	socketHost  = regexp.MustCompile(`inet_(?:addr\("([^"]*)"|pton\(AF_INET6, "([^"]*)")`)
	writeCall   = regexp.MustCompile(`(?:^|\s)(openat|open|creat|mkdir|mkdirat|rename|renameat|renameat2|unlink|unlinkat|rmdir|link|linkat|symlink|symlinkat|truncate|chmod|fchmodat|chown|lchown|fchownat|utimensat|mknod|mknodat)\((.*)`)
	openToWrite = regexp.MustCompile(`O_WRONLY|O_RDWR|O_CREAT|O_TRUNC`)
	quotedPath  = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
)

// checkCalls reads what strace wrote.
func checkCalls(t *testing.T, log, own, host string) {
	t.Helper()
	text := must(os.ReadFile(log))
	writes := 0
	for line := range strings.Lines(string(text)) {
		if m := connectCall.FindStringSubmatch(line); m != nil {
			var to string
			if h, p := socketHost.FindStringSubmatch(m[1]), socketPort.FindStringSubmatch(m[1]); h != nil && p != nil {
				to = fmt.Sprintf("%s%s:%s", h[1], h[2], p[1])
			}
			asksTmux := strings.Contains(m[1], `sun_path="`+filepath.Dir(log)+`/tmux-`) // in whose window it runs
			if to != host && !asksTmux {
				t.Errorf("a connection that is not to the configured host: %s", line)
			}
			continue
		}
		m := writeCall.FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(m[1], "open") && !openToWrite.MatchString(m[2]) {
			continue
		}
		for _, q := range quotedPath.FindAllStringSubmatch(m[2], -1) {
			path := q[1]
			if !filepath.IsAbs(path) && strings.Contains(m[2], "AT_FDCWD") {
				path = filepath.Join(filepath.Dir(log), path)
			}
			switch {
			case strings.HasPrefix(path, own+"/"), path == os.DevNull, path == "/dev/tty", strings.HasPrefix(path, "/dev/pts/"):
				writes++
			case !filepath.IsAbs(path) && !strings.Contains(path, ".."): // below a folder that was opened before
				writes++
			case strings.HasPrefix(m[1], "mkdir") && strings.HasPrefix(own, path): // on the way, and there already
			default:
				t.Errorf("a write outside the own folders: %s", line)
			}
		}
	}
	if writes == 0 && filepath.Base(log) == "index" {
		t.Error("the trace of an index that is made shows no write: it shows little")
	}
}
