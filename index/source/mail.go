package source

import (
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
)

// Limits on the parts of a message.
const (
	maxMailDepth = 8   // of parts in parts
	maxMailParts = 200 // in one part
)

// mailHeaders are those that are read, in this order.
var mailHeaders = [...]string{"From", "To", "Cc", "Date", "Subject"}

// readMail reads a message: its subject is the heading of its sender, receivers and date, and of its text, or its HTML where it has no
// other. What is attached is named, not read. There are no lines, since the text is not in the file as it reads.
func readMail(b *builder, data []byte) error {
	m, err := mail.ReadMessage(strings.NewReader(string(data)))
	if err != nil {
		return fmt.Errorf("not a message: %w", err)
	}
	b.line = unnumbered
	words := mime.WordDecoder{}
	var headers []string
	for _, name := range mailHeaders {
		value := m.Header.Get(name)
		if decoded, err := words.DecodeHeader(value); err == nil {
			value = decoded
		}
		switch {
		case value == "":
		case name == "Subject":
			b.doc.Title = strings.Join(strings.Fields(value), " ")
		default:
			headers = append(headers, name+": "+strings.Join(strings.Fields(value), " "))
		}
	}
	if b.doc.Title != "" {
		b.heading(1, b.doc.Title, 0, 0)
	}
	b.add(Block{Kind: Paragraph}, strings.Join(headers, "\n"))
	var found mailText
	found.read(m.Header, m.Body, 0)
	if found.plain != "" || found.html == "" {
		textLines(b, strings.Split(found.plain, "\n"), 0)
	} else {
		newHTMLReader(b, found.html, 0).read(found.html)
	}
	for _, name := range found.attached {
		b.add(Block{Kind: Paragraph}, "Attached: "+name)
	}
	return nil
}

// mailText is what the parts of a message hold.
type mailText struct {
	plain, html string
	attached    []string
}

// read takes the text of a part. What is damaged ends it.
func (t *mailText) read(header interface{ Get(string) string }, body io.Reader, depth int) {
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		kind = "text/plain"
	}
	if disposition, named, _ := mime.ParseMediaType(header.Get("Content-Disposition")); disposition == "attachment" {
		t.attached = append(t.attached, named["filename"])
		return
	}
	if strings.HasPrefix(kind, "multipart/") && depth < maxMailDepth {
		parts := multipart.NewReader(body, params["boundary"])
		for range maxMailParts {
			part, err := parts.NextRawPart()
			if err != nil {
				return
			}
			t.read(part.Header, part, depth+1)
		}
		return
	}
	switch strings.ToLower(header.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	data, _ := io.ReadAll(body)
	text, _, err := decode(data, params["charset"])
	switch {
	case err != nil:
	case kind == "text/plain" && t.plain == "":
		t.plain = text
	case kind == "text/html" && t.html == "":
		t.html = text
	}
}
