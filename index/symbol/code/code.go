// Package code holds what a piece of code does with names, in one shape for every language: which modules it imports,
// what it binds, what it reads and calls. It is the shape that a snippet in an answer and a cell of a notebook are
// read into. Types are not worked out here: an expression says how a value comes about, and who knows the
// declarations can follow it.
package code

import "slices"

// Snippet is a piece of code.
type Snippet struct {
	Language   string
	Statements []Statement // in order; what cannot be read is left out
	Broken     bool        // part of it could not be read
}

// Statement is one thing that code does with names: exactly one of its first four fields is set.
type Statement struct {
	Import *Import
	Bind   *Bind
	Use    *Expr // an expression whose value is not kept
	Role   Role  // of a Use: why it stands there, as far as Python says
	Scope  *Scope
	Span   Span // of the whole statement of the source that this is part of, decorators and blocks included: many may share it; zero where unknown
}

// Role says why an expression stands in code.
type Role uint8

// The roles.
const (
	Operand  Role = iota // its value goes into something: a condition, a call
	Effect               // a statement by itself, or all that a lambda does
	Deletion             // del
	Global               // global, nonlocal
)

// Import binds a name to a module or to something in one.
type Import struct {
	Module     string // as written
	Name       string // what is taken from it; "" for the module itself, "*" for everything, "default" in JavaScript
	As         string // the name that is bound; for Python's "import a.b" it is "a", and Dotted is set
	Dotted     bool   // As is bound to the first part of Module alone
	ModuleSpan Span   // where Module stands
	NameSpan   Span   // where Name stands, zero where there is none
}

// Bind gives a name, an attribute or an item a value.
type Bind struct {
	Target *Expr // Name, Attr or Index
	Value  *Expr // nil where nothing can be said of it
	Type   *Expr // the declared type, nil where there is none: an expression that names a type
	Again  bool  // the target is declared elsewhere: Go's =, an assignment of JavaScript
	Branch bool  // it stands under a condition in its scope: the target may keep what it has. Of Python alone
}

// Scope is a function, a class or a block: names bound inside end with it.
type Scope struct {
	Name       string // of the function or class that it defines in the scope around it, "" for none
	Kind       ScopeKind
	Bases      []*Expr // of a class; what a Go struct embeds
	Parameters []*Bind // of a function: Target is a Name, Value the default
	Receiver   *Expr   // the type that a Go method belongs to
	Returns    []*Expr // types of its results, where they are written
	Statements []Statement
}

// Head are the expressions that stand before the statements of a scope: bases, types and values of parameters, types
// of results. Some are nil.
func (s *Scope) Head() []*Expr {
	head := slices.Clone(s.Bases)
	for _, p := range s.Parameters {
		head = append(head, p.Type, p.Value)
	}
	return append(head, s.Returns...)
}

// ScopeKind says what opens a scope.
type ScopeKind uint8

// The kinds of scopes.
const (
	BlockScope ScopeKind = iota // Go and JavaScript blocks, comprehensions
	FunctionScope
	ClassScope // its statements bind members
)

// Op says how an expression makes its value.
type Op uint8

// The operations. X is the operand.
const (
	Unknown   Op = iota // a value of which nothing is known; Parts hold what is used to make it
	Name                // the value of a name
	Attr                // member Name of X
	Call                // what X returns when it is called with Args
	Index               // an item of X: x[i]; Name holds a constant string key, Parts the other subscripts; of a type, its type arguments
	Element             // what iterating over X gives; for Go's range the second value
	Key                 // the first value of Go's range
	Enter               // what X's context manager gives
	Await               // what awaiting X gives
	Result              // item N of a tuple or of several results of X
	Literal             // a value of the built-in type Name: str, int, list, dict, tuple, bytes, string, func …; Parts its items
	Composite           // a Go composite literal or a value of type X made with named Args
	Instance            // a value of the type that X names: a cast, an annotated value
	Pointer             // type *X; as a value, what & and * give: the same members as X
	Slice               // type []X, [n]X or …X
	Map                 // type map[Y]X
	Chan                // type chan X
	Receive             // what a channel X gives
	FuncType            // a function type; Args are its results, Parts its parameters' types
)

// Expr is an expression.
type Expr struct {
	Op    Op
	Name  string  // Name, Attr, Index, Literal; of an Unknown that an operator makes, the operator
	N     int     // Result
	X     *Expr   //
	Args  []Arg   // Call, Composite, FuncType
	Parts []*Expr // further expressions inside
	Span  Span    // of the name for Name and Attr, of the whole for others
}

// Walk visits an expression and all that it is made of. What visit says false of is not looked into. A nil expression
// is none.
func Walk(e *Expr, visit func(*Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	Walk(e.X, visit)
	for _, a := range e.Args {
		Walk(a.Value, visit)
	}
	for _, p := range e.Parts {
		Walk(p, visit)
	}
}

// Arg is an argument of a call.
type Arg struct {
	Name  string // of a keyword argument or a field, "" for others
	Star  int    // 1 for *args and ...args, 2 for **kwargs
	Value *Expr
	Span  Span // of Name where there is one
}

// Span is a run of bytes in the snippet.
type Span struct{ Start, End int }
