package words

import (
	_ "embed" // the irregular forms
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// maxStemmed is the longest word, in bytes, that can be an English one.
const maxStemmed = 40

// Stems returns the forms under which a lower-case word is compared: stem, Snowball English (Porter2) with irregular
// forms taken back first, keeps "failure" and "failed" apart; root, the stem without a suffix that makes a noun or an
// adjective of a verb, does not.
func Stems(word string) (stem, root string) {
	if len(word) > maxStemmed {
		return word, word
	}
	if base, ok := irregular()[word]; ok {
		word = base
	}
	stem = Snowball(word)
	return stem, rootOf(stem)
}

// Snowball is the Porter2 stem of a lower-case word.
func Snowball(word string) string {
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}

// MinRoot is the length, in bytes, from which a root says something.
const MinRoot = 4

// rootOf strips what Snowball leaves of -ure, -ance, -ence, -ment, -ion, -er, -or, -able, -ive, -al, -age, -th, as
// long as MinRoot letters remain.
func rootOf(stem string) string {
	for again := true; again; {
		again = false
		for _, suffix := range [...]string{"ment", "anc", "enc", "abl", "ibl", "ion", "ant", "ent", "ur", "iv", "at", "er", "or", "al", "ag", "i", "e"} {
			if len(stem)-len(suffix) >= MinRoot && strings.HasSuffix(stem, suffix) {
				stem, again = stem[:len(stem)-len(suffix)], true
				break
			}
		}
	}
	return stem
}

//go:embed irregular.txt
var irregularText string

// irregular holds the base form of irregular verb forms and plurals.
var irregular = sync.OnceValue(func() map[string]string {
	out := make(map[string]string)
	for base, forms := range pairs(irregularText, "") {
		for w := range strings.FieldsSeq(forms) {
			out[w] = base
		}
	}
	return out
})
