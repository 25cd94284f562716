package ollama

import (
	"math"
	"regexp"
	"strings"
	"unicode"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/words"
)

// confidence measures how sure a model was of its answer: the geometric mean of the probabilities of the content
// tokens, and the least of those that are part of a number or an identifier. Content is what belongs to a word that
// is no function word; markers and punctuation do not count. It is nil where there is nothing to measure.
func confidence(tokens []Token) *engine.Confidence {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.Text)
	}
	classes := classify(b.String())
	c := engine.Confidence{Least: 1}
	sum, at := 0.0, 0
	for _, t := range tokens {
		class := blank
		for _, k := range classes[at : at+len(t.Text)] {
			class = max(class, k)
		}
		at += len(t.Text)
		if class == blank {
			continue
		}
		l := t.Logprob
		if math.IsNaN(l) || l < leastLogprob {
			l = leastLogprob
		}
		l = min(l, 0)
		sum += l
		c.Tokens++
		if p := math.Exp(l); class == exact && p < c.Least {
			c.Least, c.LeastToken = p, strings.TrimSpace(t.Text)
		}
	}
	if c.Tokens == 0 {
		return nil
	}
	c.Mean = math.Exp(sum / float64(c.Tokens))
	return &c
}

// leastLogprob stands for all that is less, so that one impossible token does not hide the others.
const leastLogprob = -30

// class is what a byte of an answer belongs to. The larger one counts.
type class uint8

const (
	blank   class = iota // white space, punctuation, function words, markers
	content              // a word
	exact                // a number or an identifier
)

// word is a run of letters and digits, which single hyphens, stops, colons, slashes, commas and apostrophes join:
// ML-KEM-768, os.path.join, 3.5.
var word = regexp.MustCompile(`[\pL\p{Nd}_][\pL\p{Nd}\pM_]*(?:[-.:/'’,][\pL\p{Nd}_][\pL\p{Nd}\pM_]*)*`)

// classify tells the class of every byte of a text.
func classify(text string) []class {
	classes := make([]class, len(text))
	for _, at := range word.FindAllStringIndex(text, -1) {
		k := wordClass(text[at[0]:at[1]])
		for i := at[0]; i < at[1]; i++ {
			classes[i] = k
		}
	}
	for at := range text {
		if m, ok := guard.MarkerAt(text, at); ok {
			clear(classes[m.Start:m.End])
		}
	}
	return classes
}

// wordClass tells a number or an identifier from a word, and a word from a function word. An identifier has a digit, an
// underscore, a stop or a colon inside, or a capital after its first letter.
func wordClass(word string) class {
	if strings.ContainsAny(word, "_.:/") {
		return exact
	}
	for i, r := range word {
		if unicode.IsDigit(r) || i > 0 && unicode.IsUpper(r) {
			return exact
		}
	}
	if words.Function.Has(strings.ToLower(word)) { // they tell nothing, and a model is sure of them whatever it says
		return blank
	}
	return content
}
