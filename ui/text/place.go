// Package text tells in words what is known of an answer: where its evidence stands, why it says what it says, what
// to do after a refusal, and what others read of it: Markdown, and a page of HTML.
//
//	lines := text.Why(answer)           // the why sheet; the viewer wraps and colours it
//	text := text.Copy(answer)           // Markdown with a list of references
//	page := text.HTML(answer)
//
// Everything is a pure function of its arguments. Documents and models are not trusted: whatever comes from them has
// gone through the guard's Sanitize or Reveal and may be shown in a terminal or put on a clipboard.
package text

import (
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ibid/engine"
	"ibid/guard"
)

// name makes a name, a title or a sentence safe, and one line.
func name(s string) string { return engine.OneLine(guard.Sanitize(s)) }

// words makes evidence safe, and one line; what is hidden in it is shown.
func words(s string) string { return engine.OneLine(guard.Reveal(s)) }

// clip shortens a line to a number of columns.
func clip(s string, columns int) string { return ansi.Truncate(s, columns, "…") }

// FileURL is the address of a file, at a page where that is not 0.
func FileURL(path string, page int) string {
	u := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}
	if page > 0 {
		u.Fragment = "page=" + strconv.Itoa(page)
	}
	return u.String()
}
