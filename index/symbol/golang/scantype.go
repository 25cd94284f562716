package golang

import (
	"go/ast"
	"go/token"

	"ibid/index/symbol/decl"
)

// typeSpec adds a type. Of an alias the Value says what it stands for; of a type that is neither struct nor interface
// the Type says what it is made from.
func (s *scan) typeSpec(spec *ast.TypeSpec, start token.Pos, comment *ast.CommentGroup) {
	if spec.Name.Name == "_" || spec.Type == nil || !s.room() {
		return
	}
	doc, docStart := s.doc(1, comment, spec.Comment)
	symbol := decl.Symbol{
		Name: spec.Name.Name, Kind: decl.Type, Start: s.line(start), End: s.last(spec.End()),
		TypeParams: s.typeParams(spec.TypeParams), Doc: doc, DocStart: docStart,
	}
	head := "type " + s.signature(spec.Pos(), spec.Type.Pos())
	switch t := ast.Unparen(spec.Type).(type) {
	case *ast.StructType:
		symbol.Members, symbol.Bases = s.fields(t, 1)
		symbol.Signature = head + " struct"
	case *ast.InterfaceType:
		symbol.Kind = decl.Interface
		symbol.Members, symbol.Bases = s.interfaceMembers(t)
		symbol.Signature = head + " interface"
	default:
		text := s.text(spec.Type, 1)
		symbol.Signature = head + " " + s.signature(spec.Type.Pos(), spec.Type.End())
		if !spec.Assign.IsValid() {
			symbol.Type = text
		}
	}
	if spec.Assign.IsValid() {
		symbol.Value = s.value(spec.Type)
	}
	s.symbols = append(s.symbols, symbol)
}

// fields returns the fields of a struct and the types that it embeds, which are fields too.
func (s *scan) fields(t *ast.StructType, depth int) (members []decl.Symbol, embeds []string) {
	if t.Fields == nil {
		return nil, nil
	}
	for _, field := range t.Fields.List {
		if field.Type == nil {
			continue
		}
		doc, docStart := s.doc(len(field.Names), field.Doc, field.Comment)
		base := decl.Symbol{
			Kind: decl.Field, Start: s.line(field.Pos()), End: s.last(field.End()),
			Type: s.text(field.Type, len(field.Names)), Doc: doc, DocStart: docStart,
		}
		if inner, ok := field.Type.(*ast.StructType); ok && depth < maxNested && len(field.Names) == 1 {
			base.Members, base.Bases = s.fields(inner, depth+1)
		}
		if len(field.Names) == 0 {
			embeds = append(embeds, base.Type)
			if name := TypeName(field.Type); name != nil && name.Name != "_" && s.room() {
				base.Name, base.Signature = name.Name, base.Type
				members = append(members, base)
			}
			continue
		}
		for _, name := range field.Names {
			if name.Name != "_" && s.room() {
				member := base
				member.Name, member.Signature = name.Name, name.Name
				if len(base.Type) <= maxValue {
					member.Signature += " " + base.Type
				}
				members = append(members, member)
			}
		}
	}
	return members, embeds
}

// interfaceMembers returns the methods that an interface asks for, and what it embeds or is a union of.
func (s *scan) interfaceMembers(t *ast.InterfaceType) (members []decl.Symbol, embeds []string) {
	if t.Methods == nil {
		return nil, nil
	}
	for _, field := range t.Methods.List {
		if field.Type == nil {
			continue
		}
		fn, ok := field.Type.(*ast.FuncType)
		if !ok || len(field.Names) == 0 {
			embeds = append(embeds, s.text(field.Type, 1))
			continue
		}
		doc, docStart := s.doc(len(field.Names), field.Doc, field.Comment)
		for _, name := range field.Names {
			if !s.room() {
				break
			}
			members = append(members, decl.Symbol{
				Name: name.Name, Kind: decl.Method, Start: s.line(field.Pos()), End: s.last(field.End()),
				Signature:  s.signature(name.Pos(), fn.End()),
				Parameters: s.parameters(fn.Params), Returns: s.results(fn.Results), Doc: doc, DocStart: docStart,
			})
		}
	}
	return members, embeds
}

