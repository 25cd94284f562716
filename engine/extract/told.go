package extract

import (
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard/words"
	"ibid/index/question"
	"ibid/index/source"
)

var (
	reasonWords   = set(`because since therefore reason reasons due thus owing otherwise hence consequently`)
	decideWords   = set(`not must may can only should cannot never unless if no will support supports supported allowed`)
	meanWords     = set(`is are means mean refers called stands defined known denotes represents`)
	doWords       = set(`use set run add call create pass press apply to place fill put rename make start enable specify simply do tie take when if you one first then`)
	limitWords    = set(`maximum minimum max min limit limited limits most least up more greater exceed exceeds longer less any`)
	negativeWords = set(`not no never without except unless only none cannot fail fails failed isn't doesn't don't can't won't didn't`)
	caseWords     = set(`if when unless case cases provided except whenever otherwise`)
	contrastWords = set(`contrary whereas while unlike but than contrast instead advantage differ differs different both however`)
	dangling      = set(`this these it they that such he she however also but and so its their his`)
	placeWords    = set(`in at on under near inside`)
	numberWords   = set(`zero one two three four five six seven eight nine ten eleven twelve twenty thirty hundred hundreds thousand thousands million millions billion billions dozen dozens twice half single`)
	manyWords     = set(`following two three four five six seven these`)
)

var (
	purpose   = regexp.MustCompile(`\bso that\b|\bin order\b|\bto (?:avoid|prevent)\b`)
	dates     = regexp.MustCompile(`\b(?:1[4-9][0-9]{2}|20[0-3][0-9])\b|(?i)\b(?:january|february|march|april|may [0-9]|june|july|august|september|october|november|december|century|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\b[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}\b`)
	months    = regexp.MustCompile(`(?i)\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b`)
	days      = regexp.MustCompile(`(?i)\b(?:(?:january|february|march|april|may|june|july|august|september|october|november|december) [0-9]{1,2}\b|[0-9]{1,2}(?:st|nd|rd|th)?,? (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b|\b[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}\b`)
	versions  = regexp.MustCompile(`\bv?[0-9]+(?:\.[0-9]+)+\b|(?i)\b(?:version|release|revision)s? [0-9]`)
	prices    = regexp.MustCompile(`(?i)[$€£¥]|\b(?:usd|eur|gbp|chf|jpy|dollars?|euros?|cents?|pounds|francs?|yen|free of charge|(?:no|without) (?:cost|charge|compensation)|for free)\b`)
	durations = regexp.MustCompile(`(?i)(?:[0-9] ?|\b)(?:[mnµ]?s|min|h|d|(?:milli|micro)?seconds?|minutes?|hours?|hourly|days?|daily|weeks?|weekly|months?|years?|yearly|once|twice|always|never)\b`)
	sizes     = regexp.MustCompile(`(?i)[0-9] ?(?:[kmgt]i?b?|[kcm]?m|cm|mm|″|ft|in)\b|\b(?:bytes?|bits?|octets?|(?:kilo|mega|giga|tera)bytes|inch(?:es)?|f(?:ee|oo)t|met(?:er|re)s?|miles?|acres?|characters?|words|pages|lines|rows|entries|percent)\b|[²³%]`)
	masses    = regexp.MustCompile(`(?i)\b(?:[kmµ]?g|lbs?|oz|t|(?:kilo|milli|micro)?grams?|tons?|tonnes?|pounds?|ounces?|stones?)\b`)
	shares    = regexp.MustCompile(`(?i)%|\b(?:per ?cent|half|third|quarter|times|ratio|rate)\b|\b0?\.[0-9]`)
	stepForm  = regexp.MustCompile(`(?i)^(?:\(?[0-9a-z]{1,3}[.):]|step\b|first\b|then\b|next\b|finally\b)`)

	digits      = regexp.MustCompile(`[0-9][0-9,.]*`)
	footnotes   = regexp.MustCompile(`\[[^\]]{0,40}\]|^[0-9]{1,3} [A-Z][a-z]`) // [24], and the mark of a footnote before its sentence
	numberNames = regexp.MustCompile(`\b(?:(?i:table|section|algorithm|figure|appendix|part|chapter|lines?|step|equation|volume|revision|version|round|category|level)|[A-Z]{2,}) [0-9]+(?:[.-][0-9A-Z]+)*\b|\b\w*[A-Za-z]\w*-?[0-9][\w.-]*\b`)
)

