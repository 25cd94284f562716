package extract

import (
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/index/question"
	"ibid/index/source"
)

// view is a statement as its features see it.
type view struct {
	*engine.Statement
	ev    *engine.Evidence
	words []string     // in lower case
	head  question.Bag // the headings above it
	lead  question.Bag // what introduces its list, its table's caption and header
	para  question.Bag // its paragraph
	prev  question.Bag
}

var wordForm = regexp.MustCompile(`[\p{L}\p{N}%$€£°]+(?:['’.,-][\p{L}\p{N}]+)*`)

// views lays the statements out with what stands around them.
func views(r *engine.Request) []view {
	out := make([]view, len(r.Statements))
	type place struct{ evidence, block int }
	paras, leads := map[place]question.Bag{}, map[int]question.Bag{}
	for i := range out {
		s := &r.Statements[i]
		ev := &r.Evidence[s.Evidence]
		v := view{Statement: s, ev: ev, words: wordForm.FindAllString(strings.ToLower(s.Text), -1), lead: leads[s.List]}
		heads := ev.Section
		for b := s.Block; b >= 0; b-- {
			if ev.Blocks[b].Kind == source.Heading {
				heads = append(slices.Clip(heads), ev.Text[ev.Blocks[b].Start:ev.Blocks[b].End])
				break
			}
		}
		v.head = question.NewBag(heads...)
		if s.Kind == source.Table {
			v.lead = question.NewBag(s.Before())
		} else {
			p := place{s.Evidence, s.Block}
			if paras[p] == nil {
				paras[p] = question.NewBag(ev.Text[ev.Blocks[s.Block].Start:ev.Blocks[s.Block].End])
			}
			v.para = paras[p]
		}
		if s.Leads > 0 {
			leads[s.Leads] = s.Bag
		}
		if i > 0 && out[i-1].Evidence == s.Evidence {
			v.prev = out[i-1].Bag
		}
		out[i] = v
	}
	return out
}

// fromSource tells whether it stands in a program.
func (v *view) fromSource() bool { return v.ev.Kind == source.Source || v.ev.Kind == source.Test }

// opens tells whether it is the first of its paragraph.
func (v *view) opens() bool { return v.Start == v.ev.Blocks[v.Block].Start }
