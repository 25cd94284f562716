package index

import "ibid/index/lexical"

// Omit leaves parts of a search out, to measure what each of them is worth. The zero value leaves out nothing.
type Omit struct {
	Compounds bool // names are searched by their parts alone
	Variants  bool // the question alone is searched
	Expansion bool // acronyms are not spelled out, and what is spelled out is not shortened
	Dense     bool // words alone count
	Fusion    bool // ranks are combined in place of scores, or scores in place of ranks
	Rerank    bool // the fused order stands
}

// variants are what is searched for a question with these parts left out.
func (o Omit) variants(q Question, ac *acronyms) []Variant {
	if o.Expansion {
		ac = newAcronyms(nil)
	}
	v := variants(q, ac)
	if o.Variants {
		v = v[:1]
	}
	return v
}

// clauses are the terms that are searched for a text.
func (o Omit) clauses(text string) []lexical.Clause {
	if o.Compounds {
		return lexical.QueryParts(text)
	}
	return lexical.Query(text)
}
