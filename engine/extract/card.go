package extract

import (
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
	"ibid/index/symbol"
)

// facet is a part of a symbol's card that a question may ask for.
type facet struct {
	asked *regexp.Regexp // in the question
	said  *regexp.Regexp // in a sentence of the card, behind the symbol's name
}

// usage is the facet whose answer is an example.
var usage = facet{regexp.MustCompile(`(?i)\b(?:examples?|snippets?|usage|how (?:do|can|to|should|would))\b`),
	of(" takes\\b", "(?:Examples? of|The arguments of) ")}

// facets are what a card tells of a symbol, in its order. They follow how people ask about APIs and how cards are
// written.
var facets = [...]facet{
	{regexp.MustCompile(`(?i)\b(?:signature|arguments?|parameters?|params?|args?|kwargs?|keywords?|options?|inputs?|defaults?|accepts?|takes?|pass(?:es|ed)?)\b`),
		of(" takes\\b", "The (?:arguments|parameters) of ")},
	{regexp.MustCompile(`(?i)\b(?:returns?|returned|results?|outputs?|yields?|gives? back)\b`), of(" (?:returns|yields)\\b", "")},
	{regexp.MustCompile(`(?i)\b(?:raises?|raised|throws?|thrown|exceptions?|errors?)\b`), of(" raises\\b", "")},
	usage,
	{regexp.MustCompile(`(?i)\b(?:methods|attributes|fields|properties|members)\b`), of("", "The (?:methods|fields|attributes|members) of ")},
}

var (
	takes    = of(" takes\\b", "")
	identity = of(" is (?:an?|the)\\b", "")
	crossRef = regexp.MustCompile(`^Recipes: `)
	named    = regexp.MustCompile("^[-*•]? ?`([^`]+)`")
)

// of matches a sentence that begins with a symbol, by its name and perhaps the one it is declared under, and goes on
// with what is said; or one that leads up to the symbol.
func of(said, lead string) *regexp.Regexp {
	const name = "`[^`]+`(?: \\(`[^`]+`\\))?"
	switch {
	case lead == "":
		return regexp.MustCompile("^" + name + said)
	case said == "":
		return regexp.MustCompile("^" + lead + name)
	}
	return regexp.MustCompile("^(?:" + name + said + "|" + lead + name + ")")
}

// fromCard answers a question about the symbol whose card stands first: with what is asked of it, or with what it is.
// There is no answer where the card has nothing that fits the question.
func (c *composer) fromCard() []piece {
	if len(c.request.Evidence) == 0 || c.request.Evidence[0].Kind != source.SymbolCard {
		return nil
	}
	name := c.request.Evidence[0].Symbol
	if !index.MentionsOf(c.request.Question).Name(name) {
		return nil
	}
	own := c.card(name)
	if member := c.member(name); member != "" {
		i := slices.IndexFunc(own, func(i int) bool {
			s := &c.request.Statements[i]
			m := named.FindStringSubmatch(s.Text)
			return m != nil && s.List > 0 && symbol.LastPart(strings.TrimSuffix(m[1], "()")) == member
		})
		if i < 0 {
			return nil
		}
		return c.withCode(own[i : i+1])
	}
	picked := c.asked(own)
	if usage.asked.MatchString(c.request.Question.Text) && !slices.ContainsFunc(picked, func(i int) bool { return strings.HasPrefix(c.request.Statements[i].Text, "Example") }) {
		picked = append(picked, c.recipe(name)...)
	}
	if len(picked) == 0 {
		picked = c.described(own)
	}
	out := c.withCode(append(c.withItems(picked), c.further(own, picked)...))
	c.addSignature(out, own)
	return out
}

// terms are those of the question that do not ask for a part of a card.
func (c *composer) terms() []question.Term {
	return slices.DeleteFunc(slices.Clone(c.request.Terms), func(t question.Term) bool {
		return slices.ContainsFunc(facets[:], func(f facet) bool { return f.asked.MatchString(t.Text) })
	})
}

// card are the statements of a symbol's card, which may be cut into several chunks.
func (c *composer) card(name string) []int {
	var own []int
	for i := range c.request.Statements {
		e := &c.request.Evidence[c.request.Statements[i].Evidence]
		if e.Kind == source.SymbolCard && e.Symbol == name && !crossRef.MatchString(c.request.Statements[i].Text) {
			own = append(own, i)
		}
	}
	return own
}

// further is the sentence of a card that holds more of the question than what was picked: in which case it returns
// that.
func (c *composer) further(own, picked []int) (out []int) {
	if len(picked) == 0 {
		return nil
	}
	terms := c.terms()
	said := question.NewBag(c.request.Question.Identifiers...)
	for _, i := range picked {
		said = said.With(c.request.Statements[i].Bag)
	}
	most := said.Coverage(terms)
	for _, i := range own {
		s := &c.request.Statements[i]
		if covers := s.Bag.With(said).Coverage(terms); s.Kind == source.Paragraph && covers > most {
			out, most = []int{i}, covers
		}
	}
	return out
}

// member is what the question asks of a symbol by a qualified name that is not its own: scale, for Calibration.scale.
// "" where it asks for none.
func (c *composer) member(name string) string {
	for _, id := range c.request.Question.Identifiers {
		id = strings.Trim(id, "`()")
		if owner, last := declaring(id), symbol.LastPart(id); owner != "" && last != "" && symbol.EndsIn(name, owner) {
			return last
		}
	}
	return ""
}

