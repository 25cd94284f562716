package golang

import (
	"go/ast"
	"go/token"

	"ibid/index/symbol/code"
)

func (w *writer) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		w.function(d)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ImportSpec:
				w.importSpec(spec)
			case *ast.ValueSpec:
				w.valueSpec(spec)
			case *ast.TypeSpec:
				w.typeSpec(spec)
			}
		}
	}
}

func (w *writer) importSpec(spec *ast.ImportSpec) {
	if imp, ok := imported(spec); ok {
		span := w.span(spec.Path)
		imp.ModuleSpan = code.Span{Start: span.Start + 1, End: span.End - 1}
		w.out = append(w.out, code.Statement{Import: &imp})
	}
}

// valueSpec writes what a var or a const binds.
func (w *writer) valueSpec(spec *ast.ValueSpec) {
	var typ *code.Expr
	if spec.Type != nil {
		typ = w.expr(spec.Type)
	}
	values := w.values(spec.Values, len(spec.Names))
	if len(spec.Values) == 0 {
		values = nil
	}
	for i, name := range spec.Names {
		b := &code.Bind{Type: typ}
		if i < len(values) {
			b.Value = values[i]
		}
		if b.Target = w.expr(name); b.Target.Op == code.Name {
			w.bind(b)
			continue
		}
		if typ != nil {
			w.use(typ)
		}
		if b.Value != nil {
			w.use(b.Value)
		}
	}
}

// typeSpec writes a type. The members of a struct are its fields, those of an interface its methods.
func (w *writer) typeSpec(spec *ast.TypeSpec) {
	if isBlank(spec.Name) || spec.Type == nil {
		return
	}
	if spec.Assign.IsValid() {
		w.bind(&code.Bind{Target: w.expr(spec.Name), Value: w.expr(spec.Type)})
		return
	}
	s := &code.Scope{Name: spec.Name.Name, Kind: code.ClassScope}
	s.Statements = w.inside(func() {
		switch t := ast.Unparen(spec.Type).(type) {
		case *ast.StructType:
			s.Bases = w.structFields(t)
		case *ast.InterfaceType:
			s.Bases = w.interfaceMethods(t)
		default:
			s.Bases = []*code.Expr{w.expr(spec.Type)}
		}
	})
	w.scope(s)
}

// structFields binds the fields of a struct and returns the types that it embeds, which are fields too.
func (w *writer) structFields(t *ast.StructType) (bases []*code.Expr) {
	if t.Fields == nil {
		return nil
	}
	for _, field := range t.Fields.List {
		if isBlank(field.Type) {
			continue // something left out
		}
		typ := w.expr(field.Type)
		names := field.Names
		if len(names) == 0 {
			bases = append(bases, typ)
			if name := TypeName(field.Type); name != nil {
				names = []*ast.Ident{name}
			}
		}
		for _, name := range names {
			if target := w.expr(name); target.Op == code.Name {
				w.bind(&code.Bind{Target: target, Type: typ})
			}
		}
	}
	return bases
}

// interfaceMethods defines the methods of an interface and returns what it embeds.
func (w *writer) interfaceMethods(t *ast.InterfaceType) (bases []*code.Expr) {
	if t.Methods == nil {
		return nil
	}
	for _, field := range t.Methods.List {
		fn, ok := field.Type.(*ast.FuncType)
		switch {
		case isBlank(field.Type):
		case ok && len(field.Names) == 1:
			s := &code.Scope{Name: field.Names[0].Name, Kind: code.FunctionScope}
			w.shape(s, fn)
			w.scope(s)
		default:
			bases = append(bases, w.expr(field.Type))
		}
	}
	return bases
}

// function writes a function or a method.
func (w *writer) function(d *ast.FuncDecl) {
	s := &code.Scope{Name: d.Name.Name, Kind: code.FunctionScope}
	s.Statements = w.inside(func() {
		if d.Recv != nil && len(d.Recv.List) > 0 {
			field := d.Recv.List[0]
			s.Receiver = w.expr(field.Type)
			w.fieldNames(field, s.Receiver)
		}
		w.typeParams(d.Type.TypeParams)
		w.shape(s, d.Type)
		w.namedResults(d.Type.Results, s.Returns)
		w.body(d.Body)
	})
	w.scope(s)
}

// literal writes the body of a function literal and returns its type.
func (w *writer) literal(lit *ast.FuncLit) *code.Expr {
	s := &code.Scope{Kind: code.FunctionScope}
	s.Statements = w.inside(func() {
		w.shape(s, lit.Type)
		w.namedResults(lit.Type.Results, s.Returns)
		w.body(lit.Body)
	})
	w.scope(s)
	return funcType(s, w.span(lit.Type))
}

// funcType is the type of a function with the parameters and the results of a scope.
func funcType(s *code.Scope, span code.Span) *code.Expr {
	typ := &code.Expr{Op: code.FuncType, Span: span}
	for _, p := range s.Parameters {
		typ.Parts = append(typ.Parts, p.Type)
	}
	for _, r := range s.Returns {
		typ.Args = append(typ.Args, code.Arg{Value: r})
	}
	return typ
}

// shape fills in parameters and results. A parameter that has no name, or a blank one, is bound to an empty one.
func (w *writer) shape(s *code.Scope, t *ast.FuncType) {
	if t.Params != nil {
		for _, field := range t.Params.List {
			typ := w.expr(field.Type)
			names := field.Names
			if len(names) == 0 {
				names = []*ast.Ident{nil}
			}
			for _, name := range names {
				target := &code.Expr{Op: code.Name, Span: code.Span{Start: typ.Span.Start, End: typ.Span.Start}}
				if name != nil && w.written(name) {
					target.Name, target.Span = name.Name, w.span(name)
				}
				s.Parameters = append(s.Parameters, &code.Bind{Target: target, Type: typ})
			}
		}
	}
	if t.Results != nil {
		for _, field := range t.Results.List {
			typ := w.expr(field.Type)
			for range max(1, len(field.Names)) {
				s.Returns = append(s.Returns, typ)
			}
		}
	}
}

// namedResults binds the names of results to their types.
func (w *writer) namedResults(list *ast.FieldList, types []*code.Expr) {
	if list == nil {
		return
	}
	next := 0
	for _, field := range list.List {
		if next < len(types) {
			w.fieldNames(field, types[next])
		}
		next += max(1, len(field.Names))
	}
}

// typeParams binds the names of type parameters, of which no more is known.
func (w *writer) typeParams(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, field := range list.List {
		w.use(w.expr(field.Type))
		w.fieldNames(field, nil)
	}
}

func (w *writer) fieldNames(field *ast.Field, typ *code.Expr) {
	for _, name := range field.Names {
		if target := w.expr(name); target.Op == code.Name {
			w.bind(&code.Bind{Target: target, Type: typ})
		}
	}
}

// offset is the place in the snippet of a position, which may stand in the brackets put behind it.
func (w *writer) offset(pos token.Pos) int { return min(max(int(pos)+w.shift, 0), len(w.src)) }

func (w *writer) span(n ast.Node) code.Span {
	start := w.offset(n.Pos())
	return code.Span{Start: start, End: max(start, w.offset(n.End()))}
}
