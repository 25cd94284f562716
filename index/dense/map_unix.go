//go:build unix

package dense

import (
	"os"
	"syscall"
)

// mapFile maps the first size bytes of a file into memory, where the system keeps as much of them as it has room for, and returns how to
// give them back. Files of an index are never cut or written again while they have their name.
func mapFile(f *os.File, size int) ([]byte, func([]byte) error, error) {
	data, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	return data, syscall.Munmap, err
}
