package engine

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/index"
	"ibid/index/lexical"
)

// leastWords is the number of content words without which a question asks nothing.
const leastWords = 2

// Reformulate is a question without the terms that nothing answers for, as Trace.Missing lists them: "Does the pump need a
// gasket or Wi-Fi 9?" without Wi-Fi 9 is "Does the pump need a gasket?". It is "" where no term stands in the question, or
// too little is left to ask.
func Reformulate(question string, missing []string) string {
	question = strings.Join(strings.Fields(strings.ToValidUTF8(question, "")), " ")
	var gone [][2]int
	for _, term := range missing[:min(maxMissing, len(missing))] {
		for _, s := range occurrences(question, strings.Join(strings.Fields(term), " ")) {
			gone = append(gone, [2]int{s.from, s.to})
		}
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

// Without is a question without some runs of its bytes, each of them a name: from, and the first byte after. What goes
// with a name, and the words that led to it and would hang in the air, go too. The result is one line.
func Without(question string, names [][2]int) string {
	gone := make([]span, len(names))
	for i, n := range names {
		gone[i] = widen(question, span{n[0], n[1]})
	}
	slices.SortFunc(gone, func(a, b span) int { return a.from - b.from })
	var words []string
	at := 0
	for _, s := range gone {
		if s.from > at {
			words = closeGap(words, strings.Fields(question[at:s.from]), at == 0)
		}
		at = max(at, s.to)
	}
	return finish(closeGap(words, strings.Fields(question[at:]), at == 0), question)
}

func contentWords(question string) []Term { return words(index.Question{Text: question}) }

// widen takes in what goes with a term: a possessive, quotation marks or brackets around it, the slash that joins it to
// another.
func widen(text string, s span) span {
	for _, end := range []string{"'s", "’s"} {
		if strings.HasPrefix(text[s.to:], end) {
			s.to += len(end)
		}
	}
	for _, pair := range [][2]string{{`"`, `"`}, {"“", "”"}, {"'", "'"}, {"‘", "’"}, {"`", "`"}, {"(", ")"}, {"[", "]"}} {
		if strings.HasSuffix(text[:s.from], pair[0]) && strings.HasPrefix(text[s.to:], pair[1]) {
			s.from, s.to = s.from-len(pair[0]), s.to+len(pair[1])
		}
	}
	switch {
	case strings.HasPrefix(text[s.to:], "/"):
		s.to++
	case strings.HasSuffix(text[:s.from], "/"):
		s.from--
	}
	return s
}

// closeGap joins what stands before a term that was taken out with what stands behind it. At the first piece of a question
// there is no gap yet.
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
	if len(behind) > 1 && conjunctions[behind[0]] && comma == "" {
		switch {
		case len(before) > 0 && strings.HasSuffix(before[len(before)-1], ","): // "gloves, X and boots"
			before[len(before)-1] = strings.TrimRight(before[len(before)-1], ",")
		case !asks(behind[1]): // "X and boots"
			behind, joined = behind[1:], true
		}
	}
	if comma != "" || len(behind) == 0 || hangs(behind[0]) {
		before = without(before, determiners)
		if !joined {
			before = without(without(before, prepositions), conjunctions)
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

// without takes words of one kind off the end.
func without(words []string, kind map[string]bool) []string {
	for n := len(words); n > 0 && kind[strings.ToLower(words[n-1])]; n-- {
		words = words[:n-1]
	}
	return words
}

// finish makes a sentence of the words that are left: it begins and ends as the question did.
func finish(words []string, question string) string {
	var kept []string
	for _, w := range words {
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
	return len(terms) == 0 || modals[word] || len(terms) == 1 && frameWords[terms[0].Term]
}

// asks tells whether a word begins a question of its own.
func asks(word string) bool { return questionWords[strings.ToLower(word)] }

var (
	conjunctions  = wordSet("and or nor")
	questionWords = wordSet("what which who whom whose when where why how is are was were does do did can may must should will")
	modals        = wordSet("can may might must shall will")

	// A noun is led to by determiners, these by prepositions, these by a conjunction; without the noun they say nothing.
	determiners  = wordSet("a an the this that these those its their any some each every no")
	prepositions = wordSet(`of in on at by for with from to into onto about against between through during before after above
		below under over via per within without regarding concerning according than as like using`)
)

func wordSet(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}
