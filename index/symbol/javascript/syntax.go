package javascript

// span is a run of tokens, from lo up to hi.
type span struct{ lo, hi int }

func (s span) empty() bool { return s.lo >= s.hi }

// heading is what stands before a declaration.
type heading struct {
	first      int    // the token that all of it starts with
	decorators []span // without their @
	exported   bool
	byDefault  bool // export default
	declared   bool // declare
	keyword    int  // the token behind it
}

// head is what stands before the body of a function, a class, an interface, an enumeration or a namespace. Tokens
// that do not stand there are none.
type head struct {
	name       int    // its token
	typeParams span   // between < and >
	params     int    // the bracket that opens the parameters; the one parameter of an arrow function without brackets
	result     span   // the type that a function returns, a field has, an alias stands for
	extends    span   // the expression that a class extends
	types      []span // what a class implements, what an interface extends
	over       int    // the token behind the head
	body       int    // its brace
	end        int    // the token behind all of it
}

func emptyHead() head { return head{name: none, params: none, body: none} }

// statementKind says what a statement is.
type statementKind uint8

const (
	emptyStatement      statementKind = iota // a semicolon, or a bracket without another side
	blockStatement                           // a block
	expressionStatement                      // its value is an expression
	importStatement                          // its names are taken from module; module is none where it is none that can be read
	importEquals                             // import name = value
	exportAll                                // export * from module, or as its one name
	exportList                               // export { names }, with or without a module
	exportEquals                             // export = value
	exportNamespace                          // export as namespace …
	exportDefault                            // of an expression, its value
	functionStatement
	classStatement
	interfaceStatement
	aliasStatement // type name = result
	enumStatement
	namespaceStatement // also the declaration of a module
	variableStatement  // what it declares starts at value
	controlStatement   // what it runs is the statement at body; params opens its condition
	jumpStatement      // return and throw with their value, break, continue
	labelStatement     // with the value of a case
)

// statement is a node of the grammar: where the parts of a statement stand. Of expressions and of what blocks hold it
// knows where they start and no more: a scanner passes them (expressionEnd), a reader reads them there, and neither
// does what it has no use for.
type statement struct {
	heading
	head
	kind   statementKind
	names  []specifier // what an import or an export lists
	module int         // the string that names a module
	value  int         // where an expression starts
}

// specifier is a name that is passed between modules.
type specifier struct {
	name int // in the module that it is taken from: "*" for all that it has, none for what it exports by default
	as   int // in the other; the same where it is not renamed
}

// statement reads the statement at i as far as its first expression or block.
func (t *tokens) statement(i, hi int) statement {
	n := statement{heading: heading{first: i}, head: emptyHead(), module: none, value: none}
	i = t.decorated(&n.heading, i, hi)
	if t.is(i, "export") {
		n.exported = true
		if i++; t.is(i, "type") && (t.is(i+1, "{") || t.is(i+1, "*")) {
			i++
		}
		if t.is(i, "default") {
			n.byDefault = true
			i++
		}
		i = t.decorated(&n.heading, i, hi)
	}
	if t.is(i, "declare") && !t.fresh(i+1) && t.startsDeclaration(i+1) {
		n.declared = true
		i++
	}
	n.keyword, n.end = i, i+1
	switch {
	case n.exported && !n.byDefault && t.passedOn(&n, hi):
	case t.kind(i) == word && t.declaration(&n, hi):
	case n.byDefault:
		n.kind, n.value = exportDefault, i
	default:
		t.run(&n, hi)
	}
	return n
}

// decorated reads the decorators at i.
func (t *tokens) decorated(h *heading, i, hi int) int {
	for i < hi && t.is(i, "@") {
		end := t.decoratorEnd(i + 1)
		h.decorators = append(h.decorators, span{i + 1, end})
		i = end
	}
	return i
}

// decoratorEnd is the number of the token behind the decorator whose name starts at i.
func (t *tokens) decoratorEnd(i int) int {
	if t.is(i, "(") {
		return t.skip(i)
	}
	i++
	for t.is(i, ".") {
		i += 2
	}
	if a := t.angle(i); a > 0 {
		i = a + 1
	}
	if t.is(i, "(") {
		i = t.skip(i)
	}
	return i
}

