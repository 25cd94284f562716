package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ibid/engine"
	"ibid/index"
)

// BibTeX is an entry for the document of a chunk, with the place of the chunk as its note. The key depends on the
// document alone: a second place in it gives the same key. A zero time is left out.
func BibTeX(c *index.Chunk, accessed time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "@misc{%s", citeKey(c.DocID))
	field := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, ",\n  %-7s = {%s}", key, value)
		}
	}
	field("title", "{"+texEscape(title(c))+"}") // the second braces keep its capitals
	if c.StartPage > 0 {
		field("pages", texEscape(pages(c, "--")))
	}
	field("note", texEscape(note(c)))
	field("file", strings.NewReplacer("{", "%7B", "}", "%7D").Replace(name(c.Path))) // read as it is, but for braces
	if !accessed.IsZero() {
		field("urldate", accessed.Format(time.DateOnly))
	}
	b.WriteString("\n}\n")
	return b.String()
}

// Bibliography is a BibTeX entry for each document that an answer cites, with the place that is cited first.
func Bibliography(a *engine.Answer, accessed time.Time) string {
	var entries []string
	seen := map[string]bool{}
	for i := range a.Citations {
		if c := &a.Citations[i].Chunk; !seen[c.DocID] {
			seen[c.DocID] = true
			entries = append(entries, BibTeX(c, accessed))
		}
	}
	return strings.Join(entries, "\n")
}

// CSL is a CSL-JSON list of one item for the document of a chunk, as reference managers import it.
func CSL(c *index.Chunk, accessed time.Time) string {
	type date struct {
		Parts [][3]int `json:"date-parts"`
	}
	item := struct {
		ID       string `json:"id"`
		Type     string `json:"type"`
		Title    string `json:"title"`
		Page     string `json:"page,omitempty"`
		Section  string `json:"section,omitempty"`
		Accessed *date  `json:"accessed,omitempty"`
		Note     string `json:"note"`
	}{ID: citeKey(c.DocID), Type: "document", Title: title(c), Section: Section(c), Note: note(c)}
	if c.StartPage > 0 {
		item.Page = pages(c, "-")
	}
	if p := name(c.Path); p != "" {
		item.Note += "; file " + p
	}
	if !accessed.IsZero() {
		item.Accessed = &date{[][3]int{{accessed.Year(), int(accessed.Month()), accessed.Day()}}}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode([]any{item}); err != nil {
		panic(err) // strings and numbers can always be encoded
	}
	return b.String()
}

// title is what a document calls itself, or else its name. What was made from a document has a title of its own.
func title(c *index.Chunk) string {
	if t := name(c.Title); t != "" && Made(c) == "" {
		return t
	}
	return name(c.DocID)
}

// place is where a chunk stands, part by part: FIPS.203, p. 48, § 8 Parameter Sets.
func place(c *index.Chunk) []string {
	parts := []string{name(c.DocID)}
	made := Made(c)
	if made != "" {
		parts = append(parts, made)
	}
	if l := Locator(c); l != "" {
		parts = append(parts, l)
	}
	if s := Section(c); s != "" && !strings.HasSuffix(made, s) {
		parts = append(parts, "§ "+s)
	}
	return parts
}

// note is a chunk's place in one line.
func note(c *index.Chunk) string { return strings.Join(place(c), ", ") }

// pages are those of a chunk as one looks them up in print: by what stands on them, where that is known.
func pages(c *index.Chunk, dash string) string {
	if first, last := c.Printed(); first != "" {
		return span(name(first), name(last), dash)
	}
	return span(strconv.Itoa(c.StartPage), strconv.Itoa(c.EndPage), dash)
}

// citeKey makes a key of a document id. Where characters are lost it ends in a part of the id's hash, so that two documents do
// not share a key.
func citeKey(docID string) string {
	var b strings.Builder
	lost := docID == ""
	for _, r := range docID {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("-_.:/+", r):
			b.WriteRune(r)
		default:
			lost = true
			if s := b.String(); s != "" && !strings.HasSuffix(s, "-") {
				b.WriteByte('-')
			}
		}
	}
	if !lost {
		return b.String()
	}
	const hashed = 8 // hex digits
	sum := sha256.Sum256([]byte(docID))
	key := strings.TrimRight(b.String(), "-")
	if key == "" {
		key = "doc"
	}
	return key + "-" + hex.EncodeToString(sum[:])[:hashed]
}

// texEscape makes one line of text mean itself inside the braces of a BibTeX field. BibTeX counts braces even behind a
// backslash, so they are written by name.
func texEscape(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\textbraceleft{}`, "}", `\textbraceright{}`, "~", `\textasciitilde{}`,
		"^", `\textasciicircum{}`, `"`, `\textquotedbl{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
		"$", `\$`, "&", `\&`, "#", `\#`, "_", `\_`, "%", `\%`).Replace(s)
}
