package extract

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ibid/engine"
	"ibid/index/lexical"
	"ibid/index/question"
	"ibid/index/source"
)

// wants is what a question wants to hear, as far as its words tell.
type wants struct {
	count, time, size, share, money, number, date  bool
	condition, why, who, where, yesNo, meaning     bool
	how, list, comparison, negative, normal, limit bool
	version                                        bool
	focus                                          []question.Term // the noun that is asked for
	rest                                           []question.Term // the other terms
	defined                                        []question.Term // what is to be defined
	sides                                          []question.Bag
	numbers                                        map[string]bool // digits that the question itself has
}

var wantForms = []struct {
	is func(*wants) *bool
	re *regexp.Regexp
}{
	{func(a *wants) *bool { return &a.count }, regexp.MustCompile(`\bhow (?:many|much)\b`)},
	{func(a *wants) *bool { return &a.time }, regexp.MustCompile(`\bhow (?:long|old|often|soon|quickly|fast)\b|\b(?:timeout|duration|interval|age)\b|\bhow many (?:seconds|minutes|hours|days|weeks|months|years)\b`)},
	{func(a *wants) *bool { return &a.size }, regexp.MustCompile(`\bhow (?:big|large|small|far|high|deep|tall|wide|long|heavy|thick)\b|in bytes|\bhow many (?:kilo|mega|giga)?(?:bytes|bits)\b|\b(?:height|length|size|width|distance|depth)s?\b`)},
	{func(a *wants) *bool { return &a.share }, regexp.MustCompile(`percent|%|\brate\b|\b(?:share|proportion|fraction)\b`)},
	{func(a *wants) *bool { return &a.money }, regexp.MustCompile(`dollar|price|salary|\bhow much .*(?:cost|pay|paid)\b|\bfine\b|\bfee\b`)},
	{func(a *wants) *bool { return &a.number }, regexp.MustCompile(`\b(?:number of|limit|maximum|minimum|max|min|threshold|default|how (?:fast|hot|cold|warm)|what (?:value|dose|temperature|tolerance|port|factor|interval|year|version|line length)|which (?:version|release))\b`)},
	{func(a *wants) *bool { return &a.date }, regexp.MustCompile(`\b(?:what|which) (?:year|date|day|month)|\bwhen (?:was|were|did|is the|are the|will)\b|\bby which date|due date|\bdates?\b`)},
	{func(a *wants) *bool { return &a.condition }, regexp.MustCompile(`^when (?:is|are|may|can|should|must|does|do)\b|\bin (?:which|what) cases?\b|under (?:what|which)|\bwhat happens (?:if|when)`)},
	{func(a *wants) *bool { return &a.why }, regexp.MustCompile(`\bwhy\b|\breasons?\b|how come|\brationale\b`)},
	{func(a *wants) *bool { return &a.who }, regexp.MustCompile(`\bwho\b|\bwhose\b|\bto whom\b|\bby whom\b`)},
	{func(a *wants) *bool { return &a.where }, regexp.MustCompile(`\bwhere\b`)},
	{func(a *wants) *bool { return &a.yesNo }, regexp.MustCompile(`^(?:is|are|can|could|does|do|did|may|must|should|will|was|were|has|have)\b|[,.] (?:is|are|can|could|does|do|did|may|must|should|will|was|were) (?:we|i|it|that|he|they|the)\b`)},
	{func(a *wants) *bool { return &a.how }, regexp.MustCompile(`\bhow (?:do|can|to|should|does|would|must|were|was|is|are) |\bsteps?\b|what (?:do|should|must) (?:i|we|you|be)\b`)},
	{func(a *wants) *bool { return &a.list }, regexp.MustCompile(`\b(?:which|what|name the|all)\b(?: \w+){0,3} \w+s\b|\bto whom\b|\bsteps\b|\bwhat are\b|\badvantages\b|what things|in which order|\bcases\b`)},
	{func(a *wants) *bool { return &a.comparison }, regexp.MustCompile(`\bvs\b|versus|\bdiffer|\bcompare|\bcomparison\b|\beach\b|\bor\b.*:|: .*\bor\b|\bwhich of (?:the|them)\b`)},
	{func(a *wants) *bool { return &a.negative }, regexp.MustCompile(`\bnot\b|n't\b|\bno\b|\bnever\b|without|except|\bonly\b|\bnone\b|fail|avoid|ban\b|disallow`)},
	{func(a *wants) *bool { return &a.normal }, regexp.MustCompile(`\bdefault`)},
	{func(a *wants) *bool { return &a.limit }, regexp.MustCompile(`\b(?:max|maximum|limit|at most|upper|longest|largest|most|exceed|minimum|min|at least|oldest|least|more than|how long (?:may|can))\b`)},
	{func(a *wants) *bool { return &a.version }, regexp.MustCompile(`\bversion\b|\brelease\b`)},
}

