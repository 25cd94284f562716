package recipe

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol/code"
	"ibid/index/symbol/python"
)

// program is code in pieces that run one after the other: the cells of a notebook, the listings of a page, a file. By
// the names that its top level binds and reads it tells which statements others need. What a function does to its
// arguments, and what two names share, it does not know.
type program struct {
	pieces []piece
	steps  []step
	events map[string][]event // by name, in the order of the steps
	always []int              // steps that may bind any name: from m import *
	budget int                // look-ups of names that are left
}

// piece is source that stands on consecutive lines of its file.
type piece struct {
	src         string
	first, last int // lines of the file that it stands on
}

// step is one top-level statement, or several that share a line.
type step struct {
	piece      int
	start, end int         // bytes of the piece: whole lines without the last line break
	reads      []string    // names that it reads and did not bind before
	line       int         // of the file, that it begins on
	late       bool        // it defines something: what that reads counts where it is used
	def        *code.Scope // the first function or class of Python that it defines
}

// event is what a step does to a name.
type event struct {
	step int
	kind eventKind
}

type eventKind uint8

const (
	changed   eventKind = iota // what it stands for may be changed, or it may be bound
	bound                      // what it was before is lost
	importing                  // the same, and what is done with a module does not change it
)

// The bounds of the work that one program is worth.
const (
	maxSteps  = 20_000
	maxBudget = 4_000_000
)

func newProgram() *program { return &program{events: map[string][]event{}, budget: maxBudget} }

var (
	compound    = regexp.MustCompile(`^(?:if|for|while|try|match)\b`)
	fixtureMark = regexp.MustCompile(`^@[\w.]*fixture\b`)
)

// addPython appends a piece of Python. Steps past maxSteps are left out.
func (p *program) addPython(src string, first, last int) {
	at := len(p.pieces)
	p.pieces = append(p.pieces, piece{src, first, last})
	r := stepReader{program: p}
	end, line, counted := -1, first, 0 // end of the last step; the line that an offset stands on
	for _, s := range python.Read(src).Statements {
		start := strings.LastIndexByte(src[:s.Span.Start], '\n') + 1
		if start >= end {
			if len(p.steps) == maxSteps {
				return
			}
			line, counted = line+strings.Count(src[counted:start], "\n"), start
			p.steps = append(p.steps, step{piece: at, start: start, line: min(line, last)})
			r.step, r.bound = &p.steps[len(p.steps)-1], map[string]bool{}
			r.branches, r.loop = compound.MatchString(src[start:]), strings.HasPrefix(src[start:], "for")
		}
		end = max(end, s.Span.End)
		if n := strings.IndexByte(src[end:], '\n'); n >= 0 {
			end += n
		} else {
			end = len(src)
		}
		r.step.end = end
		r.read(&s)
	}
}

// addGo appends a declaration of Go, whose order does not matter. It binds some names, or adds to what another binds.
func (p *program) addGo(text string, first, last int, binds []string, kind eventKind, reads []string) {
	p.steps = append(p.steps, step{piece: len(p.pieces), end: len(text), line: first, late: true, reads: reads})
	p.pieces = append(p.pieces, piece{text, first, last})
	for _, name := range binds {
		p.events[name] = append(p.events[name], event{len(p.steps) - 1, kind})
	}
}

// stepReader notes what the statements of one step do to names.
type stepReader struct {
	*program
	step     *step
	bound    map[string]bool
	branches bool // its statements may not run
	loop     bool // that is so because it is a loop, which reads what it binds itself
}

func (r *stepReader) event(name string, kind eventKind) {
	if name == "" {
		return
	}
	if kind != changed && (r.loop || !r.branches) {
		r.bound[name] = true
	}
	if r.branches {
		kind = changed
	}
	r.events[name] = append(r.events[name], event{len(r.steps) - 1, kind})
}

func (r *stepReader) reads(names ...string) {
	for _, name := range names {
		if !r.bound[name] {
			r.step.reads = append(r.step.reads, name)
		}
	}
}

func (r *stepReader) expr(e *code.Expr) {
	code.Walk(e, func(e *code.Expr) bool {
		if e.Op == code.Name {
			r.reads(e.Name)
		}
		return true
	})
}

