package guard

import (
	"strings"

	"ibid/guard/words"
)

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
	return words.IsLabel(strings.ToLower(strings.TrimSuffix(noun, "."))) && (isSectionNumber(number) ||
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
