package index

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/index/source"
)

// The reranker moves up chunks that hold, to the letter, the names the question gives. It must do no harm: it never
// moves a chunk down for any other reason, moves few, and does nothing where the names tell no chunk from another.
const (
	rerankDepth   = 20   // candidates looked at
	maxPromotions = 3    // candidates moved
	nameBonus     = 0.25 // added for all names of the question; a part of it for a part of them
	titleBonus    = 0.50 // added to the chunk where a named algorithm, table or section begins
	maxPerSource  = 3    // chunks of one document among the hits, unless the question names it
)

// rerank rescores the first candidates in place and sorts them again.
func rerank(q Question, cands []candidate) {
	head := cands[:min(rerankDepth, len(cands))]
	bonus := make([]float64, len(head))
	why := make([]string, len(head))
	telling := false
	for i := range head {
		bonus[i], why[i] = exactness(q, &head[i].chunk)
		telling = telling || bonus[i] != bonus[0]
	}
	if !telling {
		return
	}
	for n := 0; n < maxPromotions; n++ {
		best := -1
		for i := range head {
			if bonus[i] > 0 && (best < 0 || bonus[i] > bonus[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		head[best].score = round(head[best].score + bonus[best])
		head[best].promoted = why[best]
		bonus[best] = 0
	}
	sortCandidates(cands)
}

// exactness measures how much of what the question names stands in a chunk, and says what.
func exactness(q Question, c *Chunk) (float64, string) {
	bonus, why := 0.0, []string(nil)
	for _, r := range q.References {
		if begins(r, c) {
			bonus += titleBonus
			why = append(why, r.String()+" begins here")
		}
	}
	if len(q.Identifiers) > 0 {
		found := 0
		for _, id := range q.Identifiers {
			if ContainsWord(c.Text, id) {
				found++
				why = append(why, id)
			}
		}
		bonus += nameBonus * float64(found) / float64(len(q.Identifiers))
	}
	if bonus == 0 {
		return 0, ""
	}
	return bonus, fmt.Sprintf("names %s", strings.Join(why, ", "))
}

// begins tells whether a numbered part of a document starts in a chunk: a line of it opens with "Algorithm 2".
func begins(r Reference, c *Chunk) bool {
	for _, b := range c.Blocks {
		text := c.Text[b.Start:b.End]
		if opensWith(text, r.String()) {
			return true
		}
		if r.Label == "Section" && b.Kind == source.Heading && opensWith(strings.TrimLeft(text, "# "), r.Number) {
			return true
		}
	}
	return false
}

func opensWith(text, name string) bool {
	if len(text) < len(name) || !strings.EqualFold(text[:len(name)], name) {
		return false
	}
	rest := text[len(name):]
	if len(rest) > 1 && rest[0] == '.' && unicode.IsDigit(rune(rest[1])) {
		return false // "Section 4.1" does not begin at "Section 4.1.2"
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !isWordRune(r)
}

// ContainsWord tells whether a text holds a name as a whole word, in any case: "SHA3-25" is not in "SHA3-256".
func ContainsWord(text, name string) bool {
	text, name = strings.ToLower(text), strings.ToLower(name)
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 || name == "" {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, size := utf8.DecodeRuneInString(text[i+len(name):])
		joined := (after == '-' || after == '.' || after == '_') && wordAfter(text[i+len(name)+size:])
		if (i == 0 || !isWordRune(before)) && !isWordRune(after) && !joined {
			return true
		}
		from = i + len(name)
	}
}

func wordAfter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isWordRune(r)
}

// diversify takes the first k candidates, at most maxPerSource of one document unless the question names that
// document. Where the documents are too few to fill k, the ones passed over follow in their order.
func diversify(q Question, cands []candidate, k int) []candidate {
	count := map[string]int{}
	var taken, passed []candidate
	for _, c := range cands {
		if len(taken) == k {
			break
		}
		if count[c.chunk.DocID] >= maxPerSource && !namesDocument(q, &c.chunk) {
			passed = append(passed, c)
			continue
		}
		count[c.chunk.DocID]++
		taken = append(taken, c)
	}
	if missing := k - len(taken); missing > 0 {
		taken = append(taken, passed[:min(missing, len(passed))]...)
	}
	return taken
}

// namesDocument tells whether a question speaks of a document by its name: "FIPS 203" for NIST.FIPS.203.
func namesDocument(q Question, c *Chunk) bool {
	loose := func(s string) string {
		return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !isWordRune(r) }), " ")
	}
	question := " " + loose(q.Text) + " "
	id := loose(c.DocID[strings.LastIndexByte(c.DocID, '/')+1:])
	for name := id; ; {
		if strings.Contains(question, " "+name+" ") && (name == id || strings.ContainsFunc(name, unicode.IsDigit)) {
			return true
		}
		_, rest, ok := strings.Cut(name, " ")
		if !ok || !strings.Contains(rest, " ") {
			return false
		}
		name = rest
	}
}
