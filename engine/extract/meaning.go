package extract

import (
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
)

// meaning answers what a name means: from the place where the documents spell an acronym out, from a glossary's entry,
// and, for a definition, with the best sentences beside it.
func (c *composer) meaning() []piece {
	q := c.request.Question
	subject := q.Subject
	if subject == "" && len(q.Identifiers) == 1 {
		subject = q.Identifiers[0]
	}
	if subject == "" {
		return nil
	}
	var out []piece
	out = append(out, c.spelled(subject)...)
	if q.Kind == question.Expansion && len(out) > 0 && !asksMore.MatchString(q.Text) {
		return out
	}
	out = append(out, c.entry(subject)...)
	if len(out) == 0 {
		return nil
	}
	for _, i := range choose(c.units, max(maxSentences-len(out), 1)) {
		out = append(out, c.pieces([]int{i})...)
	}
	return out
}

// asksMore tells that a question goes on to ask for something else.
var asksMore = regexp.MustCompile(`(?i),? and (?:(?:by|in|for|to|at|on|of|with|from) )?(?:what|which|how|where|when|why|who)\b`)

// spelled is a statement of the evidence that spells an acronym out: an entry of a list of abbreviations, or the
// shortest sentence that has both forms.
func (c *composer) spelled(subject string) []piece {
	for n := range c.request.Evidence {
		ev := &c.request.Evidence[n]
		for _, p := range index.Harvest(&ev.Chunk.Chunk) {
			if !strings.EqualFold(p.Short, subject) {
				continue
			}
			if e, ok := index.FindEntry(&ev.Chunk.Chunk, p.Short); ok && strings.EqualFold(engine.OneLine(e.Text), p.Long) {
				return c.explains(n, e)
			}
			if found := c.bothForms(n, p); found != nil {
				return found
			}
		}
	}
	return nil
}

func (c *composer) bothForms(evidence int, p index.Acronym) []piece {
	var best []piece
	for i := range c.units {
		u := &c.units[i]
		if u.Evidence == evidence && u.Kind != source.Code && question.ContainsWord(u.Text, p.Long) && strings.Contains(u.Text, p.Short) && (best == nil || len(u.Text) < len(best[0].text)) {
			best = []piece{{evidence: evidence, start: u.Start, text: u.Text, item: u.Kind == source.Item}}
		}
	}
	return best
}

// entry is the first glossary entry of the evidence for a name.
func (c *composer) entry(name string) []piece {
	for n := range c.request.Evidence {
		if e, ok := index.FindEntry(&c.request.Evidence[n].Chunk.Chunk, name); ok {
			return c.explains(n, e)
		}
	}
	return nil
}

// explains sets an entry as statements: "name: explanation", and each further sentence of it by itself.
func (c *composer) explains(evidence int, e index.Entry) []piece {
	var out []piece
	for i, s := range guard.Split(e.Text) {
		text := engine.OneLine(s.Text)
		if i == 0 {
			text = e.Name + ": " + text
		}
		if i < maxEntrySentences {
			out = append(out, piece{evidence: evidence, start: e.Start + i, text: text})
		}
	}
	return out
}

const maxEntrySentences = 3 // of one glossary entry
