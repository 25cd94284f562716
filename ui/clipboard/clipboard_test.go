//go:build !windows

package clipboard

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	takes   = `cat >"$HOME/got-$(basename "$0")"; echo "$*" >"$HOME/args-$(basename "$0")"`
	fails   = "cat >/dev/null; printf 'Error: Can\\047t open display: :\\0337\\nmore' >&2; exit 1"
	hangs   = `exec sleep 60`
	silent  = `exit 3`
	unheard = "sent to the terminal (OSC 52); whether it arrived, only the terminal knows"
)

// machine makes an environment with fake tools: name → the script it runs. The shell's own programs are behind them.
func machine(t *testing.T, tools map[string]string, env ...string) (home string, all []string) {
	t.Helper()
	home, bin := t.TempDir(), t.TempDir()
	for name, script := range tools {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\nPATH=/usr/bin:/bin\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return home, append(env, "HOME="+home, "PATH="+bin)
}

func read(t *testing.T, home, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(home, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestCopy(t *testing.T) {
	x11, wayland := "DISPLAY=:0", "WAYLAND_DISPLAY=wayland-0"
	for _, tt := range []struct {
		name    string
		tools   map[string]string
		env     []string
		took    []string // the tools that hold the text
		osc52   bool
		message string
		err     bool
	}{
		{name: "X11", tools: map[string]string{"xclip": takes, "xsel": takes}, env: []string{x11}, took: []string{"xclip"}, message: "copied to the clipboard"},
		{name: "X11 with xsel", tools: map[string]string{"xsel": takes}, env: []string{x11}, took: []string{"xsel"}, message: "copied to the clipboard"},
		{name: "Wayland", tools: map[string]string{"wl-copy": takes, "xclip": takes}, env: []string{wayland, x11}, took: []string{"wl-copy"}, message: "copied to the clipboard"},
		{name: "Wayland by way of X11", tools: map[string]string{"xclip": takes}, env: []string{wayland, x11}, took: []string{"xclip"}, message: "copied to the clipboard"},
		{name: "macOS", tools: map[string]string{"pbcopy": takes}, took: []string{"pbcopy"}, message: "copied to the clipboard"},
		{name: "no tool on X11", env: []string{x11}, osc52: true, message: unheard + "; no clipboard tool was found; to be sure of a copy, install xclip or xsel"},
		{name: "no tool on both", env: []string{wayland, x11}, osc52: true, message: unheard + "; no clipboard tool was found; to be sure of a copy, install wl-clipboard or xclip or xsel"},
		{name: "no display", tools: map[string]string{"xclip": takes}, osc52: true, message: unheard},
		{name: "SSH", tools: map[string]string{"xclip": takes}, env: []string{x11, "SSH_TTY=/dev/pts/1"}, osc52: true, message: unheard},
		{name: "SSH without a terminal of its own", tools: map[string]string{"pbcopy": takes}, env: []string{"SSH_CONNECTION=a 1 b 2"}, osc52: true, message: unheard},
		{name: "tmux", tools: map[string]string{"tmux": takes}, env: []string{"TMUX=/tmp/s,1,0"}, took: []string{"tmux"}, message: "copied to tmux's buffer"},
		{name: "tmux on a desktop", tools: map[string]string{"tmux": takes, "xclip": takes}, env: []string{x11, "TMUX=/tmp/s,1,0"}, took: []string{"xclip", "tmux"},
			message: "copied to the clipboard and tmux's buffer"},
		{name: "tmux over SSH", tools: map[string]string{"tmux": takes, "xclip": takes}, env: []string{x11, "TMUX=/tmp/s,1,0", "SSH_TTY=/dev/pts/1"}, took: []string{"tmux"},
			message: "copied to tmux's buffer"},
		{name: "tmux that is not found", env: []string{"TMUX=/tmp/s,1,0"}, osc52: true, message: unheard},
		{name: "screen on a desktop", tools: map[string]string{"xclip": takes}, env: []string{x11, "STY=1.pts"}, took: []string{"xclip"}, osc52: true, message: "copied to the clipboard; also sent to the terminal (OSC 52)"},
		{name: "a tool that fails", tools: map[string]string{"xclip": fails}, env: []string{x11}, osc52: true, message: unheard + "; xclip failed: Error: Can't open display: :: exit status 1", err: true},
		{name: "a tool that says nothing", tools: map[string]string{"xclip": silent}, env: []string{x11}, osc52: true, message: unheard + "; xclip failed: exit status 3", err: true},
		{name: "a tool that fails in tmux", tools: map[string]string{"xclip": silent, "tmux": takes}, env: []string{x11, "TMUX=s"}, took: []string{"tmux"}, osc52: true,
			message: "copied to tmux's buffer; " + unheard + "; xclip failed: exit status 3", err: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home, env := machine(t, tt.tools, tt.env...)
			const text = "# 漢字\n\n\t- a [c1] \n"
			r := New(env).Copy(t.Context(), text)
			if r.Message != tt.message || (r.Err != nil) != tt.err {
				t.Errorf("got  %s (%v)\nwant %s", r.Message, r.Err, tt.message)
			}
			if want := map[bool]string{true: text}[tt.osc52]; r.OSC52 != want {
				t.Errorf("OSC 52: %q, want %q", r.OSC52, want)
			}
			for name := range tt.tools {
				_, err := os.Stat(filepath.Join(home, "got-"+name))
				if want := slices.Contains(tt.took, name); (err == nil) != want {
					t.Errorf("%s was given the text: %v, want %v", name, err == nil, want)
				}
			}
			for _, name := range tt.took {
				if got := read(t, home, "got-"+name); got != text {
					t.Errorf("%s has %q", name, got)
				}
			}
			if slices.Contains(tt.took, "tmux") && read(t, home, "args-tmux") != "load-buffer -w -\n" {
				t.Errorf("tmux %s", read(t, home, "args-tmux"))
			}
		})
	}
}

// A tool that hangs is stopped: it must not write an old text when it wakes.
func TestToolThatHangs(t *testing.T) {
	_, env := machine(t, map[string]string{"xclip": hangs}, "DISPLAY=:0")
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	r := New(env).Copy(ctx, "text")
	if want := unheard + "; xclip did not end in time and was stopped: context deadline exceeded"; r.Message != want || r.OSC52 != "text" || !errors.Is(r.Err, context.DeadlineExceeded) {
		t.Errorf("%q, %q, %v", r.Message, r.OSC52, r.Err)
	}
}

func TestInterrupted(t *testing.T) {
	_, env := machine(t, map[string]string{"xclip": hangs}, "DISPLAY=:0")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if r := New(env).Copy(ctx, "text"); r.Message != "copying was interrupted" || r.OSC52 != "" || !errors.Is(r.Err, context.Canceled) {
		t.Errorf("%+v", r)
	}
}

// xclip and wl-copy stay behind to serve the clipboard, with what they inherited still open. Waiting for that would wait for
// the next copy.
func TestToolThatStaysBehind(t *testing.T) {
	home, env := machine(t, map[string]string{"xclip": takes + "\nsleep 60 &\necho $! >\"$HOME/pid\""}, "DISPLAY=:0")
	r := New(env).Copy(t.Context(), "text")
	pid, err := strconv.Atoi(strings.TrimSpace(read(t, home, "pid")))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(pid, syscall.SIGKILL)
	if r.Message != "copied to the clipboard" || r.Err != nil {
		t.Errorf("%+v", r)
	}
}

func TestCopySanitises(t *testing.T) {
	r := New(nil).Copy(t.Context(), "a\x1b]52;c;aGk=\x07b\u202ec\n")
	if r.OSC52 != "abc\n" {
		t.Errorf("%q", r.OSC52)
	}
	if r := New(nil).Copy(t.Context(), "\x1b[2J"); r.OSC52 != "" || r.Message != "there is nothing to copy" {
		t.Errorf("%+v", r)
	}
}

func TestLongText(t *testing.T) {
	for n, want := range map[int]string{maxOSC52: unheard, maxOSC52 + 6: unheard + "; it has 75 kB, and many terminals take no more than 74"} {
		if r := New(nil).Copy(t.Context(), strings.Repeat("a", n)); r.Message != want || len(r.OSC52) != n {
			t.Errorf("%d: %s", n, r.Message)
		}
	}
	home, env := machine(t, map[string]string{"xclip": takes}, "DISPLAY=:0")
	long := strings.Repeat("a line\n", 200_000)
	if r := New(env).Copy(t.Context(), long); r.Message != "copied to the clipboard" || read(t, home, "got-xclip") != long {
		t.Errorf("%+v", r)
	}
}

func TestRoutes(t *testing.T) {
	_, env := machine(t, map[string]string{"xclip": takes, "tmux": takes}, "DISPLAY=:0", "TMUX=s")
	want := []string{
		"xclip: this machine's clipboard",
		"tmux load-buffer: tmux's buffer, and by tmux the terminal around it",
		"OSC 52: the terminal, which does not tell whether it arrived",
	}
	if got := New(env).Routes(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	want = []string{want[2], "no clipboard tool was found; to be sure of a copy, install wl-clipboard"}
	if got := New([]string{"WAYLAND_DISPLAY=w"}).Routes(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// What stands in the working folder may have come with somebody else's documents.
func TestNoToolFromTheWorkingFolder(t *testing.T) {
	_, env := machine(t, map[string]string{"xclip": takes})
	path, _ := strings.CutPrefix(env[len(env)-1], "PATH=")
	t.Chdir(path)
	for _, list := range []string{"", ".", ":", "../" + filepath.Base(path)} {
		if got := lookPath([]string{"PATH=" + list}, "xclip"); got != "" {
			t.Errorf("PATH=%s: %s", list, got)
		}
	}
}
