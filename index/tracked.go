package index

import (
	"encoding/binary"
	"os"
	"strings"

	"ibid/index/regular"
)

// maxGitIndex is the size of the largest git index that is read, in bytes: that of about half a million files.
const maxGitIndex = 64 << 20

// readTracked lists the files below a root that git tracks, with the folders above them: whatever .gitignore says, git does not ignore
// them. It is nil where the root is no work tree.
func readTracked(root *os.Root) map[string]bool {
	f, _, err := regular.Direct(root, ".git/index")
	if err != nil {
		return nil
	}
	defer f.Close()
	data, err := regular.ReadAll(f, maxGitIndex)
	if err != nil {
		return nil
	}
	tracked := map[string]bool{}
	for _, name := range parseGitIndex(data) {
		for end := len(name); end > 0 && !tracked[name[:end]]; end = strings.LastIndexByte(name[:end], '/') {
			tracked[name[:end]] = true
		}
	}
	return tracked
}

// parseGitIndex lists the paths in a git index with SHA-1 names (gitformat-index(5), versions 2 to 4), as far as it is whole.
func parseGitIndex(data []byte) []string {
	const header, fixed, name, extended = 12, 62, 0xfff, 0x4000
	if len(data) < header || string(data[:4]) != "DIRC" {
		return nil
	}
	version := binary.BigEndian.Uint32(data[4:])
	var names []string
	last := ""
	for at := header; uint32(len(names)) < binary.BigEndian.Uint32(data[8:]); {
		if at+fixed >= len(data) {
			break
		}
		flags := binary.BigEndian.Uint16(data[at+fixed-2:])
		start := at
		if at += fixed; flags&extended != 0 {
			at += 2
		}
		keep := 0
		if version == 4 { // a number of bytes to drop from the path before, then the rest
			drop := -1
			for more := true; more && at < len(data) && drop < len(data); at++ {
				drop = (drop+1)<<7 | int(data[at]&0x7f)
				more = data[at]&0x80 != 0
			}
			if keep = len(last) - drop; keep < 0 || keep > len(last) {
				break
			}
		}
		end := at
		for end < len(data) && data[end] != 0 {
			end++
		}
		if at >= len(data) || end == len(data) {
			break
		}
		last = last[:keep] + string(data[at:end])
		if length := int(flags & name); length != min(len(last), name) || last == "" {
			break
		}
		names = append(names, last)
		if at = end + 1; version < 4 { // entries are padded to eight bytes
			at = start + (end-start+8)/8*8
		}
	}
	return names
}
