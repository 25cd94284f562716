package extract

import (
	"regexp"
	"slices"
	"strings"

	"ibid/index/source"
)

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
