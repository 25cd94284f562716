package extract

import (
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/index/lexical"
	"ibid/index/question"
	"ibid/index/source"
)

// view is a statement as its features see it. The sentences of a short list item are one.
type view struct {
	*engine.Statement
	parts  []int // of the request's statements
	list   bool  // a list item, or a paragraph with a number or a letter of its own
	ev     *engine.Evidence
	words  []string         // in lower case
	at     map[string][]int // term → its positions
	length int              // in words
	head   question.Bag     // the headings above it
	lead   question.Bag     // what introduces its list, its table's caption and header
	para   question.Bag     // its paragraph
	prev   question.Bag
	next   question.Bag
	nth    int  // in its chunk
	open   bool // ends in a colon
	leads  int  // group that it introduces, 0 for none
	group  int  // list or table that it is a part of, 0 for none
}

var (
	wordForm = regexp.MustCompile(`[\p{L}\p{N}%$€£°]+(?:['’.,-][\p{L}\p{N}]+)*`)

	// enumerator opens a paragraph that is an item of a list, as in laws.
	enumerator = regexp.MustCompile(`^(?:\([0-9a-zA-Z]{1,4}\)|[0-9]{1,2}[.)]) `)
)

// maxItemWords is the longest list item that is one statement.
const maxItemWords = 45

// joined are the statements with the sentences of each short list item as one.
func joined(r *engine.Request) []view {
	var out []view
	for i := 0; i < len(r.Statements); {
		s := &r.Statements[i]
		b := r.Evidence[s.Evidence].Blocks[s.Block]
		text := r.Evidence[s.Evidence].Text[b.Start:b.End]
		v := view{Statement: s, ev: &r.Evidence[s.Evidence], parts: []int{i},
			list: s.Kind == source.Item || s.Kind == source.Paragraph && enumerator.MatchString(text)}
		j := i + 1
		if v.list && len(strings.Fields(text)) <= maxItemWords {
			whole := *s
			for ; j < len(r.Statements) && r.Statements[j].Evidence == s.Evidence && r.Statements[j].Block == s.Block; j++ {
				whole.Text += " " + r.Statements[j].Text
				whole.Bag = whole.Bag.With(r.Statements[j].Bag)
				v.parts = append(v.parts, j)
			}
			v.Statement = &whole
		}
		out = append(out, v)
		i = j
	}
	return out
}

// views lays the statements out with what stands around them.
func views(r *engine.Request) []view {
	out := joined(r)
	type place struct{ evidence, block int }
	paras := map[place]question.Bag{}
	group := 0
	for i := range out {
		v := &out[i]
		s, ev := v.Statement, v.ev
		v.at = map[string][]int{}
		for _, t := range lexical.Analyze(s.Text) {
			v.at[t.Term] = append(v.at[t.Term], t.Position)
			v.length = max(v.length, t.Position+1)
		}
		v.words = wordForm.FindAllString(strings.ToLower(s.Text), -1)
		if s.Full != "" {
			v.length = len(strings.Fields(s.Full))
		}
		heads := ev.Section
		for b := s.Block; b >= 0; b-- {
			if ev.Blocks[b].Kind == source.Heading {
				heads = append(slices.Clip(heads), ev.Text[ev.Blocks[b].Start:ev.Blocks[b].End])
				break
			}
		}
		v.head = question.NewBag(heads...)
		p := place{s.Evidence, s.Block}
		if paras[p] == nil && s.Kind != source.Table {
			paras[p] = question.NewBag(ev.Text[ev.Blocks[s.Block].Start:ev.Blocks[s.Block].End])
		}
		v.para = paras[p]
		v.lead = question.Bag{}
		v.open = strings.HasSuffix(strings.TrimRight(s.Text, "*_ "), ":")
		var before *view
		if i > 0 && out[i-1].Evidence == s.Evidence {
			before = &out[i-1]
			v.nth, v.prev, before.next = before.nth+1, before.Bag, s.Bag
		}
		switch {
		case before == nil:
		case v.list && before.list, s.Kind == source.Table && before.Kind == source.Table && before.Block == s.Block:
			v.group, v.lead = before.group, before.lead
		case before.open && (v.list || s.Kind == source.Code):
			group++
			v.group, before.leads, v.lead = group, group, before.Bag
		}
		if v.group == 0 && (v.list || s.Kind == source.Table) {
			group++
			v.group = group
		}
		if s.Kind == source.Table {
			v.lead = question.NewBag(s.Near[strings.LastIndexByte(s.Near, '\n')+1:])
		}
	}
	return out
}

// fromSource tells whether it stands in a program.
func (v *view) fromSource() bool { return v.ev.Kind == source.Source || v.ev.Kind == source.Test }

// has tells whether the words have one of a set.
func (v *view) has(set map[string]bool) bool {
	return slices.ContainsFunc(v.words, func(w string) bool { return set[w] })
}

// opens is its first word.
func (v *view) opens() string {
	if len(v.words) == 0 {
		return ""
	}
	return v.words[0]
}

// text is all that it says.
func (v *view) text() string {
	if v.Full != "" {
		return v.Full
	}
	return v.Text
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
