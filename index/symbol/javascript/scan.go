package javascript

import (
	"sort"
	"strings"

	"ibid/index/symbol/decl"
)

// Scan reads the declarations of one file of JavaScript or TypeScript, with JSX or without. It takes any bytes, runs nothing, and
// takes time linear in their number. Path and Module are left to the caller. The strings of the result share the memory of
// one copy of src.
//
//   - A const that holds a function is a Function, one that holds a class a Class. Enums and namespaces are Classes, whose members
//     their own are. The properties of a const that holds an object are its Members.
//   - Overloads are declared one by one, without the implementation.
//   - What a file exports under another name is a Constant whose Value is the name that it has in the file; "default" is the name of
//     what export default, export = and module.exports give. What it passes on from another module is an Import with Export.
//   - A name that require or import binds is an Import, and no symbol.
//   - Parameters that are taken apart are named by their pattern. Computed names are left out, but for those of Symbol:
//     "[Symbol.iterator]".
//   - What a file assigns to f.prototype.x or f.x belongs to the Members of f; a function with a prototype is a Class.
func Scan(src []byte, typescript bool) decl.File {
	s := &scanner{tokens: tokenise(strings.ToValidUTF8(string(src), "\uFFFD")), typescript: typescript, names: map[string]int{}, onClass: map[string]bool{}}
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
	s.finish(&top)
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
	set        []member        // of symbols at the top level
	onClass    map[string]bool // of those that were set: not on the prototype
	depth      int
}

// body collects what statements declare.
type body struct {
	symbols []decl.Symbol
	top     bool   // of the file
	hidden  bool   // a block: only what it exports counts
	ambient bool   // of a declaration file or a declare statement
	space   bool   // a namespace
	exports bool   // one of its declarations is exported
	listed  bool   // it lists what it exports
	open    []bool // of a namespace: whether each symbol is exported

	bodiless string // the function that was declared last, where it had no body
}

// heading is what stands before a declaration.
type heading struct {
	first      int // token
	decorators []string
	exported   bool
	isDefault  bool
	declared   bool // declare
}

func (s *scanner) statements(lo, hi int, b *body) {
	for i := lo; i < hi; {
		i = max(s.statement(i, hi, b), i+1)
	}
}

// statement reads the statement at i, and returns the number of the token behind it.
func (s *scanner) statement(i, hi int, b *body) int {
	h := heading{first: i, declared: b.ambient}
	i = s.decorated(i, hi, &h)
	if s.kind(i) != word {
		switch s.text(i) {
		case ";", "}", ")", "]":
			return i + 1
		case "{":
			return s.skip(i)
		}
		return s.expressionStatement(i, hi, b)
	}
	if s.is(i, "export") {
		next, done := s.export(i, hi, b, &h)
		if done {
			return next
		}
		i = s.decorated(next, hi, &h)
	}
	if s.is(i, "declare") && s.startsDeclaration(i+1) && !s.fresh(i+1) {
		h.declared = true
		i++
	}
	if end := s.declaration(i, hi, b, &h); end > 0 {
		return end
	}
	if h.isDefault {
		return s.exportDefault(i, hi, b, &h)
	}
	return s.other(i, hi, b)
}

// decorated reads the decorators at i.
func (s *scanner) decorated(i, hi int, h *heading) int {
	for i < hi && s.is(i, "@") {
		end := s.decoratorEnd(i + 1)
		h.decorators = append(h.decorators, s.line(i+1, end, valueBytes))
		i = end
	}
	return i
}

// decoratorEnd is the number of the token behind the decorator whose name starts at i.
func (s *scanner) decoratorEnd(i int) int {
	if s.is(i, "(") {
		return s.skip(i)
	}
	i++
	for s.is(i, ".") {
		i += 2
	}
	if a := s.angle(i); a > 0 {
		i = a + 1
	}
	if s.is(i, "(") {
		i = s.skip(i)
	}
	return i
}

// startsDeclaration says whether a declaration that declare may stand before starts at i.
func (s *scanner) startsDeclaration(i int) bool {
	switch s.text(i) {
	case "const", "let", "var", "function", "class", "abstract", "async", "interface", "type", "enum", "namespace", "module", "global":
		return true
	}
	return false
}

