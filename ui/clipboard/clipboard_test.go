//go:build !windows

package clipboard

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const unheard = "sent to the terminal (OSC 52); whether it arrived, only the terminal knows"

// tmux puts a program of this name before all others, which keeps what it is given.
func tmux(t *testing.T, script string) (kept string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tmux"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return filepath.Join(dir, "kept")
}

func TestCopy(t *testing.T) {
	const text = "# 漢字\n\n\t- a [c1] \n"
	kept := tmux(t, `cat > "$(dirname "$0")/kept"`)
	for _, tt := range []struct {
		name    string
		env     []string
		osc52   bool
		message string
	}{
		{"no desktop", nil, true, unheard},
		{"SSH", []string{"DISPLAY=:0", "SSH_TTY=/dev/pts/1"}, true, unheard},
		{"SSH without a terminal of its own", []string{"SSH_CONNECTION=a 1 b 2"}, true, unheard},
		{"tmux", []string{"TMUX=/tmp/s,1,0", "SSH_TTY=/dev/pts/1"}, false, "copied to tmux's buffer"},
	} {
		r := New(tt.env).Copy(t.Context(), text)
		if r.Message != tt.message || r.Err != nil || r.OSC52 != map[bool]string{true: text}[tt.osc52] {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
	if got, err := os.ReadFile(kept); err != nil || string(got) != text {
		t.Errorf("tmux has %q, %v", got, err)
	}
}

// A tool that fails or hangs is told, and the terminal gets the text.
func TestToolsThatFail(t *testing.T) {
	tmux(t, "exit 3")
	r := New([]string{"TMUX=s", "SSH_TTY=x"}).Copy(t.Context(), "text")
	if want := unheard + "; tmux's buffer: exit status 3"; r.Message != want || r.OSC52 != "text" || r.Err == nil {
		t.Errorf("%+v", r)
	}
	tmux(t, "exec sleep 60")
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if r := New([]string{"TMUX=s", "SSH_TTY=x"}).Copy(ctx, "text"); r.OSC52 != "text" || r.Err == nil {
		t.Errorf("%+v", r)
	}
}

func TestCopySanitises(t *testing.T) {
	if r := New([]string{"SSH_TTY=x"}).Copy(t.Context(), "a\x1b]52;c;aGk=\x07b\u202ec\n"); r.OSC52 != "abc\n" {
		t.Errorf("%q", r.OSC52)
	}
	if r := New(nil).Copy(t.Context(), "\x1b[2J"); r.OSC52 != "" || r.Message != "there is nothing to copy" {
		t.Errorf("%+v", r)
	}
}

func TestLongText(t *testing.T) {
	for n, want := range map[int]string{maxOSC52: unheard, maxOSC52 + 6: unheard + "; it has 75 kB, and many terminals take no more than 74"} {
		if r := New([]string{"SSH_TTY=x"}).Copy(t.Context(), strings.Repeat("a", n)); r.Message != want || len(r.OSC52) != n {
			t.Errorf("%d: %s", n, r.Message)
		}
	}
}
