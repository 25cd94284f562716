package symbol

import (
	"strings"

	"ibid/index/symbol/decl"
)

// tagTree puts the tags of a file into each other, as their scopes say.
type tagTree struct {
	top   []*tagNode
	nodes map[string]*tagNode // by full name, with dots
}

type tagNode struct {
	symbol decl.Symbol
	inside []*tagNode
}

// add puts a tag to its place. What belongs to a type that the file does not declare keeps its name as an owner.
func (t *tagTree) add(g tag) {
	scope := strings.ReplaceAll(strings.ReplaceAll(g.Scope, "::", "."), "/", ".")
	kind, ok := tagKind(g.Kind, scope != "")
	name := strings.Join(strings.Fields(g.Name), " ")
	if !ok || name == "" || strings.HasPrefix(name, "__anon") {
		return
	}
	node := &tagNode{symbol: decl.Symbol{Name: name, Kind: kind, Start: g.Line, End: max(g.Line, g.End), Signature: signatureOf(g)}}
	if bases, ok := g.Inherits.(string); ok {
		for base := range strings.SplitSeq(bases, ",") {
			if base = strings.TrimSpace(base); base != "" {
				node.symbol.Bases = append(node.symbol.Bases, base)
			}
		}
	}
	full := name
	if scope != "" {
		full = scope + "." + name
	}
	if t.nodes[full] == nil {
		t.nodes[full] = node
	}
	switch outer := t.nodes[scope]; {
	case scope == "":
		t.top = append(t.top, node)
	case outer != nil && outer != node:
		outer.inside = append(outer.inside, node)
	default:
		node.symbol.Owner = scope
		t.top = append(t.top, node)
	}
}

// symbolsOf are the symbols of nodes, with those inside as members.
func symbolsOf(nodes []*tagNode) []decl.Symbol {
	var symbols []decl.Symbol
	for _, n := range nodes {
		s := n.symbol
		s.Members = symbolsOf(n.inside)
		symbols = append(symbols, s)
	}
	return symbols
}

// tagKind is the kind of what universal-ctags calls by many names; false for what is no declaration that others use.
func tagKind(kind string, inside bool) (decl.Kind, bool) {
	switch kind {
	case "class", "struct", "module", "namespace", "trait", "object", "role":
		return decl.Class, true
	case "enum", "union", "type", "typedef", "alias":
		return decl.Type, true
	case "interface", "protocol":
		return decl.Interface, true
	case "function", "subroutine", "macro", "method", "singletonMethod", "prototype", "procedure", "sub":
		if inside {
			return decl.Method, true
		}
		return decl.Function, true
	case "member", "field", "property", "accessor", "component":
		return decl.Field, true
	case "enumerator", "enumConstant":
		return decl.EnumMember, true
	case "constant", "define":
		return decl.Constant, true
	case "variable", "globalVar", "value", "val", "var":
		return decl.Variable, true
	}
	return "", false
}

// signatureOf is a name with its parameters on one line.
func signatureOf(g tag) string {
	if g.Signature == "" {
		return ""
	}
	return strings.Join(strings.Fields(g.Name+g.Signature), " ")
}
