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

// each converts a list. None becomes the empty list: JSON would call it null.
func each[From, To any](in []From, convert func(From) To) []To {
	out := make([]To, len(in))
	for i := range in {
		out[i] = convert(in[i])
	}
	return out
}

// list makes an empty list of none.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

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
