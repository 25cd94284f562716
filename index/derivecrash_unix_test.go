//go:build unix

package index

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A writer that is killed while it writes what is derived leaves what was there before, and the next run makes all of it.
func TestKilledWhileDeriving(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	files := probe()
	for i := range 60 {
		files[fmt.Sprintf("lib/probe/sensor%02d.py", i)] = strings.ReplaceAll(levelSource, "Probe", fmt.Sprintf("Probe%d", i))
	}
	write(t, opt.Roots[0], files)
	refresh(t, opt)
	killed := 0
	for round, part := range []string{symbolsFile, derivedDir, cardsFile, filepath.Join(derivedDir, lexicalDir)} {
		before := derivedContent(t, open(t, opt))
		write(t, opt.Roots[0], map[string]string{"lib/probe/level.py": strings.ReplaceAll(levelSource, "window: int = 5", fmt.Sprintf("window: int = %d", 9+round))})
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"="+opt.Roots[0]+"\n"+opt.Dir)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			_ = cmd.Wait()
			close(ended)
		}()
		for running := true; running; {
			select {
			case <-ended:
				running = false
			case <-time.After(200 * time.Microsecond):
				found, _ := filepath.Glob(filepath.Join(opt.Dir, "building-*", part))
				running = len(found) == 0
			}
		}
		_ = cmd.Process.Kill()
		<-ended
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			killed++
			ix, err := Open(opt)
			if err != nil {
				t.Fatalf("%s: %v", part, err)
			}
			if derivedContent(t, ix) != before {
				t.Errorf("%s: what was derived before is not as it was", part)
			}
			if err := ix.Close(); err != nil {
				t.Error(err)
			}
		}
		refresh(t, opt)
		fresh := opt
		fresh.Dir = filepath.Join(t.TempDir(), "fresh")
		refresh(t, fresh)
		if derivedContent(t, open(t, opt)) != derivedContent(t, open(t, fresh)) {
			t.Errorf("%s: what is derived afterwards differs from a fresh build", part)
		}
		for _, name := range generations(t, opt.Dir) {
			if !strings.HasPrefix(name, generationPrefix) {
				t.Errorf("%s: %s is left over", part, name)
			}
		}
	}
	if killed == 0 {
		t.Error("no child was killed in time")
	}
	t.Logf("%d of 4 were killed while they derived", killed)
}

// A derived part or a registry that is damaged is noticed, and does not stand in the way of a new one.
func TestDamagedDerivedParts(t *testing.T) {
	for _, part := range []string{symbolsFile, cardsFile} {
		t.Run(part, func(t *testing.T) {
			dir := t.TempDir()
			opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
			write(t, opt.Roots[0], probe())
			refresh(t, opt)
			ix := open(t, opt)
			want := derivedContent(t, ix)
			path := filepath.Join(ix.dir, part)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := ix.Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(path, info.Size()/2); err != nil {
				t.Fatal(err)
			}
			if ix, err := Open(opt); err == nil {
				ix.Close()
				t.Error("half of it is not noticed")
			} else if !errors.Is(err, ErrCorrupt) {
				t.Errorf("half of it: %v", err)
			}
			opt.Rebuild = true
			refresh(t, opt)
			opt.Rebuild = false
			if got := derivedContent(t, open(t, opt)); got != want {
				t.Error("what is built anew differs")
			}
		})
	}
}