var (
	defining   = regexp.MustCompile(`\bwhat (?:is|are|was|were) (?:an? |the )?[\w" -]+$|\bstand for\b|\bdefin|\bwhat (?:does|is) .* (?:mean|meant)\b|what is meant|counts as|what (?:does|do) .* (?:do|measure|return|say|give|raise)\b`)
	definienda = []*regexp.Regexp{
		regexp.MustCompile(`what (?:is|was|are|were) meant by (?:an? |the )?(.+)`),
		regexp.MustCompile(`what (?:does|do|did) (?:an? |the )?(.+?) (?:mean|stand for|measure|return|say|give|raise|do)\b`),
		regexp.MustCompile(`what counts as (?:an? |the )?(.+)`),
		regexp.MustCompile(`what (?:is|was|are|were) (?:an? |the )?(.+)`),
		regexp.MustCompile(`(?:meaning|definition) of (.+)`),
	}
	phraseEnd   = regexp.MustCompile(`\b(?:for|in|of|on|and|that|to|with|by|when|according)\b|[?,]`)
	focusBehind = regexp.MustCompile(`\b(?:which|what|how many|how much|whose)\s+((?:[\w'.-]+\s*){1,5})`)
	focusVerb   = regexp.MustCompile(`^(?:is|are|was|were|does|do|did|has|have|can|could|may|must|should|will|happens|counts|about)\b`)
	focusEnd    = regexp.MustCompile(`^(?:is|are|was|were|does|do|did|has|have|had|can|could|may|must|should|will|of|in|for|to|on|at|with|by|from|as|that|a|an|the|one|be|takes?|counts?|when|if)$`)
	focusOf     = regexp.MustCompile(`\b(?:what (?:is|are|was|were)|^)\s*(?:the |an? )?((?:[\w'-]+\s+){1,3})(?:of|for|in)\b`)
	sidesOf     = regexp.MustCompile(`([\w.'-]+(?: [\w.'-]+){0,2}) (?:vs\.?|versus|or|and|than) ([\w.'-]+(?: [\w.'-]+){0,2})`)
)

// newWants reads a question.
func newWants(r *engine.Request) *wants {
	a := &wants{numbers: map[string]bool{}}
	q := strings.ToLower(strings.TrimRight(r.Question.Text, " ?!."))
	for _, f := range wantForms {
		*f.is(a) = f.re.MatchString(q)
	}
	a.number = a.number || a.count || a.time || a.size || a.share || a.money
	a.meaning = !a.number && defining.MatchString(q)
	a.comparison = a.comparison || r.Question.Kind == question.Comparison
	a.how = a.how && !a.comparison || r.Question.Kind == question.Procedure
	for _, d := range digits.FindAllString(q, -1) {
		a.numbers[strings.TrimRight(d, ".,")] = true
	}
	phrase := ""
	if m := focusBehind.FindStringSubmatch(q); m != nil && !focusVerb.MatchString(m[1]) {
		var words []string
		for _, w := range strings.Fields(m[1]) {
			if focusEnd.MatchString(w) {
				if w == "of" && len(words) == 0 {
					continue
				}
				break
			}
			words = append(words, w)
		}
		phrase = strings.Join(words, " ")
	} else if m := focusOf.FindStringSubmatch(q); m != nil {
		phrase = m[1]
	}
	a.focus = within(phrase, r.Terms)
	a.rest = without(r.Terms, a.focus)
	if len(a.rest) == 0 {
		a.rest = r.Terms
	}
	if a.meaning {
		for _, re := range definienda {
			if m := re.FindStringSubmatch(q); m != nil {
				a.defined = within(phraseEnd.Split(m[1], 2)[0], r.Terms)
				break
			}
		}
	}
	if a.comparison {
		for _, s := range r.Question.Sides {
			a.sides = append(a.sides, question.NewBag(s))
		}
		if m := sidesOf.FindStringSubmatch(q); len(a.sides) == 0 && m != nil {
			a.sides = append(a.sides, question.NewBag(m[1]), question.NewBag(m[2]))
		}
	}
	return a
}

