package engine

import (
	"cmp"
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

	neighboured = 3 // of the best hits bring the chunks before and after them along: an answer often begins in one chunk and ends in the next
	deeper      = 6 // further hits stand behind these: on corpora that were left out the writer without a model finds .02 more facts there

	maxEarlier = 8 // turns that a question is completed from; each may itself be a follow-up

	maxJoining = 2 // chunks that a search for a side of a comparison may add
)

// find searches for a question. One that leans on the turns before it is completed from them.
func (x *run) find(ctx context.Context, asked string) (index.Result, error) {
	var earlier []string
	for _, turn := range x.opt.Earlier[max(0, len(x.opt.Earlier)-maxEarlier):] {
		earlier = append(earlier, turn.Question)
	}
	text, _ := question.Standalone(asked, earlier)
	res, err := x.search(ctx, index.Query{Text: text, Documents: x.opt.OnlyDocuments, Respell: true, Reader: x.opt.Reader})
	if text = res.Question.Text; text != OneLine(asked) {
		x.answer.Asked = text
	}
	return res, err
}

// gather makes evidence of what was found, and adds what the sides of a comparison find.
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
	if err := x.takeOpening(ctx, &res.Question); err != nil {
		return err
	}
	if r.Terms, err = index.Terms(ctx, res.Question, x.retriever); err != nil {
		return fmt.Errorf("question terms: %w", err)
	}
	r.Question, r.Names = res.Question, res.Question.Names(x.retriever.Expansions)
	r.Selected, r.Earlier = x.opt.selected, x.opt.Earlier
	a.Trace.Variants, a.Trace.Fusion, a.Trace.Found, a.Trace.Rounds = res.Variants, res.Fusion, res.Hits, 1
	a.Trace.Steps = []Step{{Round: 1, Action: Retrieve, Query: res.Question.Text, Found: len(r.Evidence)}}
	if err := x.takeSides(ctx); err != nil {
		return err
	}
	if err := x.readEvidence(ctx); err != nil {
		return err
	}
	a.Evidence = r.Evidence
	return nil
}

func (x *run) search(ctx context.Context, query index.Query) (index.Result, error) {
	query.K, query.Projects = x.opt.Hits+deeper, x.opt.OnlyProjects
	res, err := x.retriever.Search(ctx, query)
	if err != nil {
		return index.Result{}, fmt.Errorf("search: %w", err)
	}
	for _, warning := range res.Warnings {
		x.answer.warn(warning)
	}
	return res, nil
}

// take adds the hits, each once, in a total order, with the neighbours of the best ones before the deeper ones, as
// far as the budgets allow.
func (x *run) take(hits []index.Hit) error {
	slices.SortStableFunc(hits, before)
	first := hits[:min(x.opt.Hits, len(hits))]
	for _, h := range first {
		x.add(EvidenceOf(h))
	}
	if err := x.takeBeside(hits[:min(neighboured, len(hits))]); err != nil {
		return err
	}
	for _, h := range hits[len(first):] {
		x.add(EvidenceOf(h))
	}
	return nil
}

// takeBeside adds the chunks before and after some hits.
func (x *run) takeBeside(hits []index.Hit) error {
	for _, h := range hits {
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
	return nil
}

// takeOpening adds how the document opens that a question wants summed up: the words of the question need not stand
// there.
func (x *run) takeOpening(ctx context.Context, q *question.Question) error {
	if q.Kind != question.Overview {
		return nil
	}
	subject := question.NewBag(q.Subject)
	i := slices.IndexFunc(x.request.Evidence, func(ev Evidence) bool { return ev.About(subject) })
	if i < 0 {
		return nil
	}
	about := []string{x.request.Evidence[i].DocID}
	res, err := x.search(ctx, index.Query{Text: "abstract summary introduction overview", Documents: about})
	if err != nil {
		return err
	}
	for _, h := range res.Hits {
		if h.Opening() > 0 {
			x.add(EvidenceOf(h))
		}
	}
	return nil
}

// About tells whether the title and the id of its document hold some words, of which there must be any.
func (ev *Evidence) About(words question.Bag) bool {
	return len(words) > 0 && question.NewBag(ev.Title, ev.Spaced()).Holds(words)
}

// EvidenceOf is a hit as evidence, without a key.
func EvidenceOf(h index.Hit) Evidence {
	return Evidence{Chunk: h.Chunk, Score: h.Score, LexicalRank: h.LexicalRank, DenseRank: h.DenseRank, Cosine: h.Cosine}
}

// before is the order of evidence: score, then document, page and chunk.
func before(a, b index.Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.DocID, b.DocID), cmp.Compare(a.StartPage, b.StartPage),
		cmp.Compare(a.EndPage, b.EndPage), cmp.Compare(a.ID, b.ID))
}

// add takes a chunk, as c1, c2 …, unless it is there or the budgets have no room, and tells whether it did.
func (x *run) add(ev Evidence) bool {
	r := &x.request
	n := utf8.RuneCountInString(ev.Text)
	if r.has(ev.ID) || x.chunks == 0 || n > x.characters && len(r.Evidence) > 0 {
		return false
	}
	x.chunks, x.characters = x.chunks-1, x.characters-n
	r.append(ev)
	return true
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

// takeSides searches for each side of a comparison that the evidence does not speak of, and adds what does, behind what
// is there. Of a selected text there is nothing else to find.
func (x *run) takeSides(ctx context.Context) error {
	r, tr := &x.request, &x.answer.Trace
	tr.Stop = StopEnough
	for _, side := range r.Question.Sides {
		bag := question.NewBag(side)
		speaks := func(ev Evidence) bool { return question.NewBag(ev.texts()...).Holds(bag) }
		if x.opt.selected || slices.ContainsFunc(r.Evidence, speaks) {
			continue
		}
		res, err := x.search(ctx, index.Query{Text: side, Documents: x.opt.OnlyDocuments})
		if err != nil {
			return err
		}
		joined := 0
		for _, h := range res.Hits {
			ev := EvidenceOf(h)
			ev.Score = 0 // scores of another query do not compare with those of the question
			if joined < maxJoining && speaks(ev) && x.add(ev) {
				joined++
				tr.Found = append(tr.Found, h)
			}
		}
		if joined == 0 {
			tr.Stop = StopNothing
		}
		tr.Rounds = 2
		tr.Steps = append(tr.Steps, Step{Round: 2, Action: Reretrieve, Query: side, Found: joined,
			Reason: fmt.Sprintf("nothing speaks of “%s”, one side of the comparison", side)})
	}
	return nil
}

// readEvidence cuts the evidence into statements, and reads with the question what another search has found. What the
// question's own search left unread stays so, as do neighbours: on corpora left out nothing is gained by reading them.
func (x *run) readEvidence(ctx context.Context) error {
	return x.readUnread(ctx, &x.request, func(ev *Evidence) bool { return !ev.Neighbour })
}

// readUnread reads with the question what is wanted of the evidence and was not read, and cuts the evidence into statements.
func (x *run) readUnread(ctx context.Context, r *Request, wanted func(*Evidence) bool) error {
	var unread []*source.Chunk
	for i := range r.Evidence {
		ev := &r.Evidence[i]
		if _, found := r.readings[ev.ID]; !found && ev.Kind != source.SymbolCard && wanted(ev) {
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
	r.Statements, r.held = statements(r.Evidence, r.readings), nil
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
