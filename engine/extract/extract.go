// Package extract writes answers without a model: it composes them from the sentences of the evidence. What it writes
// stands in the documents word for word, but for white space; only a table's row is put into words, from its own cells.
package extract

import (
	"context"
	"regexp"
	"sort"
	"strings"
	"unicode/utf8"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
)

// Generator implements engine.Generator. Its zero value is ready for use.
type Generator struct{}

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
func (Generator) Draft(ctx context.Context, r engine.Request, token func(string)) (engine.Draft, error) {
	if err := ctx.Err(); err != nil {
		return engine.Draft{}, err
	}
	c := composer{request: r, units: score(&r), tables: tables(r.Evidence)}
	pieces, refusal := c.compose()
	if refusal.Code != "" {
		return refusal, nil
	}
	text := c.render(pieces)
	token(text)
	return engine.Draft{Text: text}, nil
}

// composer answers one request.
type composer struct {
	request engine.Request
	units   []unit
	tables  []table
}

// compose tries the ways to answer that fit the question, the most specific first.
func (c *composer) compose() ([]piece, engine.Draft) {
	q := c.request.Question
	if len(q.References) > 0 || q.Kind == index.Procedure {
		if p := c.listing(); p != nil {
			return p, engine.Draft{}
		}
	}
	if q.Kind == index.Expansion || q.Kind == index.Definition {
		if p := c.meaning(); p != nil {
			return p, engine.Draft{}
		}
	}
	if q.Kind == index.Comparison && len(q.Sides) > 1 {
		return c.comparison()
	}
	if p := c.fromTable(); p != nil {
		return p, engine.Draft{}
	}
	if q.Kind == index.List {
		if p := c.steps(); p != nil {
			return p, engine.Draft{}
		}
	}
	return c.prose()
}

// prose answers with the best sentences.
func (c *composer) prose() ([]piece, engine.Draft) {
	us, refusal := c.eligible()
	if refusal.Code != "" {
		return nil, refusal
	}
	picked := choose(us, maxSentences)
	if len(picked) == 0 {
		return nil, engine.Draft{Code: guard.NoEvidence, Reason: "no sentence of the evidence speaks of the question"}
	}
	for k, i := range picked {
		picked[k] = us[i].at
	}
	return c.pieces(picked), engine.Draft{}
}

// pieces turns units into statements, each with what it needs to be understood: the sentence before a pronoun, the list
// or listing after a colon.
func (c *composer) pieces(picked []int) []piece {
	var out []piece
	have := map[int]bool{}
	add := func(i int, item bool) {
		if !have[i] {
			have[i] = true
			u := &c.units[i]
			out = append(out, piece{evidence: u.Evidence, start: u.Start, text: u.spoken(), item: item || u.Kind == source.Item, code: u.listing()})
		}
	}
	for _, i := range picked {
		u := &c.units[i]
		if p := i - 1; p >= 0 && c.units[p].Evidence == u.Evidence && c.units[p].Block == u.Block && demonstr.MatchString(u.Text) {
			add(p, false)
		}
		add(i, false)
		if c.request.Question.Kind == index.Reason {
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

// reasonReach is how many sentences after a chosen one may still give its reason.
const reasonReach = 2

// spoken is the text of a unit as an answer says it: an entry's bar becomes a colon.
func (u *unit) spoken() string {
	if u.Kind == source.Item && strings.Count(u.Text, " | ") == 1 {
		return strings.Replace(u.Text, " | ", ": ", 1)
	}
	return u.Text
}

// listing is the code of a listing without its title line, "" for other units.
func (u *unit) listing() string {
	if u.Kind != source.Code {
		return ""
	}
	_, rest, _ := strings.Cut(u.Full, "\n")
	return rest
}

// likeMarker finds what could not be told from the answer's own citations: a document must not cite in our name.
var likeMarker = regexp.MustCompile(`(?i)\[\s*c[0-9]`)

// render sets the statements in reading order: documents as the evidence ranks them, places in a document as they stand.
func (c *composer) render(ps []piece) string {
	rank := map[string]int{}
	for i := range c.request.Evidence {
		d := c.request.Evidence[i].DocID
		if _, ok := rank[d]; !ok {
			rank[d] = i
		}
	}
	sort.SliceStable(ps, func(i, j int) bool {
		a, b := &c.request.Evidence[ps[i].evidence], &c.request.Evidence[ps[j].evidence]
		switch {
		case a.DocID != b.DocID:
			return rank[a.DocID] < rank[b.DocID]
		case a.Start != b.Start:
			return a.Start < b.Start
		}
		return ps[i].start < ps[j].start
	})
	var b strings.Builder
	said := map[string]bool{}
	runes := 0
	wasItem, open := false, false
	for i, p := range ps {
		if said[p.text] || likeMarker.MatchString(p.text) || i > 0 && runes > maxAnswerRunes && !p.item {
			continue
		}
		said[p.text] = true
		runes += utf8.RuneCountInString(p.text)
		key := c.request.Evidence[p.evidence].Key
		item := p.item && len(ps) > 1
		switch {
		case b.Len() == 0:
		case item || p.code != "":
			b.WriteString("\n")
			if !wasItem {
				b.WriteString("\n")
			}
		case wasItem || open: // without a full stop the next sentence would run on from it
			b.WriteString("\n\n")
		default:
			b.WriteString(" ")
		}
		if item {
			b.WriteString("- ")
		}
		text, stop := strings.CutSuffix(p.text, ".")
		b.WriteString(text + " [" + key + "]")
		if stop {
			b.WriteString(".")
		}
		wasItem, open = item, !strings.ContainsAny(p.text[max(0, len(p.text)-1):], ".!?")
		if p.code != "" {
			b.WriteString("\n\n" + fence(p.code) + "\n")
			wasItem = true
		}
	}
	return strings.TrimSpace(b.String())
}

// fence sets code between fences longer than any it holds.
func fence(code string) string {
	marks := "```"
	for strings.Contains(code, marks) {
		marks += "`"
	}
	return marks + "\n" + strings.TrimRight(code, "\n") + "\n" + marks
}
