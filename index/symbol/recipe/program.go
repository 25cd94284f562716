package recipe

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol/python"
)

// program is Python source in pieces that run one after the other: the cells of a notebook, or one file. It knows which
// statements a run of its statements needs.
type program struct {
	steps  []step
	events map[string][]event // by name, in order
	funcs  map[string][]*function
	stars  []int // steps that import every name of a module
	budget int
}

// step is one top-level statement.
type step struct {
	unit
	piece int // that it stands in
	effects
}

// event is what a step does to a name or to what it stands for.
type event struct {
	step int
	kind eventKind
}

type eventKind uint8

const (
	changed eventKind = iota // it may be changed, or bound
	bound                    // it is bound, whatever it was before
	removed                  // it is deleted
)

// The bounds of the work that one program is worth.
const (
	maxSteps  = 20_000
	maxBudget = 4_000_000 // look-ups of names
	maxRounds = 8         // of following what functions change through those that they call
)

// piece is source that runs as one.
type piece struct {
	src  string
	dead bool // it does not run to its end: nothing in it counts
}

// newProgram reads the pieces in order. Steps past maxSteps are left out.
func newProgram(pieces []piece) *program {
	p := &program{events: map[string][]event{}, funcs: map[string][]*function{}, budget: maxBudget}
	r := &reader{knowledge: known(), names: map[string]string{}, alias: map[string][]string{}}
	for n, piece := range pieces {
		if piece.dead || len(p.steps) > maxSteps {
			continue
		}
		p.read(r, n, piece.src)
	}
	p.summarise()
	for i := range p.steps {
		p.settle(i)
	}
	return p
}

// read appends the steps of one piece.
func (p *program) read(r *reader, n int, src string) {
	us, statements := units(src, python.Read(src).Statements)
	for k, u := range us {
		s := step{unit: u, piece: n}
		r.out, r.bound, r.global, r.deletes = &s.effects, map[string]bool{}, map[string]bool{}, u.word == "del"
		switch u.word {
		case "if", "while", "try", "match":
			r.order = false
		default:
			r.order = true
		}
		for i := range statements[k] {
			r.statement(&statements[k][i])
		}
		s.firm = !s.added && (u.word == "" || u.word == "with" || u.word == "def" || u.word == "class" || u.word == "import" || u.word == "from")
		if s.star {
			p.stars = append(p.stars, len(p.steps))
		}
		p.steps = append(p.steps, s)
	}
}

// summarise finds what functions change through the functions that they call.
func (p *program) summarise() {
	var all []*function
	for i := range p.steps {
		for _, f := range p.steps[i].defs {
			p.funcs[f.name] = append(p.funcs[f.name], f)
			all = append(all, f)
		}
	}
	for range maxRounds {
		grown := false
		for _, f := range all {
			for _, c := range f.calls {
				before, altered := len(f.changes), f.alters
				if p.budget -= before; p.budget < 0 {
					return
				}
				changes, alters := p.outcome(c)
				f.changes = append(f.changes, changes...)
				if alters {
					for _, o := range c.objects {
						if f.params[o] {
							f.alters = true
						} else {
							f.changes = append(f.changes, o)
						}
					}
				}
				f.changes = unique(f.changes)
				grown = grown || len(f.changes) > before || f.alters != altered
			}
		}
		if !grown {
			return
		}
	}
}

// outcome tells what names outside a call changes, and whether it changes its objects.
func (p *program) outcome(c call) (changes []string, alters bool) {
	known := p.funcs[c.name]
	alters = c.guess && len(known) == 0
	for _, f := range known {
		if p.budget -= 1 + len(f.changes); p.budget < 0 {
			break
		}
		changes = append(changes, f.changes...)
		alters = alters || f.alters
	}
	if strings.HasPrefix(c.name, ".") && c.guess {
		alters = true // the method may be another one of that name
	}
	return changes, alters
}

// settle turns what a step does into events.
func (p *program) settle(i int) {
	s := &p.steps[i]
	for _, c := range s.calls {
		changes, alters := p.outcome(c)
		s.changes = append(s.changes, changes...)
		if alters {
			s.changes = append(s.changes, c.objects...)
		}
	}
	s.defines, s.removes, s.changes, s.reads = unique(s.defines), unique(s.removes), unique(s.changes), unique(s.reads)
	add := func(names []string, kind eventKind) {
		for _, n := range names {
			p.events[n] = append(p.events[n], event{i, kind})
		}
	}
	if add(s.changes, changed); s.firm {
		add(s.defines, bound)
	} else {
		add(s.defines, changed)
	}
	add(s.removes, removed)
}

