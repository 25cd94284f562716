//go:build linux || openbsd || dragonfly || solaris

package index

import (
	"io/fs"
	"syscall"
)

func changeOf(info fs.FileInfo) change {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return change{Ctime: st.Ctim.Nano(), Inode: st.Ino}
	}
	return change{}
}