// view is a statement as its features see it. The sentences of a short list item are one.
type view struct {
	*engine.Statement
	parts   []int // of the request's statements
	list    bool  // a list item, or a paragraph with a number or a letter of its own
	ev      *engine.Evidence
	words   []string         // in lower case
	at      map[string][]int // term → its positions
	length  int              // in words
	head    question.Bag     // the headings above it
	subhead question.Bag     // the nearest of them
	lead    question.Bag     // what introduces its list, its table's caption and header
	para    question.Bag     // its paragraph
	prev    question.Bag
	next    question.Bag
	nth     int  // in its chunk
	open    bool // ends in a colon
	leads   int  // group that it introduces, 0 for none
	group   int  // list or table that it is a part of, 0 for none
}

var wordForm = regexp.MustCompile(`[\p{L}\p{N}%$€£°]+(?:['’.,-][\p{L}\p{N}]+)*`)

// enumerator opens a paragraph that is an item of a list, as in laws.
var enumerator = regexp.MustCompile(`^(?:\([0-9a-zA-Z]{1,4}\)|[0-9]{1,2}[.)]) `)

// maxItemWords is the longest list item that is one statement.
const maxItemWords = 45

// joined are the statements with the sentences of each short list item as one.
func joined(r *engine.Request) []view {
	var out []view
	for i := 0; i < len(r.Statements); {
		s := &r.Statements[i]
		b := r.Evidence[s.Evidence].Blocks[s.Block]
		text := r.Evidence[s.Evidence].Text[b.Start:b.End]
		v := view{Statement: s, ev: &r.Evidence[s.Evidence], parts: []int{i},
			list: s.Kind == source.Item || s.Kind == source.Paragraph && enumerator.MatchString(text)}
		j := i + 1
		if v.list && len(strings.Fields(text)) <= maxItemWords {
			whole := *s
			for ; j < len(r.Statements) && r.Statements[j].Evidence == s.Evidence && r.Statements[j].Block == s.Block; j++ {
				whole.Text += " " + r.Statements[j].Text
				whole.Bag = whole.Bag.With(r.Statements[j].Bag)
				v.parts = append(v.parts, j)
			}
			v.Statement = &whole
		}
		out = append(out, v)
		i = j
	}
	return out
}

// views lays the statements out with what stands around them.
func views(r *engine.Request) []view {
	out := joined(r)
	type place struct{ evidence, block int }
	paras := map[place]question.Bag{}
	group := 0
	for i := range out {
		v := &out[i]
		s, ev := v.Statement, v.ev
		v.at = map[string][]int{}
		for _, t := range lexical.Analyze(s.Text) {
			v.at[t.Term] = append(v.at[t.Term], t.Position)
			v.length = max(v.length, t.Position+1)
		}
		v.words = wordForm.FindAllString(strings.ToLower(s.Text), -1)
		if s.Full != "" {
			v.length = len(strings.Fields(s.Full))
		}
		heads := append([]string(nil), ev.Section...)
		sub := ""
		if n := len(heads); n > 0 {
			sub = heads[n-1]
		}
		for b := s.Block; b >= 0; b-- {
			if ev.Blocks[b].Kind == source.Heading {
				sub = ev.Text[ev.Blocks[b].Start:ev.Blocks[b].End]
				heads = append(heads, sub)
				break
			}
		}
		v.head, v.subhead = question.NewBag(heads...), question.NewBag(sub)
		p := place{s.Evidence, s.Block}
		if paras[p] == nil && s.Kind != source.Table {
			paras[p] = question.NewBag(ev.Text[ev.Blocks[s.Block].Start:ev.Blocks[s.Block].End])
		}
		v.para = paras[p]
		v.lead = question.Bag{}
		v.open = strings.HasSuffix(strings.TrimRight(s.Text, "*_ "), ":")
		var before *view
		if i > 0 && out[i-1].Evidence == s.Evidence {
			before = &out[i-1]
			v.nth, v.prev, before.next = before.nth+1, before.Bag, s.Bag
		}
		switch {
		case before == nil:
		case v.list && before.list, s.Kind == source.Table && before.Kind == source.Table && before.Block == s.Block:
			v.group, v.lead = before.group, before.lead
		case before.open && (v.list || s.Kind == source.Code):
			group++
			v.group, before.leads, v.lead = group, group, before.Bag
		}
		if v.group == 0 && (v.list || s.Kind == source.Table) {
			group++
			v.group = group
		}
		if s.Kind == source.Table {
			v.lead = question.NewBag(s.Near[strings.LastIndexByte(s.Near, '\n')+1:])
		}
	}
	return out
}

