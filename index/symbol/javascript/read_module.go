package javascript

import "ibid/index/symbol/code"

// passed reads what is passed between modules: import … from, export … from, export { … }.
func (r *reader) passed(n *statement) {
	if n.module == none {
		r.broken = r.broken || n.kind != exportList
		for _, one := range n.names {
			if n.kind == exportList && r.kind(one.name) == word {
				r.use(r.nameAt(one.name))
			}
		}
		return
	}
	var in code.Import
	if in.Module, in.ModuleSpan = r.written(n.module); in.Module == "" {
		return
	}
	if n.kind == exportAll {
		in.Name = "*"
	}
	if n.kind == exportAll || len(n.names) == 0 && n.kind == importStatement {
		r.imported(in)
	}
	if n.kind == exportAll {
		return
	}
	for _, one := range n.names {
		bound := in
		switch {
		case one.name == none:
			bound.Name = defaultName
			_, bound.NameSpan = r.written(one.as)
		case !r.is(one.name, "*"):
			bound.Name, bound.NameSpan = r.written(one.name)
		}
		if n.kind == importStatement {
			bound.As = r.text(one.as)
		}
		r.imported(bound)
	}
}

func (r *reader) imported(in code.Import) {
	r.out = append(r.out, code.Statement{Import: &in})
}

// written is the word at token i, or what stands between the quotes of the string there, and its place.
func (r *reader) written(i int) (string, code.Span) {
	span := r.spanOf(i)
	if k := r.kind(i); (k == str || k == template) && span.End-span.Start >= 2 {
		span.Start++
		span.End--
	}
	return r.src[span.Start:span.End], span
}

// required reads a module as the whole value of the pattern at token target, with one member behind it or none. It
// says whether it did.
func (r *reader) required(target int, value span) bool {
	m, ok := r.requiredIn(value)
	if !ok {
		return false
	}
	var in code.Import
	in.Module, in.ModuleSpan = r.written(m.name)
	if m.member != none {
		in.Name, in.NameSpan = r.written(m.member)
	}
	if r.kind(target) == word {
		in.As = r.text(target)
		r.imported(in)
		return true
	}
	if in.Name != "" || !r.is(target, "{") {
		return false
	}
	var list []code.Import
	for e := range r.partsIn(target) {
		if e.key == none || r.kind(e.key) != word || r.kind(e.target) != word || e.value.lo > 0 {
			return false
		}
		in.Name, in.NameSpan = r.written(e.key)
		in.As = r.text(e.target)
		list = append(list, in)
	}
	for _, in := range list {
		r.imported(in)
	}
	return true
}

// moduleName reads require("m") or import("m") as a name that is bound to the module, nil where neither stands here.
func (r *reader) moduleName() *code.Expr {
	first := r.i
	name, end := r.requireCall(first)
	if name == 0 || end > r.hi || len(r.text(name)) < 3 {
		return nil
	}
	r.i = end
	span := r.span(first)
	in := code.Import{As: r.src[span.Start:span.End]}
	in.Module, in.ModuleSpan = r.written(name)
	r.imported(in)
	return &code.Expr{Op: code.Name, Name: in.As, Span: span}
}
