package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"

	"ibid/index"
)

// The shapes that several schemas share. Fields are only ever added.

type variantJSON struct {
	Name   string  `json:"name"`
	Text   string  `json:"text"`
	Weight float64 `json:"weight"`
}

type contributionJSON struct {
	Variant   string  `json:"variant"`
	Retriever string  `json:"retriever"`
	Rank      int     `json:"rank"` // counted from 1; 0: scored, but not among the retriever's first hits
	Score     float64 `json:"score"`
	Part      float64 `json:"part"` // of the fused score
}

type skipJSON struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

func variantsOf(vs []index.Variant) []variantJSON {
	return each(vs, func(v index.Variant) variantJSON { return variantJSON(v) })
}

func contributionsOf(cs []index.Contribution) []contributionJSON {
	return each(cs, func(c index.Contribution) contributionJSON { return contributionJSON(c) })
}

func skipsOf(ss []index.Skip) []skipJSON {
	return each(ss, func(s index.Skip) skipJSON { return skipJSON(s) })
}

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

// writeJSON prints one object on one line. Characters that a terminal obeys or that cannot be seen are escaped, so that
// the text stays whole and does nothing.
func writeJSON(w io.Writer, v any) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false) // this is not a web page
	if err := enc.Encode(v); err != nil {
		return err
	}
	var out bytes.Buffer
	out.Grow(buf.Len())
	for _, r := range buf.String() {
		switch {
		case r == '\n' || !unicode.In(r, unicode.Cc, unicode.Cf):
			out.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	if _, err := w.Write(out.Bytes()); err != nil {
		return outputError{err}
	}
	return nil
}