// fromSource tells whether it stands in a program.
func (v *view) fromSource() bool { return v.ev.Kind == source.Source || v.ev.Kind == source.Test }

// has tells whether the words have one of a set.
func (v *view) has(set map[string]bool) bool {
	return slices.ContainsFunc(v.words, func(w string) bool { return set[w] })
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

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
	numberWords   = set(`one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million half twice dozen`)
	timeUnits     = set(`milliseconds millisecond microseconds microsecond second seconds minute minutes hour hours day days week weeks month months year years ms s m h d min`)
	sizeUnits     = set(`byte bytes kilobytes megabytes gigabytes kb mb gb tb kib mib gib bit bits inch inches foot feet meter meters metre metres mile miles cm mm km m acres characters`)
	amountUnits   = set(`percent % dollars dollar cents liters litres liter litre gallons pounds ounces teaspoons tablespoons cups grams drops kg mg ml`)
	moneyUnits    = set(`dollars dollar cents cent euros euro pounds usd eur gbp`)
	monthNames    = set(`january february march april may june july august september october november december`)
	manyWords     = set(`following two three four five six seven these`)
)

var (
	seeAlso    = regexp.MustCompile(`(?i)^(?:figure|fig\.|table \d|see also|references|copyright|listing|chapter \d|note \d|http|\[\d+\]|page \d|contents)`)
	referring  = regexp.MustCompile(`(?i)https?:|\bpp\. ?\d|et al|\bisbn|\bdoi\b`)
	sees       = regexp.MustCompile(`(?i)\bsee (?:also|the|section|figure|page|above|below)\b|^see `)
	exampleOf  = regexp.MustCompile(`(?i)for (?:example|instance)|e\.g\.`)
	namedInner = regexp.MustCompile(`[a-z,] \p{Lu}\p{Ll}+`)
	versionOf  = regexp.MustCompile(`\bv?\d+\.\d|\b[Vv]ersion|\b[Rr]elease`)
	defaultVal = regexp.MustCompile(`(?i)default\w*(?: \w+){0,3}(?: is| to| of|:|=)|, default|\(default`)
)

// b2f is 1 for true.
func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// features measures every statement of a request against its question: a row of rankFeatures for each.
func features(r *engine.Request) ([]view, [][]float64, *wants) {
	m := newMeter(r)
	out := make([][]float64, len(m.views))
	for i := range m.views {
		v := &m.views[i]
		m.hold(v)
		f := make([]float64, 0, len(m.columns))
		f = m.overlap(v, f)
		f = m.context(v, f)
		f = m.names(v, f)
		f = m.nearness(v, f)
		f = m.focus(v, f)
		f = m.amounts(v, f)
		f = m.forms(v, f)
		f = m.definition(v, f)
		f = m.rank(v, f)
		f = m.kind(v, f)
		out[i] = m.against(v, f)
	}
	return m.views, out, m.wants
}

// meter measures the statements of one request.
type meter struct {
	*engine.Request
	*wants
	views   []view
	columns []string

	total, focusTotal, restTotal float64 // weights of terms
	isFocus                      map[int]bool
	asks                         map[string]bool // the question's terms
	rare                         []int           // the terms by weight, the greatest first
	local                        []float64       // of each term: how few of these statements have it
	localTotal                   float64
	chunk                        []float64 // coverage of each piece of evidence
	chunkBest, scoreBest         float64

	// Of the statement at hand.
	own, near     []float64 // how much of each term it holds, and holds with what it is read with
	cover         float64   // of the question
	withHead      float64
	withLead      float64
	withPrevious  float64
	first         int // position of the question's first term in it
	rarest        float64
	opens         string // its first word
	lower         string
	item, row     bool
	code          bool
	introduces    bool
	givesReason   bool
	program       bool
	newTermsCount int
}

// nothing stands for a sum of no weights, so that shares of it are numbers.
const nothing = 1e-9

