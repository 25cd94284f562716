package javascript

import (
	"sort"
	"strings"

	"ibid/index/symbol/decl"
)

// Scan reads the declarations of one file of JavaScript or TypeScript. It takes any bytes, runs
// nothing, and takes time linear in their number. Path and Module are left to the caller. The strings of the result
// share the memory of one copy of src.
//
//   - A const that holds a function is a Function, one that holds a class a Class. Enums and namespaces are Classes, whose members
//     their own are. The properties of a const that holds an object are its Members.
//   - Overloads are declared one by one, with the implementation.
//   - What a file exports under another name is a Constant whose Value is the name that it has in the file; "default" is the name of
//     what export default, export = and module.exports give. What it passes on from another module is an Import with Export.
//   - A name that require or import binds is an Import, and no symbol.
//   - Parameters that are taken apart are named by their pattern. Computed names are left out, but for those of Symbol:
//     "[Symbol.iterator]".
//   - What a file assigns members to, f.prototype.x or f.x, is Open.
func Scan(src []byte, typescript bool) decl.File {
	s := &scanner{tokens: tokenise(strings.ToValidUTF8(string(src), "\uFFFD")), typescript: typescript, names: map[string]int{}, given: map[string]bool{}}
	s.file.Language = "javascript"
	if typescript {
		s.file.Language = "typescript"
	}
	for at, c := range []byte(s.src) {
		if c == '\n' {
			s.lines = append(s.lines, int32(at))
		}
	}
	top := body{top: true}
	s.statements(0, len(s.list), &top)
	s.assemble(&top)
	s.file.BestEffort = s.broken
	return s.file
}

// Bounds of what is kept.
const (
	signatureBytes = 1000
	valueBytes     = 160
	typeBytes      = 400
	defaultBytes   = 80
	givenValues    = 4
	maxNesting     = 100 // namespaces, conditions and chained assignments inside each other
)

// tooDeep is said of what is further inside than maxNesting.
const tooDeep = "is nested too deep"

type scanner struct {
	*tokens
	typescript bool
	file       decl.File
	lines      []int32        // where each line ends
	names      map[string]int // symbols at the top level, by the last number + 1
	exported   map[string]bool
	all        string          // the name whose members module.exports has, "" where it has none
	given      map[string]bool // names of which statements set members
	depth      int
}

// body collects what statements declare.
type body struct {
	symbols []decl.Symbol
	top     bool // of the file
	hidden  bool // a block: only what it exports counts
	ambient bool // of a declaration file or a declare statement
}

func (s *scanner) statements(lo, hi int, b *body) {
	for lo < hi {
		lo = s.next(lo, hi, b)
	}
}

// next reads the statement at i, and returns the number of the token behind it.
func (s *scanner) next(i, hi int, b *body) int {
	n := s.statement(i, hi)
	return max(s.visit(&n, hi, b), i+1)
}

// visit reads what a statement declares, and returns the number of the token behind it.
func (s *scanner) visit(n *statement, hi int, b *body) int {
	n.declared = n.declared || b.ambient
	sym := decl.Symbol{Name: defaultName}
	if n.name != none {
		sym.Name = s.text(n.name)
	}
	switch n.kind {
	case expressionStatement:
		return s.expressionStatement(n.value, hi, b)
	case exportDefault, exportEquals, importEquals:
		return s.exportOne(n, hi, b)
	case importStatement:
		if n.module == none {
			return s.expressionEnd(n.end, hi, 0)
		}
		s.imports(n, b)
	case exportAll, exportList:
		s.exportNames(n, b)
	case functionStatement, classStatement:
		if n.name == none && !n.byDefault {
			return s.expressionEnd(n.keyword, hi, 0)
		}
		if n.kind == classStatement {
			s.class(&sym, n.keyword, &n.head)
			s.declare(b, sym, &n.heading, n.end)
		} else {
			s.callable(&sym, n.keyword, &n.head)
			sym.Kind = decl.Function
			s.declare(b, sym, &n.heading, n.end)
		}
	case interfaceStatement:
		s.class(&sym, n.keyword, &n.head)
		s.declare(b, sym, &n.heading, max(n.end, n.keyword+1))
	case aliasStatement:
		if n.result.empty() {
			return s.expressionEnd(n.keyword, hi, 0)
		}
		s.alias(&sym, n)
		s.declare(b, sym, &n.heading, n.end)
	case enumStatement:
		s.enum(&sym, n)
		s.declare(b, sym, &n.heading, n.end)
	case namespaceStatement:
		s.namespace(n, b)
	case variableStatement:
		return s.variables(n, hi, b)
	case controlStatement:
		return s.conditional(n.body, hi, b)
	case jumpStatement:
		if n.value != none {
			return s.expressionEnd(n.value, hi, 0)
		}
	case labelStatement:
		if n.value != none {
			return s.expressionEnd(n.value, hi, ':') + 1
		}
	}
	return n.end
}

// conditional reads the statement or the block at i, of which only what it exports counts.
func (s *scanner) conditional(i, hi int, b *body) int {
	if !b.top || s.depth >= maxNesting {
		if s.is(i, "{") {
			return s.skip(i)
		}
		return i
	}
	s.depth++
	defer func() { s.depth-- }()
	inner := body{top: true, hidden: true}
	defer func() {
		for _, sym := range inner.symbols {
			if s.exported[sym.Name] {
				s.add(b, sym)
			}
		}
	}()
	if s.is(i, "{") {
		lo, end := s.inside(i)
		s.statements(lo, end, &inner)
		return s.skip(i)
	}
	if i >= hi {
		return i
	}
	return s.next(i, hi, &inner)
}

// declare adds a symbol whose tokens end before end.
func (s *scanner) declare(b *body, sym decl.Symbol, h *heading, end int) {
	sym.Start, sym.End = s.lineOf(h.first), s.lineOf(max(end-1, h.first))
	for _, d := range h.decorators {
		sym.Decorators = append(sym.Decorators, s.line(d.lo, d.hi, valueBytes))
	}
	s.document(&sym, h.first)
	if b.top && h.exported {
		switch {
		case !h.byDefault:
			s.exportName(sym.Name)
		case sym.Name != defaultName:
			s.exportName(defaultName)
			s.add(b, sym)
			sym = decl.Symbol{Name: defaultName, Kind: decl.Constant, Value: sym.Name, Start: sym.Start, End: sym.End}
		default:
			s.exportName(defaultName)
		}
	}
	s.add(b, sym)
}

// defaultName is the name of what a module exports by default.
const defaultName = "default"

func (s *scanner) add(b *body, sym decl.Symbol) {
	if sym.Name == "" {
		return
	}
	b.symbols = append(b.symbols, sym)
	if b.top && !b.hidden {
		s.names[sym.Name] = len(b.symbols)
	}
}

// exportName notes that the file exports a name.
func (s *scanner) exportName(name string) {
	if s.exported == nil {
		s.exported = map[string]bool{}
	}
	if name != "" && !s.exported[name] {
		s.exported[name] = true
		s.file.Exports = append(s.file.Exports, name)
	}
}

// lineOf is the line of token i.
func (s *scanner) lineOf(i int) int {
	if i >= len(s.list) {
		return len(s.lines) + 1
	}
	at := s.list[i].end - 1
	return 1 + sort.Search(len(s.lines), func(n int) bool { return s.lines[n] >= at })
}
