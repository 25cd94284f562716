package words

import "unicode/utf8"

// Near is how far a name may be from a word to be what was meant: more edits than that, or of more than half of it,
// make another word.
func Near(word string) int {
	n := utf8.RuneCountInString(word)
	return min(n/3+1, n/2)
}

// Distance is the number of characters to insert, delete or replace to turn a into b (Levenshtein).
func Distance(a, b string) int {
	row := make([]int, 1, len(b)+1)
	for range b {
		row = append(row, len(row))
	}
	for _, x := range a {
		diagonal := row[0]
		row[0]++
		j := 0
		for _, y := range b {
			cost := diagonal
			if x != y {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			j++
			diagonal, row[j] = row[j], cost
		}
	}
	return row[len(row)-1]
}

// Nearest is the name that may have been meant by a word, the first of equals, or "".
func Nearest(word string, names []string) string {
	best, least := "", Near(word)+1
	for _, name := range names {
		if d := Distance(word, name); d < least {
			best, least = name, d
		}
	}
	return best
}
