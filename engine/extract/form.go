package extract

import (
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/index/question"
	"ibid/index/source"
)

// form knows what an answer to one kind of question looks like.
type form struct {
	kind    question.Kind
	defines *regexp.Regexp  // "X is …", for definitions
	mention []string        // the subject and what it stands for
	cond    bool            // it asks what happens in a case
	numbers map[string]bool // digits that the question itself has
}

var (
	causal     = regexp.MustCompile(`(?i)\b(?:because|since|due to|owing to|therefore|thus|hence|as a result|in order to|so that|reasons?|rationale|motivat\w+|to (?:avoid|prevent|ensure|reduce|allow|protect|mitigate|guard)|avoids?|prevents?|otherwise|would (?:not )?(?:be|have|require|need)|leads? to|led to|cannot|could|unnecessary|redundant|as (?:this|the|it|we|they|these|that))\b`)
	digits     = regexp.MustCompile(`[0-9][0-9,.]*`)
	dates      = regexp.MustCompile(`(?i)\b(?:(?:19|20)[0-9]{2}|january|february|march|april|may [0-9]|june|july|august|september|october|november|december|within|after|before|until|days?|weeks?|months?|years?)\b`)
	stepForm   = regexp.MustCompile(`(?i)^(?:\(?[0-9a-z]{1,3}[.):]|step\b|first\b|then\b|next\b|finally\b)`)
	contrast   = regexp.MustCompile(`(?i)\b(?:whereas|while|unlike|in contrast|by contrast|differs?|different\w*|difference|rather than|instead of|compared|however|on the other hand|larger|smaller|faster|slower|more|less|than)\b`)
	demonstr   = regexp.MustCompile(`^(?:It|They|This|These|Those|Such|He|She|Its|Their|Both|The former|The latter|In this case|In that case|Otherwise|However|Therefore|Thus|Hence|Moreover|Furthermore|In addition|For example|As a result)\b`)
	asksCase   = regexp.MustCompile(`(?i)\bwhat (?:happens|is done|does .{1,40} do|should .{1,40} do|will .{1,40} do) (?:if|when|after|once)\b`)
	givenCase  = regexp.MustCompile(`(?i)^(?:\W*)(?:if|when|whenever|in case|otherwise|unless|should)\b|\b(?:, (?:then|otherwise)|or else)\b`)
	headEnd    = regexp.MustCompile(`^ ?[:|—–]`)
	definition = ` (?:is|are|was|were|means|denotes|refers to|describes|specifies|consists of|stands for|provides|represents|comprises|indicates)\b`
)

func newForm(r *engine.Request) form {
	f := form{kind: r.Question.Kind, cond: asksCase.MatchString(r.Question.Text), numbers: map[string]bool{}}
	for _, d := range digits.FindAllString(r.Question.Text, -1) {
		f.numbers[d] = true
	}
	if s := r.Question.Subject; s != "" {
		f.mention = append(f.mention, s)
		for i := range r.Terms {
			if strings.EqualFold(r.Terms[i].Text, s) {
				f.mention = append(f.mention, r.Terms[i].Long...)
			}
		}
		var names []string
		for _, m := range f.mention {
			names = append(names, regexp.QuoteMeta(m))
		}
		f.defines = regexp.MustCompile(`(?i)^(?:in [^,]{3,60}, )?(?:an? |the )?["“‘']?(?:` + strings.Join(names, "|") + `)s?["”’']?(?: \([^)]*\))?,?` + definition)
	}
	return f
}

// fits tells how far a unit has the form of an answer, 0 to 1.
func (f *form) fits(u *unit, ev *engine.Evidence) float64 {
	if f.cond && givenCase.MatchString(u.Text) {
		return 0.6
	}
	switch f.kind {
	case question.Definition, question.Expansion:
		switch {
		case f.defines == nil:
		case f.defines.MatchString(u.Text):
			return 1
		case f.below(u.Statement):
			return 1
		case f.heads(u, ev):
			return 0.6
		case f.names(u.Text):
			return 0.2
		}
	case question.Quantity:
		if f.newNumber(u.Text) {
			return 0.6
		}
	case question.Time:
		if dates.MatchString(u.Text) {
			return 0.7
		}
	case question.Reason:
		if causal.MatchString(u.Text) {
			return 0.6
		}
	case question.Comparison:
		if contrast.MatchString(u.Text) {
			return 0.4
		}
	case question.Procedure:
		if u.Kind == source.Code || u.Kind == source.Item && stepForm.MatchString(u.Text) {
			return 0.7
		}
	case question.List:
		if u.Kind == source.Item || strings.HasSuffix(u.Text, ":") {
			return 0.3
		}
	}
	return 0
}

// heads tells whether a unit is the first of a section, or an item, that is named after the subject.
func (f *form) heads(u *unit, ev *engine.Evidence) bool {
	for _, m := range f.mention {
		if n := len(ev.Section); n > 0 && strings.EqualFold(strings.TrimLeft(ev.Section[n-1], "0123456789. "), m) && u.Block <= 1 {
			return true
		}
		if len(u.Text) > len(m) && strings.EqualFold(u.Text[:len(m)], m) && headEnd.MatchString(u.Text[len(m):]) {
			return true
		}
	}
	return false
}

// below tells whether a unit follows a heading, named after the subject, that runs into its paragraph: "Tide staff. A
// graduated board …".
func (f *form) below(s *engine.Statement) bool {
	before := strings.TrimSuffix(s.Near[strings.LastIndexByte(s.Near, '\n')+1:], ".")
	for _, m := range f.mention {
		if strings.EqualFold(before, m) {
			return true
		}
	}
	return false
}

func (f *form) names(text string) bool {
	for _, m := range f.mention {
		if question.ContainsWord(text, m) {
			return true
		}
	}
	return false
}

var (
	references  = regexp.MustCompile(`\[[^\]]{0,40}\]|^[0-9]{1,3} [A-Z][a-z]`) // [24], and the mark of a footnote before its sentence
	numberNames = regexp.MustCompile(`\b(?:(?i:table|section|algorithm|figure|appendix|part|chapter|lines?|step|equation|volume|revision|version|round|category|level)|[A-Z]{2,}) [0-9]+(?:[.-][0-9A-Z]+)*\b|\b\w*[A-Za-z]\w*-?[0-9][\w.-]*\b`)
	numberWord  = regexp.MustCompile(`(?i)\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|(?:hundred|thousand|million|billion|dozen)s?|twice|half)\b`)
)

// newNumber tells whether a text states a number that the question does not have. Numbers that are part of a name
// (ML-KEM-768, Table 2, [24]) state nothing.
func (f *form) newNumber(text string) bool {
	return f.newDigits(text) || numberWord.MatchString(nameless(text))
}

// newDigits is newNumber for numbers that are no words.
func (f *form) newDigits(text string) bool {
	for _, d := range digits.FindAllString(nameless(text), -1) {
		if !f.numbers[strings.TrimRight(d, ".,")] {
			return true
		}
	}
	return false
}

func nameless(text string) string {
	return numberNames.ReplaceAllString(references.ReplaceAllString(text, " "), " ")
}
