package question

import (
	"slices"
	"strings"
)

// The least letters of a word that may be misspelt, among shorter ones every other string is a word, and of one that
// may have any letter wrong.
const (
	shortestRespelt = 5
	longRespelt     = 9
	longestRespelt  = 30 // more is no word
)

const letters = "abcdefghijklmnopqrstuvwxyz"

// rows are the keys of a keyboard, for slips of a finger to the key beside.
var rows = []string{"qwertyuiop", "asdfghjkl", "zxcvbnm"}

// Respellings are the words that somebody may have meant who wrote this one with one slip (Damerau 1964), those that
// fingers make most often first: two letters exchanged, one doubled or not, the key beside; then a letter that is
// missing or too many, and in a long word, which is hardly another one by chance, any wrong letter. The first letter
// is hardly ever wrong. Words with anything but letters have none: a digit more is another name.
func Respellings(word string) []string {
	w := strings.ToLower(word)
	if len(w) < shortestRespelt || len(w) > longestRespelt || strings.Trim(w, letters) != "" {
		return nil
	}
	var kinds [3][]string
	add := func(kind int, s string) {
		if s != w && !slices.Contains(kinds[kind], s) {
			kinds[kind] = append(kinds[kind], s)
		}
	}
	first := func(often bool, kind int) int {
		if often {
			return 0
		}
		return kind
	}
	for i := 1; i <= len(w); i++ {
		for _, c := range letters {
			if twice := w[i-1] == byte(c); twice || i < len(w) { // a letter more at the end makes another form of the word
				add(first(twice, 1), w[:i]+string(c)+w[i:])
			}
		}
		if i == len(w) {
			break
		}
		if twice := w[i] == w[i-1]; twice || i+1 < len(w) {
			add(first(twice, 1), w[:i]+w[i+1:])
		}
		if i+1 < len(w) {
			add(0, w[:i]+w[i+1:i+2]+w[i:i+1]+w[i+2:])
		}
		for _, c := range letters {
			if often := beside(w[i], byte(c)); often || len(w) >= longRespelt {
				add(first(often, 2), w[:i]+string(c)+w[i+1:])
			}
		}
	}
	return slices.Concat(kinds[0], kinds[1], kinds[2])
}

// beside tells that two keys adjoin in a row.
func beside(a, b byte) bool {
	for _, row := range rows {
		if i, j := strings.IndexByte(row, a), strings.IndexByte(row, b); i >= 0 && j >= 0 {
			return i-j == 1 || j-i == 1
		}
	}
	return false
}