// startsDeclaration says whether a declaration that declare or abstract may stand before starts at i.
func (t *tokens) startsDeclaration(i int) bool {
	switch t.text(i) {
	case "const", "let", "var", "function", "class", "abstract", "async", "interface", "type", "enum", "namespace", "module", "global":
		return true
	}
	return false
}

// passedOn reads what an export that declares nothing says. It returns false where a declaration or another statement
// follows.
func (t *tokens) passedOn(n *statement, hi int) bool {
	i := n.keyword
	switch t.text(i) {
	case "*":
		n.kind = exportAll
		if i++; t.is(i, "as") {
			n.names = []specifier{{name: i - 1, as: i + 1}}
			i += 2
		}
		t.from(n, i, hi)
	case "{":
		n.kind, n.names = exportList, t.specifiersIn(i)
		if i = t.skip(i); t.is(i, "from") {
			t.from(n, i, hi)
		} else {
			n.end = t.finish(i, hi)
		}
	case "=":
		n.kind, n.value = exportEquals, i+1
	case "as":
		if !t.is(i+1, "namespace") {
			return false
		}
		n.kind, n.end = exportNamespace, t.finish(i+3, hi)
	default:
		return false
	}
	return true
}

// from reads the module that names are taken from, and what ends the statement.
func (t *tokens) from(n *statement, i, hi int) {
	if n.end = i; i >= hi || !t.is(i, "from") {
		return
	}
	if n.end++; t.kind(i+1) == str {
		n.module = i + 1
		n.end = t.finish(i+2, hi)
	}
}

// finish is the number of the token behind what may end a statement at i: with { type: "json" };
func (t *tokens) finish(i, hi int) int {
	if (t.is(i, "with") || t.is(i, "assert")) && t.is(i+1, "{") && !t.fresh(i) {
		i = t.skip(i + 1)
	}
	if i < hi && t.is(i, ";") {
		i++
	}
	return i
}

// declaration reads the declaration of a name. It says false where none stands here.
func (t *tokens) declaration(n *statement, hi int) bool {
	i := n.keyword
	named := i+1 < hi && t.kind(i+1) == word && !t.fresh(i+1)
	switch t.text(i) {
	case "import":
		if t.is(i+1, "(") || t.is(i+1, ".") {
			return false
		}
		t.imports(n, i+1, hi)
	case "function", "async":
		n.kind = functionStatement
		return t.functionHead(&n.head, i, hi)
	case "abstract":
		if !named || !t.is(i+1, "class") {
			return false
		}
		n.kind = classStatement
		t.classHead(&n.head, i+2, hi)
	case "class":
		n.kind = classStatement
		t.classHead(&n.head, i+1, hi)
	case "interface":
		if !named {
			return false
		}
		n.kind, n.name = interfaceStatement, i+1
		n.typeParams, i = t.angles(i+2, hi)
		if t.is(i, "extends") {
			n.types, i = t.typeList(i+1, hi)
		}
		t.braces(&n.head, i, hi)
	case "type":
		if !named || !t.is(i+2, "=") && !t.is(i+2, "<") {
			return false
		}
		n.kind, n.name = aliasStatement, i+1
		n.typeParams, i = t.angles(i+2, hi)
		n.over = i
		if t.is(i, "=") {
			n.over = t.typeEnd(i+1, hi)
			n.result = span{i + 1, n.over}
		}
		n.end = t.finish(n.over, hi)
	case "enum":
		return named && t.enum(n, i+1, hi)
	case "namespace", "module", "global":
		return t.namespace(n, i, named, hi)
	case "const", "var", "let", "using":
		if t.is(i, "const") && t.is(i+1, "enum") && t.kind(i+2) == word {
			return t.enum(n, i+2, hi)
		}
		if !named && !t.is(i+1, "{") && !t.is(i+1, "[") && t.kind(i+1) != word || t.is(i+1, "in") || t.is(i+1, "instanceof") {
			return false
		}
		n.kind, n.value = variableStatement, i+1
	default:
		return false
	}
	return true
}

