package extract

import (
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/index/source"
)

// longestRunIn is the most characters of a heading that runs into its paragraph: "6. Applicability. Federal agencies …".
const longestRunIn = 30

var itemLabel = regexp.MustCompile(`^[0-9]{1,2}\. `)

// headingOf is the heading that a statement stands below: of its block's own, of the blocks before it, or of its chunk.
func headingOf(ev *engine.Evidence, s *engine.Statement) string {
	for i := s.Block; i >= 0; i-- {
		b := ev.Blocks[i]
		text := engine.OneLine(ev.Text[b.Start:b.End])
		if b.Kind == source.Heading {
			return text
		}
		first, _, more := strings.Cut(itemLabel.ReplaceAllString(text, ""), ". ")
		if ev.StartPage > 0 && i == s.Block && more && len(first) <= longestRunIn {
			return first
		}
	}
	if n := len(ev.Section); n > 0 {
		return ev.Section[n-1]
	}
	return ""
}
