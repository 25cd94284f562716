package engine

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"ibid/guard"
	"ibid/index"
	"ibid/index/file"
	"ibid/index/question"
	"ibid/index/source"
)

const (
	// selectionSimilarity and selectionOverlap are the first pass over an answer from a selected text: one of them must
	// hold before sentence by sentence is checked.
	selectionSimilarity = 0.7
	selectionOverlap    = 0.5

	maxSuggestions = 3 // places in the documents suggested where the selection does not answer
)

// Selection is what was measured of an answer from a selected text.
type Selection struct {
	Contained      bool         `json:"in_selected_text"` // every citation's quote stands in the selection
	Similarity     *float64     `json:"similarity" jsonschema:"null where nothing can embed the texts"`
	KeywordOverlap *float64     `json:"keyword_overlap" jsonschema:"null after a refusal: there is no answer to compare"`
	Truncated      bool         `json:"truncated"` // the text was longer than the limits
	Latency        Took         `json:"latency_ms" jsonschema:"of the validation"`
	Suggestions    []Suggestion `json:"suggestions"` // where else to look, after a refusal
	Tokens         int          `json:"tokens" jsonschema:"of the text that were used"`
}

// Suggestion is a place in the documents that may answer instead.
type Suggestion struct {
	index.Place
	Score float64 `json:"score"`
}

// AskSelection answers a question from one text and nothing else. The retriever serves only to suggest other places;
// it may be nil.
func AskSelection(ctx context.Context, question, text, origin string, documents Retriever, g Generator, opt Options, l Listener) (_ *Answer, err error) {
	defer file.Catch(&err)
	start := time.Now()
	cut := guard.Truncate(text)
	p := newPassage(cut.Text, origin)
	opt.RefusalText, opt.selected = guard.NotInSelection, true
	opt.OnlyDocuments, opt.Cards = nil, nil // there is nothing else to find
	a, err := New(p, g, opt).Ask(ctx, question, l)
	if err != nil {
		return nil, err
	}
	checked := time.Now()
	s := &Selection{Contained: !a.Refused, Truncated: cut.Truncated, Tokens: cut.Tokens}
	a.Selection = s
	if cut.Truncated {
		a.Warnings = append(a.Warnings, fmt.Sprintf("the selected text was cut to its first %d tokens", cut.Tokens))
	}
	if !a.Refused {
		s.validate(ctx, a, cut.Text, documents)
	}
	if a.Refused {
		a.RefusalCode, a.Text = guard.OutsideSelection, guard.NotInSelection
		if s.Suggestions, err = suggest(ctx, question, documents); err != nil {
			return nil, err
		}
	}
	s.Latency, a.Timings.Total = since(checked), since(start)
	return a, nil
}

// embedder is a retriever that can also compare texts: it tells the cosines of a text, or of a question, and others.
type embedder interface {
	Similarities(ctx context.Context, text string, asks bool, others []string) ([]float64, error)
}

// validate is the first pass: the answer must resemble the selection, and quote nothing else.
func (s *Selection) validate(ctx context.Context, a *Answer, selection string, documents Retriever) {
	overlap := guard.SelectionOverlap(a.Claims(), selection)
	s.KeywordOverlap = new(rounded(overlap))
	similar := 0.0
	if e, ok := documents.(embedder); ok {
		if x, err := e.Similarities(ctx, a.Text, false, []string{selection}); err == nil {
			similar = x[0]
			s.Similarity = new(rounded(similar))
		}
	}
	for _, sentence := range a.Sentences {
		for _, q := range sentence.Quotes {
			s.Contained = s.Contained && q.Span[0] < q.Span[1] && q.Span[1] <= len(selection) && selection[q.Span[0]:q.Span[1]] == q.Text
		}
	}
	switch {
	case !s.Contained:
		a.withdraw("the answer quotes what is not in the selection")
	case overlap < selectionOverlap && similar < selectionSimilarity:
		a.withdraw(fmt.Sprintf("%.2f of the answer's words are in the selection, at least %.2f are needed", overlap, selectionOverlap))
	}
}

