package guard

import "strings"

// abbreviation says what a full stop after a shortened word means.
type abbreviation uint8

const (
	notAbbreviated abbreviation = iota
	neverLast                   // a sentence never ends here: "e.g. Kyber", "Dr. Moody"
	beforeNumber                // only if a number or a label follows: "Fig. 3", "App. B"
	beforeName                  // unless a word follows that starts sentences: "U.S. Government", "in the U.S. The"
	beforeLower                 // unless a capital follows: "et al. (2018)", "keys, etc. Each key"
)

// abbreviationOf classifies the word before a full stop, itself without the stop.
func abbreviationOf(word string) abbreviation {
	word = strings.TrimLeft(word, ".-")
	if word == "" || len(word) > 8 {
		return notAbbreviated
	}
	switch word {
	case "c", "b", "d", "r", "fl": // "(c. 1455", "(d. 1560)"
		return beforeNumber
	}
	switch strings.ToLower(word) {
	case "e.g", "i.e", "eg", "ie", "cf", "vs", "viz", "approx", "resp", "ca", "esp", "incl", "excl", "w.r.t", "wrt",
		"a.k.a", "s.t", "mr", "mrs", "ms", "dr", "prof", "messrs", "hon", "gov", "sen", "gen", "col", "sgt", "capt",
		"lt", "mt", "st":
		return neverLast
	case "fig", "figs", "eq", "eqs", "eqn", "sec", "secs", "sect", "tab", "alg", "thm", "def", "ref", "refs", "app",
		"appx", "ch", "chap", "vol", "vols", "art", "arts", "no", "nos", "nr", "p", "pp", "para", "pt", "ex", "ln",
		"ver", "v", "rev", "pub", "spec", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct",
		"nov", "dec":
		return beforeNumber
	case "inc", "ltd", "co", "corp", "bros", "jr", "sr", "ph.d", "m.sc", "b.sc", "llc", "dept", "univ", "assn",
		"assoc", "est", "min", "max", "avg", "std", "ft", "lb", "oz", "hr", "hrs", "mins", "sq", "ave", "blvd", "rd",
		"ed", "eds", "misc", "intl", "natl", "tel", "temp", "op.cit":
		return beforeName
	case "etc", "al", "et.al", "seq", "ibid":
		return beforeLower
	}
	if isDotted(word) {
		return beforeName
	}
	return notAbbreviated
}

// isDotted recognises single letters with stops between them: "U.S", "a.m".
func isDotted(word string) bool {
	if len(word) < 3 || len(word)%2 == 0 {
		return false
	}
	for i := range len(word) {
		if i%2 == 0 && !isLetter(word[i]) || i%2 == 1 && word[i] != '.' {
			return false
		}
	}
	return true
}

// isInitial recognises the initial of a name: one capital, or several joined by hyphens and stops ("J.-P").
func isInitial(word string) bool {
	return len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' ||
		len(word) == 4 && word[1:3] == ".-" && word[0] <= 'Z' && word[3] <= 'Z'
}

// isEnumerator recognises a number or a label that opens a sentence: "3.2", "(a)", "iv", "Table 3", "Appendix A".
func isEnumerator(label string) bool {
	noun, number, labelled := strings.Cut(label, " ")
	if !labelled {
		number = strings.Trim(noun, "()[]")
		return number != "" && (isSectionNumber(number) || len(number) == 1 && number[0] >= 'a' && number[0] <= 'z' ||
			strings.Trim(number, "ivx") == "")
	}
	return isLabelNoun(strings.ToLower(strings.TrimSuffix(noun, "."))) && (isSectionNumber(number) ||
		number != "" && number[0] >= 'A' && number[0] <= 'Z' && (len(number) == 1 || isSectionNumber(number[1:])))
}

// isSectionNumber recognises digits with single stops or hyphens between them: "3", "4.2", "7-1".
func isSectionNumber(s string) bool {
	digits := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			digits++
		} else if s[i] != '.' && s[i] != '-' {
			return false
		}
	}
	return digits > 0
}

// isLabelNoun lists what documents number: "Table 3. Sizes of keys" is one caption.
func isLabelNoun(word string) bool {
	switch word {
	case "table", "figure", "fig", "algorithm", "listing", "equation", "section", "appendix", "chapter", "part", "step",
		"definition", "theorem", "lemma", "proposition", "corollary", "example", "remark", "note", "requirement",
		"rule", "case", "property", "box", "annex":
		return true
	}
	return false
}

// isOpener lists words of the closed classes that, capitalised, nearly always start a sentence.
func isOpener(word string) bool {
	switch word {
	case "the", "a", "an", "this", "that", "these", "those", "it", "its", "they", "their", "he", "she", "his", "her",
		"we", "our", "you", "your", "i", "my", "there", "here", "in", "on", "at", "by", "for", "from", "with",
		"without", "to", "of", "as", "if", "when", "while", "where", "after", "before", "because", "since",
		"although", "though", "unless", "until", "once", "however", "therefore", "thus", "hence", "moreover",
		"furthermore", "additionally", "also", "then", "otherwise", "instead", "finally", "first", "second", "next",
		"what", "which", "who", "how", "why", "each", "every", "all", "some", "many", "most", "both", "no", "not",
		"one", "two", "any", "such", "other", "another", "given", "note", "see", "let", "but", "and", "or", "so",
		"yet", "under", "over", "between", "during", "only", "either", "neither", "use", "using", "again", "still",
		"consequently", "similarly", "likewise", "indeed", "meanwhile", "nevertheless", "nonetheless", "often",
		"usually", "typically", "generally", "specifically", "today", "later", "several", "few", "more", "less",
		"none", "nothing", "output", "return", "set", "compute":
		return true
	}
	return false
}

// leavesOpen lists words after which a statement goes on.
func leavesOpen(word string) bool {
	switch word {
	case "the", "a", "an", "of", "to", "in", "on", "at", "by", "for", "from", "with", "without", "and", "or", "but",
		"nor", "as", "if", "when", "that", "which", "who", "whose", "than", "is", "are", "was", "were", "be", "has",
		"have", "had", "can", "may", "must", "shall", "should", "will", "would", "not", "its", "their", "this",
		"these", "each", "both", "either", "between", "into", "over", "under", "see", "using", "via":
		return true
	}
	return false
}