// tellers tell of each sort of answer whether a statement is worded as one.
var tellers = [question.Answers]func(*meter, *view) bool{
	question.Measure:   func(m *meter, v *view) bool { return digits.MatchString(v.text()) && m.newNumber(v.text()) },
	question.Number:    func(m *meter, v *view) bool { return m.newNumber(v.text()) },
	question.Duration:  matches(durations),
	question.Size:      matches(sizes),
	question.Share:     matches(shares),
	question.Date:      matches(dates),
	question.Price:     matches(prices),
	question.Condition: has(caseWords),
	question.Cause:     func(m *meter, v *view) bool { return v.has(reasonWords) || purpose.MatchString(v.Text) },
	question.Person:    func(m *meter, v *view) bool { return m.namesOther(v.text()) },
	question.Place:     has(placeWords),
	question.Decision:  has(decideWords),
	question.Meaning:   (*meter).means,
	question.Steps: func(m *meter, v *view) bool {
		return v.Kind == source.Code || doWords[v.opens()] || stepForm.MatchString(v.Text) && v.item
	},
	question.Several:  func(m *meter, v *view) bool { return v.item || strings.Count(v.Text, ",") >= 2 || v.has(manyWords) },
	question.Contrast: has(contrastWords),
	question.Denial:   has(negativeWords),
	question.Default:  func(m *meter, v *view) bool { return strings.Contains(strings.ToLower(v.text()+v.Header), "default") },
	question.Bound:    has(limitWords),
	question.Version:  matches(versions),
	question.Weight:   matches(masses),
	question.Day:      matches(days),
	question.Body:     func(m *meter, v *view) bool { return m.namesOther(months.ReplaceAllString(v.text(), " ")) },
}

// matches tells of a row also whether the head of its table, which gives the units, is worded so.
func matches(re *regexp.Regexp) func(*meter, *view) bool {
	return func(_ *meter, v *view) bool {
		return re.MatchString(v.text()) || v.Kind == source.Table && re.MatchString(v.Header)
	}
}

func has(words map[string]bool) func(*meter, *view) bool {
	return func(_ *meter, v *view) bool { return v.has(words) }
}

// means tells whether a verb that explains follows soon, in a statement that opens with what is to be defined.
func (m *meter) means(v *view) bool {
	const reach = 6 // words
	from := min(1, len(v.words))
	return slices.ContainsFunc(v.words[from:min(len(v.words), from+reach)], func(w string) bool { return meanWords[w] })
}

// newNumber tells whether a text states a number that the question does not have. Numbers that are part of a name
// (ML-KEM-768, Table 2, [24]) state nothing.
func (m *meter) newNumber(text string) bool {
	states, known := m.states[text]
	if !known {
		states = m.readNumber(text)
		m.states[text] = states
	}
	return states
}

// readNumber is newNumber of a text that was not asked of before.
func (m *meter) readNumber(text string) bool {
	if strings.ContainsAny(text, "[0123456789") {
		text = numberNames.ReplaceAllString(footnotes.ReplaceAllString(text, " "), " ")
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') }) {
		if numberWords[word] {
			return true
		}
	}
	return slices.ContainsFunc(digits.FindAllString(text, -1), func(d string) bool { return !m.Numbers[strings.TrimRight(d, ".,")] })
}

// countReach is how many words may stand between a number and what it counts: "three new level probes".
const countReach = 3

