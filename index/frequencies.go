package index

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"

	"ibid/index/crash"
	"ibid/index/durable"
	"ibid/index/lexical"
)

// A server counts the chunks that hold a term one by one. Who sends chunks to it therefore keeps the counts of all
// terms, and those of the frequent ones are mirrored for everybody: the server is asked for rare ones alone.
const (
	countedFile  = "terms.json"    // the counts of all terms
	frequentFile = "frequent.json" // of those that frequent chunks or more hold
	frequent     = 64
)

// writeFrequencies brings the counts up to date.
func (b *builder) writeFrequencies(ctx context.Context) error {
	if b.opt.Server == nil {
		return nil
	}
	counts := map[string]int{}
	origin := make([]int, len(b.origin)) // as b.origin, but that nothing was counted before
	for i := range origin {
		origin[i] = -1
	}
	if old := b.plan.old; old != nil {
		if old, err := readCounts(b.plan.dir, old, countedFile); err == nil {
			counts, origin = old, b.origin
			if err := b.countGone(ctx, counts); err != nil {
				return err
			}
		}
	}
	s, err := openStore(b.dir)
	if err != nil {
		return err
	}
	defer s.close()
	var rows []int
	for row, from := range origin {
		if from < 0 {
			rows = append(rows, row)
		}
	}
	if err := count(ctx, s, rows, counts, 1); err != nil {
		return err
	}
	often := map[string]int{}
	for term, n := range counts {
		switch {
		case n <= 0:
			delete(counts, term)
		case n >= frequent:
			often[term] = n
		}
	}
	for name, counts := range map[string]map[string]int{countedFile: counts, frequentFile: often} {
		data, err := json.Marshal(counts)
		if err == nil {
			err = durable.WriteBytes(filepath.Join(b.dir, name), data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// countGone takes away what the chunks held that are there no more.
func (b *builder) countGone(ctx context.Context, counts map[string]int) error {
	s, err := openStore(b.plan.dir)
	if err != nil {
		return err
	}
	defer s.close()
	kept := make([]bool, len(s.rows))
	for _, from := range b.origin {
		if from >= 0 {
			kept[from] = true
		}
	}
	var rows []int
	for row := range kept {
		if !kept[row] {
			rows = append(rows, row)
		}
	}
	return count(ctx, s, rows, counts, -1)
}

// count adds by to the count of each term of some chunks, once a chunk.
func count(ctx context.Context, s *store, rows []int, counts map[string]int, by int) error {
	for terms, err := range crash.InOrder(len(rows), embedAhead, func(i int) ([]string, error) {
		r, err := s.get(rows[i])
		if err != nil {
			return nil, err
		}
		terms := lexical.Words(r.document())
		slices.Sort(terms)
		return slices.Compact(terms), ctx.Err()
	}) {
		if err != nil {
			return err
		}
		for _, term := range terms {
			counts[term] += by
		}
	}
	return nil
}

// readCounts reads one of the two files of a generation.
func readCounts(dir string, m *manifest, name string) (map[string]int, error) {
	p, ok := m.part(name)
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err == nil && ok {
		err = p.check(crc32.ChecksumIEEE(data))
	}
	var counts map[string]int
	if err == nil {
		err = json.Unmarshal(data, &counts)
	}
	if err != nil || !ok {
		return nil, fmt.Errorf("%w: %s: %v", ErrCorrupt, name, err)
	}
	return counts, nil
}
