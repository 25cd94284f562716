package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ibid/index/question"
	"ibid/index/source"
)

// listingCover is the least share of the question that a list of steps must hold to answer it.
const listingCover = 0.55

// listing answers with a whole algorithm or list of steps: the listing that the question refers to by number or name,
// or the best list of numbered steps.
func (c *composer) listing() []piece {
	best, value := -1, 0.0
	for i := range c.units {
		u := &c.units[i]
		if u.Kind != source.Code || !c.refersTo(u) {
			continue
		}
		if v := u.cover + question.NewBag(u.Text).Coverage(c.request.Terms); v > value {
			best, value = i, v
		}
	}
	if best >= 0 {
		c.exact = true
		return c.wholeListing(best)
	}
	if c.request.Question.Kind != question.Procedure {
		return nil
	}
	return c.steps(listingCover)
}

// refersTo tells whether a listing is the one that the question names: its title opens with the reference, or holds
// every identifier.
func (c *composer) refersTo(u *unit) bool {
	q := c.request.Question
	for _, r := range q.References {
		if r.Label == "Algorithm" || r.Label == "Listing" {
			rest, named := strings.CutPrefix(strings.ToLower(u.Text), strings.ToLower(r.String()))
			return named && !continues(rest)
		}
	}
	if len(q.Identifiers) == 0 {
		return false
	}
	for _, id := range q.Identifiers {
		if !question.ContainsWord(u.Text, id) {
			return false
		}
	}
	return true
}

// continues tells that a number goes on: "Algorithm 21" is not "Algorithm 2".
func continues(rest string) bool {
	return rest != "" && rest[0] >= '0' && rest[0] <= '9'
}

// wholeListing is a listing and its continuation on the pages that follow.
func (c *composer) wholeListing(i int) []piece {
	u := &c.units[i]
	out := []piece{{evidence: u.Evidence, start: u.Start, text: u.Text, code: u.listing()}}
	last := lastStep(u.Full)
	for ev := u.Evidence; last > 0; {
		next := c.unitAfter(ev, i)
		if next < 0 || firstStep(c.units[next].Full) != last+1 {
			break
		}
		n := &c.units[next]
		out = append(out, piece{evidence: n.Evidence, start: n.Start, text: n.Text, code: n.listing()})
		ev, i, last = n.Evidence, next, lastStep(n.Full)
	}
	return out
}

// unitAfter finds the first listing of the chunk that follows in the document, if it is among the evidence.
func (c *composer) unitAfter(evidence, unit int) int {
	id := c.request.Evidence[evidence].Next
	for i := range c.units {
		if c.request.Evidence[c.units[i].Evidence].ID == id && i != unit {
			if c.units[i].Kind == source.Code {
				return i
			}
			return -1
		}
	}
	return -1
}

var stepNumber = regexp.MustCompile(`(?m)^\s*([0-9]{1,3})[:.)]\s`)

func firstStep(code string) int {
	if m := stepNumber.FindStringSubmatch(code); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

func lastStep(code string) int {
	all := stepNumber.FindAllStringSubmatch(code, -1)
	if len(all) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(all[len(all)-1][1])
	return n
}

// run is a list of the evidence: its items, and the sentence that introduces it.
type run struct {
	units    []int        // in reading order, with the sentences around the items where they say more of the question
	bag      question.Bag // of the items with their context, and of what stands before and after them
	numbered bool         // most of the items have a number
	section  string
}

// runs are the lists of the evidence, in its order.
func (c *composer) runs() []run {
	var out []run
	for i := 0; i < len(c.units); {
		j := i
		for j < len(c.units) && c.units[j].Kind == source.Item && c.units[j].Evidence == c.units[i].Evidence && !(j > i && c.parted(j)) {
			j++
		}
		if j-i < 2 {
			i = max(j, i+1)
			continue
		}
		ev := &c.request.Evidence[c.units[i].Evidence]
		r := run{bag: question.Bag{}}
		if n := len(ev.Section); n > 0 {
			r.section = ev.Section[n-1]
		}
		if p := i - 1; p >= 0 && c.units[p].Evidence == c.units[i].Evidence && strings.HasSuffix(c.units[p].Text, ":") {
			r.units = append(r.units, p)
			r.bag = r.bag.With(c.units[p].Bag)
		}
		numbered, entries := 0, 0
		for k := i; k < j; k++ {
			r.units = append(r.units, k)
			r.bag = r.bag.With(c.units[k].Bag).With(c.units[k].Context)
			if stepForm.MatchString(c.units[k].Text) || itemNumber.MatchString(ev.Text[ev.Blocks[c.units[k].Block].Start:c.units[k].Start]) {
				numbered++
			}
			if b := ev.Blocks[c.units[k].Block]; abbreviation.MatchString(ev.Text[b.Start:b.End]) {
				entries++
			}
		}
		if entries*2 > j-i { // a list of abbreviations is looked up, not told
			i = j
			continue
		}
		r.numbered = numbered*2 >= j-i
		if j < len(c.units) && c.units[j].Evidence == c.units[i].Evidence { // a list is read with the sentence after it
			whole := r.bag.With(c.units[j].Bag)
			if whole.Coverage(c.request.Terms) > r.bag.Coverage(c.request.Terms) {
				r.units = append(r.units, j)
			}
			r.bag = whole
		}
		out = append(out, r)
		i = j
	}
	return out
}

// parted tells whether a heading stands between a unit and the one before it in the same evidence.
func (c *composer) parted(j int) bool {
	blocks := c.request.Evidence[c.units[j].Evidence].Blocks[c.units[j-1].Block:c.units[j].Block]
	return slices.ContainsFunc(blocks, func(b source.Block) bool { return b.Kind == source.Heading })
}

// abbreviation is an item of a list of abbreviations, or of a glossary, with all its sentences.
var abbreviation = regexp.MustCompile(`^[^|]{1,60} \| \p{L}[^|]*$`)

// itemNumber is the number of an item, which stands before its text.
var itemNumber = regexp.MustCompile(`^\(?(?:[0-9]{1,3}|[a-z])[.):]\s*$`)

// steps is the list that holds most of the question: of those that tell what to do in turn a numbered one.
func (c *composer) steps(least float64) []piece {
	var best []int
	value := 0.0
	for _, r := range c.runs() {
		v := r.bag.Coverage(c.request.Terms)
		if v < least {
			continue
		}
		if r.numbered {
			v += formBonus / 2
		}
		if v > value {
			best, value = r.units, v
		}
	}
	if best == nil {
		return nil
	}
	return c.pieces(best)
}
