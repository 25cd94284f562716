package index

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
)

// Digest stands for the documents that something can be found in: it is a hash over their ids and their bytes, hex. Two indexes of
// the same documents have the same, wherever the files are and however the indexes were made.
func (ix *Index) Digest() string {
	var documents [][2]string
	for i := range ix.manifest.Files {
		if e := &ix.manifest.Files[i]; e.Chunks > 0 {
			documents = append(documents, [2]string{e.DocID, e.SHA256})
		}
	}
	slices.SortFunc(documents, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	sum := sha256.New()
	for _, d := range documents {
		for _, s := range d {
			_ = binary.Write(sum, binary.LittleEndian, uint64(len(s))) // so that no two lists look alike
			sum.Write([]byte(s))
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}
