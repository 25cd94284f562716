//go:build unix

package regular

import (
	"os"
	"syscall"
)

// Map maps the first size bytes of a file into memory, where the system keeps as much of them as it has room for, and
// returns how to give them back. It is for files that nobody cuts or writes again, as those of an index are: what is
// cut off kills its reader.
func Map(f *os.File, size int) ([]byte, func([]byte) error, error) {
	data, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	return data, syscall.Munmap, err
}
