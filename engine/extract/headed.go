package extract

import (
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/index/source"
)

// headings are the sections that documents have for what is often asked of them as a whole.
var headings = []struct{ asked, heading *regexp.Regexp }{
	{regexp.MustCompile(`(?i)^who (?:(?:has|have|needs?) to|must|should|shall)\b|^(?:for )?whom?\b.* (?:for|apply|appl(?:y|ies) to)$|^to whom\b`),
		regexp.MustCompile(`(?i)\b(?:audience|applicability|applies to|who should)\b`)},
	{regexp.MustCompile(`(?i)\b(?:purpose|aim|goal|objective)s? of\b|^what (?:is|are) .{1,60} (?:good |useful )?for$`),
		regexp.MustCompile(`(?i)\b(?:purpose|scope|aims?|goals?|objectives?|abstract|what(?:'s| is) it (?:good |useful )?for)\b`)},
	{regexp.MustCompile(`(?i)\bnext steps?\b|^what (?:happens|comes|is|are) next\b|\bfuture (?:work|plans)\b`),
		regexp.MustCompile(`(?i)\b(?:next steps?|future|conclusions?|outlook|road ?map)\b`)},
	{regexp.MustCompile(`(?i)\buse cases?\b|^where (?:is|are) .{1,60} used$|^what (?:is|are) .{1,60} used for$`),
		regexp.MustCompile(`(?i)\b(?:applications|use cases?|uses)\b`)},
	{regexp.MustCompile(`(?i)^what (?:(?:is|are) (?:needed|required|necessary)|(?:do|does|must|should) .{1,40} (?:need|require|have))\b`),
		regexp.MustCompile(`(?i)\b(?:needs?|needed|requirements?|required|prerequisites?|before you (?:begin|start)|materials|equipment)\b`)},
	{regexp.MustCompile(`(?i)\b(?:benefits|advantages)\b`), regexp.MustCompile(`(?i)\b(?:benefits|advantages|pros)\b`)},
	{regexp.MustCompile(`(?i)\b(?:drawbacks|disadvantages|limitations)\b`), regexp.MustCompile(`(?i)\b(?:drawbacks|disadvantages|limitations|cons|caveats)\b`)},
	{regexp.MustCompile(`(?i)^why was .{1,60} (?:written|made|created|started)$`), regexp.MustCompile(`(?i)^(?:why|motivation|background)\b`)},
}

// sectionList is a list of the section that the question asks for.
func (c *composer) sectionList() []piece {
	f := &c.demand.form
	for _, r := range c.runs() {
		item := &c.units[r.units[len(r.units)/2]] // the sentences around the items are at the ends
		ev := &c.request.Evidence[item.Evidence]
		if f.asksSection(item.Statement, ev) && r.bag.With(engine.NewBag(headingOf(ev, item.Statement))).Coverage(c.request.Terms) >= listingCover {
			return c.pieces(r.units)
		}
	}
	return nil
}

// askedHeading is the heading of the section that a question asks for, nil where it asks for none.
func askedHeading(question string) *regexp.Regexp {
	q := strings.TrimRight(question, " ?!.")
	for _, h := range headings {
		if h.asked.MatchString(q) {
			return h.heading
		}
	}
	return nil
}

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

// asksSection tells whether a statement stands in the section that the question asks for.
func (f *form) asksSection(s *engine.Statement, ev *engine.Evidence) bool {
	return f.headed != nil && f.headed.MatchString(headingOf(ev, s))
}
