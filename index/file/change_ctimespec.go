//go:build darwin || freebsd || netbsd

package file

import (
	"io/fs"
	"syscall"
)

// Change reads what these systems call otherwise.
func Change(info fs.FileInfo) (ctime int64, inode uint64) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ctimespec.Nano(), s.Ino
	}
	return 0, 0
}
