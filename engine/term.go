package engine

import (
	"context"
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/index"
	"ibid/index/lexical"
)

// Term is one content word of a question.
type Term struct {
	Text         string     // as the question has it
	Start        int        // byte offset in the question's text
	Whole        string     // its index term
	Parts        []string   // the index terms of its pieces, where it is a compound
	Weight       float64    // inverse document frequency: how much it tells
	Identifier   bool       // a name that must be matched exactly
	Proper       bool       // the question writes it as a name: a capital inside the sentence
	Known        bool       // some document holds it
	Long         []string   // what the documents say it stands for
	Alternatives [][]string // the index terms of each of Long; all of one alternative must be present
}

// frameWords belong to the asking, not to what is asked about: no document has to contain them.
var frameWords = frame(`what which who whom whose when where why how give show list tell explain describe define name
	say says said state states please mean means meant meaning stand stands short acronym abbreviation abbreviate abbreviated spell term
	term often soon frequently usually exact exactly specific specifically according much many large big long small need needs needed
	difference differences differ different compare compared comparison versus step steps
	use used uses using do does did done purpose thing things kind kinds sort sorts type types get gets make makes
	may might
	work works working
	question find reason reasons call called respect way ways`)

func frame(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		for _, t := range lexical.Analyze(w) {
			m[t.Term] = true
		}
	}
	return m
}

// terms are the content words of a question with what the index knows of them.
func (e *Engine) terms(ctx context.Context, q index.Question) ([]Term, error) {
	out := words(q)
	var all []string
	for _, t := range out {
		all = append(append(all, t.Whole), t.Parts...)
	}
	rarity, err := e.retriever.Rarity(ctx, all)
	if err != nil {
		return nil, err
	}
	weight, known := 0.0, 0 // of the terms that some document holds
	i := 0
	for n := range out {
		t := &out[n]
		t.Weight, t.Known = rarity[i].IDF, rarity[i].Documents > 0
		i++
		sum, inParts := 0.0, len(t.Parts) > 0
		for range t.Parts {
			sum += rarity[i].IDF
			inParts = inParts && rarity[i].Documents > 0
			i++
		}
		if !t.Known && inParts && !t.Identifier { // "re-encrypted" where the documents have "re-encrypt" apart
			t.Known, t.Weight = true, sum/float64(len(t.Parts))
		}
		if d, ok := numerals[strings.ToLower(t.Text)]; ok {
			t.Alternatives, t.Known = append(t.Alternatives, []string{d}), true
		}
		t.Long = e.retriever.Expansions(t.Text)
		for _, long := range t.Long {
			t.Alternatives = append(t.Alternatives, Stems(long))
			t.Known = true
		}
		if t.Known {
			weight += t.Weight
			known++
		}
	}
	// A word that no document has tells little if it is ordinary language: the documents may say it in other words.
	for n := range out {
		if t := &out[n]; !t.Known && !t.Identifier && known > 0 {
			t.Weight = min(t.Weight, unknownWord*weight/float64(known))
		}
	}
	return out, nil
}

// numerals are the number words that documents as often write in digits.
var numerals = map[string]string{"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
	"nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "twenty": "20", "thirty": "30", "hundred": "100", "thousand": "1000"}

// unknownWord is the weight of an ordinary word that no document has, against the mean of those they have.
const unknownWord = 0.5

// words groups the tokens of a question into its content words, each once.
func words(q index.Question) []Term {
	tokens := lexical.Analyze(q.Text)
	sort.SliceStable(tokens, func(i, j int) bool {
		if tokens[i].Start != tokens[j].Start {
			return tokens[i].Start < tokens[j].Start
		}
		return tokens[i].End > tokens[j].End
	})
	named := map[string]bool{}
	for _, id := range q.Identifiers {
		named[strings.ToLower(id)] = true
	}
	var out []Term
	seen := map[string]bool{}
	end, taken := -1, false
	class := askedClass.FindStringIndex(q.Text)
	for _, t := range tokens {
		if class != nil && t.Start >= class[0] && t.End <= class[1] {
			continue // the documents name it, and need not call it a country
		}
		if t.Start < end { // a piece of the compound before
			if last := len(out) - 1; taken && out[last].Whole != t.Term {
				out[last].Parts = append(out[last].Parts, t.Term)
			}
			continue
		}
		end, taken = t.End, !frameWords[t.Term] && !seen[t.Term]
		if !taken {
			continue
		}
		seen[t.Term] = true
		text := q.Text[t.Start:t.End]
		out = append(out, Term{Text: text, Start: t.Start, Whole: t.Term, Identifier: named[strings.ToLower(text)], Proper: proper(q.Text, t.Start, text)})
	}
	return out
}

var afterStop = regexp.MustCompile(`(?:^|[.?!:;"“'‘(])\s*$`)

// proper tells whether a word of a question has a capital that its place does not give it.
func proper(question string, at int, word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	next, _ := utf8.DecodeRuneInString(word[size:])
	return unicode.IsUpper(r) && unicode.IsLower(next) && !afterStop.MatchString(question[:at])
}

// Stems are the index terms of a text, compounds apart.
func Stems(text string) []string {
	var out []string
	for _, t := range lexical.Analyze(text) {
		out = append(out, t.Term)
	}
	return out
}

// Bag is the set of index terms of a text.
type Bag map[string]bool

// NewBag analyses texts.
func NewBag(texts ...string) Bag {
	b := Bag{}
	for _, s := range texts {
		for _, t := range lexical.Analyze(s) {
			b[t.Term] = true
		}
	}
	return b
}

// partCredit is what the pieces of a compound are worth where the compound itself is missing.
const partCredit = 0.8

// Match tells how much of a term a text holds, 0 to 1.
func (b Bag) Match(t *Term) float64 {
	if b[t.Whole] {
		return 1
	}
	for _, alt := range t.Alternatives {
		if b.all(alt) {
			return 1
		}
	}
	if len(t.Parts) == 0 {
		return 0
	}
	n := 0
	for _, p := range t.Parts {
		if b[p] {
			n++
		}
	}
	if t.Identifier && strings.ContainsAny(t.Whole, "0123456789") {
		return 0 // ML-KEM-512 is not ML-KEM-768
	}
	credit := partCredit * float64(n) / float64(len(t.Parts))
	if n == len(t.Parts) && !t.Identifier {
		credit = 1
	}
	return credit
}

func (b Bag) all(stems []string) bool {
	for _, s := range stems {
		if !b[s] {
			return false
		}
	}
	return len(stems) > 0
}

// Coverage is the share of the terms' weight that a text holds, 0 to 1.
func (b Bag) Coverage(terms []Term) float64 { return coverage(terms, b.Match) }

// coverage is the share of the terms' weight that match finds, which gives each term 0 to 1.
func coverage(terms []Term, match func(*Term) float64) float64 {
	got, all := 0.0, 0.0
	for i := range terms {
		all += terms[i].Weight
		got += terms[i].Weight * match(&terms[i])
	}
	if all == 0 {
		return 0
	}
	return got / all
}

// With is a bag that also holds the terms of another.
func (b Bag) With(other Bag) Bag {
	out := make(Bag, len(b)+len(other))
	for t := range b {
		out[t] = true
	}
	for t := range other {
		out[t] = true
	}
	return out
}