func newMeter(r *engine.Request) *meter {
	m := &meter{Request: r, wants: newWants(r), views: views(r), columns: rankFeatures(), isFocus: map[int]bool{}, asks: map[string]bool{},
		total: nothing, focusTotal: nothing, restTotal: nothing, localTotal: nothing, chunkBest: nothing, scoreBest: nothing}
	for i := range r.Terms {
		m.total += r.Terms[i].Weight
		m.asks[r.Terms[i].Whole] = true
		m.rare = append(m.rare, i)
	}
	slices.SortStableFunc(m.rare, func(x, y int) int { return cmp.Compare(r.Terms[y].Weight, r.Terms[x].Weight) })
	for i := range m.wants.focus {
		m.focusTotal += m.wants.focus[i].Weight
		m.isFocus[m.wants.focus[i].Start] = true
	}
	for i := range m.wants.rest {
		m.restTotal += m.wants.rest[i].Weight
	}
	for i := range r.Evidence {
		ev := &r.Evidence[i]
		m.scoreBest = max(m.scoreBest, ev.Score)
		m.chunk = append(m.chunk, question.NewBag(append([]string{ev.Text}, ev.Section...)...).Coverage(r.Terms))
		m.chunkBest = max(m.chunkBest, m.chunk[i])
	}
	for t := range r.Terms {
		n := 0.0
		for i := range m.views {
			n += b2f(m.views[i].Bag.Match(&r.Terms[t]) > 0)
		}
		m.local = append(m.local, math.Log((float64(len(m.views))+1)/(n+0.5)))
		m.localTotal += m.local[t]
	}
	return m
}

// coverage is the share of the question's weight that some of the bags hold. Products are rounded before they are added, so that
// every processor gets the same sums.
func (m *meter) coverage(bags ...question.Bag) float64 {
	got := 0.0
	for i := range m.Terms {
		best := 0.0
		for _, b := range bags {
			if best < 1 && b != nil {
				best = max(best, b.Match(&m.Terms[i]))
			}
		}
		got += float64(m.Terms[i].Weight * best)
	}
	return got / m.total
}

// hold notes what several features of a statement build on.
func (m *meter) hold(v *view) {
	m.own, m.near = make([]float64, len(m.Terms)), make([]float64, len(m.Terms))
	for t := range m.Terms {
		m.own[t] = v.Bag.Match(&m.Terms[t])
		m.near[t] = max(m.own[t], v.head.Match(&m.Terms[t]), v.lead.Match(&m.Terms[t]))
	}
	m.cover, m.withHead = m.coverage(v.Bag), m.coverage(v.Bag, v.head)
	m.withLead, m.withPrevious = m.coverage(v.Bag, v.head, v.lead), m.coverage(v.Bag, v.head, v.lead, v.prev)
	m.opens = ""
	if len(v.words) > 0 {
		m.opens = v.words[0]
	}
	m.lower = strings.ToLower(v.Text)
	m.item, m.row, m.code = v.list, v.Kind == source.Table, v.Kind == source.Code
	m.introduces = v.open || strings.HasSuffix(v.Text, "—")
	m.program = v.fromSource()
	m.rarest = 0
	if len(m.rare) > 0 {
		m.rarest = m.own[m.rare[0]]
	}
}

// overlap: how much of the question the statement holds itself, and its length.
func (m *meter) overlap(v *view, f []float64) []float64 {
	held, local, asked := 0.0, 0.0, 0.0
	for t := range m.Terms {
		held += b2f(m.own[t] > 0)
		local += float64(m.local[t] * m.own[t])
	}
	m.newTermsCount = 0
	for t := range v.at {
		if m.asks[t] {
			asked++
		} else {
			m.newTermsCount++
		}
	}
	soft, softNear := 0.0, 0.0
	for t := range m.Terms {
		own := max(m.own[t], 0.8*akin(v.at, m.Terms[t].Whole))
		soft += m.Terms[t].Weight * own / m.total
		softNear += m.Terms[t].Weight * max(own, m.near[t]) / m.total
	}
	n := float64(v.length)
	return append(f, m.cover, m.cover*m.cover, held/m.terms(), local/m.localTotal, math.Log(n+1), b2f(n < 6), b2f(n > 45), b2f(n > 90),
		asked/(float64(len(v.at))+3), m.cover*m.total/(1+.02*n)/10, soft, softNear)
}

// terms is the number of the question's terms, at least 1.
func (m *meter) terms() float64 { return float64(max(1, len(m.Terms))) }

// context: how much of the question stands around the statement.
func (m *meter) context(v *view, f []float64) []float64 {
	all := m.coverage(v.Bag, v.head, v.lead, v.prev, v.para)
	return append(f, m.withHead, m.withLead, m.withPrevious, m.coverage(v.Bag, v.prev, v.next, v.para), m.coverage(v.head), m.coverage(v.lead),
		m.coverage(v.prev), m.coverage(v.next), all*all, question.NewBag(v.ev.Title, v.ev.DocID).Coverage(m.Terms), m.coverage(v.subhead))
}

