//go:build unix

package session_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ibid/ui/session"
)

// On a full disk nothing that was saved is lost, and what could not be saved is saved as soon as there is room.
func TestFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("needs to mount a small file system")
	}
	small := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", small).CombinedOutput(); err != nil {
		t.Skipf("cannot mount: %s", out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", small).Run() })
	st := session.Open(small)
	s := ask(t, st, start, "one")
	filler := filepath.Join(small, "filler")
	must(t, os.WriteFile(filler, make([]byte, 100<<10), 0o600))
	err := s.Answer(answer("one", "yes", strings.Repeat("long ", 5_000)))
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "the disk is full at "+small) {
		t.Fatalf("%v", err)
	}
	if got := load(t, st, s.ID); !slices.Equal(texts(got), []string{"one"}) || got.Turns[0].Answered || got.Damaged != 0 {
		t.Errorf("on the full disk: %+v", got)
	}
	must(t, os.Remove(filler))
	must(t, s.Ask(session.Asked{At: start, Text: "two"}))
	if got := load(t, st, s.ID); !slices.Equal(texts(got), []string{"one", "two"}) || !got.Turns[0].Answered || got.Damaged != 0 {
		t.Errorf("with room again: %+v", got)
	}
}
