package extract

import (
	"strings"

	"ibid/index"
	"ibid/index/source"
)

// expansion answers what an acronym stands for, from a place where the documents spell it out.
func (c *composer) expansion() []piece {
	q := c.request.Question
	subject := q.Subject
	if subject == "" && len(q.Identifiers) == 1 {
		subject = q.Identifiers[0]
	}
	var found *piece
	for n := range c.request.Evidence {
		ev := &c.request.Evidence[n]
		for _, p := range index.Harvest(&ev.Chunk.Chunk) {
			if !strings.EqualFold(p.Short, subject) {
				continue
			}
			if found = c.spelled(n, p); found != nil {
				break
			}
		}
		if found != nil {
			break
		}
	}
	if found == nil {
		return nil
	}
	if q.Kind == index.Expansion {
		return []piece{*found}
	}
	out := []piece{*found}
	for _, i := range choose(c.units, maxSentences-1) {
		if c.units[i].cover > 0 {
			out = append(out, c.pieces([]int{i})...)
		}
	}
	return out
}

// spelled is the shortest statement of a chunk that spells a pair out: a row of an abbreviation list, or a sentence.
func (c *composer) spelled(evidence int, p index.Acronym) *piece {
	ev := &c.request.Evidence[evidence]
	for _, b := range ev.Blocks {
		if b.Kind != source.Table {
			continue
		}
		at := b.Start
		for _, line := range strings.SplitAfter(ev.Text[b.Start:b.End], "\n") {
			if cells := strings.Split(strings.TrimRight(line, "\n"), " | "); len(cells) == 2 && strings.EqualFold(strings.TrimSpace(cells[0]), p.Short) {
				return &piece{evidence: evidence, start: at, text: strings.TrimSpace(cells[0]) + ": " + oneLine(cells[1])}
			}
			at += len(line)
		}
	}
	var best *piece
	for i := range c.units {
		u := &c.units[i]
		if u.evidence == evidence && u.kind != source.Code && index.ContainsWord(u.text, p.Long) && strings.Contains(u.text, p.Short) && (best == nil || len(u.text) < len(best.text)) {
			best = &piece{evidence: evidence, start: u.start, text: u.text, item: u.kind == source.Item}
		}
	}
	return best
}