// declaration reads a declaration at i, and returns the number of the token behind it, 0 where none starts there.
func (s *scanner) declaration(i, hi int, b *body, h *heading) int {
	named := s.kind(i+1) == word && !s.fresh(i+1)
	switch s.text(i) {
	case "function":
		return s.function(i, hi, b, h)
	case "async":
		if s.is(i+1, "function") && !s.fresh(i+1) {
			return s.function(i, hi, b, h)
		}
	case "class":
		return s.class(i, hi, b, h)
	case "abstract":
		if s.is(i+1, "class") && !s.fresh(i+1) {
			return s.class(i, hi, b, h)
		}
	case "interface":
		if named {
			return s.interfaceType(i, hi, b, h)
		}
	case "type":
		if named && (s.is(i+2, "=") || s.is(i+2, "<")) {
			return s.alias(i, hi, b, h)
		}
	case "enum":
		if named && s.is(i+2, "{") {
			return s.enum(i, i, b, h)
		}
	case "namespace", "module":
		if named && (s.is(i+2, "{") || s.is(i+2, ".")) || s.kind(i+1) == str && !s.fresh(i+1) {
			return s.namespace(i, hi, b, h)
		}
	case "global":
		if s.is(i+1, "{") && h.declared {
			return s.namespace(i-1, hi, b, h)
		}
	case "const":
		if s.is(i+1, "enum") && s.isWord(i+2) {
			return s.enum(i, i+1, b, h)
		}
		return s.variables(i, hi, b, h)
	case "var":
		return s.variables(i, hi, b, h)
	case "let", "using":
		if s.kind(i+1) == word && !s.is(i+1, "in") && !s.is(i+1, "instanceof") || s.is(i, "let") && (s.is(i+1, "{") || s.is(i+1, "[")) {
			return s.variables(i, hi, b, h)
		}
	}
	return 0
}

// other reads a statement that declares nothing itself.
func (s *scanner) other(i, hi int, b *body) int {
	switch s.text(i) {
	case "import":
		if !s.is(i+1, "(") && !s.is(i+1, ".") {
			return s.imports(i, hi, b)
		}
	case "if", "while", "with", "for", "switch", "catch":
		for i++; i < hi && s.kind(i) == word && !s.is(i-1, ")"); i++ { // for await
		}
		if s.is(i, "(") {
			i = s.skip(i)
		}
		return s.conditional(i, hi, b)
	case "else", "do", "try", "finally":
		return s.conditional(i+1, hi, b)
	case "return", "throw", "break", "continue", "case", "default":
		return s.expressionEnd(i+1, hi, 0)
	}
	if s.is(i+1, ":") && s.kind(i) == word {
		return i + 2
	}
	return s.expressionStatement(i, hi, b)
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
				s.add(b, sym, false)
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
	return s.statement(i, hi, &inner)
}

// declare adds a symbol whose tokens end before end.
func (s *scanner) declare(b *body, sym decl.Symbol, h *heading, end int) {
	sym.Start, sym.End = s.lineOf(h.first), s.lineOf(max(end-1, h.first))
	sym.Decorators = h.decorators
	s.document(&sym, h.first)
	if h.exported {
		b.exports = true
	}
	if b.top && h.exported {
		switch {
		case !h.isDefault:
			s.exportName(sym.Name)
		case sym.Name != defaultName:
			s.exportName(defaultName)
			s.add(b, sym, true)
			sym = decl.Symbol{Name: defaultName, Kind: decl.Constant, Value: sym.Name, Start: sym.Start, End: sym.End}
		default:
			s.exportName(defaultName)
		}
	}
	s.add(b, sym, h.exported)
}

// defaultName is the name of what a module exports by default.
const defaultName = "default"

func (s *scanner) add(b *body, sym decl.Symbol, exported bool) {
	if sym.Name == "" {
		return
	}
	b.symbols = append(b.symbols, sym)
	if b.space {
		b.open = append(b.open, exported)
	}
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
