package engine

import (
	"path"
	"strings"

	"ibid/guard"
	"ibid/guard/sentence"
	"ibid/guard/support"
	"ibid/index/source"
)

// Passage is evidence that claims are held against, analysed once.
type Passage struct {
	Evidence
	prepared *support.Prepared
}

// NewPassage analyses evidence, which messages call by a name: with its blocks, the names of its folders and its
// file, and the title and the section that it stands under.
func NewPassage(ev Evidence, name string) Passage {
	in := guard.Passage{Key: name, Text: ev.Text, Heading: ev.Heading()}
	for _, b := range ev.Blocks {
		kind := kinds[b.Kind]
		if b.Kind == source.Paragraph && numbered(ev.Text[b.Start:b.End]) {
			kind = guard.Item
		}
		in.Blocks = append(in.Blocks, sentence.Span{Start: b.Start, End: b.End, Kind: kind})
	}
	return Passage{ev, support.Prepare(in)}
}

// kinds are those of blocks, as the guard calls them.
var kinds = [...]guard.Kind{source.Paragraph: guard.Prose, source.Heading: guard.Heading, source.Item: guard.Item, source.Table: guard.Row, source.Code: guard.Code}

// Heading is what evidence stands under, a line each: the folder of all documents, which tells what they are about
// more often than not, its file, its title and its sections.
func (ev *Evidence) Heading() string {
	folder := path.Base(ev.Path[:max(0, strings.LastIndex(ev.Path, ev.DocID))])
	return strings.Join(append([]string{folder, strings.ReplaceAll(ev.DocID, "/", " "), ev.Title}, ev.Section...), "\n")
}

// Finding is what was found out about a claim.
type Finding struct {
	guard.Sentence
	Places   []Citation // of the quotes
	Reworded bool       // nothing but words stands between it and what it cites
}

// Check holds a claim against passages. It is the one check of drafts and of the texts of others.
func Check(claim string, passages []Passage) Finding {
	prepared := make([]*support.Prepared, len(passages))
	for i := range passages {
		prepared[i] = passages[i].prepared
	}
	s := support.Check(claim, prepared...)
	out := Finding{Sentence: guard.Sentence{Text: claim, Verdict: s.Verdict, Score: s.Score, Reason: s.Reason, Proof: s.Proof}, Reworded: s.Reworded}
	for _, q := range s.Quotes {
		ev := passages[q.Passage].Evidence
		quote := guard.Quote{Key: ev.Key, Text: q.Text, Span: [2]int{q.Start, q.End}}
		out.Quotes, out.Places = append(out.Quotes, quote), append(out.Places, Cite(ev, quote))
	}
	return out
}
