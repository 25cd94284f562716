package words

import (
	"cmp"
	_ "embed" // the phrases
	"slices"
	"strings"
	"sync"
)

// Operator is a closed class of English that decides what a sentence commits itself to, or a set of them; 0 is a plain
// word that is written in other words.
type Operator uint64

// The operators, in the order of operators.txt, which has the phrases of each.
const (
	AtLeast Operator = 1 << iota
	AtMost
	MoreThan
	LessThan
	About
	Exactly
	Must
	Should
	May
	Cannot
	NeedNot
	Not
	Non
	None
	Hardly
	If
	OnlyIf
	Unless
	Until
	Before
	After
	Only
	Except
	Without
	Instead
	Default
	Because
	Aside // such as, namely
	But
	Although
	By
	Every // all, always
	Any
	Most // most, usually, many, often
	Some // some, sometimes, several
	Few  // few, rarely
)

// Phrase is one way of writing an operator.
type Phrase struct {
	Operator Operator
	Name     string   // under which it is compared
	Rest     []string // the words after the first; "~be" is any form of be, "#" a number behind the phrase
}

//go:embed operators.txt
var operatorText string

// Operators are the phrases of the closed classes by their first word, the longest first.
var Operators = sync.OnceValue(func() map[string][]Phrase {
	out := make(map[string][]Phrase)
	op, class := Operator(0), "word"
	for head, phrases := range pairs(operatorText, "") {
		what := strings.Fields(head)
		if what[0] != class {
			op, class = max(1, op<<1), what[0]
		}
		for phrase := range strings.SplitSeq(phrases, ", ") {
			w := strings.Fields(phrase)
			out[w[0]] = append(out[w[0]], Phrase{op, what[len(what)-1], w[1:]})
		}
	}
	for _, phrases := range out {
		slices.SortStableFunc(phrases, func(a, b Phrase) int { return len(b.Rest) - len(a.Rest) })
	}
	return out
})

//go:embed opposites.txt
var oppositeText string

// opposites are the words on the other side of each line that has a word.
var opposites = sync.OnceValue(func() map[string][]string {
	out := make(map[string][]string)
	for _, line := range read(oppositeText)[""] {
		left, right, _ := strings.Cut(line, " | ")
		for a := range strings.SplitSeq(left, ", ") {
			for b := range strings.SplitSeq(right, ", ") {
				out[a], out[b] = append(out[a], b), append(out[b], a)
			}
		}
	}
	return out
})

// Opposite tells whether two lower-case words deny each other, as "before" and "after" do.
func Opposite(a, b string) bool { return slices.Contains(opposites()[a], b) }

//go:embed equivalents.txt
var equivalentText string

var equivalents = sync.OnceValue(func() map[string]string {
	out := make(map[string]string)
	for _, line := range read(equivalentText)[""] {
		for w := range strings.FieldsSeq(line) {
			out[Stem(w)] = "=" + line
		}
	}
	return out
})

// EquivalentKey is the same for the stems of words that say the same.
func EquivalentKey(stem string) string { return cmp.Or(equivalents()[stem], stem) }
