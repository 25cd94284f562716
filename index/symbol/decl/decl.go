// Package decl holds what source files declare, in one shape for every language. The scanners fill it, the registry
// keeps it. Nothing here was imported or executed: it is what a file says.
package decl

// Kind is what a symbol is.
type Kind string

// The kinds.
const (
	Module     Kind = "module"      // a Python module or package, a Go package, a JavaScript module
	Class      Kind = "class"       //
	Interface  Kind = "interface"   // Go, TypeScript
	Type       Kind = "type"        // a Go type that is no interface, a TypeScript type alias
	Function   Kind = "function"    //
	Method     Kind = "method"      // also static and class methods
	Property   Kind = "property"    // computed by code, read like an attribute
	Attribute  Kind = "attribute"   // of a class or of its instances
	Field      Kind = "field"       // of a struct, an interface, a dataclass, a named tuple
	EnumMember Kind = "enum_member" //
	Constant   Kind = "constant"    // Go const, a module-level name in capitals, a const of JavaScript
	Variable   Kind = "variable"    // other module-level names
)

// IsType tells whether a symbol can have values.
func (k Kind) IsType() bool { return k == Class || k == Interface || k == Type }

// File is what one source file declares.
type File struct {
	Language   string   `json:"language"`          // python, go, javascript, typescript
	Path       string   `json:"path"`              // slash-separated, below the root of its project
	Module     string   `json:"module"`            // qualified name: xml.etree.ElementTree, net/http, @scope/name/sub
	Package    string   `json:"package,omitempty"` // the name that a Go file gives its package, which may differ from the end of Module
	Doc        string   `json:"doc,omitempty"`
	Imports    []Import `json:"imports,omitempty"`
	Inner      []Import `json:"inner,omitempty"`       // imports inside of functions, which bind nothing in the module; each once
	Exports    []string `json:"exports,omitempty"`     // names that it says it exports (__all__); empty where it does not say
	ExportsOf  []string `json:"exports_of,omitempty"`  // modules, as Import.Module names them, whose exports it adds to its own
	ExportsBy  string   `json:"exports_by,omitempty"`  // why it may export more than it lists: "adds to __all__ what it works out"; "" where it may not
	Symbols    []Symbol `json:"symbols,omitempty"`     // in the order of the source; methods of Go types stand here, with their Owner
	Open       string   `json:"open,omitempty"`        // why it may have names that cannot be read: "defines __getattr__"; "" where it has none
	BestEffort bool     `json:"best_effort,omitempty"` // part of it could not be read, or is not kept
}

// Import binds names of another module in a file or a snippet.
type Import struct {
	Module string `json:"module"`           // as written: "os.path", ".base", "net/http", "./util.js"
	Name   string `json:"name,omitempty"`   // what is taken from it; "" for the module itself, "*" for everything, "default" in JavaScript
	As     string `json:"as,omitempty"`     // the name it is bound to; "" for nothing (Go's _), "." where a Go file takes everything
	Export bool   `json:"export,omitempty"` // passed on without being bound: export … from
	Branch bool   `json:"branch,omitempty"` // under a condition: the name may stand for something else
	Line   int    `json:"line,omitempty"`
}

// Symbol is one declaration.
type Symbol struct {
	Name       string      `json:"name"` // the last part
	Kind       Kind        `json:"kind"`
	Owner      string      `json:"owner,omitempty"`      // the type that it belongs to, where it is not declared inside it
	Start      int         `json:"start"`                // lines counted from 1, both ends included, decorators included
	End        int         `json:"end"`                  //
	Signature  string      `json:"signature,omitempty"`  // on one line, without a body: "def get(url, *, timeout=10) -> Response"
	Parameters []Parameter `json:"parameters,omitempty"` // without self or cls; of a function or method
	TypeParams []string    `json:"type_params,omitempty"`
	Returns    []string    `json:"returns,omitempty"`    // result types as written: one for Python, any number for Go
	Gives      []string    `json:"gives,omitempty"`      // where no type is written: the expressions that it returns, at most four
	Type       string      `json:"type,omitempty"`       // of a value, as written
	Value      string      `json:"value,omitempty"`      // what it is set to, on one line, "" where that is long; what an alias stands for
	Bases      []string    `json:"bases,omitempty"`      // classes that it inherits from, types that it embeds, as written
	Decorators []string    `json:"decorators,omitempty"` // as written, without the @
	Doc        string      `json:"doc,omitempty"`        // without comment marks and common indentation
	DocStart   int         `json:"doc_start,omitempty"`  // line of its first line
	Members    []Symbol    `json:"members,omitempty"`    // in the order of the source; attributes set by methods last
	Open       string      `json:"open,omitempty"`       // why it may have members that cannot be read, "" where it has none
	Import     *Import     `json:"import,omitempty"`     // of a member that the body of a class imports: what it is
	Also       []Symbol    `json:"also,omitempty"`       // declarations of the name in the same place that count where another branch is taken; this one counts first
}

// Parameter is one parameter of a function.
type Parameter struct {
	Name     string        `json:"name"`
	Kind     ParameterKind `json:"kind"`
	Type     string        `json:"type,omitempty"`
	Default  string        `json:"default,omitempty"`  // as written
	Optional bool          `json:"optional,omitempty"` // it has a default, or may be left out
	Passed   string        `json:"passed,omitempty"`   // of Keywords: the callable, as written, that they are handed on to and to nothing else
}

// ParameterKind says how an argument reaches a parameter.
type ParameterKind string

// The kinds of parameters, as Python's inspect module tells them apart. Go and JavaScript know Positional and
// Variadic alone, which are all positional in fact.
const (
	PositionalOnly ParameterKind = "positional_only"
	Positional     ParameterKind = "positional" // or by keyword, in Python
	Variadic       ParameterKind = "variadic"   // *args, ...rest
	KeywordOnly    ParameterKind = "keyword_only"
	Keywords       ParameterKind = "keywords" // **kwargs
)

// Finding is the outcome of looking a name up among declarations.
type Finding uint8

// The outcomes.
const (
	Found   Finding = iota // it is declared
	Absent                 // what should declare it was read, and does not
	Foreign                // what would declare it is not among the sources
	Unread                 // what would declare it was read, but makes names that cannot be read from its text
)
