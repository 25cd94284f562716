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
		err := fill(filepath.Join(small, "index"))
		if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v", size, err)
		}
	}
}

// fill writes until it cannot.
func fill(dir string) error {
	w, err := Create(dir)
	if err != nil {
		return err
	}
	for batch := range 50 {
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
