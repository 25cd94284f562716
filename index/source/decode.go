package source

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// ErrBinary says that a file with a text name does not hold text.
var ErrBinary = errors.New("the file is binary, not text: rename or exclude it")

// maxControlShare is the share of control characters above which a file is taken for binary. Compressed data has
// about one in ten, logs with colour codes well under one in fifty.
const maxControlShare = 0.05

// decode turns the bytes of a text file into UTF-8 with "\n" line ends and no control characters but "\n" and "\t".
// The number of lines stays as in the file. A byte order mark decides; then valid UTF-8; then the encoding that the
// file declares ("" where it declares none); then Windows-1252, the superset of Latin-1, which maps every byte.
// The warning is empty unless characters may have been misread.
func decode(data []byte, declared string) (text, warning string, err error) {
	if data, _, err = transform.Bytes(unicode.BOMOverride(transform.Nop), data); err != nil {
		return "", "", fmt.Errorf("decode UTF-16: %w", err)
	}
	if binary(data) {
		return "", "", ErrBinary
	}
	if !utf8.Valid(data) {
		if data, warning, err = decodeLegacy(data, declared); err != nil {
			return "", "", err
		}
	}
	return clean(unixLines(string(data))), warning, nil
}

// decodeLegacy decodes data that is not valid UTF-8.
func decodeLegacy(data []byte, declared string) (_ []byte, warning string, err error) {
	var from encoding.Encoding
	if from, err = htmlindex.Get(declared); err == nil && from != unicode.UTF8 {
		if decoded, err := from.NewDecoder().Bytes(data); err == nil {
			return decoded, "", nil
		}
	}
	if good, bad := countMultibyte(data); good > bad {
		return bytes.ToValidUTF8(data, []byte(string(utf8.RuneError))),
			fmt.Sprintf("%d invalid UTF-8 sequences were replaced", bad), nil
	}
	decoded, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return nil, "", fmt.Errorf("decode Windows-1252: %w", err)
	}
	return decoded, "not valid UTF-8: read as Windows-1252 (Latin-1), accented letters may be wrong", nil
}

// countMultibyte counts the well-formed and the broken multi-byte sequences in data.
func countMultibyte(data []byte) (good, bad int) {
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case size > 1:
			good++
		case r == utf8.RuneError:
			bad++
		}
		data = data[size:]
	}
	return good, bad
}

func binary(data []byte) bool {
	control := 0
	for _, c := range data {
		switch {
		case c == 0:
			return true
		case c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\x1b', c == 0x7f:
			control++
		}
	}
	return float64(control) > maxControlShare*float64(len(data))
}

// unixLines ends every line with "\n". A lone "\r" ends a line only where the file has no other line end, as on the
// classic Mac; elsewhere it is a stray character.
func unixLines(s string) string {
	if !strings.Contains(s, "\r") {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if !strings.Contains(s, "\n") {
		return strings.ReplaceAll(s, "\r", "\n")
	}
	return strings.ReplaceAll(s, "\r", " ")
}
