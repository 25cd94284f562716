package index

import (
	"context"
	"fmt"
	"slices"

	"ibid/index/dense"
	"ibid/index/lexical"
)

// scope is the part of an index that a search is narrowed to. Both retrievers look at it alone, before their lists are cut,
// and rank it by the scores that its chunks have in the whole index.
type scope struct {
	rows  []dense.Rows
	words *lexical.Subset
}

// scope is that of some documents; nil, which is the whole index, for nil and for all of them.
func (ix *Index) scope(ctx context.Context, documents []string) (*scope, error) {
	if documents == nil {
		return nil, nil
	}
	wanted := make(map[string]bool, len(documents))
	for _, id := range documents {
		wanted[id] = true
	}
	s := new(scope)
	var groups []string
	row, rows := 0, 0
	for i := range ix.manifest.Files { // in the order of their rows
		e := &ix.manifest.Files[i]
		if wanted[e.DocID] && e.Chunks > 0 {
			s.rows = append(s.rows, dense.Rows{From: row, To: row + e.Chunks})
			groups = append(groups, e.DocID)
			rows += e.Chunks
		}
		row += e.Chunks
	}
	if row != ix.store.n {
		return nil, fmt.Errorf("%w: %d chunks where the manifest says %d", ErrCorrupt, ix.store.n, row)
	}
	if rows == row {
		return nil, nil
	}
	var err error
	s.words, err = ix.lex.Subset(ctx, groups)
	return s, corrupt(err)
}

// inProjects narrows documents to those of some projects; nil projects are all.
func (ix *Index) inProjects(documents, projects []string) []string {
	if projects == nil {
		return documents
	}
	in := []string{}
	for _, d := range ix.Documents() {
		if slices.Contains(projects, d.Project) && (documents == nil || slices.Contains(documents, d.ID)) {
			in = append(in, d.ID)
		}
	}
	return in
}