// Claims are what the sentences of an answer say.
func (a *Answer) Claims() []string {
	var out []string
	for i := range a.Sentences {
		out = append(out, a.Sentences[i].Text)
	}
	return out
}

// withdraw turns an answer from a selection into its refusal.
func (a *Answer) withdraw(reason string) {
	a.refuse(guard.OutsideSelection, reason)
	a.Text, a.Sentences, a.Citations, a.Sources, a.Symbols = guard.NotInSelection, nil, nil, nil, nil
}

func suggest(ctx context.Context, question string, documents Retriever) ([]Suggestion, error) {
	if documents == nil {
		return nil, nil
	}
	res, err := documents.Search(ctx, index.Query{Text: question, K: maxSuggestions})
	if err != nil {
		return nil, fmt.Errorf("suggestions: %w", err)
	}
	var out []Suggestion
	for _, h := range res.Hits {
		out = append(out, Suggestion{Place: h.Place(), Score: h.Score})
	}
	return out, nil
}

// passage is a Retriever over one text that is a single chunk.
type passage struct {
	chunk      index.Chunk
	statements []question.Bag
	acronyms   []index.Acronym
}

// newPassage makes a chunk of a text without changing it: offsets into one are offsets into the other.
func newPassage(text, origin string) *passage {
	c := index.Chunk{Path: origin, Chunk: source.Chunk{ID: "selection", DocID: "selection", Title: "", Kind: source.Docs,
		StartLine: 1, EndLine: 1 + strings.Count(text, "\n"), End: len(text), Text: text}}
	p := &passage{}
	for _, s := range guard.Parse(text).Sentences {
		kind := source.BlockKind(max(0, slices.Index(kinds[:], s.Kind))) // what has no block of its own is a paragraph
		if kind == source.Code {
			from, to, _ := s.Code()
			s.Start, s.End = s.Start+from, s.Start+to
		}
		if s.Start == s.End {
			continue // a fence around nothing
		}
		n := len(c.Blocks)
		if n > 0 && c.Blocks[n-1].Kind == kind && (kind == source.Paragraph || kind == source.Table) && !strings.Contains(text[c.Blocks[n-1].End:s.Start], "\n\n") {
			c.Blocks[n-1].End = s.End
		} else {
			c.Blocks = append(c.Blocks, source.Block{Kind: kind, Start: s.Start, End: s.End})
		}
		p.statements = append(p.statements, question.NewBag(text[s.Start:s.End]))
	}
	p.chunk = c
	p.acronyms = index.Harvest(&c.Chunk)
	return p
}

func (p *passage) Search(ctx context.Context, q index.Query) (res index.Result, err error) {
	if q.Respell {
		q.Text, res.Warnings, err = index.Respell(ctx, q.Text, p, func(string) ([]string, error) { return []string{p.chunk.Text}, nil })
	}
	res.Question, res.Fusion = question.Parse(q.Text), "the selected text as a whole"
	if len(p.statements) > 0 {
		res.Hits = []index.Hit{{Chunk: p.chunk, Rank: 1, Score: 1}}
	}
	return res, err
}

func (p *passage) Chunk(id string) (index.Chunk, error) {
	return index.Chunk{}, fmt.Errorf("chunk %q: %w", id, fs.ErrNotExist)
}

// Rarity counts the statements of the text as if they were documents.
func (p *passage) Rarity(_ context.Context, terms []string) ([]index.Rarity, error) {
	out := make([]index.Rarity, len(terms))
	for i, t := range terms {
		for _, b := range p.statements {
			if b[t] {
				out[i].Documents++
			}
		}
		out[i].IDF = index.IDF(len(p.statements), out[i].Documents)
	}
	return out, nil
}

func (p *passage) Expansions(word string) []string {
	var out []string
	for _, a := range p.acronyms {
		if strings.EqualFold(a.Short, word) {
			out = append(out, a.Long)
		}
	}
	return out
}

func (p *passage) Embedder() string { return "none" }

func (p *passage) Len() int { return 1 }
