package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf16"
)

// Encode is an object as one line of JSON with its line end. Characters that a terminal obeys or that cannot be seen
// are escaped, so that the text stays whole and does nothing.
func Encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false) // this is not a web page
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return Escape(buf.Bytes()), nil
}

// Escape is JSON whose lines end as they did, and in which all else is escaped that a terminal obeys or that cannot
// be seen.
func Escape(json []byte) []byte {
	var out bytes.Buffer
	out.Grow(len(json))
	for _, r := range string(json) {
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
	return out.Bytes()
}
