//go:build unix

package file

import (
	"io/fs"
	"os"
	"syscall"
)

// nonblock lets the opening of a FIFO that nobody writes to return.
const nonblock = syscall.O_NONBLOCK

// Map maps the first size bytes of a file into memory, where the system keeps as much of them as it has room for, and
// returns how to give them back. It is for files that nobody cuts or writes again, as those of an index are: what is
// cut off kills its reader.
func Map(f *os.File, size int) ([]byte, func([]byte) error, error) {
	data, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	return data, syscall.Munmap, err
}

// Exposed says why what is in a folder may come from another user, "" where it cannot. What the administrator made is
// trusted.
func Exposed(folder fs.FileInfo) string {
	if s, ok := folder.Sys().(*syscall.Stat_t); ok && s.Uid != 0 && int(s.Uid) != os.Geteuid() {
		return "it belongs to another user"
	}
	if folder.Mode().Perm()&0o002 != 0 {
		return "everybody can write to it"
	}
	return ""
}
