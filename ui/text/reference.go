package text

import (
	"strings"

	"ibid/engine"
	"ibid/index"
)

// title is what a document calls itself, or else its name. What was made from a document has a title of its own.
func title(c *index.Chunk) string {
	if t := name(c.Title); t != "" && engine.Made(c) == "" {
		return t
	}
	return name(c.DocID)
}

// place is where a chunk stands, part by part: FIPS.203, p. 48, § 8 Parameter Sets.
func place(c *index.Chunk) []string {
	parts := []string{name(c.DocID)}
	made := engine.Made(c)
	if made != "" {
		parts = append(parts, made)
	}
	if l := engine.Locator(c); l != "" {
		parts = append(parts, l)
	}
	if s := engine.Section(c); s != "" && !strings.HasSuffix(made, s) {
		parts = append(parts, "§ "+s)
	}
	return parts
}
