package source

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// Limits on what an archive is unpacked to.
const (
	maxMember   = 64 << 20  // bytes of one of its files
	maxUnpacked = 256 << 20 // bytes of all that are read
	maxTag      = 1 << 20   // bytes of a start tag: the parser keeps all of its attributes
	xmlWork     = 50        // of a token
)

// archive is a file that is a ZIP archive of others: an office document or an e-book.
type archive struct {
	zip  *zip.Reader
	left int64 // bytes that may still be unpacked
}

func openArchive(data []byte) (*archive, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("damaged archive: %w", err)
	}
	return &archive{z, maxUnpacked}, nil
}

// read unpacks a file of the archive. It is cut where it is longer than anything that people write.
func (a *archive) read(name string) ([]byte, error) {
	f, err := a.zip.Open(path.Clean(name))
	if err != nil {
		return nil, fmt.Errorf("damaged archive: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, min(maxMember, a.left)))
	a.left -= int64(len(data))
	if err != nil && len(data) == 0 {
		return nil, fmt.Errorf("damaged archive: %s: %w", name, err)
	}
	return data, nil
}

// elements calls start, text and end for what an XML file consists of, in order, as far as it is well-formed and the
// budget lasts. The names are those of elements without their namespaces.
func elements(b *builder, data []byte, start func(name string, attr xmlAttr), text func(string), end func(name string)) error {
	for at, open := 0, 0; ; {
		if at = bytes.IndexByte(data[open:], '<'); at < 0 {
			break
		}
		open += at + 1
		if bytes.IndexByte(data[open:min(open+maxTag, len(data))], '>') < 0 {
			data = data[:open-1]
			break
		}
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	at := int64(0)
	for b.budget.Err() == nil {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		size := d.InputOffset() - at
		at += size
		if b.ended = b.markup.Spend(xmlWork + int(size)); b.ended != nil {
			return nil
		}
		switch t := token.(type) {
		case xml.StartElement:
			start(t.Name.Local, t.Attr)
		case xml.EndElement:
			end(t.Name.Local)
		case xml.CharData:
			text(string(t))
		}
	}
	return nil
}

// xmlAttr are the attributes of an element.
type xmlAttr []xml.Attr

// get returns the value of the attribute of that name in any namespace, "" where there is none.
func (a xmlAttr) get(name string) string {
	for _, attr := range a {
		if attr.Name.Local == name {
			return attr.Value
		}
	}
	return ""
}

// textOf is the text of the first element of that name.
func textOf(b *builder, data []byte, element string) string {
	var out strings.Builder
	open, done := false, false
	elements(b, data, func(name string, _ xmlAttr) { open = open || name == element && !done },
		func(s string) {
			if open {
				out.WriteString(s)
			}
		},
		func(name string) {
			if open && name == element {
				open, done = false, true
			}
		})
	return strings.TrimSpace(out.String())
}

// unnumbered is the line of what no line of a file holds: it was packed.
func unnumbered(int) int { return 0 }
