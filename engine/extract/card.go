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
	var own []*engine.Statement // of the card, which may be cut into several chunks
	for i := range c.request.Statements {
		s := &c.request.Statements[i]
		if e := &c.request.Evidence[s.Evidence]; e.Kind == source.SymbolCard && e.Symbol == name && !crossRef.MatchString(s.Text) {
			own = append(own, s)
		}
	}
	if member := c.member(name); member != "" {
		return c.pieces(own, c.entries(own, func(entry string) bool { return symbol.LastPart(entry) == member }))
	}
	picked := c.asked(own)
	if usage.asked.MatchString(c.request.Question.Text) && !slices.ContainsFunc(picked, func(s *engine.Statement) bool { return strings.HasPrefix(s.Text, "Example") }) {
		picked = append(picked, c.recipe(name)...)
	}
	if len(picked) == 0 {
		picked = c.described(own)
	}
	return c.pieces(own, picked)
}

// member is what the question asks of a symbol by a qualified name that is not its own: scale, for Calibration.scale.
// "" where it asks for none.
func (c *composer) member(name string) string {
	for _, id := range c.request.Question.Identifiers {
		id = strings.Trim(id, "`()")
		last := symbol.LastPart(id)
		if owner := strings.TrimRight(strings.TrimSuffix(id, last), "./:"); owner != "" && last != "" && symbol.EndsIn(name, owner) {
			return last
		}
	}
	return ""
}

// entries are the items of a card's lists that a name fits which they begin with.
func (c *composer) entries(own []*engine.Statement, fits func(name string) bool) []*engine.Statement {
	return slices.DeleteFunc(slices.Clone(own), func(s *engine.Statement) bool {
		m := named.FindStringSubmatch(s.Text)
		return m == nil || s.List == 0 || !fits(strings.TrimSuffix(m[1], "()"))
	})
}

// asked picks the parts of a card that the question asks for. Of a list these are the entries that the question
// names, or else the whole.
func (c *composer) asked(own []*engine.Statement) (picked []*engine.Statement) {
	for _, f := range facets {
		if !f.asked.MatchString(c.request.Question.Text) {
			continue
		}
		for _, s := range own {
			if !f.said.MatchString(s.Text) {
				continue
			}
			list := slices.DeleteFunc(slices.Clone(own), func(item *engine.Statement) bool { return s.Leads == 0 || item.List != s.Leads })
			asks := c.entries(list, func(name string) bool { return question.ContainsWord(c.request.Question.Text, name) })
			if len(asks) == 0 {
				asks = append([]*engine.Statement{s}, list...)
			}
			picked = append(picked, asks...)
		}
	}
	return picked
}

// pieces are what is picked of a card, each once, listings that follow each other as one. The declaration stands
// below the sentence that tells what a symbol takes; that of a class does not say it.
func (c *composer) pieces(own, picked []*engine.Statement) (out []piece) {
	var before *engine.Statement
	for i, s := range picked {
		switch {
		case slices.Contains(picked[:i], s):
			continue
		case before != nil && before.Kind == source.Code && s.Kind == source.Code && s.Evidence == before.Evidence:
			last := &out[len(out)-1]
			last.code = strings.Trim(last.code+"\n\n"+s.Full, "\n")
		default:
			out = append(out, pieces(s)...)
		}
		before = s
		if takes.MatchString(s.Text) {
			i := slices.IndexFunc(own, func(d *engine.Statement) bool { return d.Kind == source.Code && d.Evidence == s.Evidence })
			if i >= 0 && !strings.HasPrefix(own[i].Full, "class ") {
				out[len(out)-1].code = own[i].Full
			}
		}
	}
	return out
}

// recipe is the first recipe that uses a symbol, whole.
func (c *composer) recipe(name string) (out []*engine.Statement) {
	first := slices.IndexFunc(c.request.Evidence, func(e engine.Evidence) bool {
		return (e.Kind == source.Recipe || e.Kind == source.RecipeSection) && question.ContainsWord(e.Text, symbol.LastPart(name))
	})
	for i := range c.request.Statements {
		if s := &c.request.Statements[i]; s.Evidence == first {
			out = append(out, s)
		}
	}
	return out
}

// describes is the least share of a question that a description must hold to answer it: the rest asks for something else.
const describes = 0.8

// described is what a symbol is, and the first sentence of its documentation; nothing where that does not describe what is asked.
func (c *composer) described(own []*engine.Statement) []*engine.Statement {
	var out []*engine.Statement
	said := question.Bag{}
	for _, part := range []func(s *engine.Statement) bool{
		func(s *engine.Statement) bool { return identity.MatchString(s.Text) },
		func(s *engine.Statement) bool {
			return s.Kind == source.Paragraph && !strings.HasPrefix(s.Text, "`") && !strings.HasSuffix(s.Text, ":")
		},
	} {
		if i := slices.IndexFunc(own, part); i >= 0 {
			out, said = append(out, own[i]), said.With(own[i].Bag)
		}
	}
	if said.Coverage(c.request.Terms) < describes {
		return nil
	}
	return out
}
