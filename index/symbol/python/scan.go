package python

import (
	"strings"

	"ibid/index/symbol/decl"
)

// Scan reads the declarations of one Python file. It takes any bytes, runs nothing, and takes time linear in their
// number. Path and Module are left to the caller. The strings of the result share the memory of one copy of src.
//
// A name is declared once in its module or class. Of several declarations the last counts, unless it stands in a
// block (if, try, for, with …) that the earlier one does not stand in: then the earlier does. One that says nothing
// (a body of only pass, "..." or raise, an overload, None, an annotation alone) gives way to one that says something,
// None also to an import. Assigning to a function or a class changes nothing.
func Scan(src []byte) decl.File {
	s := &scanner{src: strings.ToValidUTF8(string(src), "\uFFFD"), suites: []int{none}}
	s.file.Language = "python"
	s.blocks = []block{{kind: classBody, scope: &s.module, fn: none, fresh: true}}
	s.p = &reader{stream: stream{src: s.src, lex: newLexer(s.src), scan: s}, bare: true}
	s.p.seek(s.p.lex.pos)
	s.p.statements(-1)
	s.finish()
	return s.file
}

// Bounds of what is kept.
const (
	statementTokens = 1 << 16 // tokens of one logical line: what follows is read, but not kept
	signatureBytes  = 1000
	valueBytes      = 160
	defaultBytes    = 80
	givenValues     = 4
	lookBack        = 256 // local names, parameters or tokens among which something is looked up
	targetLists     = 32  // of a = b = c
	writePlaces     = 8   // of one word in a statement that may make names
	exportsDepth    = 8   // brackets around parts of __all__
	openKeywords    = 8   // functions inside each other whose **kwargs are followed
)

// none stands for no index.
const none = -1

// scanner collects declarations. The reader that it listens to tells it of each statement.
type scanner struct {
	p    *reader
	src  string
	file decl.File

	seen     sight // what stands in the logical line
	lastLine int   // where the logical line ends

	module    scope
	blocks    []block
	functions []function // those that are open
	suites    []int      // the suite around each suite

	decorators     []string
	decoratorStart int

	binds   []bind // local names of the open functions, in the order of the source
	globals []decl.Symbol
	lists   map[string]*written // module-level names that may hold literal lists of strings
	all     []string            // names whose __all__ is added to that of the file
	taken   map[string]bool     // imports of functions already listed
	buf     []byte
}

// sight says which tokens a logical line holds, so that most lines are done after one look.
type sight uint16

const (
	sawAssign    sight = 1 << iota // =, an augmented assignment or a colon outside of brackets
	sawSemicolon                   //
	sawWalrus                      //
	sawYield                       //
	sawDynamic                     // a word that may make names
	sawKeywords                    // what an open function calls its **kwargs
)

// block is an indented run of lines, or what stands behind the colon of a header.
type block struct {
	kind  blockKind
	scope *scope // where its names are declared, nil inside of functions
	suite int    // index in suites
	fn    int    // the innermost open function, none outside
	fresh bool   // a docstring may come
}

type blockKind uint8

const (
	plainBlock blockKind = iota // of if, for, try …
	classBody                   // also of the module
	functionBody
)

// survey looks at a logical line before it is read.
func (s *scanner) survey() {
	s.seen = 0
	for n := 0; ; n++ {
		t := s.p.ahead(n)
		if n == statementTokens {
			for t.kind != newline && t.kind != end {
				t = s.p.read()
			}
			s.p.line[n] = t
		}
		switch t.kind {
		case name:
			s.noteName(t)
		case op:
			s.noteOperator(t)
		case newline, end:
			s.lastLine = t.line
			return
		}
	}
}

// noteName notes the words that ask for a closer look.
func (s *scanner) noteName(t token) {
	text := s.src[t.start:t.end]
	for i := len(s.functions) - 1; i >= 0 && i >= len(s.functions)-openKeywords; i-- {
		if s.functions[i].keywords == text {
			s.seen |= sawKeywords
		}
	}
	switch text {
	case "yield":
		s.seen |= sawYield
	case "globals", "vars", "locals", "setattr", "__setattr__", "getattr", "hasattr", "__dict__", "modules", "exec", "_convert_", "_convert":
		s.seen |= sawDynamic
	}
}

// noteOperator notes the operators that ask for a closer look.
func (s *scanner) noteOperator(t token) {
	switch last := s.src[t.end-1]; {
	case last == '=' && t.end-t.start > 1 && s.src[t.start] == ':':
		s.seen |= sawWalrus
	case last == '=' && s.p.lex.depth == 0, last == ':' && s.p.lex.depth == 0:
		s.seen |= sawAssign
	case last == ';':
		s.seen |= sawSemicolon
	}
}

func (s *scanner) top() *block { return &s.blocks[len(s.blocks)-1] }

func (s *scanner) push(b block) { s.blocks = append(s.blocks, b) }

// suite opens a block that declares its names where the block around it does.
func (s *scanner) suite() {
	b := *s.top()
	b.kind, b.fresh = plainBlock, false
	if b.scope != nil {
		s.suites = append(s.suites, b.suite)
		b.suite = len(s.suites) - 1
	}
	s.push(b)
}

// pop closes the innermost block. What it belongs to is declared only now, when all of it is known.
func (s *scanner) pop() {
	b := *s.top()
	s.blocks = s.blocks[:len(s.blocks)-1]
	switch {
	case b.kind == functionBody:
		s.closeFunction()
	case b.kind == classBody && b.scope != nil:
		s.closeClass(b.scope)
	}
}

// finish puts the file together.
func (s *scanner) finish() {
	for _, g := range s.globals {
		if _, ok := s.module.names[g.Name]; !ok {
			s.declare(&s.module, g, 0, false)
		}
	}
	for _, in := range s.file.Imports { // a name that is imported is not the None that stands in where that fails
		if i, ok := s.module.names[in.As]; ok && s.module.states[i].weak && s.module.symbols[i].Value == "None" {
			s.module.states[i].gone = true
		}
	}
	s.file.Symbols = s.module.members()
	s.file.ExportsOf = s.exportsOf()
}

// exportsOf names the modules whose __all__ the file adds to its own, as an import names them.
func (s *scanner) exportsOf() []string {
	if len(s.all) == 0 {
		return nil
	}
	bound, submodules := map[string]string{}, map[string]bool{}
	for _, in := range s.file.Imports {
		switch {
		case in.Name == "":
			bound[in.Module] = in.Module
			bound[in.As] = in.Module
		case strings.HasSuffix(in.Module, "."):
			bound[in.As] = in.Module + in.Name
		default:
			bound[in.As] = in.Module + "." + in.Name
		}
		submodules[in.Module] = true
	}
	list := make([]string, len(s.all))
	for i, x := range s.all {
		module, ok := bound[x]
		switch {
		case ok:
		case submodules["."+x]: // any import of a submodule binds it in its package
			module = "." + x
		default:
			module = x
		}
		list[i] = module
	}
	return list
}
