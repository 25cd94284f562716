package golang

import (
	"go/ast"

	"ibid/index/symbol/decl"
)

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
		owner := typeName(d.Recv.List[0].Type)
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
