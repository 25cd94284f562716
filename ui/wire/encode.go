package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf16"
)

// Encode is an object as one line of JSON with its line end. Characters that a terminal obeys or that cannot be seen are
// escaped, so that the text stays whole and does nothing.
func Encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false) // this is not a web page
	if err := enc.Encode(v); err != nil {
		return nil, err
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
	return out.Bytes(), nil
}
