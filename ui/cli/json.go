package cli

import (
	"io"
	"math"

	"ibid/index"
	"ibid/ui/wire"
)

// lastSection is the innermost section that a chunk stands in.
func lastSection(c *index.Chunk) string { return wire.PlaceOf(c).Section }

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// writeJSON prints one object on one line, with everything escaped that a terminal obeys.
func writeJSON(w io.Writer, v any) error {
	line, err := wire.Encode(v)
	if err != nil {
		return err
	}
	if _, err := w.Write(line); err != nil {
		return outputError{err}
	}
	return nil
}
