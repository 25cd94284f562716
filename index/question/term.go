package question

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"ibid/guard/words"
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

// frameTerms are the index terms of what belongs to the asking, not to what is asked about: no document has to
// contain them.
var frameTerms = sync.OnceValue(func() Bag { return NewBag(words.Frame.Words()...) })

// Terms are the content words of a question, each once, with nothing known of them yet.
func (q Question) Terms() []Term {
	tokens := lexical.Analyze(q.Text)
	slices.SortStableFunc(tokens, func(a, b lexical.Token) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	named := map[string]bool{}
	for _, id := range q.Identifiers {
		named[strings.ToLower(id)] = true
	}
	var out []Term
	seen := map[string]bool{}
	end, taken := -1, false
	class, about := askedClass.FindStringIndex(q.Text), 0
	label := partLabel.FindStringSubmatchIndex(q.Text)
	if q.Kind == Overview {
		about = strings.LastIndex(q.Text, q.Subject)
	}
	for _, t := range tokens {
		if t.Start < about || class != nil && t.Start >= class[0] && t.End <= class[1] {
			continue // the documents name it, and need not call it a country, or themselves a summary
		}
		if t.Start < end && !isPair(t.Term) { // a piece of the compound before
			if last := len(out) - 1; taken && out[last].Whole != t.Term {
				out[last].Parts = append(out[last].Parts, t.Term)
			}
			continue
		}
		text := q.Text[t.Start:t.End]
		end, taken = t.End, !frameTerms()[t.Term] && !words.Filler.Has(strings.ToLower(text)) && !seen[t.Term]
		if !taken {
			continue
		}
		seen[t.Term] = true
		out = append(out, Term{Text: text, Start: t.Start, Whole: t.Term, Identifier: named[strings.ToLower(text)], Proper: proper(q.Text, t.Start, text)})
	}
	if len(out) <= mostOfPart { // a part of a document seldom calls itself a clause: its number stands for it
		out = slices.DeleteFunc(out, func(t Term) bool { return label != nil && t.Start == label[2] })
	}
	return out
}

// isPair tells whether an index term is two East Asian characters, which may be a word, a part of one, or the end of
// one and the beginning of the next.
func isPair(term string) bool {
	r, size := utf8.DecodeRuneInString(term)
	return lexical.IsEastAsian(r) && size < len(term)
}

// askingPairs are what the words that ask have in common in Chinese, Japanese and Korean.
var askingPairs = regexp.MustCompile(`[什甚么麼哪谁誰几幾多吗嗎呢怎何]|是否|무엇|무슨|누구|언제|어디|얼마나?|어느|어떤|어떻|왜|몇|니까|까요|나요`)

// JoinPairs makes words of the pairs of East Asian characters that no document has, terms of a question. One that
// shares a character with a pair that they have, or with a word that asks, stands between two words, and one of
// hiragana alone is grammar: these are no terms. What is left in a row is one word.
func JoinPairs(question string, terms []Term) []Term {
	held := map[int]bool{} // the places of characters that are accounted for
	for _, at := range askingPairs.FindAllStringIndex(question, -1) {
		for i := at[0]; i < at[1]; i++ {
			held[i] = true
		}
	}
	for i := range terms {
		if t := &terms[i]; t.Known && isPair(t.Whole) {
			_, size := utf8.DecodeRuneInString(t.Text)
			held[t.Start], held[t.Start+size] = true, true
		}
	}
	var out []Term
	for _, t := range terms {
		if !t.Known && isPair(t.Whole) {
			_, size := utf8.DecodeRuneInString(t.Text)
			grammar := !strings.ContainsFunc(t.Text, func(r rune) bool { return !unicode.Is(unicode.Hiragana, r) })
			if held[t.Start] || held[t.Start+size] || grammar {
				continue
			}
			if n := len(out) - 1; n >= 0 && !out[n].Known && out[n].Start+len(out[n].Text) == t.Start+size {
				out[n].Text += t.Text[size:]
				out[n].Weight += t.Weight
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

// mostOfPart is how many terms a question has that asks for a part of a document and nothing in it: its label, its
// number and the document.
const mostOfPart = 3

var afterStop = regexp.MustCompile(`(?:^|[.?!:;"“'‘(])\s*$`)

// proper tells whether a word of a question has a capital that its place does not give it.
func proper(question string, at int, word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	next, _ := utf8.DecodeRuneInString(word[size:])
	return unicode.IsUpper(r) && unicode.IsLower(next) && !isChord(word) && !measured(question[:at], word) && !afterStop.MatchString(question[:at])
}

// Stems are the index terms of a text, compounds apart.
func Stems(text string) []string {
	var out []string
	for t := range lexical.Tokens(text) {
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
		for t := range lexical.Tokens(s) {
			b[t.Term] = true
		}
	}
	return b
}

// PartCredit is what the pieces of a compound are worth where the compound itself is missing.
const PartCredit = 0.8

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
	credit := PartCredit * float64(n) / float64(len(t.Parts))
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
func (b Bag) Coverage(terms []Term) float64 { return Coverage(terms, b.Match) }

// Coverage is the share of the terms' weight that match finds, which gives each term 0 to 1. Products are rounded
// before they are added, so that every processor gets the same sums.
func Coverage(terms []Term, match func(*Term) float64) float64 {
	got, all := 0.0, 0.0
	for i := range terms {
		all += terms[i].Weight
		got += float64(terms[i].Weight * match(&terms[i]))
	}
	if all == 0 {
		return 0
	}
	return got / all
}

// Holds tells whether all terms of another bag are in this one.
func (b Bag) Holds(other Bag) bool {
	return b.Common(other) == len(other)
}

// Common is how many terms of another bag this one has.
func (b Bag) Common(other Bag) int {
	n := 0
	for t := range other {
		if b[t] {
			n++
		}
	}
	return n
}

// With is a bag that also holds the terms of another.
func (b Bag) With(other Bag) Bag {
	out := make(Bag, len(b)+len(other))
	maps.Copy(out, b)
	maps.Copy(out, other)
	return out
}
