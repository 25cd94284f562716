package extract

import (
	"regexp"
	"sort"
	"strings"

	"ibid/engine"
	"ibid/index"
	"ibid/index/source"
)

// Weights of what makes a sentence a good answer, beside the share of the question that it holds itself (1.0).
const (
	formBonus      = 0.35 // it has the form that the kind of question asks for
	priorWeight    = 0.20 // the evidence it stands in was ranked first
	secondHand     = 0.5  // factor: bibliography, list of contents, acknowledgements
	unasked        = 0.8  // factor: a listing where no steps are asked for
	foreign        = 0.4  // factor: source code where the question is not about code
	redundant      = 0.55 // factor on the overlap with what is already said (MMR)
	keepShare      = 0.62 // a further sentence must reach this share of the best one's score
	maxSentences   = 4
	maxAnswerRunes = 1200
)

// unit is a statement with its score for one question.
type unit struct {
	*engine.Statement
	at    int     // its own place in the list
	cover float64 // share of the question that it holds
	score float64
}

// score rates every statement for a question.
func score(r *engine.Request) []unit {
	form := newForm(r)
	top := 0.0
	for i := range r.Evidence {
		top = max(top, r.Evidence[i].Score)
	}
	us := make([]unit, 0, len(r.Statements))
	for i := range r.Statements {
		u := unit{Statement: &r.Statements[i]}
		if u.Kind == source.Table {
			continue // tables are looked up, not quoted by the row
		}
		ev := &r.Evidence[u.Evidence]
		u.cover = r.Strength(u.Statement)
		prior := 0.0
		if top > 0 {
			prior = ev.Score / top
		}
		u.score = u.cover + formBonus*form.fits(&u, ev) + priorWeight*prior
		if isSecondHand(ev) {
			u.score *= secondHand
		}
		switch {
		case ev.Kind == source.Source || ev.Kind == source.Test:
			if !r.Question.Code {
				u.score *= foreign
			} else if declares(ev, u.Statement, r) {
				u.score += formBonus
			}
		case u.Kind == source.Code && r.Question.Kind != index.Procedure:
			u.score *= unasked
		}
		u.at = len(us)
		us = append(us, u)
	}
	return us
}

// declares tells whether a unit is the declaration of something that the question names.
func declares(ev *engine.Evidence, s *engine.Statement, r *engine.Request) bool {
	symbol := ev.Blocks[s.Block].Symbol
	if symbol == "" {
		return false
	}
	return index.ContainsWord(r.Question.Text, symbol) || index.ContainsWord(r.Question.Text, symbol[strings.LastIndexByte(symbol, '.')+1:])
}

var secondHandSection = regexp.MustCompile(`(?i)\b(?:references|bibliography|acknowledge?ments?|table of contents|contents|list of (?:tables|figures|algorithms))$`)

func isSecondHand(ev *engine.Evidence) bool {
	for _, s := range ev.Section {
		if secondHandSection.MatchString(strings.TrimSpace(s)) {
			return true
		}
	}
	return false
}

// form knows what an answer to one kind of question looks like.
type form struct {
	kind    index.QuestionKind
	defines *regexp.Regexp // "X is …", for definitions
	calls   *regexp.Regexp // "… called X"
	mention []string       // the subject and what it stands for
	ends    superlative
	numbers map[string]bool // digits that the question itself has
}

var (
	causal     = regexp.MustCompile(`(?i)\b(?:because|since|due to|owing to|therefore|thus|hence|as a result|in order to|so that|reasons?|rationale|motivat\w+|to (?:avoid|prevent|ensure|reduce|allow|protect|mitigate|guard)|avoids?|prevents?|otherwise|would (?:not )?(?:be|have|require|need)|leads? to|led to|cannot|could|unnecessary|redundant|as (?:this|the|it|we|they|these|that))\b`)
	digits     = regexp.MustCompile(`[0-9][0-9,.]*`)
	dates      = regexp.MustCompile(`(?i)\b(?:(?:19|20)[0-9]{2}|january|february|march|april|may [0-9]|june|july|august|september|october|november|december|within|after|before|until|days?|weeks?|months?|years?)\b`)
	stepForm   = regexp.MustCompile(`(?i)^(?:\(?[0-9a-z]{1,3}[.):]|step\b|first\b|then\b|next\b|finally\b)`)
	contrast   = regexp.MustCompile(`(?i)\b(?:whereas|while|unlike|in contrast|by contrast|differs?|different\w*|difference|rather than|instead of|compared|however|on the other hand|larger|smaller|faster|slower|more|less|than)\b`)
	demonstr   = regexp.MustCompile(`^(?:It|They|This|These|Those|Such|He|She|Its|Their|Both|The former|The latter|In this case|In that case|Otherwise|However|Therefore|Thus|Hence|Moreover|Furthermore|In addition|For example|As a result)\b`)
	definition = ` (?:is|are|was|were|means|denotes|refers to|describes|specifies|consists of|stands for|provides|represents|comprises|indicates)\b`
)