// names: whether it holds the rarest terms, and what the question names to the letter.
func (m *meter) names(v *view, f []float64) []float64 {
	rarestNear, second := 0.0, m.rarest
	if len(m.rare) > 0 {
		rarestNear = m.near[m.rare[0]]
	}
	if len(m.rare) > 1 {
		second = m.own[m.rare[1]]
	}
	missing := 0.0
	for t := range m.Terms {
		if m.near[t] == 0 {
			missing = max(missing, m.Terms[t].Weight)
		}
	}
	here, around := 0.0, 0.0
	for k := range m.Names {
		around += b2f(v.Holds(&m.Names[k]))
		here += b2f(question.ContainsWord(v.Text, m.Names[k].Text))
	}
	n := float64(max(1, len(m.Names)))
	return append(f, b2f(m.rarest > 0), b2f(rarestNear > 0), b2f(second > 0), b2f(m.rarest > 0 && second > 0), missing/10, here/n, around/n)
}

// nearness: how close to each other the question's terms stand in it, and how early.
func (m *meter) nearness(v *view, f []float64) []float64 {
	const never = 1 << 20
	pairs, gaps := 0.0, 0.0
	for t := 0; t+1 < len(m.Terms); t++ {
		x, y := v.at[m.Terms[t].Whole], v.at[m.Terms[t+1].Whole]
		if len(x) == 0 || len(y) == 0 {
			continue
		}
		closest := never
		for _, p := range x {
			for _, q := range y {
				if q > p {
					closest = min(closest, q-p)
				} else {
					closest = min(closest, p-q+2) // in the other order
				}
			}
		}
		pairs += b2f(closest <= 1)
		gaps += 1 / (1 + float64(max(0, closest-1)))
	}
	last, kinds := -1, 0
	m.first = never
	for t := range m.Terms {
		if p := v.at[m.Terms[t].Whole]; len(p) > 0 {
			m.first, last = min(m.first, p[0]), max(last, p[len(p)-1])
			kinds++
		}
	}
	span, early := 0.0, 0.0
	if kinds > 0 {
		span, early = float64(kinds)/float64(last-m.first+2), 1/(1+float64(m.first))
	}
	n := max(1, m.terms()-1)
	return append(f, pairs/n, gaps/n, span, early)
}

// focus: whether it holds the noun that is asked for, and the rest of the question.
func (m *meter) focus(_ *view, f []float64) []float64 {
	own, near, rest, restNear := 0.0, 0.0, 0.0, 0.0
	for t := range m.Terms {
		w := m.Terms[t].Weight
		if m.isFocus[m.Terms[t].Start] {
			own += w * m.own[t] / m.focusTotal
			near += w * m.near[t] / m.focusTotal
		} else {
			rest += w * m.own[t] / m.restTotal
			restNear += w * m.near[t] / m.restTotal
		}
	}
	if len(m.wants.rest) == len(m.Terms) {
		rest, restNear = m.cover, m.withLead
	}
	return append(f, own, near, rest, restNear, own*restNear)
}

// countReachWords is how far behind a number the noun may stand that it counts.
const countReachWords = 4

// amounts: whether it gives a number that the question does not have, with its unit or its noun, or a date.
func (m *meter) amounts(v *view, f []float64) []float64 {
	number, unit, counts, date := false, false, false, false
	for k, w := range v.words {
		date = date || monthNames[w] && w != "may" || len(w) == 4 && w >= "1500" && w <= "2100" && strings.Trim(w, "0123456789") == ""
		if !(w[0] >= '0' && w[0] <= '9' || numberWords[w]) || m.numbers[strings.TrimRight(w, ".,")] {
			continue
		}
		number = true
		next := ""
		if k+1 < len(v.words) {
			next = v.words[k+1]
		}
		unit = unit || m.unit(next) || m.unit(strings.TrimLeft(w, "0123456789.,-"))
		if m.count {
			for j := k + 1; j < len(v.words) && j <= k+countReachWords; j++ {
				stem := question.Stems(v.words[j])
				counts = counts || slices.ContainsFunc(m.wants.focus, func(t question.Term) bool { return slices.Contains(stem, t.Whole) })
			}
		}
	}
	return append(f, b2f(m.number && number), b2f(m.number && !number), b2f(counts), b2f(unit), b2f(unit)*m.withLead, b2f(m.number && number)*m.withLead,
		b2f(m.date && date), b2f(m.date && !date))
}

