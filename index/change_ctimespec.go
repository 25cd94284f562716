//go:build darwin || freebsd || netbsd

package index

import (
	"io/fs"
	"syscall"
)

func changeOf(info fs.FileInfo) (ctime int64, inode uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctimespec.Nano(), st.Ino
	}
	return 0, 0
}
