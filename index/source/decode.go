package source

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	chars "unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// ErrBinary says that a file with a text name does not hold text.
var ErrBinary = errors.New("the file is binary, not text: rename or exclude it")

// maxControlShare is the share of control characters above which a file is taken for binary. Compressed data has
// about one in ten, logs with colour codes well under one in fifty.
const maxControlShare = 0.05

// decode turns the bytes of a text file into UTF-8 with "\n" line ends and no control characters
// but "\n" and "\t". The number of lines stays as in the file. A byte order mark decides; then
// valid UTF-8; then the encoding that the file declares ("" where it declares none); then what the
// text looks like. The warning is empty unless characters may have been misread.
func decode(data []byte, declared string) (text, warning string, err error) {
	switch e, name := unicodeForm(data); {
	case e != nil:
		if data, err = e.NewDecoder().Bytes(data); err != nil {
			return "", "", fmt.Errorf("decode %s: %w", name, err)
		}
		warning = readAs(name, data)
	case binary(data):
		return "", "", ErrBinary
	case utf8.Valid(data):
	default:
		if data, warning, err = decodeLegacy(data, declared); err != nil {
			return "", "", err
		}
	}
	return clean(unixLines(string(bytes.TrimPrefix(data, []byte("\ufeff"))))), warning, nil
}

// unicodeForm returns the encoding of UTF-16 or UTF-32, nil for other text. Without a mark of the
// byte order it has a name: it is a guess.
func unicodeForm(data []byte) (found encoding.Encoding, name string) {
	most := len(data) / 8 // the least ASCII that tells: spaces, digits, line ends
	for _, form := range []struct {
		mark, name string
		size       int
		encoding   encoding.Encoding
	}{
		{"\xff\xfe\x00\x00", "UTF-32", 4, utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)},
		{"\x00\x00\xfe\xff", "UTF-32", 4, utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)},
		{"\xff\xfe", "UTF-16", 2, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
		{"\xfe\xff", "UTF-16", 2, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	} {
		if bytes.HasPrefix(data, []byte(form.mark)) {
			return form.encoding, ""
		}
		if len(data) < 4*form.size || len(data)%form.size != 0 || bytes.IndexByte(data, 0) < 0 {
			continue
		}
		ascii := 0
		text, _ := form.encoding.NewDecoder().Bytes(data)
		for _, r := range string(text) {
			switch {
			case strings.ContainsRune("\t\n\f\r", r), ' ' <= r && r <= '~':
				ascii++
			case !chars.IsGraphic(r), r == utf8.RuneError:
				ascii = -len(data)
			}
		}
		if ascii*form.size > most {
			most, found, name = ascii*form.size, form.encoding, form.name
		}
	}
	return found, name
}

// readAs is the warning that a text is read in an encoding that nothing names, and counts what is
// invalid in it.
func readAs(name string, text []byte) string {
	invalid, warning := bytes.Count(text, []byte(string(utf8.RuneError))), ""
	if name != "" {
		warning = "not valid UTF-8: read as " + name + ", which is a guess"
	}
	if invalid > 0 {
		warning = strings.TrimPrefix(fmt.Sprintf("%s, %d invalid characters were replaced", warning, invalid), ", ")
	}
	return warning
}

// decodeLegacy decodes data that is not valid UTF-8.
func decodeLegacy(data []byte, declared string) (_ []byte, warning string, err error) {
	var from encoding.Encoding
	if from, err = htmlindex.Get(declared); err == nil && from != unicode.UTF8 {
		if decoded, err := from.NewDecoder().Bytes(data); err == nil {
			return decoded, readAs("", decoded), nil
		}
	}
	if good, bad := countMultibyte(data); good > bad {
		return bytes.ToValidUTF8(data, []byte(string(utf8.RuneError))),
			fmt.Sprintf("%d invalid UTF-8 sequences were replaced", bad), nil
	}
	name, from := guessEncoding(data)
	decoded, err := from.NewDecoder().Bytes(data)
	if err != nil {
		return nil, "", fmt.Errorf("decode %s: %w", name, err)
	}
	return decoded, readAs(name, decoded), nil
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