// unit tells whether a word is a unit of what is asked for.
func (m *meter) unit(w string) bool {
	return (m.time || m.count) && timeUnits[w] || (m.size || m.count) && sizeUnits[w] || (m.share || m.count) && amountUnits[w] || m.money && moneyUnits[w]
}

// forms: whether it is worded as an answer to this kind of question.
func (m *meter) forms(v *view, f []float64) []float64 {
	m.givesReason = v.has(reasonWords) || strings.Contains(v.Text, "so that") || strings.Contains(v.Text, "in order") ||
		strings.Contains(v.Text, "to avoid") || strings.Contains(v.Text, "to prevent")
	f = append(f, b2f(m.why && m.givesReason), b2f(m.why)*m.withPrevious, b2f(m.why && (dangling[m.opens] || reasonWords[m.opens]))*m.coverage(v.prev),
		b2f(m.who && namedInner.MatchString(v.Text)), b2f(m.where && v.has(placeWords)), b2f(m.yesNo && v.has(decideWords)), b2f(m.yesNo)*m.withLead,
		b2f(m.meaning && v.has(meanWords)))
	from := 1
	if m.opens == "a" || m.opens == "an" || m.opens == "the" {
		from = 2
	}
	verb := false
	for j := from; j < len(v.words) && j < from+4; j++ {
		verb = verb || meanWords[v.words[j]]
	}
	does := doWords[m.opens] || isDigits(m.opens) && len(v.words) > 1 && doWords[v.words[1]]
	standard := strings.Contains(m.lower, "default")
	side := m.cover
	if len(m.sides) > 0 {
		side = 0
		for _, s := range m.sides {
			for t := range s {
				if v.Bag[t] {
					side += 1 / float64(len(m.sides))
					break
				}
			}
		}
	}
	return append(f, b2f(m.meaning && m.first < 5), b2f(m.meaning && verb)*m.cover,
		b2f(m.how && does), b2f(m.how && m.code), b2f(m.how)*m.withLead, b2f(m.how && m.item)*m.withLead,
		b2f(m.list && m.item)*m.coverage(v.head, v.lead), b2f(m.list && m.introduces)*m.withHead, b2f(m.list && strings.Count(v.Text, ",") >= 2)*m.withHead,
		b2f(m.list && v.has(manyWords))*m.withHead,
		b2f(m.normal && standard), b2f(m.normal && !standard && !m.row), b2f(m.normal && standard && defaultVal.MatchString(v.Text)),
		b2f(m.limit && v.has(limitWords)), b2f(m.version && versionOf.MatchString(v.Text)), b2f(m.negative && v.has(negativeWords)),
		b2f(m.condition && v.has(caseWords)), b2f(m.comparison)*side, b2f(m.comparison && v.has(contrastWords)))
}

// definition: whether it defines what is to be defined, and has the question's numbers.
func (m *meter) definition(v *view, f []float64) []float64 {
	const early = 7 // words
	all, first, says := len(m.defined) > 0, len(m.defined) > 0, false
	for t := range m.defined {
		p := v.at[m.defined[t].Whole]
		all = all && v.Bag.Match(&m.defined[t]) > 0
		first = first && len(p) > 0 && p[0] < early
	}
	if n := len(m.defined); n > 0 {
		says = v.defines(&m.defined[n-1])
	}
	numbers := 0.0
	for d := range m.numbers {
		numbers += b2f(question.ContainsWord(v.Text, d))
	}
	return append(f, b2f(first), b2f(says), b2f(all), numbers/float64(max(1, len(m.numbers))), b2f(m.why && m.cover > .6 && !m.givesReason))
}

// rank: how well its chunk was found.
func (m *meter) rank(v *view, f []float64) []float64 {
	const unranked = 50
	reciprocal := func(rank int) float64 { return 1 / float64(1+cmp.Or(rank, unranked)) }
	same := 0.0
	for e := range m.Evidence {
		same += b2f(m.Evidence[e].DocID == v.ev.DocID) / float64(len(m.Evidence))
	}
	return append(f, 1/float64(1+v.Evidence), b2f(v.Evidence == 0), b2f(v.Evidence < 3), v.ev.Score/m.scoreBest, reciprocal(v.ev.LexicalRank), reciprocal(v.ev.DenseRank),
		m.chunk[v.Evidence], m.chunk[v.Evidence]/m.chunkBest, same, b2f(v.ev.Neighbour))
}

