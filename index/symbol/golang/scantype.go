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
			if name := typeName(field.Type); name != nil && name.Name != "_" && s.room() {
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

// typeName is the identifier that a named type ends in, without pointers, packages and type arguments; nil where
// there is none.
func typeName(e ast.Expr) *ast.Ident {
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
