package keyfile

// Near is how far a name may be from a word to be what was meant: more edits than that make another word.
func Near(word string) int { return len(word)/3 + 1 }

// Distance is the number of bytes to insert, delete or replace to turn a into b (Levenshtein).
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
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
