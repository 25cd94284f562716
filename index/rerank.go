package index

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"ibid/index/question"
	"ibid/index/reader"
	"ibid/index/source"
)

const (
	readFirst  = 3    // best fused candidates, and as many of those nearest to the question, that are read at first
	clearly    = 0.5  // log-odds of a statement beyond which that is all; facts left out are .70 at -.5, .72 at .5
	readDepth  = 10   // best fused candidates that are read otherwise
	readNear   = 6    // those nearest to the question that are read then
	rankWeight = 15.0 // b of reader + b/(5+rank), the rank counted from 0
	silent     = -10  // log-odds of a chunk without a statement
	scoreUnit  = 10   // of log-odds; 1 of the final score, in which the bonuses below are measured

	maxPromotions = 3    // candidates moved up for what they hold to the letter
	nameBonus     = 0.15 // added for all names of the question; a part of it for a part of them
	titleBonus    = 0.50 // added to the chunk where a named algorithm, table or section begins
)

// Reading says of a statement of a chunk how likely it answers a question, or is what a claim is about: log-odds against
// "nothing here is".
type Reading struct {
	Start, End int // byte offsets in the chunk's text
	Score      float32
}

// Read reads chunks with a question: of each the statements, in its order. Without a reader nothing is read.
func Read(ctx context.Context, m *reader.Model, text string, chunks []*source.Chunk) ([][]Reading, error) {
	return score(ctx, m, (*reader.Model).Read, text, chunks)
}

// Nearest reads chunks with a claim: a score says how much it is about a statement, and nothing of whether that bears
// it out. Without a reader nothing is read.
func Nearest(ctx context.Context, m *reader.Model, claim string, chunks []*source.Chunk) ([][]Reading, error) {
	return score(ctx, m, (*reader.Model).Nearest, claim, chunks)
}

func score(ctx context.Context, m *reader.Model, read func(*reader.Model, context.Context, string, []reader.Passage) ([]reader.Reading, error),
	text string, chunks []*source.Chunk) ([][]Reading, error) {
	out := make([][]Reading, len(chunks))
	if m == nil {
		return out, nil
	}
	passages := make([]reader.Passage, len(chunks))
	for i, c := range chunks {
		passages[i].Context = above(c)
		for _, s := range c.Statements() {
			passages[i].Statements = append(passages[i].Statements, s.Text)
			out[i] = append(out[i], Reading{Start: s.Start, End: s.End})
		}
	}
	got, err := read(m, ctx, text, passages)
	for i := range got {
		for k, score := range got[i].Scores {
			out[i][k].Score = score
		}
	}
	return out, err
}

const sectionsAbove = 2 // headings above a chunk that it is read with

// above is what a chunk is read with: the title of its document and the last headings.
func above(c *source.Chunk) string {
	var out []string
	for _, part := range append([]string{c.Title}, c.Section[max(0, len(c.Section)-sectionsAbove):]...) {
		if part = strings.TrimSpace(part); part != "" && !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	return strings.Join(out, " > ")
}

// rerank reads the best candidates, which come in the order of their fused scores, and those nearest to the question:
// a few, and more where none of these answers it clearly. It orders them by their best statement and the rank that they
// had; those behind keep their order. Then the few go to the front that hold to the letter what the question names.
func rerank(ctx context.Context, m *reader.Model, q question.Question, cands []candidate) error {
	if m != nil && len(cands) > 0 {
		n := toFront(cands, readFirst, readFirst)
		likeliest, err := readEach(ctx, m, q.Text, cands[:n])
		if err == nil && likeliest <= clearly {
			n = toFront(cands, readDepth, readNear)
			_, err = readEach(ctx, m, q.Text, cands[:n]) // the model keeps what it has read
		}
		if err != nil {
			return err
		}
		best, rest := cands[:n], cands[n:]
		sortCandidates(best)
		for i, top := 0, best[0].score; i < len(best); i++ {
			best[i].score = round(1 / (1 + (top-best[i].score)/scoreUnit))
		}
		for i := range rest { // below those, as far apart as they were
			rest[i].score = round(best[len(best)-1].score * rest[i].score)
		}
	}
	promote(q, cands)
	sortCandidates(cands)
	return nil
}

// readEach scores candidates by their best statement and the rank that they had, and returns the log-odds of the best
// statement of all.
func readEach(ctx context.Context, m *reader.Model, text string, cands []candidate) (best float32, err error) {
	chunks := make([]*source.Chunk, len(cands))
	for i := range cands {
		chunks[i] = &cands[i].chunk.Chunk
	}
	read, err := Read(ctx, m, text, chunks)
	best = silent
	for i := range read {
		c, likeliest := &cands[i], float32(silent)
		c.read = read[i]
		for _, s := range c.read {
			likeliest = max(likeliest, s.Score)
		}
		c.score = float64(likeliest) + rankWeight/float64(5+c.fused)
		best = max(best, likeliest)
	}
	return best, err
}

// toFront moves the best fused candidates and those nearest to the question to the front, and tells how many they are.
func toFront(cands []candidate, depth, near int) int {
	var cosines []float64
	for _, c := range cands {
		cosines = append(cosines, c.cosine)
	}
	slices.Sort(cosines)
	least := cosines[max(0, len(cosines)-near)]
	behind := func(c candidate) bool { return c.fused >= depth && (c.cosine <= 0 || c.cosine < least) }
	front := slices.DeleteFunc(slices.Clone(cands), behind)
	copy(cands, append(front, slices.DeleteFunc(slices.Clone(cands), func(c candidate) bool { return !behind(c) })...))
	return len(front)
}

// promote moves up the few candidates that hold most of what the question names.
func promote(q question.Question, cands []candidate) {
	bonus := make([]float64, len(cands))
	why := make([]string, len(cands))
	for i := range cands {
		bonus[i], why[i] = exactness(q, &cands[i].chunk)
	}
	for range min(maxPromotions, len(cands)) {
		best := slices.Index(bonus, slices.Max(bonus))
		if bonus[best] == 0 {
			break
		}
		cands[best].score, cands[best].promoted = round(cands[best].score+bonus[best]), why[best]
		bonus[best] = 0
	}
}

// exactness measures how much of what the question names stands in a chunk, and says what.
func exactness(q question.Question, c *Chunk) (bonus float64, why string) {
	var what []string
	add := func(more float64, text string) { bonus, what = bonus+more, append(what, text) }
	for _, r := range q.References {
		if begins(r, c) {
			add(titleBonus, r.String()+" begins here")
		}
	}
	for _, id := range q.Identifiers {
		if question.ContainsWord(c.Text, id) {
			add(nameBonus/float64(len(q.Identifiers)), id)
		}
	}
	return round(bonus), "names " + strings.Join(what, ", ")
}

// begins tells whether a numbered part of a document starts in a chunk: a line of it opens with "Algorithm 2".
func begins(r question.Reference, c *Chunk) bool {
	const end = `(?:$|\.(?:\D|$)|[^\pL\pN.])` // "Section 4.1" does not begin at "Section 4.1.2"
	named := regexp.MustCompile(`(?i)^` + regexp.QuoteMeta(r.String()) + end)
	numbered := regexp.MustCompile(`(?i)^[# ]*` + regexp.QuoteMeta(r.Number) + end)
	return slices.ContainsFunc(c.Blocks, func(b source.Block) bool {
		text := c.Text[b.Start:b.End]
		return named.MatchString(text) || r.Label == "Section" && b.Kind == source.Heading && numbered.MatchString(text)
	})
}
