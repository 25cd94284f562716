package javascript

import "ibid/index/symbol/code"

// imports reads an import declaration.
func (r *reader) imports() {
	r.i++
	if (r.at() == "type" || r.at() == "defer") && (r.kind(r.i+1) == word && r.next() != "from" || r.next() == "{" || r.next() == "*") {
		r.i++
	}
	var list []*code.Import
	if r.here() == str {
		list = append(list, &code.Import{})
		r.from(list)
		return
	}
	if r.here() == word {
		in := &code.Import{Name: defaultName, As: r.at(), NameSpan: r.spanOf(r.i)}
		r.i++
		if r.accept("=") {
			r.importEquals(in)
			return
		}
		list = append(list, in)
		r.accept(",")
	}
	switch {
	case r.at() == "*" && r.next() == "as" && r.kind(r.i+2) == word && r.i+2 < r.hi:
		list = append(list, &code.Import{As: r.text(r.i + 2)})
		r.i += 3
	case r.at() == "{":
		r.within(func() { list = r.specifiers(list, true) })
	}
	if !r.accept("from") {
		r.broken = true
		return
	}
	r.from(list)
}

// from reads the name of a module, and emits what is taken from it.
func (r *reader) from(list []*code.Import) {
	if r.here() != str {
		r.broken = true
		return
	}
	module, span := r.moduleAt(r.i)
	r.i++
	if (r.at() == "with" || r.at() == "assert") && r.next() == "{" && !r.fresh(r.i) {
		r.i = min(r.skip(r.i+1), r.hi)
	}
	if module == "" {
		return
	}
	if len(list) == 0 {
		list = []*code.Import{{}}
	}
	for _, in := range list {
		in.Module, in.ModuleSpan = module, span
		r.out = append(r.out, code.Statement{Import: in})
	}
	r.finish()
}

// moduleAt is the text of the string token i, and where it stands.
func (r *reader) moduleAt(i int) (string, code.Span) {
	span := r.spanOf(i)
	if span.End-span.Start < 2 {
		return "", span
	}
	span.Start++
	span.End--
	return r.src[span.Start:span.End], span
}

// specifiers reads what braces list: a, b as c, type d.
func (r *reader) specifiers(list []*code.Import, bound bool) []*code.Import {
	for r.i < r.hi {
		first := r.i
		if r.at() == "type" && r.kind(r.i+1) <= str && r.i+1 < r.hi && r.next() != "as" {
			r.i++
		}
		if r.here() == word {
			in := &code.Import{Name: r.at(), NameSpan: r.spanOf(r.i)}
			if in.As = in.Name; r.next() == "as" && r.kind(r.i+2) == word && r.i+2 < r.hi {
				r.i += 2
				in.As = r.at()
			}
			if !bound {
				in.As = ""
			}
			list = append(list, in)
			r.i++
		}
		for r.i < r.hi && !r.accept(",") {
			r.broken = r.broken || r.here() != str && r.i > first && r.at() != "as"
			r.i = min(r.skip(r.i), r.hi)
		}
	}
	return list
}

// importEquals reads what TypeScript imports with import a = require("m"), or import a = b.c.
func (r *reader) importEquals(in *code.Import) {
	if r.requireAt(r.i) {
		in.Name, in.NameSpan = "", code.Span{}
		in.Module, in.ModuleSpan = r.moduleAt(r.i + 2)
		r.i += 4
		r.out = append(r.out, code.Statement{Import: in})
	} else {
		target := &code.Expr{Op: code.Name, Name: in.As, Span: in.NameSpan}
		r.bind(target, r.assignment(), nil)
	}
	r.finish()
}

// requireAt says whether require("m") or import("m") stands at token i.
func (r *reader) requireAt(i int) bool {
	if i+3 >= r.hi || !r.is(i+1, "(") || r.kind(i+2) != str || !r.is(i+3, ")") || len(r.text(i+2)) < 3 {
		return false
	}
	return r.is(i, "require") || r.is(i, "import")
}

// required reads a module as the whole value of the pattern at token target, with one member behind it or none. It says whether it did.
func (r *reader) required(target int) bool {
	at := r.i
	if r.is(at, "await") {
		at++
	}
	if !r.requireAt(at) {
		return false
	}
	end := at + 4
	in := code.Import{}
	in.Module, in.ModuleSpan = r.moduleAt(at + 2)
	if end+1 < r.hi && r.is(end, ".") && r.kind(end+1) == word {
		in.Name, in.NameSpan = r.text(end+1), r.spanOf(end+1)
		end += 2
	}
	if end < r.hi && !r.is(end, ",") && !r.is(end, ";") && (!r.fresh(end) || r.goesOn(end)) {
		return false
	}
	if r.kind(target) == word {
		in.As = r.text(target)
		r.out = append(r.out, code.Statement{Import: &in})
		r.i = end
		return true
	}
	if in.Name != "" || !r.is(target, "{") || !r.flatPattern(target) {
		return false
	}
	for lo, hi := r.inside(target); lo < hi; lo++ {
		if r.kind(lo) != word {
			continue
		}
		one := in
		one.Name, one.NameSpan, one.As = r.text(lo), r.spanOf(lo), r.text(lo)
		if r.is(lo+1, ":") {
			lo += 2
			one.As = r.text(lo)
		}
		r.out = append(r.out, code.Statement{Import: &one})
	}
	r.i = end
	return true
}

// flatPattern says whether the braces at i hold names and nothing else: { a, b: c }
func (r *reader) flatPattern(i int) bool {
	lo, hi := r.inside(i)
	for ; lo < hi; lo++ {
		if r.kind(lo) != word {
			return false
		}
		if r.is(lo+1, ":") {
			if lo += 2; r.kind(lo) != word {
				return false
			}
		}
		if lo++; lo < hi && !r.is(lo, ",") {
			return false
		}
	}
	return true
}

// export reads what is exported.
func (r *reader) export() {
	r.i++
	if r.at() == "type" && (r.next() == "{" || r.next() == "*") {
		r.i++
	}
	switch {
	case r.accept("default"):
		for r.at() == "@" {
			r.decorator()
		}
		if r.here() != word || !r.declaration() {
			r.use(r.assignment())
			r.finish()
		}
	case r.at() == "*":
		r.i++
		if r.accept("as") {
			r.i++
		}
		if r.accept("from") {
			r.from([]*code.Import{{Name: "*"}})
		}
	case r.at() == "{":
		r.exportList()
	case r.accept("="):
		r.use(r.assignment())
		r.finish()
	case r.at() == "as" && r.next() == "namespace":
		r.i = min(r.i+3, r.hi)
		r.finish()
	default:
		r.statement()
	}
}

func (r *reader) exportList() {
	open := r.i
	end := r.skip(open)
	if end < r.hi && r.is(end, "from") && r.kind(end+1) == str {
		var list []*code.Import
		r.within(func() { list = r.specifiers(nil, false) })
		r.i++
		r.from(list)
		return
	}
	var list []*code.Import
	r.within(func() { list = r.specifiers(nil, false) })
	for _, in := range list {
		r.use(&code.Expr{Op: code.Name, Name: in.Name, Span: in.NameSpan})
	}
	r.finish()
}