func (r *stepReader) read(s *code.Statement) {
	switch {
	case s.Import != nil && s.Import.Name == "*":
		r.always = append(r.always, len(r.steps)-1)
	case s.Import != nil:
		r.event(s.Import.As, importing)
	case s.Bind != nil:
		r.bind(s.Bind)
	case s.Use != nil:
		r.expr(s.Use)
		method := s.Use.Op == code.Call && s.Use.X != nil && s.Use.X.Op == code.Attr
		if s.Role == code.Effect && method || s.Role == code.Deletion {
			r.event(root(s.Use), changed)
		}
	case s.Scope != nil:
		r.reads(code.Snippet{Statements: []code.Statement{*s}}.Lacking()...)
		if s.Scope.Name == "" {
			return
		}
		if r.step.def == nil {
			r.step.def, r.step.late = s.Scope, true
		}
		if isPythonTest(s.Scope.Name) || fixtureMark.MatchString(r.pieces[r.step.piece].src[r.step.start:]) {
			for _, parameter := range s.Scope.Parameters { // pytest gives it the fixture of that name
				r.expr(parameter.Target)
			}
		}
		r.event(s.Scope.Name, bound)
	}
}

func (r *stepReader) bind(b *code.Bind) {
	r.expr(b.Type)
	r.expr(b.Value)
	if b.Target == nil || b.Value == nil && b.Type != nil {
		return
	}
	switch v := b.Value; {
	case b.Target.Op != code.Name:
		r.expr(b.Target)
		r.event(root(b.Target), changed)
	case v != nil && v.Op == code.Unknown && len(v.Parts) > 0 && v.Parts[0] == b.Target: // x += 1
		r.event(b.Target.Name, changed)
	default:
		r.event(b.Target.Name, bound)
	}
}

// root is the name of the object that an expression is a part of or is asked of an object, "" for others.
func root(e *code.Expr) string {
	for e != nil && e.Op != code.Name {
		if e.Op == code.Call && e.X != nil && e.X.Op == code.Name {
			return ""
		}
		e = e.X
	}
	if e == nil {
		return ""
	}
	return e.Name
}

// need is a name that is read at a step.
type need struct {
	name string
	at   int
}

// needed returns the steps from..to, the last not included, and all before the step at that they need, in order:
// those that bind what they read, and that changed it since. It is false where that cannot be told within the budget.
func (p *program) needed(from, to, at int) ([]int, bool) {
	in, seen := map[int]bool{}, map[need]bool{}
	var todo []need
	want := func(names []string, at int) {
		p.budget -= len(names)
		for _, name := range names {
			if n := (need{name, at}); p.budget > 0 && len(p.events[name]) > 0 && !seen[n] {
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
	take := func(i, at int) {
		if !in[i] {
			in[i] = true
			want(p.steps[i].reads, i)
		}
		if p.steps[i].late {
			want(p.steps[i].reads, at)
		}
	}
	for i := from; i < to; i++ {
		take(i, at)
	}
	for _, i := range p.always {
		if i < at {
			take(i, at)
		}
	}
	for len(todo) > 0 && p.budget > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		events := p.events[n.name]
		k, _ := slices.BinarySearchFunc(events, n.at, func(e event, at int) int { return e.step - at })
		var since []int
		for kind := changed; k > 0 && kind == changed; {
			k--
			p.budget--
			if kind = events[k].kind; kind == importing {
				since = nil
			}
			since = append(since, events[k].step)
		}
		for _, i := range since {
			take(i, n.at)
		}
	}
	return slices.Sorted(maps.Keys(in)), p.budget > 0
}

// of returns the first step of the pieces first..last and the one after the last; equal where they have none.
func (p *program) of(first, last int) (from, to int) {
	at := func(piece int) int {
		i, _ := slices.BinarySearchFunc(p.steps, piece, func(s step, piece int) int { return s.piece - piece })
		return i
	}
	return at(first), at(last + 1)
}

// show adds steps to a page, neighbours as one block.
func (p *program) show(to *page, steps []int, b source.Block) {
	for k := 0; k < len(steps); {
		first := &p.steps[steps[k]]
		end := first.end
		for k++; k < len(steps) && steps[k] == steps[k-1]+1 && p.steps[steps[k]].piece == first.piece; k++ {
			end = p.steps[steps[k]].end
		}
		of := &p.pieces[first.piece]
		text := of.src[first.start:end]
		b.StartLine, b.EndLine = first.line, min(first.line+strings.Count(text, "\n"), of.last)
		to.add(b, text)
	}
}