func newForm(r *engine.Request) form {
	f := form{kind: r.Question.Kind, ends: superlativeOf(r.Question.Text), numbers: map[string]bool{}}
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
		f.calls = regexp.MustCompile(`(?i)\b(?:called|named|termed|known as|referred to as|dubbed) (?:an? |the )?["“‘']?(?:` + strings.Join(names, "|") + `)s?\b`)
		f.defines = regexp.MustCompile(`(?i)^(?:in [^,]{3,60}, )?(?:an? |the )?["“‘']?(?:` + strings.Join(names, "|") + `)s?["”’']?(?: \([^)]*\))?,?` + definition)
	}
	return f
}

// fits tells how far a unit has the form of an answer, 0 to 1.
func (f *form) fits(u *unit, ev *engine.Evidence) float64 {
	switch f.kind {
	case index.Definition, index.Expansion:
		switch {
		case f.defines == nil:
		case f.defines.MatchString(u.Text):
			return 1
		case f.calls.MatchString(u.Text):
			return 0.9
		case f.heads(u, ev):
			return 0.6
		case f.names(u.Text):
			return 0.2
		}
	case index.Quantity:
		if f.newNumber(u.Text) {
			return 0.6
		}
	case index.Time:
		if dates.MatchString(u.Text) {
			return 0.7
		}
	case index.Reason:
		if causal.MatchString(u.Text) {
			return 0.6
		}
	case index.Comparison:
		if contrast.MatchString(u.Text) {
			return 0.4
		}
	case index.Procedure:
		if u.Kind == source.Code || u.Kind == source.Item && stepForm.MatchString(u.Text) {
			return 0.7
		}
	case index.List:
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
		if len(u.Text) > len(m)+1 && strings.EqualFold(u.Text[:len(m)], m) && strings.ContainsAny(u.Text[len(m):len(m)+1], ":|—–") {
			return true
		}
	}
	return false
}

func (f *form) names(text string) bool {
	for _, m := range f.mention {
		if index.ContainsWord(text, m) {
			return true
		}
	}
	return false
}

var (
	references  = regexp.MustCompile(`\[[^\]]{0,40}\]|^[0-9]{1,3} `) // [24], and the mark of a footnote
	numberNames = regexp.MustCompile(`(?i)\b(?:table|section|algorithm|figure|appendix|part|chapter|line|lines|step|equation|volume|revision|version|round|category|level|[A-Z]{2,}) [0-9]+(?:[.-][0-9A-Z]+)*\b|\b[\w]*[A-Za-z][\w]*-?[0-9][\w.-]*\b`)
	numberWord  = regexp.MustCompile(`(?i)\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|million|billion|twice|half)\b`)
)

// newNumber tells whether a text states a number that the question does not have. Numbers that are part of a name
// (ML-KEM-768, Table 2, [24]) state nothing.
func (f *form) newNumber(text string) bool {
	text = numberNames.ReplaceAllString(references.ReplaceAllString(text, " "), " ")
	for _, d := range digits.FindAllString(text, -1) {
		if !f.numbers[strings.TrimRight(d, ".,")] {
			return true
		}
	}
	return numberWord.MatchString(text)
}

// choose picks the best units: the best one, then those that add most (maximal marginal relevance, Carbonell and
// Goldstein 1998), as long as they come close to the best.
func choose(us []unit, want int) []int {
	order := make([]int, 0, len(us))
	for i := range us {
		order = append(order, i)
	}
	sort.SliceStable(order, func(a, b int) bool { return us[order[a]].score > us[order[b]].score })
	if len(order) == 0 {
		return nil
	}
	picked := []int{order[0]}
	best := us[order[0]].score
	for len(picked) < want {
		next, value := -1, 0.0
		for _, i := range order {
			if us[i].score < keepShare*best {
				break
			}
			if taken(picked, i) {
				continue
			}
			v := us[i].score
			for _, p := range picked {
				v = min(v, us[i].score-redundant*overlap(us[i].Bag, us[p].Bag))
			}
			if next < 0 || v > value {
				next, value = i, v
			}
		}
		if next < 0 || value < keepShare*best-redundant*0.5 {
			break
		}
		picked = append(picked, next)
	}
	return picked
}

func taken(list []int, i int) bool {
	for _, x := range list {
		if x == i {
			return true
		}
	}
	return false
}

// overlap is the share of the smaller bag that the other one holds.
func overlap(a, b engine.Bag) float64 {
	if len(b) < len(a) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	n := 0
	for t := range a {
		if b[t] {
			n++
		}
	}
	return float64(n) / float64(len(a))
}