// need is a name that is read at a step.
type need struct {
	name string
	at   int
}

// preamble returns the steps before from that the steps from..to, the last not included, need, in order. It is false
// where that cannot be told within the budget.
func (p *program) preamble(from, to int) ([]int, bool) {
	c := closure{program: p, from: from, in: map[int]bool{}, seen: map[need]bool{}}
	for i := from; i < to; i++ {
		c.include(i)
	}
	for _, i := range p.stars {
		if i < from {
			c.include(i)
		}
	}
	if !c.work() {
		return nil, false
	}
	var out []int
	for i := range c.in {
		if i < from {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out, true
}

// with returns some steps and the earlier ones that they need, in order.
func (p *program) with(steps []int) []int {
	c := closure{program: p, from: len(p.steps), in: map[int]bool{}, seen: map[need]bool{}}
	for _, i := range steps {
		c.include(i)
		for _, f := range p.steps[i].defs {
			c.call(f, i)
		}
	}
	c.work()
	return sortedKeys(c.in)
}

// closure collects what steps need.
type closure struct {
	*program
	from int // the first step of what is wanted
	in   map[int]bool
	seen map[need]bool
	todo []need
}

func (c *closure) want(name string, at int) {
	n := need{name, at}
	if len(c.events[name]) > 0 && !c.seen[n] {
		c.seen[n] = true
		c.todo = append(c.todo, n)
	}
}

func (c *closure) include(i int) {
	if c.in[i] {
		return
	}
	c.in[i] = true
	for _, n := range c.steps[i].reads {
		c.want(n, i)
	}
}

// work follows what is needed to its end. It is false where that is not within the budget.
func (c *closure) work() bool {
	for len(c.todo) > 0 {
		if c.budget--; c.budget < 0 {
			return false
		}
		n := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		c.resolve(n)
	}
	return true
}

// resolve takes in what binds a name before a step, and what changes it since. Functions are followed to what they
// read when they are called: there, or where the recipe itself begins.
func (c *closure) resolve(n need) {
	events := c.events[n.name]
	end, _ := slices.BinarySearchFunc(events, n.at, func(e event, at int) int { return e.step - at })
	for k := end - 1; k >= 0; k-- {
		c.budget--
		e := events[k]
		if e.kind == removed {
			return
		}
		c.include(e.step)
		for _, f := range c.steps[e.step].defs {
			if f.name == n.name {
				c.call(f, n.at)
			}
		}
		if e.kind == bound {
			return
		}
	}
}

func (c *closure) call(f *function, at int) {
	for _, name := range f.reads {
		c.want(name, at)
		if at < c.from {
			c.want(name, c.from)
		}
	}
}

// run returns the first step of the pieces first..last and the one after the last; equal where they have none.
func (p *program) run(first, last int) (from, to int) {
	at := func(piece int) int {
		i, _ := slices.BinarySearchFunc(p.steps, piece, func(s step, piece int) int { return s.piece - piece })
		return i
	}
	return at(first), at(last + 1)
}

// sortedKeys are the keys of a map in order.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// listing is a block to be added to a page.
type listing struct {
	block source.Block
	text  string
}

// inOrder sorts blocks by the line that they begin on, and keeps those of one line as they were added.
func inOrder(parts []listing) []listing {
	slices.SortStableFunc(parts, func(a, b listing) int { return a.block.StartLine - b.block.StartLine })
	return parts
}

// listings are steps of a program as blocks of code. Neighbours in a piece are one block.
func listings(p *program, pieces []cell, steps []int) []listing {
	var out []listing
	for k := 0; k < len(steps); {
		first := p.steps[steps[k]]
		last := first
		for k++; k < len(steps) && steps[k] == steps[k-1]+1 && p.steps[steps[k]].piece == first.piece; k++ {
			last = p.steps[steps[k]]
		}
		c := pieces[first.piece]
		b := source.Block{Kind: source.Code, StartLine: lineOf(c.lines, first.first), EndLine: lineOf(c.lines, last.last), Lang: inPython}
		out = append(out, listing{b, c.src[first.start:last.end]})
	}
	return out
}