// imports reads an import declaration from the token behind its keyword on.
func (t *tokens) imports(n *statement, i, hi int) {
	n.kind = importStatement
	if (t.is(i, "type") || t.is(i, "defer")) && (t.kind(i+1) == word && !t.is(i+1, "from") || t.is(i+1, "{") || t.is(i+1, "*")) {
		i++
	}
	if t.kind(i) == str {
		n.module, n.end = i, t.finish(i+1, hi)
		return
	}
	if t.kind(i) == word && i < hi {
		if t.is(i+1, "=") {
			n.kind, n.name, n.value = importEquals, i, i+2
			return
		}
		n.names = append(n.names, specifier{name: none, as: i})
		if i++; t.is(i, ",") {
			i++
		}
	}
	switch {
	case t.is(i, "*") && t.is(i+1, "as") && t.kind(i+2) == word && i+2 < hi:
		n.names = append(n.names, specifier{name: i, as: i + 2})
		i += 3
	case t.is(i, "{"):
		n.names = append(n.names, t.specifiersIn(i)...)
		i = t.skip(i)
	}
	t.from(n, i, hi)
}

// specifiersIn are the names in the braces at i: { a, b as c, type d, "e" as f }
func (t *tokens) specifiersIn(i int) []specifier {
	var list []specifier
	for lo, hi := t.inside(i); lo < hi; lo++ {
		if t.is(lo, "type") && lo+1 < hi && t.kind(lo+1) <= str && (!t.is(lo+1, "as") || t.is(lo+2, "as") && t.kind(lo+3) == word && lo+3 < hi) {
			lo++
		}
		if k := t.kind(lo); k == word || k == str {
			one := specifier{name: lo, as: lo}
			if t.is(lo+1, "as") && lo+2 < hi && t.kind(lo+2) <= str {
				one.as = lo + 2
			}
			list = append(list, one)
		}
		lo = t.comma(lo, hi)
	}
	return list
}

// comma is the number of the first comma from i on, hi where there is none.
func (t *tokens) comma(i, hi int) int {
	for i < hi && !t.is(i, ",") {
		i = t.skip(i)
	}
	return min(i, hi)
}

// enum reads an enumeration from its name on.
func (t *tokens) enum(n *statement, i, hi int) bool {
	if !t.is(i+1, "{") {
		return false
	}
	n.kind, n.name = enumStatement, i
	t.braces(&n.head, i+1, hi)
	return true
}

// namespace reads a namespace, or the declaration of a module. Its name is dotted, or a string.
func (t *tokens) namespace(n *statement, i int, named bool, hi int) bool {
	switch {
	case t.is(i, "global"):
		if !t.is(i+1, "{") {
			return false
		}
		n.name = i
	case t.kind(i+1) == str && !t.fresh(i+1), named && (t.is(i+2, "{") || t.is(i+2, ".")):
		n.name = i + 1
	default:
		return false
	}
	n.kind = namespaceStatement
	i = max(t.dottedEnd(n.name), n.name+1)
	t.braces(&n.head, i, hi)
	if n.body == none {
		n.end = t.finish(i, hi)
	}
	return true
}

// run reads a statement that declares nothing itself.
func (t *tokens) run(n *statement, hi int) {
	i := n.keyword
	n.kind, n.value = expressionStatement, i
	if t.kind(i) == op {
		switch t.text(i) {
		case ";", "}", ")", "]", ">": // > is the prompt of a shell
			n.kind = emptyStatement
		case "{":
			if t.kind(i+1) != str || !t.is(i+2, ":") {
				n.kind, n.body, n.end = blockStatement, i, t.skip(i)
			}
		}
	}
	if t.kind(i) != word {
		return
	}
	switch t.text(i) {
	case "if", "while", "with", "switch":
		if t.is(i+1, "(") {
			t.control(n, i+1, hi)
		}
	case "for":
		if i++; t.is(i, "await") {
			i++
		}
		t.control(n, i, hi)
	case "catch", "else", "do", "try", "finally":
		t.control(n, i+1, hi)
	case "return", "throw", "break", "continue", "debugger":
		n.kind = jumpStatement
		if n.value++; n.value >= hi || t.fresh(n.value) || t.is(n.value, ";") {
			n.value, n.end = none, t.finish(n.value, hi)
		}
	case "case":
		n.kind, n.value = labelStatement, i+1
	default:
		if t.is(i+1, ":") {
			n.kind, n.value, n.end = labelStatement, none, i+2
		}
	}
}

// control reads the condition of a statement that runs another one.
func (t *tokens) control(n *statement, i, hi int) {
	n.kind, n.body = controlStatement, i
	if !t.is(n.keyword, "else") && !t.is(n.keyword, "do") && i < hi && t.is(i, "(") {
		n.params, n.body = i, t.skip(i)
	}
}
