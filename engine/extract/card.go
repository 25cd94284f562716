package extract

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
	"ibid/index/symbol"
)

// facet is a part of a symbol's card that a question may ask for.
type facet struct {
	asked *regexp.Regexp // in the question
	said  *regexp.Regexp // in a sentence of the card, behind the symbol's name
	what  string         // for a refusal
}

// usage is the facet whose answer is an example.
var usage = facet{regexp.MustCompile(`(?i)\b(?:examples?|snippets?|usage|how (?:do|can|to|should|would))\b`),
	of(" takes\\b", "(?:Examples? of|The arguments of) "), ""}

// facets are what a card tells of a symbol, in its order. They follow how people ask about APIs and how cards are
// written.
var facets = [...]facet{
	{regexp.MustCompile(`(?i)\b(?:signature|arguments?|parameters?|params?|args?|kwargs?|keywords?|options?|inputs?|defaults?|accepts?|takes?|pass(?:es|ed)?)\b`),
		of(" takes\\b", "The (?:arguments|parameters) of "), "what it takes"},
	{regexp.MustCompile(`(?i)\b(?:returns?|returned|results?|outputs?|yields?|gives? back)\b`),
		of(" (?:returns|yields)\\b", ""), "what it returns"},
	{regexp.MustCompile(`(?i)\b(?:raises?|raised|throws?|thrown|exceptions?|errors?)\b`),
		of(" raises\\b", ""), "what it raises"},
	usage,
	{regexp.MustCompile(`(?i)\b(?:value|equals?|type|set to)\b`), of(" has the (?:value|type)\\b", ""), ""},
	{regexp.MustCompile(`(?i)\bmethods\b`), of("", "The methods of "), "which methods it has"},
	{regexp.MustCompile(`(?i)\b(?:attributes|fields|properties|members|values)\b`), of("", "The (?:fields|attributes|properties|members|values) of "), "what it holds"},
	{regexp.MustCompile(`(?i)\b(?:(?:base|parent|super) ?class(?:es)?|inherits?|extends?|embeds?|subclass)\b`), of(" (?:extends|embeds|inherits from)\\b", ""), "what it extends"},
	{regexp.MustCompile(`(?i)\b(?:import(?:ed)?|module|package|where|declared|defined)\b`),
		of(" (?:is (?:an?|the|declared)|can also be imported)\\b", ""), ""},
}

