package engine

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
)

const (
	maxChunks     = 22     // of evidence, neighbours included
	maxCharacters = 36_000 // of evidence

	neighboured = 3 // of the best hits bring the chunks around them along: an answer often ends in the next
	deeper      = 6 // further hits stand behind these: on corpora left out the built-in writer finds .02 more facts

	maxEarlier = 8 // turns that a question is completed from; each may itself be a follow-up
)

// find searches for a question. One that leans on the turns before it is completed from them.
func (x *run) find(ctx context.Context, asked string) (index.Result, error) {
	var earlier []string
	for _, turn := range x.opt.Earlier[max(0, len(x.opt.Earlier)-maxEarlier):] {
		earlier = append(earlier, turn.Question)
	}
	text, _ := question.Standalone(asked, earlier)
	res, err := x.retriever.Search(ctx, index.Query{Text: text, K: x.opt.Hits + deeper, Documents: x.opt.OnlyDocuments, Projects: x.opt.OnlyProjects,
		Respell: true, Reader: x.opt.Reader})
	if err != nil {
		return res, fmt.Errorf("search: %w", err)
	}
	for _, warning := range res.Warnings {
		x.answer.warn(warning)
	}
	if text = res.Question.Text; text != OneLine(asked) {
		x.answer.Asked = text
	}
	return res, nil
}

// gather makes evidence of what was found.
func (x *run) gather(ctx context.Context, res *index.Result) (err error) {
	a, r := x.answer, &x.request
	// Of a selected text nothing was read yet.
	if slices.ContainsFunc(res.Hits, func(h index.Hit) bool { return h.Read != nil }) {
		for i := range res.Hits {
			h := &res.Hits[i]
			r.readings[h.ID], h.Read = h.Read, nil
		}
	}
	if err := x.take(res.Hits); err != nil {
		return fmt.Errorf("evidence: %w", err)
	}
	if r.Terms, err = index.Terms(ctx, res.Question, x.retriever); err != nil {
		return fmt.Errorf("question terms: %w", err)
	}
	r.Question, r.Names = res.Question, res.Question.Names(x.retriever.Expansions)
	r.Selected, r.Earlier = x.opt.selected, x.opt.Earlier
	a.Trace.Variants, a.Trace.Fusion, a.Trace.Found = res.Variants, res.Fusion, res.Hits
	a.Trace.Rounds, a.Trace.Stop = 1, "enough evidence"
	a.Trace.Steps = []Step{{Round: 1, Action: Retrieve, Query: res.Question.Text, Found: len(r.Evidence)}}
	asked := index.MentionsOf(r.Question) // the search reads no cards of symbols
	if err := x.readUnread(ctx, r, func(ev *Evidence) bool {
		return !ev.Neighbour && (ev.Kind != source.SymbolCard || asked.Name(ev.Symbol))
	}); err != nil {
		return err
	}
	a.Evidence = r.Evidence
	return nil
}

// take adds the hits, each once, the best first, with the neighbours of the first ones before the deeper ones, as far
// as the budgets allow.
func (x *run) take(hits []index.Hit) error {
	first := hits[:min(x.opt.Hits, len(hits))]
	for _, h := range first {
		x.add(EvidenceOf(h))
	}
	for _, h := range hits[:min(neighboured, len(hits))] {
		for _, id := range []string{h.Prev, h.Next} {
			if id == "" || x.request.has(id) {
				continue
			}
			c, err := x.retriever.Chunk(id)
			if err != nil {
				return err
			}
			x.add(Evidence{Chunk: c, Neighbour: true})
		}
	}
	for _, h := range hits[len(first):] {
		x.add(EvidenceOf(h))
	}
	return nil
}

// EvidenceOf is a hit as evidence, without a key.
func EvidenceOf(h index.Hit) Evidence {
	return Evidence{Chunk: h.Chunk, Score: h.Score, LexicalRank: h.LexicalRank, DenseRank: h.DenseRank, Cosine: h.Cosine}
}

// add takes a chunk, as c1, c2 …, unless it is there or the budgets have no room.
func (x *run) add(ev Evidence) {
	r := &x.request
	n := utf8.RuneCountInString(ev.Text)
	if r.has(ev.ID) || x.chunks == 0 || n > x.characters && len(r.Evidence) > 0 {
		return
	}
	x.chunks, x.characters = x.chunks-1, x.characters-n
	r.append(ev)
}

// has tells whether a chunk is among the evidence.
func (r *Request) has(id string) bool {
	return slices.ContainsFunc(r.Evidence, func(ev Evidence) bool { return ev.ID == id })
}

// append gives a piece of evidence the next key.
func (r *Request) append(ev Evidence) {
	ev.Key = fmt.Sprintf("c%d", len(r.Evidence)+1)
	r.Evidence = append(slices.Clip(r.Evidence), ev)
}

// readUnread reads with the question what is wanted of the evidence and was not read, a selected text or what a draft
// quotes, and cuts the evidence into statements. On corpora left out nothing is gained by reading neighbours, or what
// the search left unread.
func (x *run) readUnread(ctx context.Context, r *Request, wanted func(*Evidence) bool) error {
	var unread []*source.Chunk
	for i := range r.Evidence {
		ev := &r.Evidence[i]
		if read, found := r.readings[ev.ID]; (!found || read == nil && ev.Kind == source.SymbolCard) && wanted(ev) {
			unread = append(unread, &ev.Chunk.Chunk)
		}
	}
	read, err := index.Read(ctx, x.opt.Reader, r.Question.Text, unread)
	if err != nil {
		return fmt.Errorf("read the evidence: %w", err)
	}
	for i, c := range unread {
		r.readings[c.ID] = read[i]
	}
	r.Statements = statements(r.Evidence, r.readings)
	return nil
}

// texts are what a piece of evidence says, what it stands under, and the languages of its code.
func (ev *Evidence) texts() []string {
	out := append(place(ev), ev.Text)
	for _, b := range ev.Blocks {
		if b.Lang != "" && !slices.Contains(out, b.Lang) {
			out = append(out, b.Lang)
		}
	}
	return out
}
