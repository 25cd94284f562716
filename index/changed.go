package index

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path/filepath"

	"ibid/index/regular"
)

// Changed tells which of some documents are gone or hold other bytes than when they were read. It reads them whole.
func (ix *Index) Changed(ids []string) []string {
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	var changed []string
	for i := range ix.manifest.Files {
		if e := &ix.manifest.Files[i]; wanted[e.DocID] && !e.holds(ix.roots[e.Root]) {
			changed = append(changed, e.DocID)
		}
	}
	return changed
}

// holds tells whether the file below a root still has the bytes that were read.
func (e *entry) holds(root string) bool {
	real, in, at, err := openRoot(root)
	if err != nil {
		return false
	}
	defer in.Close()
	if e.Rel != "" {
		target, err := filepath.EvalSymlinks(filepath.Join(real, filepath.FromSlash(e.Rel)))
		if err != nil {
			return false
		}
		at = relative(real, target)
	}
	if !filepath.IsLocal(at) {
		return false
	}
	f, info, err := regular.Direct(in, at)
	if err != nil {
		return false
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, io.LimitReader(f, e.Size))
	return err == nil && info.Size() == e.Size && hex.EncodeToString(sum.Sum(nil)) == e.SHA256
}
