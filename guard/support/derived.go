package support

import (
	"slices"
	"strconv"
	"strings"

	"ibid/guard/words"
)

// derived puts a statement as it is with a number in it that a claim has computed: the sum of its numbers, where the
// claim speaks of a total, and how many things it lists. The note says from what.
func (s sequence) derived(c sequence) (out []form, notes []string) {
	total := c.withoutTotal() != nil
	for i := range c {
		n := &c[i]
		if !n.is(number) || n.quantity.ordinal || n.quantity.lo != n.quantity.hi || s.placeOf(n) >= 0 {
			continue
		}
		if f, note := s.summed(n, c); total && f != nil {
			out, notes = append(out, form{atoms: f, moved: true, whole: true}), append(notes, note)
		}
		for _, l := range s.lists() {
			if v := counted(len(l.items), l.from); v.same(n) {
				out = append(out, form{atoms: join(s[:l.from], sequence{v}, s[l.to:]), moved: true})
				notes = append(notes, strconv.Itoa(len(l.items))+" in the list")
			}
		}
	}
	return out, notes
}

// summed replaces the numbers of a statement that the claim has not by their sum, if that is n: "3 killed, 4 wounded
// and 5 missing" is "12 killed, wounded and missing".
func (s sequence) summed(n *atom, c sequence) (out sequence, note string) {
	var terms []string
	sum, first := 0.0, -1
	for i := range s {
		a := &s[i]
		if !a.is(number) || a.quantity.ordinal || c.placeOf(a) >= 0 {
			out = append(out, *a)
			continue
		}
		if a.quantity.lo != a.quantity.hi || a.quantity.dim != n.quantity.dim {
			return nil, ""
		}
		sum += a.quantity.lo
		terms = append(terms, a.norm)
		if first < 0 {
			first = len(out)
			out = append(out, *a)
		}
	}
	if len(terms) < 2 || !nearly(sum, n.quantity.lo) {
		return nil, ""
	}
	out[first].quantity = n.quantity
	return out, strings.Join(terms, " + ") + " = " + n.norm
}

// withoutTotal is a claim without the words that say that its number is a sum.
func (c sequence) withoutTotal() sequence {
	var out sequence
	for i := 0; i < len(c); i++ {
		a := &c[i]
		switch {
		case c.at(i, "add") && c.at(i+1, "<le>"): // "adds up to"
			out = append(out, being(a.start, c[i+1].end))
			i++
		case c.at(i, "in") && c.at(i+1, "<all>"), slices.Contains([]string{"total", "sum"}, a.norm) && c.at(i+1, "of"):
			i++
		case slices.Contains([]string{"total", "altogether", "combined", "together"}, a.norm):
		default:
			out = append(out, *a)
		}
	}
	if len(out) == len(c) {
		return nil
	}
	return out
}

// list is a run "a, b and c" of a sequence.
type list struct {
	from, to int
	items    []sequence
}

const (
	maxListed     = 20 // items
	maxListedItem = 4  // atoms of one
)

// lists finds the runs that list at least three things.
func (s sequence) lists() (out []list) {
	for end := 1; end < len(s); end++ {
		if !s.at(end, "and") {
			continue
		}
		items := []sequence{s[end+1 : s.itemEnd(end+1)]}
		at, longest := end, len(items[0])
		if s.at(at-1, ",") {
			at--
		}
		for at > 0 && len(items) < maxListed {
			from := at
			for from > 0 && at-from < maxListedItem && s[from-1].is(content|glue) && !s[from-1].is(mark|verb) {
				from--
			}
			if from == at {
				break
			}
			if !s.at(from-1, ",") || at-from > longest+1 { // what stands before the first item is none of it
				slices.Reverse(items)
				for n := min(longest, at-from); len(items) > 1 && n > 0; n-- {
					out = append(out, list{at - n, s.itemEnd(end + 1), append([]sequence{s[at-n : at]}, items...)})
				}
				break
			}
			items = append(items, s[from:at])
			longest = max(longest, at-from)
			at = from - 1
		}
	}
	return out
}

func (s sequence) itemEnd(i int) int {
	k := i
	for k < len(s) && k-i < maxListedItem && s[k].is(content|glue) && !s[k].is(mark|verb) {
		k++
	}
	return k
}

// unenumerated is a claim that counts what it lists, without the count, if that is right: "three engines, namely A, B
// and C".
func (c sequence) unenumerated(ctx *context) sequence {
	for _, l := range c.lists() {
		k := l.from
		for k > 0 && (c[k-1].is(mark) || c.at(k-1, "<ie>")) {
			k--
		}
		noun := k
		for noun > 0 && k-noun < maxListedItem && c[noun-1].is(content) && !c[noun-1].is(number|verb) && (ctx.back[c[noun-1].id] || words.ClassNoun.Has(c[noun-1].id)) {
			noun--
		}
		if v := counted(len(l.items), 0); k < l.from && noun < k && noun > 0 && c[noun-1].same(&v) {
			return join(c[:noun-1], c[l.from:])
		}
	}
	return nil
}

// parallel reads a sentence that gives two things a number each as a table of two rows: "A burns 50 seconds and B 25
// seconds".
func (p *Prepared) parallel(n int) (t table, ok bool) {
	s := p.sentences[n].atoms
	var at []int
	for i := range s {
		if s[i].is(number) && !s[i].quantity.ordinal {
			at = append(at, i)
		}
	}
	if len(at) != 2 || s[at[0]].quantity.dim != s[at[1]].quantity.dim || s.has(0, len(s), negative) {
		return t, false
	}
	cut := s.find(at[0]+1, at[1], "and", "while", "<but>", "<although>", ";")
	if cut < 0 || s.find(0, cut, "<if>", "<unless>", "<ge>", "<le>", "<gt>", "<lt>") >= 0 || s.find(cut, at[1], "<if>", "<unless>", "<ge>", "<le>", "<gt>", "<lt>") >= 0 {
		return t, false
	}
	t = table{about: p.sentences[n].atoms.into(make(map[string]bool)), header: []cell{{}, {}}}
	for id := range p.context(&statement{parts: []int{n}}).near {
		t.about[id] = true
	}
	for x, clause := range [...]sequence{s[:cut], s[cut+1:]} {
		v := at[x] - x*(cut+1)
		end := 0
		for end < v && !clause[end].is(verb|preposition|operator) {
			end++
		}
		for end > 1 && clause[end-1].is(content) && !clause[end-1].is(name|mark) && (x == 0 && end >= v-1 || t.header[1].atoms != nil && t.header[1].atoms.placeOf(&clause[end-1]) >= 0) { // a verb that no list has
			end--
		}
		key := clause[:end]
		if key.contentCount() == 0 || len(key) > maxCellWords {
			return t, false
		}
		if x == 0 {
			t.header[1] = cell{text: clip(p.Text, clause[end:v]), atoms: clause[end:v]}
		}
		start, stop := p.sentences[n].start, p.sentences[n].end
		t.rows = append(t.rows, row{start: start, end: stop, cells: []cell{
			{text: clip(p.Text, key), atoms: key}, {text: clip(p.Text, clause[v:v+1]), atoms: clause[v : v+1]}}})
	}
	return t, true
}
