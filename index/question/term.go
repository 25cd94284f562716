package question

import (
	"bytes"
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
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

// frameTerms are the index terms of what belongs to the asking: no document has to contain them.
var frameTerms = sync.OnceValue(func() Bag { return NewBag(words.Frame.Words()...) })

const mostOfPart = 3 // terms of a question about a part of a document and nothing in it: label, number, document

var (
	// answerClass is a noun behind "which" that says what sort of thing answers: documents name it, and need not call
	// it a country.
	answerClass = compiled(`(?i)\b(?:what|which) (?:(?:kinds?|types?|sorts?) of )?(?:(?:other|current|former|\w+(?:an|ish|ese)) )?` +
		`(?:countr(?:y|ies)|cit(?:y|ies)|towns?|states?|regions?|areas?|places?|years?|century|date|day|month|names?|terms?|` +
		`words?|titles?|persons?|people|compan(?:y|ies)|organi[sz]ations?|institutions?|universit(?:y|ies)|part(?:y|ies)|` +
		`agenc(?:y|ies)|groups?|things?|types?|kinds?|sorts?|entit(?:y|ies)|nationality|vendors?|firms?|document|paper|book|act|law|event|war|language)\b`)
	hiragana      = compiled(`^\p{Hiragana}+$`)
	properWord    = compiled(`^\p{Lu}\p{Ll}`)
	documentPart  = compiled(`(?i)\b(section|clause|chapter|appendix|annex) [0-9]`)
	sentenceStart = compiled(`(?:^|[.?!:;"“'‘(])\s*$`)
	// askingPair is what the words that ask have in common in Chinese, Japanese and Korean.
	askingPair = compiled(`[什甚么麼哪谁誰几幾多吗嗎呢怎何]|是否|무엇|무슨|누구|언제|어디|얼마나?|어느|어떤|어떻|왜|몇|니까|까요|나요`)
)

// Terms are the content words of a question, each once, with nothing known of them yet.
func (q Question) Terms() []Term {
	tokens := lexical.Analyze(q.Text)
	slices.SortStableFunc(tokens, func(a, b lexical.Token) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	var out []Term
	seen, end, taken := map[string]bool{}, -1, false
	class, about := answerClass().FindStringIndex(q.Text), 0
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
		if taken {
			seen[t.Term] = true
			out = append(out, Term{Text: text, Start: t.Start, Whole: t.Term, Identifier: hasFolded(q.Identifiers, text), Proper: proper(q.Text, t.Start, text)})
		}
	}
	if label := documentPart().FindStringSubmatchIndex(q.Text); label != nil && len(out) <= mostOfPart {
		// A part of a document seldom calls itself a clause: its number stands for it.
		out = slices.DeleteFunc(out, func(t Term) bool { return t.Start == label[2] })
	}
	return out
}

// proper tells whether a word of a question has a capital that its place does not give it.
func proper(question string, at int, word string) bool {
	chord := strings.Contains(strings.TrimRight(word, "+"), "+") // of keys; WOTS+ and Notepad++ are names
	return properWord().MatchString(word) && !chord && !measured(question[:at], word) &&
		!sentenceStart().MatchString(question[:at])
}

// isPair tells whether an index term is two East Asian characters, which may be a word, a part of one, or the end of
// one and the beginning of the next.
func isPair(term string) bool {
	r, size := utf8.DecodeRuneInString(term)
	return lexical.IsEastAsian(r) && size < len(term)
}

// JoinPairs makes words of the pairs of East Asian characters that no document has, terms of a question. One that
// shares a character with a pair that they have, or with a word that asks, stands between two words, and one of
// hiragana alone is grammar: these are no terms. What is left in a row is one word.
func JoinPairs(question string, terms []Term) []Term {
	rest := []byte(question) // without the words that are accounted for
	known := askingPair().FindAllStringIndex(question, -1)
	for _, t := range terms {
		if t.Known && isPair(t.Whole) {
			known = append(known, []int{t.Start, t.Start + len(t.Text)})
		}
	}
	for _, at := range known {
		clear(rest[at[0]:at[1]])
	}
	var out []Term
	for _, t := range terms {
		_, size := utf8.DecodeRuneInString(t.Text)
		last, unknown := len(out)-1, !t.Known && isPair(t.Whole)
		switch {
		case unknown && (!bytes.HasPrefix(rest[t.Start:], []byte(t.Text)) || hiragana().MatchString(t.Text)):
		case unknown && last >= 0 && !out[last].Known && out[last].Start+len(out[last].Text) == t.Start+size:
			out[last].Text += t.Text[size:]
			out[last].Weight += t.Weight
		default:
			out = append(out, t)
		}
	}
	return out
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
	holds := func(alternative []string) bool {
		return len(alternative) > 0 && b.count(slices.Values(alternative)) == len(alternative)
	}
	switch n := b.count(slices.Values(t.Parts)); {
	case b[t.Whole] || slices.ContainsFunc(t.Alternatives, holds):
		return 1
	case n == 0 || t.Identifier && strings.ContainsAny(t.Whole, "0123456789"): // ML-KEM-512 is not ML-KEM-768
		return 0
	case n == len(t.Parts) && !t.Identifier:
		return 1
	default:
		return PartCredit * float64(n) / float64(len(t.Parts))
	}
}

// count is how many of some index terms a text holds.
func (b Bag) count(terms iter.Seq[string]) (n int) {
	for t := range terms {
		if b[t] {
			n++
		}
	}
	return n
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
func (b Bag) Holds(other Bag) bool { return b.Common(other) == len(other) }

// Common is how many terms of another bag this one has.
func (b Bag) Common(other Bag) int { return b.count(maps.Keys(other)) }

// With is a bag that also holds the terms of another.
func (b Bag) With(other Bag) Bag {
	out := Bag{}
	maps.Copy(out, b)
	maps.Copy(out, other)
	return out
}

// maxMissing is how many names, and words, are listed as missing: a question that lacks more is no question.
const maxMissing = 64

// Missing lists what a question asks about and its evidence does not hold, in the order and the spelling of the
// question: names to the letter, and of the terms that it lacks those that are no part of such a name.
func Missing(question string, names []string, terms []Term) []string {
	out := withTerms(names[:min(maxMissing, len(names))], terms[:min(maxMissing, len(terms))])
	for i, text := range out {
		if at := occurrences(question, text); len(at) > 0 {
			out[i] = question[at[0].From:at[0].To]
		}
	}
	at := func(text string) int { return strings.Index(strings.ToLower(question), strings.ToLower(text)) }
	slices.SortStableFunc(out, func(a, b string) int { return at(a) - at(b) })
	return out
}

// withTerms adds to some names the terms that are no part of one.
func withTerms(names []string, terms []Term) []string {
	out := slices.Clone(names)
	for _, t := range terms {
		if !slices.ContainsFunc(out, func(n string) bool { return ContainsWord(n, t.Text) }) {
			out = append(out, t.Text)
		}
	}
	return out
}
