package recipe

import (
	"slices"

	"ibid/index/symbol/code"
)

// inner is a reader for the inside of a scope: what it collects is told apart from what is around it.
func (r *reader) inner() *reader {
	in := *r
	in.outer, in.names, in.alias = r, map[string]string{}, map[string][]string{}
	in.out, in.bound, in.order = &effects{}, map[string]bool{}, false
	return &in
}

// scope reads a function, a class or a comprehension.
func (r *reader) scope(s *code.Scope) {
	for _, e := range s.Head() {
		r.expr(e, false)
	}
	switch {
	case s.Kind == code.ClassScope:
		r.class(s)
	case s.Kind == code.FunctionScope && s.Name != "":
		f := r.function(s)
		r.define(s.Name)
		r.out.defs = append(r.out.defs, f)
	default:
		r.absorb(r.function(s))
	}
	if s.Kind == code.ClassScope && s.Name != "" {
		r.define(s.Name)
	}
}

// absorb takes over what a scope without a name does: it runs where it stands, or soon after.
func (r *reader) absorb(f *function) {
	for _, n := range f.reads {
		if !r.order || !r.bound[n] {
			r.out.reads = append(r.out.reads, n)
		}
	}
	r.change(f.changes...)
	r.out.calls = append(r.out.calls, f.calls...)
}

// function reads the body of a function or a comprehension. Names that it binds are its own, but those that it
// declares global.
func (r *reader) function(s *code.Scope) *function {
	f := &function{name: s.Name, params: map[string]bool{}}
	in := r.inner()
	local := map[string]bool{}
	for _, p := range s.Parameters {
		if p.Target != nil && p.Target.Op == code.Name {
			f.params[p.Target.Name], local[p.Target.Name] = true, true
			in.names[p.Target.Name] = ""
		}
	}
	for i := range s.Statements {
		in.statement(&s.Statements[i])
	}
	for _, n := range in.out.defines {
		if !r.global[n] {
			local[n] = true
		} else {
			f.changes = append(f.changes, n)
		}
	}
	f.reads = outside(in.out.reads, local)
	f.calls = in.out.calls
	for _, d := range in.out.defs { // functions inside run when this one does
		f.reads = append(f.reads, outside(d.reads, local)...)
		f.changes = append(f.changes, outside(d.changes, local)...)
		f.calls = append(f.calls, d.calls...)
	}
	for _, n := range in.out.changes {
		if f.params[n] {
			f.alters = true
		}
	}
	f.changes = append(f.changes, outside(in.out.changes, local)...)
	for k := range f.calls {
		c := &f.calls[k]
		c.objects = slices.DeleteFunc(slices.Clone(c.objects), func(n string) bool { return local[n] && !f.params[n] })
	}
	f.reads, f.changes = unique(f.reads), unique(f.changes)
	return f
}

// class reads a class: its body runs where it stands, its methods later. It is a function of its name, whose call may
// run any of them.
func (r *reader) class(s *code.Scope) {
	in := r.inner()
	in.order = true
	for i := range s.Statements {
		in.statement(&s.Statements[i])
	}
	r.out.reads = append(r.out.reads, in.out.reads...)
	r.change(in.out.changes...)
	r.out.calls = append(r.out.calls, in.out.calls...)
	whole := &function{name: s.Name, params: map[string]bool{}}
	for _, d := range in.out.defs {
		whole.reads = append(whole.reads, d.reads...)
		whole.changes = append(whole.changes, d.changes...)
		whole.calls = append(whole.calls, d.calls...)
		if d.class == "" {
			d.class, d.name = s.Name, "."+d.name
		}
		r.out.defs = append(r.out.defs, d)
	}
	whole.reads, whole.changes = unique(whole.reads), unique(whole.changes)
	r.out.defs = append(r.out.defs, whole)
}

// outside leaves out the names of a scope.
func outside(names []string, local map[string]bool) []string {
	var out []string
	for _, n := range names {
		if !local[n] {
			out = append(out, n)
		}
	}
	return out
}

// unique sorts names and leaves out the double ones.
func unique(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