var (
	hasMembers = of(" is an? (?:\\w+ )?(?:class|type|interface|struct|enum\\w*)\\b", "")
	takes      = of(" takes\\b", "")
	identity   = of(" is (?:an?|the)\\b", "")
	crossRef   = regexp.MustCompile(`^(?:Related|Recipes|Inherited): `)
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

// fromCard answers a question about a symbol from its card: what is asked of it, or what it is. Where several symbols
// have the name that the question gives, each is answered for. A question that asks for a part that no evidence has
// is refused. Where a sentence elsewhere holds more of the question than the answer does, it only mentions the
// symbol.
func (c *composer) fromCard() ([]piece, engine.Draft) {
	var out []piece
	var refused engine.Draft
	mentions := index.MentionsOf(c.request.Question)
	var declared []int // of all that the question names, wherever it was found
	name := ""
	for i := range c.request.Evidence {
		if e := &c.request.Evidence[i]; e.Kind == source.SymbolCard && mentions.Name(e.Symbol) && c.member(e.Symbol) == "" {
			name, declared = cmp.Or(name, e.Symbol), append(declared, c.card(e.Symbol)...)
		}
	}
	if name != "" {
		if p := c.unknownParameter(declared); p != "" {
			return nil, engine.Draft{Code: guard.MissingTerm, Reason: name + " takes no argument called “" + p + "”"}
		}
	}
	for _, name := range c.subjects(mentions) {
		pieces, refusal := c.ofSymbol(name)
		out = append(out, pieces...)
		if refused.Code == "" {
			refused = refusal
		}
	}
	if len(out) == 0 {
		return nil, refused
	}
	texts := slices.Clone(c.request.Question.Identifiers) // the card is of what they name
	for _, p := range out {
		texts = append(texts, p.text, p.code)
		for _, b := range c.request.Evidence[p.evidence].Blocks {
			texts = append(texts, b.Lang) // "in Go" is said by a card in Go
		}
	}
	said, terms := question.NewBag(texts...), c.terms()
	for i := range c.request.Statements {
		if s := &c.request.Statements[i]; s.Kind != source.Code && c.request.Evidence[s.Evidence].Kind == source.Docs && s.Coverage(terms) > said.Coverage(terms) {
			return nil, engine.Draft{}
		}
	}
	return out, engine.Draft{}
}

// terms are those of the question that do not ask for a part of a card.
func (c *composer) terms() []question.Term {
	return slices.DeleteFunc(slices.Clone(c.request.Terms), func(t question.Term) bool {
		return slices.ContainsFunc(facets[:], func(f facet) bool { return f.asked.MatchString(t.Text) })
	})
}

// subjects are the symbols whose cards stand first and that the question names: one, or those of one name where the
// question does not say which.
func (c *composer) subjects(mentions index.Mentions) []string {
	evidence := c.request.Evidence
	if len(evidence) == 0 || evidence[0].Kind != source.SymbolCard {
		return nil
	}
	first := evidence[0].Symbol
	if !mentions.Name(first) {
		return nil
	}
	out := []string{first}
	for i := range evidence[1:] {
		ev := &evidence[1+i]
		if ev.Kind == source.SymbolCard && !slices.Contains(out, ev.Symbol) && mentions.Name(ev.Symbol) &&
			symbol.LastPart(ev.Symbol) == symbol.LastPart(first) && c.names(outer(first)) == c.names(outer(ev.Symbol)) {
			out = append(out, ev.Symbol)
		}
	}
	return out
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

// ofSymbol answers for one symbol; neither pieces nor a refusal where its card has nothing that fits the question.
func (c *composer) ofSymbol(name string) ([]piece, engine.Draft) {
	own := c.card(name)
	if member := c.member(name); member != "" {
		if !slices.ContainsFunc(own, func(i int) bool { return hasMembers.MatchString(c.request.Statements[i].Text) }) {
			return nil, engine.Draft{}
		}
		if i := slices.IndexFunc(own, func(i int) bool {
			m := named.FindStringSubmatch(c.request.Statements[i].Text)
			return m != nil && c.request.Statements[i].List > 0 && symbol.LastPart(strings.TrimSuffix(m[1], "()")) == member
		}); i >= 0 {
			return c.withCode(own[i : i+1]), engine.Draft{}
		}
		if !slices.ContainsFunc(own, func(i int) bool { return question.ContainsWord(c.request.Statements[i].Text, member) }) &&
			!c.speaks(symbol.LastPart(name), func(text string) bool { return question.ContainsWord(qualifiers.Replace(text), member) }) {
			return nil, engine.Draft{Code: guard.MissingTerm, Reason: name + " declares no “" + member + "”"}
		}
		return nil, engine.Draft{}
	}
	picked, missing := c.asked(own)
	if usage.asked.MatchString(c.request.Question.Text) && !slices.ContainsFunc(picked, func(i int) bool { return strings.HasPrefix(c.request.Statements[i].Text, "Example") }) {
		picked = append(picked, c.recipe(name)...)
	}
	switch {
	case len(picked) > 0:
	case missing != "" && !c.speaks(symbol.LastPart(name), func(text string) bool {
		return slices.ContainsFunc(facets[:], func(f facet) bool {
			return f.what != "" && f.asked.MatchString(c.request.Question.Text) && f.asked.MatchString(text)
		})
	}):
		return nil, engine.Draft{Code: guard.WeakEvidence, Reason: "the declaration of " + name + " and its documentation do not say " + missing}
	case missing == "":
		picked = c.described(own)
	}
	out := c.withCode(append(c.withItems(picked), c.further(own, picked)...))
	c.addSignature(out, own)
	return out, engine.Draft{}
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

// speaks tells whether a sentence outside the cards speaks of a symbol, and says what is asked of it.
func (c *composer) speaks(symbol string, says func(text string) bool) bool {
	return slices.ContainsFunc(c.request.Statements, func(s engine.Statement) bool {
		return s.Kind != source.Code && c.request.Evidence[s.Evidence].Kind != source.SymbolCard && question.ContainsWord(qualifiers.Replace(s.Text), symbol) && says(s.Text)
	})
}

// asked picks the parts of a card that the question asks for, and says which it asks for in vain.
func (c *composer) asked(own []int) (picked []int, missing string) {
	for _, f := range facets {
		if !f.asked.MatchString(c.request.Question.Text) {
			continue
		}
		n := len(picked)
		for _, i := range own {
			if f.said.MatchString(c.request.Statements[i].Text) {
				picked = append(picked, i)
			}
		}
		if len(picked) == n && missing == "" {
			missing = f.what
		}
	}
	return picked, missing
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

// names tells whether the question writes a name, alone or as a part of a qualified one.
func (c *composer) names(name string) bool {
	return question.ContainsWord(qualifiers.Replace(c.request.Question.Text), name)
}

// qualifiers sets the parts of qualified names apart.
var qualifiers = strings.NewReplacer(".", " ", "/", " ", "::", " ")

// declaring is what a qualified name stands in: json.JSONEncoder, for json.JSONEncoder.encode.
func declaring(name string) string {
	return strings.TrimRight(strings.TrimSuffix(name, symbol.LastPart(name)), "./:")
}

// outer is the last part of what declares a symbol.
func outer(name string) string { return symbol.LastPart(declaring(name)) }

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

var named = regexp.MustCompile("^[-*•]? ?`([^`]+)`")

// withItems adds to what leads in to a list of a card the entries that the question names, or else those that hold most of what it asks of
// the symbol; the whole list where none holds anything of that.
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

// askedParameters find the parameter that a question asks about: "the parameter sigma", "the sigma argument".
var (
	askedParameters = [...]*regexp.Regexp{
		regexp.MustCompile("(?i)\\b(?:parameter|argument|kwarg)s? (?:(?:called|named) )?[`'\"“]?([a-z_][a-z0-9_]*)"),
		regexp.MustCompile("(?i)\\b([a-z_][a-z0-9_]*)[`'\"”]? (?:parameter|argument|kwarg)\\b"),
	}
	noParameter = regexp.MustCompile(`(?i)^(?:keyword|positional|optional|required|default|first|second|third|last|only|other|which|what|any|each|every|an?|the|its|this|that|does|do|did|is|are|can|must|may|should|will|of|for|to|in|by|with|and|or|if|have|has|named?|called|list|lists|types?|values?|names?|defaults?|return|returns?|take|takes|accept|accepts|expect|expects)$`)
)

// unknownParameter is what the question takes for a parameter, where the card knows none of this name.
func (c *composer) unknownParameter(own []int) string {
	for _, re := range askedParameters {
		for _, m := range re.FindAllStringSubmatch(c.request.Question.Text, -1) {
			declared := func(i int) bool {
				u := &c.request.Statements[i]
				return u.Kind == source.Code && takesParameter(u.Full, m[1]) || takes.MatchString(u.Text) && takesParameter(u.Text, m[1])
			}
			if !noParameter.MatchString(m[1]) && !slices.ContainsFunc(own, declared) {
				return m[1]
			}
		}
	}
	return ""
}

// takesParameter tells whether a declaration has a name of ASCII letters, digits and underscores, or may take any.
func takesParameter(declaration, name string) bool {
	return strings.Contains(declaration, "**") || strings.Contains(declaration, "*args") || regexp.MustCompile(`\b`+name+`\b`).MatchString(declaration)
}
