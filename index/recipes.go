package index

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io/fs"
	"path/filepath"
	"sort"
	"strings"

	"ibid/index/regular"
	"ibid/index/source"
	"ibid/index/symbol/recipe"
)

// Recipes lists what was derived from the documents: cards, summaries and recipes, in the order of their ids.
func (ix *Index) Recipes() ([]recipe.Entry, error) {
	p, ok := ix.manifest.part(recipesFile)
	if !ok {
		return nil, nil
	}
	data, err := regular.Read(filepath.Join(ix.dir, recipesFile), p.Size)
	if err == nil {
		err = p.check(crc32.Checksum(data, castagnoli))
	}
	var m recipe.Manifest
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrCorrupt, recipesFile, err)
	}
	return m.Recipes, nil
}

// Program is the code of a derived document, whole: that of a recipe runs where its project can be imported.
func (ix *Index) Program(id string) (string, error) {
	if ix.derived == nil {
		return "", fmt.Errorf("recipe %q: %w", id, fs.ErrNotExist)
	}
	s := ix.derived.store
	prefix := id + chunkDivider
	first := sort.Search(s.n, func(i int) bool { return s.id(i) >= prefix })
	var b strings.Builder
	end := -1 // of the code before, in the text of the document
	for row := first; row < s.n && strings.HasPrefix(s.id(row), prefix); row++ {
		r, err := s.get(row)
		if err != nil {
			return "", err
		}
		for _, block := range r.Blocks {
			if block.Kind != source.Code {
				continue
			}
			if end >= 0 { // a long block is cut at a line end, and loses no more than blank lines
				b.WriteString(strings.Repeat("\n", min(max(r.Start+block.Start-end, 1), 2)))
			}
			b.WriteString(r.Text[block.Start:block.End])
			end = r.Start + block.End
		}
	}
	if first == s.n || !strings.HasPrefix(s.id(first), prefix) {
		return "", fmt.Errorf("recipe %q: %w", id, fs.ErrNotExist)
	}
	return b.String() + "\n", nil
}
