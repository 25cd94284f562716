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
	const headed, begins, introduces = 1, 2, 3
	at, best := -1, 0
	for i := range r.Evidence {
		ev, n := &r.Evidence[i], 0
		about, opening := ev.About(subject), ev.Opening()
		switch k := len(ev.Section); {
		case about && opening > 0:
			n = introduces + opening
		case about && ev.Prev == "":
			n = begins
		case k > 0 && question.NewBag(ev.Section[k-1]).Holds(subject):
			n = headed
		}
		if n > best {
			at, best = i, n
		}
	}
	if at < 0 {
		for i := range r.Statements {
			if r.Statements[i].Bag.Holds(subject) {
				return nil, engine.Draft{}
			}
		}
		return nil, engine.Draft{Code: guard.WeakEvidence, Reason: fmt.Sprintf("no document and no section is about “%s”", r.Question.Subject)}
	}
	ev := &r.Evidence[at]
	c.note = "this is how " + ev.DocID + " opens"
	if best == headed {
		c.note = fmt.Sprintf("this is how “%s” begins in %s", ev.Section[len(ev.Section)-1], ev.DocID)
	}
	c.note += ", word for word, and no summary: that takes a model"
	return c.begin(at), engine.Draft{}
}

// begin is the first sentences of a piece of evidence, of its first section that has enough.
func (c *composer) begin(at int) []piece {
	ev, first := &c.request.Evidence[at], -1
	var out []piece
	for i := range c.request.Statements {
		s := &c.request.Statements[i]
		if s.Evidence != at || len(out) >= longestOverview {
			continue
		}
		for first >= 0 && first < s.Block {
			if first++; ev.Blocks[first].Kind == source.Heading && len(out) >= shortestOverview {
				return out
			}
		}
		first = s.Block
		out = append(out, pieces(s)...)
	}
	return out
}
