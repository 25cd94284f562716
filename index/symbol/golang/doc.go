// Package golang reads Go without a compiler: what a file declares (Scan), what a snippet does with names (Read,
// ReadExpression), and what a written type says (Type). Everything comes from the text alone, by go/scanner and
// go/parser: nothing is type-checked, looked up on disk or run.
package golang

// The limits of the package.
const (
	maxValue     = 160      // bytes of a value or an alias that is kept
	maxType      = 4 << 10  // bytes of a type that is kept; a longer one is unknown
	maxSignature = 1 << 10  // bytes of a signature; a longer one is cut
	maxShared    = 64 << 10 // bytes that the names of one declaration may repeat of its type or its comment
	maxDeclared  = 100_000  // symbols of a file, fields and methods included; a file with more is cut
	maxNested    = 4        // structs inside structs whose fields are listed
	maxSnippet   = 1 << 20  // bytes of a snippet that are read
	maxInline    = 64 << 10 // bytes of an expression or a type; what is longer is none
	maxDepth     = 400      // nested expressions and statements that are followed; what is deeper is Unknown or left out
)
