package guard

import (
	"crypto/sha256"
	"fmt"
	"regexp"

	"ibid/guard/sentence"
)

// Passage is a piece of evidence that a sentence may cite.
type Passage struct {
	Key     string // as in the marker: "c1"
	Text    string
	Heading string          // title of the document and section, one a line; "" if not known
	Blocks  []sentence.Span // the blocks of Text, in order; nil if only its Markdown tells them
}

// Fenced is evidence laid out for a prompt.
type Fenced struct {
	Blocks []string // every passage between "<<<c1 fence" and "fence c1>>>" lines
	Fence  string   // the word that only these lines contain; the prompt names it as the limit of what is data
}

var fenceWord = regexp.MustCompile("evidence-[0-9a-f]{16}")

// HasFence tells that a text holds a fence, whatever passages it is of: nobody writes one but a prompt.
func HasFence(text string) bool { return fenceWord.MatchString(text) }

// Fence encloses passages so that none of them can close its own fence or open another's: the fence is a hash of all
// the passages, so a document would have to contain its own hash to hold it. The text of a passage is sanitised. The
// same passages give the same fence.
func Fence(passages []Passage) Fenced {
	h := sha256.New()
	for _, p := range passages {
		fmt.Fprintf(h, "%d:%s%d:%s", len(p.Key), p.Key, len(Sanitize(p.Text)), Sanitize(p.Text))
	}
	f := Fenced{Fence: fmt.Sprintf("evidence-%x", h.Sum(nil)[:8])}
	for _, p := range passages {
		f.Blocks = append(f.Blocks, "<<<"+p.Key+" "+f.Fence+"\n"+Sanitize(p.Text)+"\n"+f.Fence+" "+p.Key+">>>\n")
	}
	return f
}
