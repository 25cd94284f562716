package guard

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// Passage is a piece of evidence that a sentence may cite.
type Passage struct {
	Key  string // as in the marker: "c1"
	Text string
}

// Fenced is evidence laid out for a prompt.
type Fenced struct {
	Text  string // every passage between "<<<c1 fence" and "fence c1>>>" lines
	Fence string // the word that only these lines contain; the prompt names it as the limit of what is data
}

const (
	fencePrefix = "evidence-"
	fenceDigits = 16 // hexadecimal
)

// HasFence tells that a text holds a fence, whatever passages it is of: nobody writes one but a prompt.
func HasFence(text string) bool {
	for {
		_, rest, found := strings.Cut(text, fencePrefix)
		if !found {
			return false
		}
		if len(rest) >= fenceDigits && strings.Trim(rest[:fenceDigits], "0123456789abcdef") == "" {
			return true
		}
		text = rest
	}
}

// Fence encloses passages so that none of them can close its own fence or open another's: the fence is a hash of all
// the passages, so a document would have to contain its own hash to hold it, and a fence that occurs in the
// text is replaced all the same. The text of a passage is sanitised. The same passages give the same fence.
func Fence(passages []Passage) Fenced {
	clean := make([]string, len(passages))
	h := sha256.New()
	for i, p := range passages {
		clean[i] = Sanitize(p.Text)
		for _, part := range [...]string{p.Key, clean[i]} {
			h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
		}
	}
	fence := freshFence(h.Sum(nil), clean)
	var b strings.Builder
	for i, p := range passages {
		b.WriteString("<<<" + p.Key + " " + fence + "\n" + clean[i] + "\n" + fence + " " + p.Key + ">>>\n")
	}
	return Fenced{Text: b.String(), Fence: fence}
}

// freshFence derives a word from seed that none of the texts contains, in either case.
func freshFence(seed []byte, texts []string) string {
	for {
		fence := fencePrefix + hex.EncodeToString(seed)[:fenceDigits]
		if !anyContains(texts, fence) {
			return fence
		}
		next := sha256.Sum256(seed)
		seed = next[:]
	}
}

func anyContains(texts []string, word string) bool {
	for _, t := range texts {
		if strings.Contains(strings.ToLower(t), word) {
			return true
		}
	}
	return false
}
