package words

import (
	_ "embed" // the lists
	"sync"
)

//go:embed classes.txt
var classText string

// classes are the sets of words of classes.txt. All are lower case.
type classes struct {
	function, light, labels, openers, open map[string]bool
}

var allClasses = sync.OnceValue(func() *classes {
	f := read(classText)
	c := &classes{f.set("function"), f.set("light"), f.set("labels"), f.set("openers"), f.set("open")}
	for w := range f.set("light") {
		stem, _ := stems(w)
		c.light[stem] = true
	}
	return c
})

// IsFunction tells the words that carry structure, not content.
func IsFunction(word string) bool { return allClasses().function[word] }

// IsLight tells the general verbs, nouns and adverbs that a rewording brings along, and their stems.
func IsLight(word string) bool { return allClasses().light[word] }

// IsLabel tells what documents number: "Table 3. Sizes of keys" is one caption.
func IsLabel(word string) bool { return allClasses().labels[word] }

// IsOpener tells the words that, capitalised, nearly always start a sentence.
func IsOpener(word string) bool { return allClasses().openers[word] }

// LeavesOpen tells the words after which a statement goes on.
func LeavesOpen(word string) bool { return allClasses().open[word] }