// anybody is who or what a question counts that does not know what the documents call them.
var anybody = regexp.MustCompile(`(?i)^(?:people|persons?|individuals?|things?|items?)$`)

var numberOf = regexp.MustCompile(`(?i)\b(?:number|count|amount|total|sum|size|quantity|most|least|limit|maximum|minimum)\b`)

// amounts are what tells how much without its name: 256 kB is memory.
var amounts = []struct{ noun, unit *regexp.Regexp }{
	{regexp.MustCompile(`(?i)^(?:memory|storage|space|ram|disk)$`), regexp.MustCompile(`(?i)[0-9] ?(?:bytes|[kmgt]i?b?|[kmgt]bytes)\b`)},
	{regexp.MustCompile(`(?i)^(?:power|electricity)$`), regexp.MustCompile(`[0-9] ?(?:[mkM]?W|(?i:watts?|milliwatts?|kilowatts?))\b`)},
	{regexp.MustCompile(`(?i)^time$`), durations},
	{regexp.MustCompile(`(?i)^money$`), prices},
}

// counts tells whether a number stands before what the question counts, or the statement, a row of a table, gives one
// below its name.
func (m *meter) counts(v *view) bool {
	if len(m.Counted) == 0 || anybody.MatchString(m.Counted[len(m.Counted)-1].Text) {
		return m.newNumber(v.text())
	}
	head := &m.Counted[len(m.Counted)-1]
	for _, u := range amounts {
		if u.noun.MatchString(head.Text) && u.unit.MatchString(v.text()) {
			return true
		}
	}
	if inUnit(v, head.Text) {
		return m.newNumber(v.text())
	}
	if (v.Kind == source.Table && slices.ContainsFunc(engine.Cells(v.Text), startsWithDigit) || numberOf.MatchString(v.Text)) && max(v.Bag.Match(head), v.lead.Match(head), v.head.Match(head)) > 0 {
		return m.newNumber(v.text())
	}
	words := strings.Fields(v.Text)
	for i, w := range words {
		if question.NewBag(w).Match(head) > 0 && m.newNumber(" "+strings.Join(words[max(0, i-countReach):i+1], " ")) {
			return true
		}
	}
	return false
}

// inUnit tells whether a text counts in a unit, by its name or its symbol: "First service (h)" above a column, and
// "75 h", count hours.
func inUnit(v *view, name string) bool {
	unit, ok := words.UnitNamed(strings.ToLower(name))
	if !ok {
		return false
	}
	is := func(w string) bool {
		u, ok := words.UnitOf(strings.Trim(w, "()[],.;:"))
		return ok && u == unit
	}
	text := strings.Fields(v.Text)
	for i := 1; i < len(text); i++ {
		if startsWithDigit(text[i-1]) && is(text[i]) {
			return true
		}
	}
	return v.Kind == source.Table && slices.ContainsFunc(strings.Fields(v.Header), is)
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

var properName = regexp.MustCompile(`^(?:\p{Lu}[’'])?\p{Lu}\p{L}*\p{Ll}(?:-\p{Lu}\p{L}+)?$`)

// namesOther tells whether a text has a proper name that is not among the words of the question. The first word of a
// sentence has its capital for another reason, unless a second name follows.
func (m *meter) namesOther(text string) bool {
	words := strings.Fields(text)
	bare := func(i int) string { return strings.Trim(words[i], "(),;:.[]“”\"'*`") }
	proper := func(i int) bool { return i < len(words) && properName.MatchString(bare(i)) }
	start := true
	for i, w := range words {
		first := start
		start = strings.ContainsAny(w[len(w)-1:], ".:?!")
		stems := question.Stems(bare(i))
		if len(stems) > 0 && proper(i) && (!first || proper(i+1)) && !slices.ContainsFunc(stems, func(t string) bool { return m.asks[t] }) {
			return true
		}
	}
	return false
}
