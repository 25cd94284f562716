// Package extract writes answers without a model: it composes them from the sentences of the evidence. What it writes
// stands in the documents word for word, but for white space; only a table's row is put into words, from its own cells.
//
// compose (extract.go) tries the ways to answer that fit the question, the most specific first: a symbol's card, a whole listing
// or list of steps, what a name means, both sides of a comparison, the row and the columns of a table. Else the statements of the
// evidence are ranked. feature.go measures each against the question (words that it holds itself or in its context, the kind of
// answer that is wanted, how much speaks against it), model.go adds the measures up: one linear score ranks, another, logistic,
// says whether a further statement is worth its noise. Weights have signs that are fixed beforehand, and are fitted by train.go
// (listwise softmax, Cao et al. 2007) on questions whose sentences of gold are known; rotation says what they are worth elsewhere.
// The cosine of question and statement by a small encoder (all-MiniLM-L6-v2) is no feature: on corpora that were left out it puts
// the right statement first more often, .61 to .65, but what is shown has fewer of the facts, .66 to .64.
// eligible.go refuses where a question wants a kind of statement that none of the evidence is, and render.go puts what was
// chosen into reading order.
package extract

import (
	"context"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index/question"
	"ibid/index/source"
)

// Generator implements engine.Generator. Its zero value is ready for use.
type Generator struct {
	Model *Model // what chooses sentences; nil for the one that is fitted
}

// Name implements engine.Generator.
func (Generator) Name() string { return "extractive" }

// piece is one statement of an answer.
type piece struct {
	evidence int
	start    int // byte offset in the chunk, for the reading order
	text     string
	item     bool   // set as a list item
	code     string // a listing that follows the statement
}

// Draft implements engine.Generator.
func (g Generator) Draft(ctx context.Context, r engine.Request, token func(string)) (engine.Draft, error) {
	if err := ctx.Err(); err != nil {
		return engine.Draft{}, err
	}
	c := composer{request: r, model: g.Model, units: score(&r), tables: tables(r.Evidence), demand: newDemand(&r)}
	if c.model == nil {
		c.model = fitted()
	}
	pieces, refusal := c.compose()
	if refusal.Code != "" {
		return refusal, nil
	}
	text := c.render(pieces)
	token(text)
	return engine.Draft{Text: text, Final: true, Exact: c.exact}, nil
}

// composer answers one request.
type composer struct {
	request engine.Request
	model   *Model
	units   []unit
	tables  []table
	demand  demand
	exact   bool // the answer is the listing or the row that the question names
}

// compose tries the ways to answer that fit the question, the most specific first.
func (c *composer) compose() ([]piece, engine.Draft) {
	q := c.request.Question
	if p, refusal := c.fromCard(); p != nil || refusal.Code != "" {
		return p, refusal
	}
	if len(q.References) > 0 && len(c.demand.needs) == 0 || q.Kind == question.Procedure {
		if p := c.listing(); p != nil {
			return p, engine.Draft{}
		}
	}
	if q.Kind == question.Expansion || q.Kind == question.Definition {
		if p := c.meaning(); p != nil {
			return p, engine.Draft{}
		}
	}
	if q.Kind == question.Comparison && len(q.Sides) > 1 {
		return c.comparison()
	}
	if p := c.fromTable(); p != nil {
		return p, engine.Draft{}
	}
	return c.prose()
}

// prose answers with the statements that the model chooses, where one of the evidence has what is demanded.
func (c *composer) prose() ([]piece, engine.Draft) {
	us, refusal := c.eligible()
	if refusal.Code != "" {
		return nil, refusal
	}
	if k := c.request.Question.Kind; k == question.Definition || k == question.Expansion { // which has a form of its own
		picked := choose(us, maxSentences)
		for k, i := range picked {
			picked[k] = us[i].at
		}
		return c.pieces(picked), engine.Draft{}
	}
	vs, x, wants := features(&c.request)
	scores := c.model.rank.all(x)
	for i := range vs {
		if vs[i].fromSource() && !c.request.Question.Code {
			scores[i] -= farBelow // a line of a program says nothing to who did not ask about code
		}
	}
	chosen := c.model.choose(wants, vs, scores)
	if len(chosen) == 0 {
		return nil, engine.Draft{Code: guard.NoEvidence, Reason: "no sentence of the evidence speaks of the question"}
	}
	slices.Sort(chosen)
	var out []piece
	captioned := -1
	for _, i := range chosen {
		v := &vs[i]
		if v.Kind == source.Table {
			row := c.row(v)
			if len(row) > 1 && captioned == v.group {
				row = row[1:]
			}
			out, captioned = append(out, row...), v.group
			continue
		}
		for _, p := range v.parts {
			s := &c.request.Statements[p]
			u := unit{Statement: s}
			out = append(out, u.pieces(v.list)...)
		}
	}
	return out, engine.Draft{}
}

// farBelow is more than any two scores differ by.
const farBelow = 100

// row is a row of a table, in words.
func (c *composer) row(v *view) []piece {
	for i := range c.tables {
		t := &c.tables[i]
		if b := v.ev.Blocks[v.Block]; t.evidence == v.Evidence && t.start == b.Start {
			at := strings.Count(v.ev.Text[b.Start:v.Start], "\n") - 1
			if at < len(t.rows) {
				return t.pieces([]int{at}, t.every())
			}
		}
	}
	return nil
}

// pieces turns units into statements, each with what it needs to be understood: the sentence before a pronoun, the list
// or listing after a colon.
func (c *composer) pieces(picked []int) []piece {
	var out []piece
	have := map[int]bool{}
	add := func(i int, item bool) {
		if !have[i] {
			have[i] = true
			out = append(out, c.units[i].pieces(item)...)
		}
	}
	for _, i := range picked {
		u := &c.units[i]
		if p := i - 1; p >= 0 && c.units[p].Evidence == u.Evidence && c.units[p].Block == u.Block && demonstr.MatchString(u.Text) {
			add(p, false)
		}
		add(i, false)
		if c.request.Question.Kind == question.Reason {
			for j := i + 1; j < len(c.units) && j <= i+reasonReach && c.units[j].Evidence == u.Evidence && c.units[j].Block == u.Block; j++ {
				if demonstr.MatchString(c.units[j].Text) || causal.MatchString(c.units[j].Text) {
					add(j, false)
				}
			}
		}
		if strings.HasSuffix(u.Text, ":") {
			for j := i + 1; j < len(c.units) && c.units[j].Evidence == u.Evidence && c.units[j].Block > u.Block &&
				(c.units[j].Kind == source.Item || c.units[j].Kind == source.Code); j++ {
				add(j, true)
			}
		}
	}
	return out
}

// pieces are the statements of a unit: one, or of a listing whose title line is a comment of several sentences each of
// them, because each sentence of an answer cites.
func (u *unit) pieces(item bool) []piece {
	p := piece{evidence: u.Evidence, start: u.Start, text: u.Said(), item: item || u.Kind == source.Item, code: u.listing()}
	title := guard.Split(p.text)
	if u.Kind != source.Code || len(title) < 2 {
		return []piece{p}
	}
	var out []piece
	for _, s := range title {
		out = append(out, piece{evidence: p.evidence, start: p.start, text: engine.OneLine(s.Text), item: p.item})
	}
	out[len(out)-1].code = p.code
	return out
}

// reasonReach is how many sentences after a chosen one may still give its reason.
const reasonReach = 2

// listing is the code of a listing without its title line, "" for other units.
func (u *unit) listing() string {
	if u.Kind != source.Code {
		return ""
	}
	_, rest, _ := strings.Cut(u.Full, "\n")
	return rest
}
