package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ibid/index"
	"ibid/index/question"
)

const (
	maxChunks     = 22     // of evidence, neighbours included
	maxCharacters = 36_000 // of evidence
	maxRounds     = 2      // of retrieval

	neighboured = 3 // of the best hits bring the chunks before and after them along: an answer often begins in one chunk and ends in the next
	deeper      = 6 // further hits stand behind these: on corpora that were left out the writer without a model finds .02 more facts there

	maxQueries = 3 // searches of one further round
	maxJoining = 2 // chunks that one of them may add: what answers the question was mostly found by the question

	// joining is the least share of the rest of the question that a chunk must hold to join. It is not gate 1's
	// threshold: the evidence for a question is the same whatever that is set to, so that a curve over it can be
	// drawn from one run.
	joining = 0.28
)

// gather finds the evidence: what the question itself finds, then, in a bounded number of rounds, what it lacks. A
// further round only ever adds to the evidence, behind what is there.
func (x *run) gather(ctx context.Context, question string) error {
	a, r := x.answer, &x.request
	start, wording := time.Now(), a.Timings.Generate
	res, err := x.search(ctx, index.Query{Text: x.standalone(question), Documents: x.opt.OnlyDocuments, Respell: true})
	if err != nil {
		return err
	}
	if asked := res.Question.Text; asked != OneLine(question) {
		a.Asked = asked
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
	r.Question, r.Names, r.Statements = res.Question, res.Question.Names(x.retriever.Expansions), statements(r.Evidence)
	r.Selected, r.Earlier, r.measuredBy = x.opt.selected, x.opt.Earlier, res.Embedder
	if e, ok := x.retriever.(embedder); ok && res.Embedder != "" {
		r.Similar = func(ctx context.Context, texts []string) []float64 {
			cosines, err := e.Similarities(ctx, res.Question.Text, true, texts)
			if err != nil {
				a.warn("the sentences were chosen by their words alone: " + err.Error())
			}
			return cosines
		}
	}
	r.cosine = -1
	for _, h := range res.Hits {
		if r.has(h.ID) {
			r.cosine = max(r.cosine, h.Cosine)
		}
	}
	a.Trace.Variants, a.Trace.Fusion, a.Trace.Found, a.Trace.Rounds = res.Variants, res.Fusion, res.Hits, 1
	a.Trace.Steps = []Step{{Round: 1, Action: Retrieve, Query: res.Question.Text, Found: len(r.Evidence)}}
	if a.Trace.Stop, err = x.further(ctx); err != nil {
		return err
	}
	a.Evidence = r.Evidence
	a.Timings.Retrieve = time.Since(start) - (a.Timings.Generate - wording)
	return nil
}

func (x *run) search(ctx context.Context, query index.Query) (index.Result, error) {
	query.K, query.Projects, query.Reranker = x.opt.Hits+deeper, x.opt.OnlyProjects, x.opt.Reranker
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
	return Evidence{Chunk: h.Chunk, Score: h.Score, LexicalRank: h.LexicalRank, DenseRank: h.DenseRank}
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

// further searches again, in other words, for what the evidence lacks, until nothing is lacking, nothing new is
// found, or the rounds are used up. Of a selected text there is nothing else to find.
func (x *run) further(ctx context.Context) (Stop, error) {
	tr := &x.answer.Trace
	asked := map[string]bool{strings.ToLower(x.request.Question.Text): true}
	for {
		gaps, lost := x.request.gaps()
		switch {
		case len(gaps)+len(lost) == 0:
			return StopEnough, nil
		case x.opt.selected || tr.Rounds >= maxRounds:
			return StopRounds, nil
		}
		tr.Rounds++
		joined := 0
		for _, q := range reformulations(&x.request, gaps, lost, asked) {
			asked[strings.ToLower(q.text)] = true
			n, err := x.lookFor(ctx, q.text, gaps)
			if err != nil {
				return "", err
			}
			joined += n
			tr.Steps = append(tr.Steps, Step{Round: tr.Rounds, Action: Reretrieve, Query: q.text, Found: n, Reason: q.reason})
		}
		if joined == 0 {
			if tr.Steps[len(tr.Steps)-1].Round < tr.Rounds {
				tr.Rounds-- // there was nothing to search for
			}
			return StopNothing, nil
		}
	}
}

// lookFor searches for a query and lets what fills a gap join the evidence. A chunk that merely holds a missing word
// would open the gate for that word to no purpose: it must also bear on the rest of the question.
func (x *run) lookFor(ctx context.Context, query string, gaps []gap) (joined int, err error) {
	res, err := x.search(ctx, index.Query{Text: query, Documents: x.opt.OnlyDocuments})
	if err != nil {
		return 0, err
	}
	r := &x.request
	for _, h := range res.Hits {
		ev := EvidenceOf(h)
		ev.Score = 0 // scores of another query do not compare with those of the question
		if r.has(ev.ID) || !r.helps(&ev, gaps) || !x.add(ev) {
			continue
		}
		x.answer.Trace.Found = append(x.answer.Trace.Found, h)
		if joined++; joined == maxJoining {
			break
		}
	}
	if joined > 0 {
		r.Statements, r.held = statements(r.Evidence), nil
	}
	return joined, nil
}

// helps tells whether a chunk fills a gap and bears on the rest of the question.
func (r *Request) helps(ev *Evidence, gaps []gap) bool {
	var said []Statement
	for _, g := range gaps {
		if !g.filledBy(ev) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(r.Terms), func(t question.Term) bool { return !g.besides(&t) })
		if said == nil {
			said = statements([]Evidence{*ev})
		}
		if slices.ContainsFunc(said, func(st Statement) bool { return len(rest) == 0 || st.Coverage(rest) >= joining }) {
			return true
		}
	}
	return false
}

// gap is something that a question asks about and its evidence does not hold.
type gap struct {
	text string
	long []string // what the documents say that it stands for
	side bool     // it is one side of a comparison

	filledBy func(*Evidence) bool // a chunk holds it
	// besides are the terms that such a chunk must speak of too: of the question all but what was missing, of a side
	// of a comparison its own, because it is spoken of for itself.
	besides func(*question.Term) bool
}

// gaps tells what the evidence lacks: what a further search may find, and the words that no document has.
func (r *Request) gaps() (gaps []gap, lost []string) {
	named := map[string]bool{}
	for _, n := range r.Names {
		if r.mentions(&n) {
			continue
		}
		holds := func(text string) bool {
			return slices.ContainsFunc(n.Forms, func(form string) bool { return question.ContainsWord(text, form) })
		}
		gaps = append(gaps, gap{text: n.Text, long: n.Forms[1:],
			filledBy: func(ev *Evidence) bool { return slices.ContainsFunc(ev.texts(), holds) },
			besides:  func(t *question.Term) bool { return !question.ContainsWord(n.Text, t.Text) }})
		named[strings.ToLower(n.Text)] = true
	}
	for _, side := range r.Question.Sides {
		bag := question.NewBag(side)
		g := gap{text: side, side: true,
			filledBy: func(ev *Evidence) bool { return question.NewBag(ev.texts()...).Holds(bag) },
			besides:  func(t *question.Term) bool { return bag[t.Whole] }}
		if len(bag) > 0 && !named[strings.ToLower(side)] && !slices.ContainsFunc(r.Evidence, func(ev Evidence) bool { return g.filledBy(&ev) }) {
			gaps = append(gaps, g)
		}
	}
	_, missing := r.keywords()
	for _, t := range missing {
		switch {
		case !t.Known:
			lost = append(lost, t.Text)
		case !named[strings.ToLower(t.Text)]:
			gaps = append(gaps, gap{text: t.Text, long: t.Long,
				filledBy: func(ev *Evidence) bool { return question.NewBag(ev.texts()...).Match(&t) >= question.PartCredit },
				besides:  func(other *question.Term) bool { return other.Text != t.Text }})
		}
	}
	return gaps, lost
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

// reformulation is another search for the evidence of a question.
type reformulation struct{ text, reason string }

// reformulations are the searches that may fill the gaps, best first, at most maxQueries, and none that was asked: each
// side of a comparison that has no evidence, what is missing alone, acronyms spelled out, and the question without the
// words that no document has.
func reformulations(r *Request, gaps []gap, lost []string, asked map[string]bool) []reformulation {
	var out []reformulation
	seen := map[string]bool{}
	add := func(text, reason string) {
		key := strings.ToLower(text)
		if text != "" && len(out) < maxQueries && !asked[key] && !seen[key] {
			seen[key] = true
			out = append(out, reformulation{text, reason})
		}
	}
	if len(gaps) == 0 {
		return nil // what no document has is not found in other words
	}
	var missing []string
	for _, g := range gaps {
		if g.side {
			add(g.text, fmt.Sprintf("nothing speaks of “%s”, one side of the comparison", g.text))
			continue
		}
		missing = append(missing, g.text)
	}
	lacks := fmt.Sprintf("the evidence lacks “%s”", strings.Join(missing, "”, “"))
	add(strings.Join(missing, " "), lacks)
	for _, g := range gaps {
		for _, l := range g.long {
			add(strings.Replace(r.Question.Text, g.text, l, 1), fmt.Sprintf("“%s” stands for “%s”", g.text, l))
		}
	}
	if len(lost) > 0 {
		add(question.WithoutTerms(r.Question.Text, lost), fmt.Sprintf("no document has “%s”", strings.Join(lost, "”, “")))
	}
	return out
}
