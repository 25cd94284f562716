package symbols

import "ibid/index/symbol/code"

// SymbolVerdict is the outcome of looking a name up among the declarations of the sources.
type Verdict string

// The verdicts on a symbol.
const (
	Known      Verdict = "known"
	Unknown    Verdict = "unknown"      // what should declare it was read, and does not
	Misused    Verdict = "misused"      // it exists, but not with these arguments
	OutOfScope Verdict = "out_of_scope" // its declaration is not among what was read: nobody can tell
)

// SymbolState is what a Registry knows of a name.
type State uint8

// The states.
const (
	Declared State = iota
	Absent         // what should declare it was read, and does not
	Foreign        // what would declare it was not read
	Unread         // what would declare it was read, but makes names that cannot be read from its text
)

// Use is a name in an answer, followed to where it is or should be declared.
type Use struct {
	Start, End int    // byte offsets of the name in the answer: for p.read_text those of the whole chain
	Written    string // as the answer writes it: p.read_text
	Name       string // qualified: pathlib.Path.read_text
	State      State
	Reason     string    // why it is not declared, for a person; "" where it is
	Misuse     *Misuse   // what is wrong with how it is called, nil for nothing
	Nearest    []Nearest // declared names that may have been meant, the likeliest first; none where it is declared and not misused
}

// Misuse is a call that a declaration does not allow.
type Misuse struct {
	Argument string // the keyword that it does not take, "" for other faults
	Reason   string // for a person
}

// Nearest is a declared name that may have been meant.
type Nearest struct {
	Name      string // qualified
	Signature string // on one line, "" where it has none
	Path      string // of the file that declares it
	Line      int
}

// Registry knows what the sources in scope declare.
type Registry interface {
	// Resolve follows the names in the pieces of one answer, in order. Code blocks say what the names in the
	// rest of the answer stand for. Names of the languages themselves, and those that the answer defines, are not listed.
	Resolve(pieces []code.Piece) []Use
}
