//go:build unix

package file

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

func TestFIFODoesNotBlock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no FIFO can be made here:", err)
	}
	if _, err := Read(path, 10); !errors.Is(err, ErrIrregular) {
		t.Errorf("a FIFO: %v", err)
	}
}
