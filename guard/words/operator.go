package words

import (
	_ "embed" // the phrases
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Operator is a closed class of English that decides what a sentence commits itself to, or a set of them.
type Operator uint64

// The operators, in the order of the lines of operators.txt, which has the phrases of each.
const (
	AtLeast Operator = 1 << iota
	AtMost
	MoreThan
	LessThan
	Must
	Should
	May
	Cannot
	NeedNot
	Not
	Non
	NoLonger
	No
	Nor
	Hardly
	Never
	If
	OnlyIf
	Unless
	Until
	Before
	After
	Because
	Instead
	SuchAs
	Namely
	All
	Any
	Only
	Most
	Some
	Many
	Several
	Few
	Always
	Usually
	Often
	Sometimes
	Rarely
	Default
	About
	Exactly
	Except
	Without
	But
	Although
	By
	And
	To
	Equals
	Is
	Called
	Auxiliary
)

// operatorNames are the names of the lines of operators.txt, in their order.
var operatorNames = [...]string{
	"ge", "le", "gt", "lt", "must", "should", "may", "cannot", "neednot", "not", "non", "nolonger", "no", "nor", "hardly",
	"never", "if", "iff", "unless", "until", "before", "after", "because", "instead", "eg", "ie", "all", "any",
	"only", "most", "some", "many", "several", "few", "always", "usually", "often", "sometimes", "rarely",
	"default", "about", "exactly", "except", "without", "but", "although", "by", "and", "to", "eq", "is", "called",
	"aux",
}

// String names an operator as operators.txt does, a set by the first of its operators.
func (o Operator) String() string {
	if o == 0 {
		return ""
	}
	return operatorNames[bits.TrailingZeros64(uint64(o))]
}

// Phrase is one way of writing an operator.
type Phrase struct {
	Rest     []string // the words after the first; "~be" is any form of be
	Operator Operator
}

//go:embed operators.txt
var operatorText string

// Operators are the phrases of the closed classes by their first word, the longest first.
var Operators = sync.OnceValue(func() map[string][]Phrase {
	out := make(map[string][]Phrase)
	for i, line := range read(operatorText)[""] {
		name, phrases := cutColon(line)
		if name != operatorNames[i] {
			panic("words: the operators are not in the order of their constants: " + name)
		}
		for phrase := range strings.SplitSeq(phrases, ", ") {
			w := strings.Fields(phrase)
			out[w[0]] = append(out[w[0]], Phrase{Rest: w[1:], Operator: 1 << i})
		}
	}
	for _, phrases := range out {
		slices.SortStableFunc(phrases, func(a, b Phrase) int { return len(b.Rest) - len(a.Rest) })
	}
	return out
})

//go:embed opposites.txt
var oppositeText string

type side struct{ group, side int }

var opposites = sync.OnceValue(func() map[string][]side {
	out := make(map[string][]side)
	for group, line := range read(oppositeText)[""] {
		for i, words := range strings.Split(line, "|") {
			for w := range strings.SplitSeq(words, ",") {
				w = strings.TrimSpace(w)
				out[w] = append(out[w], side{group, i})
			}
		}
	}
	return out
})

// Opposite tells whether two lower-case words deny each other, as "before" and "after" do.
func Opposite(a, b string) bool {
	for _, x := range opposites()[a] {
		for _, y := range opposites()[b] {
			if x.group == y.group && x.side != y.side {
				return true
			}
		}
	}
	return false
}

// HasOpposite tells whether a lower-case word has one.
func HasOpposite(word string) bool { return len(opposites()[word]) > 0 }

//go:embed equivalents.txt
var equivalentText string

var equivalents = sync.OnceValue(func() map[string][]int {
	out := make(map[string][]int)
	for group, line := range read(equivalentText)[""] {
		for w := range strings.FieldsSeq(line) {
			stem, _ := stems(w)
			out[stem] = append(out[stem], group)
		}
	}
	return out
})

// Equivalent tells whether two stems say the same.
func Equivalent(a, b string) bool {
	for _, x := range equivalents()[a] {
		if slices.Contains(equivalents()[b], x) {
			return true
		}
	}
	return false
}

// EquivalentKeys name the groups of words that a stem says the same as.
func EquivalentKeys(stem string) []string {
	var out []string
	for _, group := range equivalents()[stem] {
		out = append(out, "="+strconv.Itoa(group))
	}
	return out
}

// HasEquivalent tells whether a stem has others that say the same.
func HasEquivalent(stem string) bool { return len(equivalents()[stem]) > 0 }
