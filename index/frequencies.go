package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"ibid/index/file"
)

// frequencyFile tells how many chunks hold each term: a line of both, behind another line. A server would count the
// chunks one by one.
const (
	frequencyFile = "frequencies"
	countDigits   = 10 // that are read of a line at most
)

// writeFrequencies lists the terms.
func (b *builder) writeFrequencies(context.Context) error {
	if b.opt.Server == nil {
		return nil
	}
	chunks, err := openLexical(b.dir, b.new.Stats)
	if err != nil {
		return err
	}
	defer chunks.Close()
	listed, err := chunks.Frequent(1)
	if err != nil {
		return corrupt(err)
	}
	terms, text := slices.Sorted(maps.Keys(listed)), []byte("\n")
	counts, err := chunks.DocFreq(terms)
	for i, n := range counts {
		text = fmt.Appendf(text, "%s %d\n", terms[i], n)
	}
	return errors.Join(corrupt(err), file.WriteBytes(filepath.Join(b.dir, frequencyFile), text))
}
