package extract

import (
	"fmt"

	"ibid/engine"
	"ibid/guard"
	"ibid/index/question"
	"ibid/index/source"
)

// How many sentences of an opening are shown, and after how many a heading ends it: a section may open with what it
// is about.
const longestOverview, shortestOverview = 6, 2

// overview answers a question that wants a document or a section summed up by how that opens, with a note that says
// so: without a model nothing is summed up. Of a document its abstract is best, then an introduction, then its first
// chunk.
func (c *composer) overview() ([]piece, engine.Draft) {
	r := &c.request
	subject := question.NewBag(r.Question.Subject)
	if r.Question.Kind != question.Overview || len(subject) == 0 {
		return nil, engine.Draft{}
	}
	at, best := -1, 0
	for i := range r.Evidence {
		ev, worth := &r.Evidence[i], 0
		n := len(ev.Section)
		switch {
		case ev.About(subject) && ev.Opening() > 0:
			worth = 3 + ev.Opening()
		case ev.About(subject) && ev.Prev == "":
			worth = 2
		case n > 0 && question.NewBag(ev.Section[n-1]).Holds(subject):
			worth = 1
		}
		if worth > best {
			at, best = i, worth
		}
	}
	if at < 0 {
		return nil, engine.Draft{Code: guard.WeakEvidence, Reason: fmt.Sprintf("no document and no section is about “%s”", r.Question.Subject)}
	}
	ev := &r.Evidence[at]
	c.note = "this is how " + ev.DocID + " opens"
	if best == 1 {
		c.note = fmt.Sprintf("this is how “%s” begins in %s", ev.Section[len(ev.Section)-1], ev.DocID)
	}
	c.note += ", word for word, and no summary: that takes a model"
	var out []piece
	block := -1
	for i := range r.Statements {
		s := &r.Statements[i]
		if s.Evidence != at {
			continue
		}
		for ; block >= 0 && block < s.Block; block++ {
			if ev.Blocks[block+1].Kind == source.Heading && len(out) >= shortestOverview {
				return out, engine.Draft{}
			}
		}
		if block = s.Block; len(out) < longestOverview {
			out = append(out, pieces(s)...)
		}
	}
	return out, engine.Draft{}
}
