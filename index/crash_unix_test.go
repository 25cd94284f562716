//go:build unix

package index

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Set in the child process of TestKilled, to the documents, the folder of the index, nothing, and how long a part takes;
// and in that of TestKilledWhileEmbedding to a file that gets a line before each batch.
const childEnv = "IBID_TEST_REFRESH"

func TestMain(m *testing.M) {
	if at := os.Getenv(childEnv); at != "" {
		at := append(strings.Split(at, "\n"), "", "")
		opt := Options{Roots: at[:1], Dir: at[1]}
		opt.part, _ = time.ParseDuration(at[3])
		if log := at[2]; log != "" {
			f := newFake("fake", 24)
			f.hook = func() {
				noteBatch(log)
				time.Sleep(5 * time.Millisecond)
			}
			opt.Embedder = f
		}
		if _, err := Refresh(context.Background(), opt, nil); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A writer that is killed at any moment leaves an index that the next run brings to the state of a fresh build.
func TestKilled(t *testing.T) {
	kills := 10
	if n, err := strconv.Atoi(os.Getenv("IBID_TEST_KILLS")); err == nil {
		kills = n
	} else if testing.Short() {
		kills = 4
	}
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	rng := rand.New(rand.NewPCG(11, 13))
	child := func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"="+opt.Roots[0]+"\n"+opt.Dir+"\n\n10ms")
		cmd.Stderr = os.Stderr
		return cmd
	}
	change := func(round int) {
		files := map[string]string{}
		for i := range 80 {
			if round == 0 || rng.IntN(4) == 0 {
				files[fmt.Sprintf("p%03d.md", i)] = strings.Repeat(page(fmt.Sprint("Page ", i), round+i), 1+i%5)
			}
		}
		write(t, opt.Roots[0], files)
	}
	change(0)
	start := time.Now()
	if err := child().Run(); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(start) // the moments are drawn from the time that a build takes here
	killed, resumed := 0, 0
	for round := range kills {
		if round%5 == 0 { // from nothing, otherwise from the generation before
			if err := os.RemoveAll(opt.Dir); err != nil {
				t.Fatal(err)
			}
		}
		change(round + 1)
		cmd := child()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.Int64N(int64(whole))))
		cmd.Process.Kill()
		cmd.Wait()
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			killed++
		}
		// A reader that does not refresh first finds a whole generation or none.
		if ix, err := Open(opt); err == nil {
			if _, err := contentOf(ix); err != nil {
				t.Errorf("round %d: %v", round, err)
			}
			ix.Close()
		} else if !errors.Is(err, ErrNoIndex) {
			t.Errorf("round %d: %v", round, err)
		}
		if round%4 == 3 { // two killed in a row are no worse than one
			continue
		}
		resumed += refresh(t, opt).Resumed
		mustEqualFresh(t, opt)
		for _, name := range generations(t, opt.Dir) {
			if !strings.HasPrefix(name, generationPrefix) {
				t.Errorf("round %d: %s is left over", round, name)
			}
		}
	}
	if killed == 0 {
		t.Error("no child was killed in time")
	}
	t.Logf("%d of %d were killed while they worked; %d files were not read again", killed, kills, resumed)
}

func noteBatch(path string) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err == nil {
		_, err = f.WriteString("batch\n")
		f.Close()
	}
	if err != nil {
		panic(err)
	}
}

func batchesNoted(path string) int {
	data, _ := os.ReadFile(path)
	return strings.Count(string(data), "\n")
}

// A writer that is killed while it embeds loses no more than the batch that was under way.
func TestKilledWhileEmbedding(t *testing.T) {
	killed := 0
	for round := range 6 {
		opt, f := externalCorpus(t)
		log := filepath.Join(t.TempDir(), "log")
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"="+opt.Roots[0]+"\n"+opt.Dir+"\n"+log)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		exited := make(chan struct{})
		go func() {
			cmd.Wait()
			close(exited)
		}()
		for running := true; running && batchesNoted(log) <= round/2; {
			select {
			case <-exited:
				running = false
			case <-time.After(time.Millisecond):
			}
		}
		time.Sleep(time.Duration(round) * 2 * time.Millisecond) // at another moment of the batch each time
		cmd.Process.Kill()
		<-exited
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !ws.Signaled() {
			continue // it was done before
		}
		killed++
		started, kept := batchesNoted(log), keptVectors(t, opt)
		if kept < (started-1)*externalBatch || kept > started*externalBatch {
			t.Errorf("round %d: %d vectors are kept of %d batches", round, kept, started)
		}
		r := refresh(t, opt)
		if len(f.texts) != r.Chunks-kept {
			t.Errorf("round %d: %d chunks embedded, %d were missing", round, len(f.texts), r.Chunks-kept)
		}
		mustEqualFreshVectors(t, opt)
	}
	if killed == 0 {
		t.Error("no child was killed in time")
	}
}

// A full disk is an error that says what to do, and the old index stays.
func TestFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("needs to mount a small file system")
	}
	small := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", small).CombinedOutput(); err != nil {
		t.Skipf("cannot mount: %s", out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", small).Run() })
	opt := smallCorpus(t)
	opt.Dir = filepath.Join(small, "index")
	refresh(t, opt)
	before, err := contentOf(open(t, opt))
	if err != nil {
		t.Fatal(err)
	}
	big := filepath.Join(opt.Roots[0], "big.md")
	write(t, opt.Roots[0], map[string]string{"big.md": strings.Repeat(page("Big", 1), 20_000)})
	if _, err := Refresh(context.Background(), opt, nil); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "the disk is full at "+opt.Dir) {
		t.Errorf("%v", err)
	}
	after, err := contentOf(open(t, opt))
	if err != nil || strings.Join(before.hits, "\n") != strings.Join(after.hits, "\n") {
		t.Errorf("the old index does not answer: %v", err)
	}
	equal(t, "generations", generations(t, opt.Dir), []string{"gen-1"})
	if err := os.Remove(big); err != nil {
		t.Fatal(err)
	}
	refresh(t, opt)
	mustEqualFresh(t, opt)
}
