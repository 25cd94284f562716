package eval

import (
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Ranking scores the first k hits against gold places. A hit is credited to the first place that it matches and that
// no earlier hit was credited to.
//
// Recall is the share of the places that were credited, MRR is 1/rank of the first hit that matches any place, nDCG
// has gain 1 for each credited hit and the discount 1/log2(rank+1). All are from 0 to 1, and 0 without gold.
func Ranking(hits []Found, gold []Place, k int) (recall, mrr, ndcg float64) {
	left := slices.Clone(gold)
	gained, ideal := 0.0, 0.0
	for i := range clamp(k, len(hits)) {
		g := slices.IndexFunc(left, func(p Place) bool { return p.Matches(&hits[i]) })
		if g < 0 {
			continue
		}
		if mrr == 0 {
			mrr = 1 / float64(i+1)
		}
		gained += discount(i)
		left = slices.Delete(left, g, g+1)
	}
	for i := range clamp(k, len(gold)) {
		ideal += discount(i)
	}
	return ratio(float64(len(gold)-len(left)), float64(len(gold))), mrr, ratio(gained, ideal)
}

// clamp is k between 0 and n.
func clamp(k, n int) int { return max(0, min(k, n)) }

// discount is what a gain at an index is worth.
func discount(i int) float64 { return 1 / math.Log2(float64(i+2)) }

// ratio is a/b, and 0 where b is.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// How far off a place is still near.
const (
	nearPages = 1
	nearLines = 10
)

// Matches tells whether a chunk holds a part of the place: it is of the same document and their pages or lines
// overlap, or it is the symbol. Any chunk of a document matches a place that is the whole of it.
func (p *Place) Matches(f *Found) bool { return p.within(f, 0, 0) }

// Near tells whether a chunk matches or stands at most one page or ten lines off.
func (p *Place) Near(f *Found) bool { return p.within(f, nearPages, nearLines) }

// SameDocument tells whether a chunk is of the place's document. A place that names a symbol and no document has that
// of the symbol.
func (p *Place) SameDocument(f *Found) bool {
	if p.DocID == "" {
		return p.isSymbol(f)
	}
	return sameDocument(p.DocID, f.DocID)
}

func (p *Place) within(f *Found, pages, lines int) bool {
	switch {
	case !p.SameDocument(f):
		return false
	case p.isSymbol(f):
		return true
	case p.StartPage > 0:
		return overlap(p.StartPage, p.EndPage, f.StartPage, f.EndPage, pages)
	case p.StartLine > 0:
		return overlap(p.StartLine, p.EndLine, f.StartLine, f.EndLine, lines)
	}
	return p.Symbol == ""
}

// overlap tells whether two ranges have a number in common, or at most slack numbers apart. A chunk without such
// numbers starts at 0.
func overlap(from, to, start, end, slack int) bool {
	return start > 0 && start-slack <= to && end >= from-slack
}

// isSymbol tells whether a chunk is of the place's symbol. A symbol's card has the qualified name,
// tidewater.frames.Frame.read, a chunk of source code the name that its file declares, Frame.read: then what is
// before that must be named as the file, or as its folder, so that Frame.read is not taken for a function read.
func (p *Place) isSymbol(f *Found) bool {
	if p.Symbol == "" || f.Symbol == "" {
		return false
	}
	if p.Symbol == f.Symbol {
		return true
	}
	module, ok := strings.CutSuffix(p.Symbol, "."+f.Symbol)
	if !ok {
		return false
	}
	last := module[strings.LastIndexAny(module, "./")+1:]
	folder, file := path.Split(f.DocID)
	return last == strings.TrimSuffix(file, path.Ext(file)) || last == path.Base(folder)
}

// sameDocument tells whether a document of a question set is one of the index. Sets may name prose with the ending
// that its id in the index does without. Not the other way round: an index that keeps guide.md has another guide.
func sameDocument(gold, id string) bool {
	if gold == id {
		return true
	}
	ending, ok := strings.CutPrefix(gold, id)
	return ok && id != "" && slices.Contains(bareEndings(), strings.ToLower(ending))
}

// bareEndings are those of files whose ids in an index do without.
func bareEndings() []string {
	return []string{".pdf", ".md", ".markdown", ".html", ".htm", ".ipynb", ".txt", ".rst"}
}

// Overlap compares an answer with the texts that it may be, as SQuAD 2.0 does: in lower case, without ASCII
// punctuation and without the articles a, an and the. f1 is the harmonic mean of the shares of words that the answer
// and a text have in common, exact is 1 where they are the same; each is the best over the texts, and 0 where there
// are none. An answer that is right by being none is the caller's to judge.
func Overlap(answer string, texts []string) (f1, exact float64) {
	words := squadWords(answer)
	for _, t := range texts {
		want := squadWords(t)
		if slices.Equal(words, want) {
			return 1, 1
		}
		f1 = max(f1, ratio(2*float64(common(words, want)), float64(len(words)+len(want))))
	}
	return f1, 0
}

// common counts the words that two bags have in common.
func common(a, b []string) int {
	left := make(map[string]int, len(b))
	for _, w := range b {
		left[w]++
	}
	n := 0
	for _, w := range a {
		if left[w] > 0 {
			left[w]--
			n++
		}
	}
	return n
}

// squadWords are the words of a text after SQuAD's normalisation. An article is one wherever no letter or number
// touches it: the dash of "the–war" is no ASCII punctuation and stays, its article goes.
func squadWords(s string) []string {
	const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(punctuation, r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
	var b strings.Builder
	start := 0 // of a run of letters and numbers
	for i, r := range s + " " {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			continue
		}
		switch run := s[start:i]; run {
		case "a", "an", "the":
			b.WriteByte(' ')
		default:
			b.WriteString(run)
		}
		b.WriteRune(r)
		start = i + utf8.RuneLen(r)
	}
	return strings.Fields(b.String())
}

// HoldsFact tells whether an answer holds a literal fact. Both are compared after Unicode NFKC, in lower case, without white space
// and without commas between digits, so that 35 664, 35,664 and 35664 are the same.
func HoldsFact(answer, fact string) bool {
	return strings.Contains(foldFact(answer), foldFact(fact))
}

func foldFact(s string) string {
	drop := func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}
	s = strings.Map(drop, strings.ToLower(norm.NFKC.String(s)))
	isDigit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	var b strings.Builder
	for i := range len(s) {
		if s[i] != ',' || !isDigit(i-1) || !isDigit(i+1) {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// What a sentence is compared by.
const (
	alike     = 0.8 // share of the words of one that the other has
	fewestOwn = 3   // words of a unit whose own share counts: of fewer, any sentence holds them
)

var (
	listing = regexp.MustCompile("(?s)```.*?(?:```|\\z)")
	marker  = regexp.MustCompile(`\[c\d+\][.;]?`)
	tag     = regexp.MustCompile(`<[a-z/][^>]*>`)
	token   = regexp.MustCompile("[a-z0-9%°./()'’-]*[a-z0-9%]")
)

// Sentences compares what an answer shows with the sentences that a librarian would quote. A unit of the answer is a sentence up
// to its marker, or a line; a listing is one unit. A unit is right if 80% of its words, of three or more, are in one of the gold or
// also sentences, or 80% of the words of such a sentence in it. precision is the share of the units that are right, recall the
// number of gold and also sentences that some unit is right by, of the number of gold sentences and at most 1. There is at least one
// gold sentence; an answer without units has precision 0.
func Sentences(answer string, gold, also []string) (precision, recall float64, units int) {
	shown := unitsOf(answer)
	quoted := make([][]string, 0, len(gold)+len(also))
	for _, g := range slices.Concat(gold, also) {
		quoted = append(quoted, tokens(g))
	}
	precision = share(shown, func(u []string) bool {
		return slices.ContainsFunc(quoted, func(g []string) bool { return shows(u, g) })
	})
	found := number(quoted, func(g []string) bool {
		return slices.ContainsFunc(shown, func(u []string) bool { return shows(u, g) })
	})
	return precision, min(1, ratio(found, float64(len(gold)))), len(shown)
}

// unitsOf are the words of each unit of an answer; what has none is no unit.
func unitsOf(answer string) [][]string {
	answer = listing.ReplaceAllStringFunc(answer, func(code string) string {
		return " " + strings.ReplaceAll(strings.ReplaceAll(code, "```", ""), "\n", " ") + "\n"
	})
	var out [][]string
	for line := range strings.Lines(answer) {
		for _, unit := range marker.Split(line, -1) {
			if words := tokens(unit); len(words) > 0 {
				out = append(out, words)
			}
		}
	}
	return out
}

// tokens are the words of a text that sentences are compared by, without tags and emphasis.
func tokens(s string) []string {
	s = strings.ToLower(tag.ReplaceAllString(s, " "))
	return token.FindAllString(strings.NewReplacer("*", "", "`", "").Replace(s), -1)
}

// shows tells whether a unit is right by a sentence.
func shows(unit, sentence []string) bool {
	n := float64(common(unit, sentence))
	return len(unit) >= fewestOwn && ratio(n, float64(len(unit))) >= alike || ratio(n, float64(len(sentence))) >= alike
}

// Shows lists the sentences that a statement shows, by their places: most of its words are theirs, or it has most of theirs.
func Shows(statement string, sentences []string) []int {
	var out []int
	unit := tokens(statement)
	for i, s := range sentences {
		if shows(unit, tokens(s)) {
			out = append(out, i)
		}
	}
	return out
}
