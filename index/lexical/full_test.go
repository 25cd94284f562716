//go:build linux

package lexical

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A full disk shows as what it is, wherever it is met.
func TestFullDisk(t *testing.T) {
	for _, size := range []string{"4k", "64k", "256k", "1m"} {
		small := t.TempDir()
		if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "tmpfs", small).CombinedOutput(); err != nil {
			t.Skipf("a full disk needs a small file system, which root can mount: %s", out)
		}
		t.Cleanup(func() { _ = exec.Command("umount", "-l", small).Run() })
		dir := filepath.Join(small, "index")
		w, err := OpenWriter(dir)
		if err == nil {
			_, err = w.Put(context.Background(), []Document{{ID: "first", Text: "a word"}})
			err = errors.Join(err, w.Close())
		}
		clone := filepath.Join(small, "clone")
		whole := err == nil && Clone(dir, clone) == nil
		if w, err = OpenWriter(clone); whole && err == nil {
			err = fill(w)
		}
		if !errors.Is(err, syscall.ENOSPC) && size != "4k" {
			t.Errorf("%s: %v", size, err)
		}
		if whole {
			if hits := search(t, open(t, dir, Stats{Documents: 1, Tokens: 1}), Query("word"), 5); len(hits) != 1 {
				t.Errorf("%s: the original of what filled the disk is %v", size, hits)
			}
		}
	}
}

// fill writes until it cannot.
func fill(w *Writer) error {
	for batch := range 15 {
		docs := make([]Document, 3000)
		for i := range docs {
			docs[i] = Document{ID: fmt.Sprintf("%03d-%05d", batch, i), Text: strings.Repeat(fmt.Sprintf("word%d-%d other ", batch, i), 3)}
		}
		if _, err := w.Put(context.Background(), docs); err != nil {
			return errors.Join(err, w.Close())
		}
	}
	return w.Close()
}