// kind: what sort of statement it is.
func (m *meter) kind(v *view, f []float64) []float64 {
	key := 0.0
	if m.row {
		first, _, _ := strings.Cut(v.Text, " | ")
		key = question.NewBag(first).Coverage(m.Terms)
	}
	return append(f, b2f(m.row), b2f(m.item), b2f(m.code), b2f(m.program), b2f(v.ev.Kind == source.SymbolCard), b2f(m.row)*m.withLead, b2f(m.item)*m.withLead,
		b2f(m.code)*m.withLead, key, b2f(m.row && m.rarest > 0), b2f(m.program && m.Question.Code), b2f(m.code && m.Question.Code))
}

// against: what makes it a poor answer to any question.
func (m *meter) against(v *view, f []float64) []float64 {
	signs := 0
	for _, x := range v.Text {
		if !unicode.IsLetter(x) && !unicode.IsDigit(x) && !unicode.IsSpace(x) {
			signs++
		}
	}
	return append(f, b2f(dangling[m.opens]), b2f(seeAlso.MatchString(v.Text)), b2f(referring.MatchString(v.Text)), b2f(strings.Contains(v.Text, "?")),
		b2f(sees.MatchString(v.Text)), float64(signs)/float64(len(v.Text)+1), b2f(m.introduces && !m.list && !m.how), b2f(v.nth == 0),
		b2f(exampleOf.MatchString(v.Text)), b2f(m.newTermsCount < 2), b2f(isSecondHand(v.ev)))
}

// akin tells how near the nearest of a statement's terms is to one that it does not have, by their common beginning.
func akin(at map[string][]int, term string) float64 {
	if len(term) < 5 {
		return 0
	}
	best := 0.0
	for t := range at {
		if len(t) < 4 || t[0] != term[0] {
			continue
		}
		p := 0
		for p < len(t) && p < len(term) && t[p] == term[p] {
			p++
		}
		long := max(len(t), len(term))
		if p >= 5 && float64(p) >= .6*float64(long) || p >= 4 && p == min(len(t), len(term)) && float64(p) >= .55*float64(long) {
			best = max(best, float64(p)/float64(long))
		}
	}
	return best
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789.)") == "" }

// defines tells whether a statement says of a term what it is.
func (v *view) defines(t *question.Term) bool {
	for k, w := range v.words {
		if s := question.Stems(w); len(s) == 0 || !slices.Contains(s, t.Whole) {
			continue
		}
		if k+1 < len(v.words) && meanWords[v.words[k+1]] || k+1 < len(v.words) && (v.words[k+1] == "was" || v.words[k+1] == "were") {
			return true
		}
		for j := max(0, k-3); j < k; j++ {
			if w := v.words[j]; w == "called" || w == "termed" || w == "named" || w == "known" {
				return true
			}
		}
	}
	return false
}

// rankFeatures are the columns of features, in its order. The weight of one of kind may have either sign, that of one of against
// none above 0, that of any other none below.
func rankFeatures() []string { return strings.Fields(rankColumns) }

const rankColumns = `
lex.cov lex.cov2 lex.frac lex.local kind.log against.short against.long against.vlong lex.density lex.bm morph.cov morph.ctx
ctx.head ctx.lead ctx.prev ctx.win ctx.headonly ctx.leadonly ctx.prevonly ctx.nextonly ctx.full ctx.doc ctx.subhead
bind.rare bind.rarectx bind.rare2 bind.both against.missctx bind.id bind.idctx
prox.bi prox.gap prox.span prox.first
foc.in foc.ctx foc.rest foc.restctx foc.both
typ.num against.nonum typ.numfocus typ.unit typ.unitcov typ.numcov typ.date against.nodate
typ.why typ.whycov typ.whynext typ.who typ.where typ.yn typ.yncov typ.def
typ.defsubj typ.defis
typ.how typ.howcode typ.howcov typ.howlist
typ.list typ.lead typ.enum typ.listnum
typ.default against.nodefault typ.defaultval typ.limit typ.ver typ.neg typ.cond
typ.cmp typ.cmpctx
def.subj def.pat def.sole
typ.qnum against.restate
rank.rr rank.first rank.top3 rank.score rank.lex rank.dense rank.chcov rank.chbest kind.samedoc against.neighbour
kind.table kind.list kind.code kind.src kind.card kind.tablecov kind.listcov kind.codecov kind.rowkey kind.tablerare kind.srccode kind.codecode
against.pron against.boil against.ref against.q against.see against.sym against.open against.first against.example against.new against.second`
