//go:build unix

package index

import (
	"io/fs"
	"os"
	"syscall"
)

// exposed says why what is in a folder may come from another user, "" where it cannot. What the administrator made is
// trusted.
func exposed(info fs.FileInfo) string {
	if s, ok := info.Sys().(*syscall.Stat_t); ok && s.Uid != 0 && int(s.Uid) != os.Geteuid() {
		return "it belongs to another user"
	}
	if info.Mode().Perm()&0o002 != 0 {
		return "everybody can write to it"
	}
	return ""
}
