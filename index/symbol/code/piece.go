package code

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
	Language   string // of a Fenced one, as its fence says, in lower case; "" where it does not; shell for an Inline one that is a command line
	Text       string // the text that was cut, from Start to End, with spaces for the "> " of a quotation
	Start, End int    // byte offsets in the answer
}
