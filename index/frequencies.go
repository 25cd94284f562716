package index

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"ibid/index/file"
)

// A server counts the chunks that hold a term one by one. The counts of the frequent ones are therefore mirrored for
// everybody: the server is asked for rare ones alone.
const (
	frequentFile = "frequent.json" // of those that frequent chunks or more hold
	frequent     = 64
)

// writeFrequencies lists the frequent terms.
func (b *builder) writeFrequencies(context.Context) error {
	if b.opt.Server == nil {
		return nil
	}
	chunks, err := openLexical(b.dir, b.new.Stats)
	if err != nil {
		return err
	}
	defer chunks.Close()
	often, err := chunks.Frequent(frequent)
	if err != nil {
		return corrupt(err)
	}
	data, err := json.Marshal(often)
	if err == nil {
		err = file.WriteBytes(filepath.Join(b.dir, frequentFile), data)
	}
	return err
}

// readCounts reads the counts of a generation.
func readCounts(dir string, m *manifest) (map[string]int, error) {
	var counts map[string]int
	data, err := m.readPart(dir, frequentFile)
	if err == nil && json.Unmarshal(data, &counts) != nil {
		err = fmt.Errorf("%w: %s holds no counts", ErrCorrupt, frequentFile)
	}
	return counts, err
}
