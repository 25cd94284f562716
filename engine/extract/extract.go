// Package extract writes answers without a model: it composes them from the sentences of the evidence. What it writes
// stands in the documents word for word, but for white space; only a table's row is put into words, from its own cells.
//
// A question about a symbol is answered from its card (card.go). Any other by the statements of the evidence: view.go
// lays them out with what stands around them, feature.go measures what the reader makes of each and what a reader does
// not see, one linear score ranks them (weights.go), and choose.go shows the likeliest first, with what it says nothing
// without. The weights are fitted by TestRotation (listwise softmax, Cao et al. 2007) on questions whose sentences of
// gold are known; rotation says what they are worth elsewhere. render.go sets what was chosen as Markdown.
package extract

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ibid/engine"
	"ibid/guard"
	"ibid/index/question"
	"ibid/index/source"
)

// Generator implements engine.Generator. Its zero value is ready for use.
type Generator struct {
	weights *weights // of what chooses statements; nil for those that are fitted
}

// Name implements engine.Generator.
func (Generator) Name() string { return "extractive" }

// piece is one statement of an answer.
type piece struct {
	evidence int
	start    int // byte offset in the chunk, for the reading order
	text     string
	item     bool   // set as a list item
	goesOn   bool   // in the item of the one before
	code     string // a listing that follows the statement
}

// Draft implements engine.Generator.
func (g Generator) Draft(ctx context.Context, r engine.Request, token func(string)) (engine.Draft, error) {
	if err := ctx.Err(); err != nil {
		return engine.Draft{}, err
	}
	c := composer{request: r, weights: cmp.Or(g.weights, &fitted)}
	pieces, refusal := c.compose()
	if refusal.Code != "" {
		return refusal, nil
	}
	text := c.render(pieces)
	token(text)
	return engine.Draft{Text: text, Final: true}, nil
}

// composer answers one request.
type composer struct {
	request engine.Request
	weights *weights
}

// compose answers from the card of a symbol that the question asks about, or with the statements that are likeliest to
// answer.
func (c *composer) compose() ([]piece, engine.Draft) {
	if p := c.fromCard(); p != nil {
		return p, engine.Draft{}
	}
	m := newMeter(&c.request)
	if len(m.views) == 0 {
		return nil, engine.Draft{Code: guard.NoEvidence, Reason: "no sentence of the evidence speaks of the question"}
	}
	if side := m.unspoken(); side != "" {
		return nil, engine.Draft{Code: guard.OneSided, Reason: fmt.Sprintf("nothing in the evidence speaks of “%s”, so it cannot be compared", side)}
	}
	scores := make([]float64, len(m.views))
	for i := range m.views {
		if scores[i] = c.weights.score(m.measure(i)); m.views[i].fromSource() && !c.request.Question.Code {
			scores[i] -= farBelow // a line of a program says nothing to who did not ask about code
		}
	}
	chosen := m.choose(scores)
	if named := m.allNamed(); len(named) > 0 && len(named) <= mostNamed {
		chosen = named
	}
	if v := &m.views[chosen[0]]; v.Kind == source.Table {
		own := slices.ContainsFunc(m.Names, func(n question.Name) bool { return n.In(v.Text) })
		lacks := slices.IndexFunc(m.Names, func(n question.Name) bool { return !v.Holds(&n) })
		if !own && lacks >= 0 { // it is the row of another thing
			return nil, engine.Draft{Code: guard.WeakEvidence, Reason: fmt.Sprintf("no row of the table that comes nearest is about “%s”", m.Names[lacks].Text)}
		}
	}
	var out []piece
	for _, i := range m.inOrder(chosen) {
		out = withIntroduction(out, pieces(m.views[i].Statement), m.views[i].Statement)
	}
	return out, engine.Draft{}
}

const (
	mostNamed = 4    // statements that a question may name
	looksUp   = 0.65 // share of the question that a row with another name must hold, with what it stands under
)

// allNamed are the statements that the question names: the listing with its number, and the rows whose first cell it
// has, where that is a name with a number or the row has most of the question.
func (m *meter) allNamed() (named []int) {
	for i := range m.views {
		v, is := &m.views[i], false
		switch v.Kind {
		case source.Code:
			is = slices.ContainsFunc(m.Question.References, func(r question.Reference) bool {
				rest, found := strings.CutPrefix(strings.ToLower(v.Text), strings.ToLower(r.String()))
				return found && (rest == "" || rest[0] < '0' || rest[0] > '9')
			})
		case source.Table:
			head := strings.Trim(engine.Cells(v.Text)[0], "`*")
			model := strings.ContainsFunc(head, unicode.IsLetter) && strings.ContainsFunc(head, unicode.IsDigit)
			is = head != "" && question.ContainsWord(m.Question.Text, head) && (model || coverage(m.Terms, v.Bag, v.lead, v.head) >= looksUp)
		}
		if is {
			named = append(named, i)
		}
	}
	return named
}

// withIntroduction adds the pieces of a statement, and a listing that nothing leads in to behind the sentence that it
// follows, in place of its first line.
func withIntroduction(out, ps []piece, s *engine.Statement) []piece {
	before := s.Before()
	if len(ps) == 0 || !s.Bare || ps[0].code == "" || before == "" {
		return append(out, ps...)
	}
	if n := len(out) - 1; n >= 0 && out[n].evidence == s.Evidence && out[n].code == "" && strings.HasSuffix(before, out[n].text) {
		out[n].code = ps[0].code
		return out
	}
	ps[0].text = before
	return append(out, ps...)
}

// farBelow is more than any two scores differ by.
const farBelow = 100

// unspoken is a side of a comparison that no statement speaks of, "" where there is none: half a comparison would
// mislead.
func (m *meter) unspoken() string {
	for _, side := range m.Question.Sides {
		words := question.NewBag(side)
		if m.Question.Kind == question.Comparison && len(m.Question.Sides) > 1 && !slices.ContainsFunc(m.views, func(v view) bool {
			return 2*v.Bag.With(v.Context).Common(words) >= len(words) || question.ContainsWord(v.Text, strings.Trim(side, "\"'“”‘’"))
		}) {
			return side
		}
	}
	return ""
}

// pieces are the sentences of a statement, because each sentence of an answer cites.
func pieces(s *engine.Statement) []piece {
	var out []piece
	for i, text := range s.Sentences() {
		out = append(out, piece{evidence: s.Evidence, start: s.Start, text: text, item: s.List > 0 && s.Kind != source.Code, goesOn: i > 0 && s.List > 0})
	}
	if out == nil { // marks alone
		return nil
	}
	out[len(out)-1].code = listing(s)
	return out
}

// listing is the code of a listing without its title, "" for other statements and for a single line.
func listing(s *engine.Statement) string {
	if s.Kind != source.Code {
		return ""
	}
	_, rest, more := strings.Cut(s.Full, "\n")
	if s.Bare && more {
		return s.Full
	}
	return rest
}
