package code

import "ibid/index/symbol/decl"

// PieceKind says where in an answer a Piece stands.
type PieceKind uint8

// The kinds of pieces.
const (
	Fenced    PieceKind = iota // the inside of a fence
	Inline                     // between backticks
	PlainName                  // a dotted name in prose
)

// Piece is a part of an answer that may name symbols of an API.
type Piece struct {
	Kind       PieceKind
	Language   string // of a Fenced one, as its fence says, in lower case; "" where it does not
	Text       string // the text that was cut, from Start to End, with spaces for the "> " of a quotation
	Before     string // the end of what stands between it and the piece before
	Start, End int    // byte offsets in the answer
}

// Use is a name in an answer, followed to where it is or should be declared.
type Use struct {
	Start, End int    // byte offsets of the name in the answer: for p.read_text those of the whole chain
	Written    string // as the answer writes it: p.read_text
	Name       string // qualified: pathlib.Path.read_text
	Origin     string // qualified name where it is declared; "" for a module, and where it is not declared
	State      decl.Finding
	Reason     string     // why it is not declared, for a person; "" where it is
	Misuse     *Misuse    // what is wrong with how it is called, nil for nothing
	Nearest    []Declared // names that may have been meant, the likeliest first; none where it is declared and not misused
}

// Misuse is a call that a declaration does not allow.
type Misuse struct {
	Argument string // the keyword that it does not take, "" for other faults
	Reason   string // for a person
}

// Declared is a declared name, for a person.
type Declared struct {
	Name      string // qualified
	Signature string // on one line, "" where it has none
	Path      string // of the file that declares it, "" where that is not known
	Line      int
}
