package extract

import (
	"fmt"
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/index/question"
)

var (
	askedThing = regexp.MustCompile(`(?i)\b(?:what|which) ((?:[\w.+/-]+ ){1,6})`)
	whereOf    = regexp.MustCompile(`(?i)^where (?:is|are|was|were) the ([\w -]{3,40}?) (?:of|for) `)
	kindOf     = regexp.MustCompile(`(?i)^(?:(?:kinds?|types?|sorts?|forms?|examples?) of )`)

	// ofPhrase is what follows the noun of a property: "expression used to represent a class".
	ofPhrase = regexp.MustCompile(`(?i) (?:\w+ed|known|written|given|made|that|which|who|to|in|on|by|with|between|from)\b.*$`)
	// doing is a verb in the place of the noun: "what ruined the plan", "what makes it move".
	doing = regexp.MustCompile(`(?i)\bwhat (?:\w+ed|\w*[^s]s) (?:$|[^ ]+ )`)

	// anything are nouns that only say what sort of thing is asked for: its name answers, and need not be called so.
	anything = regexp.MustCompile(`(?i)^(?:way|ways|thing|things|word|term|name|names|number|value|values|person|people|man|woman|country|countries|city|cities|town|state|nation|place|places|location|region|area|areas|part|year|years|date|day|month|century|time|type|kind|sort|form|group|groups|organi[sz]ation|organi[sz]ations|company|companies|entity|institution|institutions|part(?:y|ies)|agenc(?:y|ies)|universit(?:y|ies)|villages?|document|documents|publication|page|section|chapter|language|other|happens|occurs|two|three|four|five|six|first|second|event|act|paper|book|aspect|aspects|feature|features|purpose|effect|role|extent|percentage|share|respect|respects|one|ones|of|and|or|maximum|minimum|maximal|minimal|max|min|smallest|largest|greatest|lowest|highest|least|most|permitted|allowed|possible|permissible)$`)
)

// ofFocus is the noun that is asked for: a question about the fine is not answered by a sentence about the date. It may
// stand in what a statement is read with, its heading or its table's header.
func (d *demand) ofFocus(r *engine.Request) []need {
	phrase := ofPhrase.ReplaceAllString(r.Question.Attribute, "")
	if r.Question.Attribute == "" {
		if doing.MatchString(r.Question.Text) && !auxiliary.MatchString(r.Question.Text) {
			return nil
		}
		if m := whereOf.FindStringSubmatch(r.Question.Text); m != nil {
			phrase = m[1]
		} else if m := askedThing.FindStringSubmatch(r.Question.Text); m != nil {
			phrase = askedNoun(m[1])
		}
	}
	if phrase == "" || r.Question.Kind == question.Definition || r.Question.Kind == question.Expansion {
		return nil
	}
	var words []string
	for _, w := range strings.Fields(phrase) {
		if !anything.MatchString(w) {
			words = append(words, w)
		}
	}
	focus := within(strings.Join(words, " "), d.terms)
	if len(focus) == 0 {
		return nil
	}
	soft := r.Question.Attribute == "" || len(r.Names) == 0
	if soft && r.Selected {
		return nil // so short a text need not call things by their names
	}
	soft = soft && focus[len(focus)-1].Known
	rest := without(d.terms, focus)
	return []need{{what: fmt.Sprintf("“%s”", strings.Join(words, " ")), soft: soft, met: func(s *engine.Statement) bool {
		bag := s.Bag.With(s.Context)
		return bag.Coverage(focus) >= attributeCover && bag.Match(&focus[len(focus)-1]) > 0 || soft && s.Coverage(rest) >= restCover
	}}}
}

// auxiliaries end the noun behind "which"; in front of another word that ends it stands its verb.
var auxiliaries = regexp.MustCompile(`(?i)^(?:does|do|did|is|are|was|were|can|could|must|may|might|has|have|had|will|would|should|shall)$`)

// askedNoun is the noun behind "which": the words up to the verb, "" where "which kind of" is all there is.
func askedNoun(words string) string {
	all := strings.Fields(kindOf.ReplaceAllString(words, ""))
	for i, w := range all {
		switch {
		case auxiliaries.MatchString(w):
			return strings.Join(all[:i], " ")
		case verbs.MatchString(w):
			return strings.Join(all[:max(1, i-1)], " ")
		}
	}
	return strings.Join(all[:min(1, len(all))], " ")
}

var auxiliary = regexp.MustCompile(`(?i)\bwhat \w+ (?:does|do|did|is|are|was|were|can|could|must|may|might|has|have|had|will|would|should|shall)\b`)
