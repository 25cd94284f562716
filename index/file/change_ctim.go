//go:build linux || openbsd || dragonfly || solaris

package file

import (
	"io/fs"
	"syscall"
)

// Change is when a file was last written, renamed or given another time, in nanoseconds since 1970, and its number in
// the file system; 0 where the system does not tell.
func Change(info fs.FileInfo) (ctime int64, inode uint64) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ctim.Nano(), s.Ino
	}
	return 0, 0
}