// TypeName is the identifier that a named type ends in, without pointers, packages and type arguments; nil where
// there is none.
func TypeName(e ast.Expr) *ast.Ident {
	for {
		switch t := e.(type) {
		case *ast.Ident:
			return t
		case *ast.SelectorExpr:
			return t.Sel
		case *ast.StarExpr:
			e = t.X
		case *ast.ParenExpr:
			e = t.X
		case *ast.IndexExpr:
			e = t.X
		case *ast.IndexListExpr:
			e = t.X
		default:
			return nil
		}
	}
}

// Start is where a declaration begins, its comment included.
func Start(d ast.Decl) token.Pos {
	var doc *ast.CommentGroup
	switch d := d.(type) {
	case *ast.FuncDecl:
		doc = d.Doc
	case *ast.GenDecl:
		doc = d.Doc
	}
	if doc != nil {
		return doc.Pos()
	}
	return d.Pos()
}

// function adds a function or a method. The TypeParams of a method are the names that its receiver gives to those of
// its type, in order.
func (s *scan) function(d *ast.FuncDecl) {
	name := d.Name.Name
	if name == "_" || name == "init" && d.Recv == nil || d.Type == nil || !s.room() {
		return
	}
	doc, docStart := s.doc(1, d.Doc)
	symbol := decl.Symbol{
		Name: name, Kind: decl.Function, Start: s.line(d.Pos()), End: s.last(d.End()),
		Signature: s.signature(d.Pos(), d.Type.End()), TypeParams: s.typeParams(d.Type.TypeParams),
		Parameters: s.parameters(d.Type.Params), Returns: s.results(d.Type.Results),
		Doc: doc, DocStart: docStart,
	}
	if d.Recv != nil {
		if len(d.Recv.List) == 0 {
			return
		}
		owner := TypeName(d.Recv.List[0].Type)
		if owner == nil {
			return
		}
		symbol.Kind, symbol.Owner = decl.Method, owner.Name
		symbol.TypeParams = append(s.receiverParams(d.Recv.List[0].Type), symbol.TypeParams...)
	}
	s.symbols = append(s.symbols, symbol)
}

// receiverParams are the names in the brackets of a receiver's type.
func (s *scan) receiverParams(e ast.Expr) []string {
	for {
		switch t := e.(type) {
		case *ast.StarExpr:
			e = t.X
		case *ast.ParenExpr:
			e = t.X
		case *ast.IndexExpr:
			return []string{s.text(t.Index, 1)}
		case *ast.IndexListExpr:
			var out []string
			for _, index := range t.Indices {
				out = append(out, s.text(index, 1))
			}
			return out
		default:
			return nil
		}
	}
}

func (s *scan) parameters(list *ast.FieldList) []decl.Parameter {
	if list == nil {
		return nil
	}
	var out []decl.Parameter
	for _, field := range list.List {
		p := decl.Parameter{Kind: decl.Positional, Type: s.text(field.Type, len(field.Names))}
		if _, ok := field.Type.(*ast.Ellipsis); ok {
			p.Kind = decl.Variadic
		}
		if len(field.Names) == 0 {
			out = append(out, p)
		}
		for _, name := range field.Names {
			p.Name = name.Name
			out = append(out, p)
		}
	}
	return out
}

// results returns one type for each result.
func (s *scan) results(list *ast.FieldList) []string {
	if list == nil {
		return nil
	}
	var out []string
	for _, field := range list.List {
		text := s.text(field.Type, len(field.Names))
		for range max(1, len(field.Names)) {
			out = append(out, text)
		}
	}
	return out
}

// typeParams returns each type parameter with its constraint: "K comparable".
func (s *scan) typeParams(list *ast.FieldList) []string {
	if list == nil {
		return nil
	}
	var out []string
	for _, field := range list.List {
		text := s.text(field.Type, len(field.Names))
		for _, name := range field.Names {
			out = append(out, name.Name+" "+text)
		}
	}
	return out
}
