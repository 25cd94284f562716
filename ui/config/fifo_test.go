//go:build unix

package config

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestProjectFileThatIsAFIFO(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, ".ibid.toml")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no FIFO can be made here:", err)
	}
	if _, err := Load(Sources{Dir: dir}); err == nil || !strings.HasPrefix(err.Error(), path+": is a folder, a pipe or a device") {
		t.Errorf("got %v", err)
	}
}