// asked picks the parts of a card that the question asks for.
func (c *composer) asked(own []int) (picked []int) {
	for _, f := range facets {
		if !f.asked.MatchString(c.request.Question.Text) {
			continue
		}
		for _, i := range own {
			if f.said.MatchString(c.request.Statements[i].Text) {
				picked = append(picked, i)
			}
		}
	}
	return picked
}

// addSignature sets the declaration below the sentence that tells what a symbol takes. That of a class does not say it.
func (c *composer) addSignature(out []piece, own []int) {
	at := slices.IndexFunc(out, func(p piece) bool { return takes.MatchString(p.text) })
	code := slices.IndexFunc(own, func(i int) bool { return c.request.Statements[i].Kind == source.Code })
	if at >= 0 && code >= 0 && !strings.HasPrefix(c.request.Statements[own[code]].Full, "class ") && out[at].code == "" && out[at].evidence == c.request.Statements[own[code]].Evidence {
		out[at].code = c.request.Statements[own[code]].Full
	}
}

// withCode turns units into statements, with the listings that follow one as one block.
func (c *composer) withCode(picked []int) []piece {
	var out []piece
	have := map[int]bool{}
	for _, i := range picked {
		if have[i] {
			continue
		}
		have[i] = true
		u := &c.request.Statements[i]
		out = append(out, pieces(u)...)
		last := &out[len(out)-1]
		for j := i + 1; u.Kind == source.Code && j < len(c.request.Statements); j++ {
			next := &c.request.Statements[j]
			if next.Evidence != u.Evidence || c.request.Evidence[next.Evidence].Blocks[next.Block].Kind != source.Code {
				break
			}
			have[j] = true
			last.code = strings.Trim(last.code+"\n\n"+next.Full, "\n")
		}
	}
	return out
}

// recipe is the first recipe that uses a symbol, whole.
func (c *composer) recipe(name string) []int {
	for n := range c.request.Evidence {
		e := &c.request.Evidence[n]
		if e.Kind != source.Recipe && e.Kind != source.RecipeSection || !question.ContainsWord(e.Text, symbol.LastPart(name)) {
			continue
		}
		var out []int
		for i := range c.request.Statements {
			if c.request.Statements[i].Evidence == n {
				out = append(out, i)
			}
		}
		return out
	}
	return nil
}

// qualifiers sets the parts of qualified names apart.
var qualifiers = strings.NewReplacer(".", " ", "/", " ", "::", " ")

// declaring is what a qualified name stands in: json.JSONEncoder, for json.JSONEncoder.encode.
func declaring(name string) string {
	return strings.TrimRight(strings.TrimSuffix(name, symbol.LastPart(name)), "./:")
}

// describes is the least share of a question that a description must hold to answer it: the rest asks for something else.
const describes = 0.8

// described is what a symbol is, and the first sentence of its documentation; nothing where that does not describe what is asked.
func (c *composer) described(own []int) []int {
	var out []int
	said := question.Bag{}
	for _, part := range []func(s *engine.Statement) bool{
		func(s *engine.Statement) bool { return identity.MatchString(s.Text) },
		func(s *engine.Statement) bool {
			return s.Kind == source.Paragraph && !strings.HasPrefix(s.Text, "`") && !strings.HasSuffix(s.Text, ":")
		},
	} {
		if i := slices.IndexFunc(own, func(i int) bool { return part(&c.request.Statements[i]) }); i >= 0 {
			out, said = append(out, own[i]), said.With(c.request.Statements[own[i]].Bag)
		}
	}
	if said.Coverage(c.request.Terms) < describes {
		return nil
	}
	return out
}

// withItems adds to what leads in to a list of a card the entries that the question names, or else those that hold most
// of what it asks of the symbol; the whole list where none holds anything of that.
func (c *composer) withItems(picked []int) []int {
	all := c.request.Statements
	terms := c.terms()
	const isNamed = 2 // more than any coverage
	var out []int
	for _, i := range picked {
		itself := qualifiers.Replace(c.request.Evidence[all[i].Evidence].Symbol)
		others := slices.DeleteFunc(slices.Clone(terms), func(t question.Term) bool { return question.ContainsWord(itself, t.Text) })
		var list, asked []int
		best := 0.0
		for j := i + 1; j < len(all) && all[i].Leads > 0; j++ {
			if all[j].List != all[i].Leads {
				continue
			}
			value, bag, entry := 0.0, question.Bag{}, []int(nil)
			if m := named.FindStringSubmatch(all[j].Text); m != nil && question.ContainsWord(c.request.Question.Text, m[1]) {
				value = isNamed
			}
			for block := all[j].Block; j < len(all) && all[j].Block == block; j++ {
				entry, bag = append(entry, j), bag.With(all[j].Bag)
			}
			j--
			if bag.Coverage(others) > 0 {
				value = max(value, bag.Coverage(terms))
			}
			list = append(list, entry...)
			switch {
			case value > best:
				asked, best = entry, value
			case value == best && best > 0:
				asked = append(asked, entry...)
			}
		}
		switch {
		case best > 0:
			out = append(out, asked...)
		default:
			out = append(append(out, i), list...)
		}
	}
	return out
}
