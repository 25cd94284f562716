package words

import (
	_ "embed" // the irregular forms
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// Stemmer reduces English words to the two forms under which they are compared. It remembers what it has computed, and
// may be used by several goroutines at once.
type Stemmer struct {
	mu   sync.RWMutex
	seen map[string][2]string
}

// maxRemembered bounds the memory of a Stemmer; beyond it words are computed anew.
const maxRemembered = 1 << 14

// NewStemmer returns a Stemmer that has seen no word yet.
func NewStemmer() *Stemmer { return &Stemmer{seen: make(map[string][2]string)} }

// Stems returns the forms of a lower-case word: stem, Snowball English (Porter2) with irregular forms taken back
// first, keeps "failure" and "failed" apart; root, the stem without a suffix that makes a noun or an adjective of a
// verb, does not.
func (s *Stemmer) Stems(word string) (stem, root string) {
	s.mu.RLock()
	f, ok := s.seen[word]
	s.mu.RUnlock()
	if ok {
		return f[0], f[1]
	}
	stem, root = stems(word)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.seen) < maxRemembered {
		s.seen[strings.Clone(word)] = [2]string{stem, root}
	}
	return stem, root
}

// maxStemmed is the longest word, in bytes, that can be an English one.
const maxStemmed = 40

func stems(word string) (stem, root string) {
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

// MinRoot is the length, in bytes, from which a root says something.
const MinRoot = 4

//go:embed irregular.txt
var irregularText string

// irregular holds the base form of irregular verb forms and plurals.
var irregular = sync.OnceValue(func() map[string]string {
	out := make(map[string]string)
	for _, line := range read(irregularText)[""] {
		base, forms := cutColon(line)
		for w := range strings.FieldsSeq(forms) {
			out[w] = base
		}
	}
	return out
})
