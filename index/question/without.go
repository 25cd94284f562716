package question

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/guard/words"
	"ibid/index/lexical"
)

// leastWords is the number of content words without which a question asks nothing.
const leastWords = 2

// maxMissing is the most names, and the most words, of a question that are listed as missing. A question that lacks
// more is no question.
const maxMissing = 64

// Missing lists what a question asks about and its evidence does not hold, in the order and the spelling of the
// question: names to the letter, and of the terms that it lacks those that are no part of such a name.
func Missing(question string, names []string, terms []Term) []string {
	var found []Span
	for _, n := range names[:min(maxMissing, len(names))] {
		if at := occurrences(question, n); len(at) > 0 {
			found = append(found, at[0])
		}
	}
	named := len(found)
	for _, t := range terms[:min(maxMissing, len(terms))] {
		s := Span{t.Start, t.Start + len(t.Text)}
		if !slices.ContainsFunc(found[:named], s.overlaps) {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b Span) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To)) })
	var out []string
	end := 0
	for _, s := range found {
		if s.From >= end {
			out, end = append(out, question[s.From:s.To]), s.To
		}
	}
	return out
}

// WithoutTerms is a question without the terms that nothing answers for, as Missing lists them: "Does the pump need a
// gasket or Wi-Fi 9?" without Wi-Fi 9 is "Does the pump need a gasket?". It is "" where no term stands in the
// question, or too little is left to ask.
func WithoutTerms(question string, missing []string) string {
	question = oneLine(strings.ToValidUTF8(question, ""))
	var gone []Span
	for _, term := range missing[:min(maxMissing, len(missing))] {
		gone = append(gone, occurrences(question, oneLine(term))...)
	}
	if len(gone) == 0 {
		return ""
	}
	out := Without(question, gone)
	if len(contentWords(out)) < leastWords {
		return ""
	}
	return out
}

// Without is a question without some runs of it, each of them a name. What goes with a name, and the words that led
// to it and would hang in the air, go too. The result is one line.
func Without(question string, names []Span) string {
	gone := make([]Span, len(names))
	for i, n := range names {
		gone[i] = widen(question, n)
	}
	slices.SortFunc(gone, func(a, b Span) int { return a.From - b.From })
	var left []string
	at := 0
	for _, s := range gone {
		if s.From > at {
			left = closeGap(left, strings.Fields(question[at:s.From]), at == 0)
		}
		at = max(at, s.To)
	}
	return finish(closeGap(left, strings.Fields(question[at:]), at == 0), question)
}

func contentWords(question string) []Term { return Question{Text: question}.Terms() }

// widen takes in what goes with a term: a possessive, quotation marks or brackets around it, the slash that joins it to
// another.
func widen(text string, s Span) Span {
	for _, end := range []string{"'s", "’s"} {
		if strings.HasPrefix(text[s.To:], end) {
			s.To += len(end)
		}
	}
	for _, pair := range [][2]string{{`"`, `"`}, {"“", "”"}, {"'", "'"}, {"‘", "’"}, {"`", "`"}, {"(", ")"}, {"[", "]"}} {
		if strings.HasSuffix(text[:s.From], pair[0]) && strings.HasPrefix(text[s.To:], pair[1]) {
			s.From, s.To = s.From-len(pair[0]), s.To+len(pair[1])
		}
	}
	switch {
	case strings.HasPrefix(text[s.To:], "/"):
		s.To++
	case strings.HasSuffix(text[:s.From], "/"):
		s.From--
	}
	return s
}

// closeGap joins what stands before a term that was taken out with what stands behind it. At the first piece of a
// question there is no gap yet.
func closeGap(before, behind []string, first bool) []string {
	if first {
		return behind
	}
	comma := ""
	if len(behind) > 0 {
		rest := strings.TrimLeft(behind[0], ",;:")
		comma = behind[0][:len(behind[0])-len(rest)]
		if behind[0] = rest; rest == "" {
			behind = behind[1:]
		}
	}
	joined := false // what stands behind takes the place of the term, and what led to that leads to it
	if len(behind) > 1 && words.Conjunction.Has(behind[0]) && comma == "" {
		switch {
		case len(before) > 0 && strings.HasSuffix(before[len(before)-1], ","): // "gloves, X and boots"
			before[len(before)-1] = strings.TrimRight(before[len(before)-1], ",")
		case !words.Asking.Has(strings.ToLower(behind[1])): // "X and boots"
			behind, joined = behind[1:], true
		}
	}
	if comma != "" || len(behind) == 0 || hangs(behind[0]) {
		before = trimmed(before, words.Determiner)
		if !joined {
			before = trimmed(trimmed(before, words.Preposition), words.Conjunction)
		}
	}
	if n := len(before); comma != "" && n > 0 && !hangs(before[n-1]) && !strings.HasSuffix(before[n-1], comma) {
		before[n-1] += comma
	}
	if n := len(before); n > 0 && len(behind) > 0 && (before[n-1] == "a" || before[n-1] == "an") {
		before[n-1] = "a"
		if strings.ContainsRune("aeiouAEIOU", rune(behind[0][0])) {
			before[n-1] = "an"
		}
	}
	return append(before, behind...)
}

// trimmed is a phrase without the words of one class at its end.
func trimmed(phrase []string, class words.Class) []string {
	for n := len(phrase); n > 0 && class.Has(strings.ToLower(phrase[n-1])); n-- {
		phrase = phrase[:n-1]
	}
	return phrase
}

// finish makes a sentence of the words that are left: it begins and ends as the question did.
func finish(left []string, question string) string {
	var kept []string
	for _, w := range left {
		if strings.Trim(w, ".,;:?!") != "" {
			kept = append(kept, w)
		}
	}
	out := strings.Join(kept, " ")
	if isUpper(question) && !isUpper(out) && len(out) > 0 && 'a' <= out[0] && out[0] <= 'z' {
		out = string(out[0]-'a'+'A') + out[1:]
	}
	if out = strings.TrimRight(out, " ,;:"); strings.HasSuffix(question, "?") && out != "" && !strings.HasSuffix(out, "?") {
		out += "?"
	}
	return out
}

func isUpper(s string) bool { return len(s) > 0 && 'A' <= s[0] && s[0] <= 'Z' }

// hangs tells whether a word cannot stand where a noun was: the noun's article has nothing to refer to before it.
func hangs(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	if !wordRune(r) {
		return strings.TrimLeft(word, ".,;:?!") == ""
	}
	word = strings.ToLower(strings.TrimRight(word, ".,;:?!"))
	terms := lexical.Analyze(word)
	return len(terms) == 0 || words.Modal.Has(word) || len(terms) == 1 && frameTerms()[terms[0].Term]
}
