package resolve

import "ibid/index/symbol/code"

// Piece is a part of an answer, as who checks it has cut it.
type Piece = code.Piece

// The kinds of pieces.
const (
	CodeBlock  = code.Fenced
	InlineCode = code.Inline
)
