//go:build darwin || freebsd || netbsd

package index

import (
	"io/fs"
	"syscall"
)

func changeOf(info fs.FileInfo) change {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return change{Ctime: st.Ctimespec.Nano(), Inode: st.Ino}
	}
	return change{}
}
