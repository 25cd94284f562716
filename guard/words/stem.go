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

// Stem is the form under which a lower-case word is compared: Snowball English (Porter2) with irregular forms taken
// back first. It keeps "failure" and "failed" apart.
func Stem(word string) string {
	if len(word) > maxStemmed {
		return word
	}
	if base, ok := irregular()[word]; ok {
		word = base
	}
	return Snowball(word)
}

// Snowball is the Porter2 stem of a lower-case word.
func Snowball(word string) string {
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
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
