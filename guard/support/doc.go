// Package support decides whether a sentence follows from what it cites, and gives no tick without a proof.
//
//	p := support.Prepare(guard.Passage{Key: "c1", Text: text, Heading: "The pump manual\nLimits"})
//	r := support.Check("The pressure may not exceed 6 bar.", p)
//	// r.Verdict is Supported, Contradicted, Unsupported or NotFound; r.Reason says why not, r.Quotes from where
//
// A passage is read once (passage.go): as sentences with what heads them and leads in to them (statement.go), and as
// tables (table.go). A sentence becomes a sequence of atoms (atom.go): words in their inflected forms and names
// (lexer.go), quantities with their units (quantity.go), and the phrases of the closed classes, such as "no fewer than"
// and "must", as one operator each (words.Operator).
//
// A claim is Supported if it stands in the passage word for word or reads a row out (verbatim.go), if it names a cell by
// its row and its column (cell.go), or if it is read beside one statement, word for word, up to a closed set of steps
// (align.go). An item is what its lead-in makes of it, one of several is none of them alone, and a question says nothing.
//
// Any other claim is held against the statement that comes nearest to it (facts.go), fact by fact: quantities, bounds,
// denials, modals, quantifiers, conditions, causes, opposites, names, and their order. It is Contradicted if the two have
// nearly all words in common and the statement has one fact otherwise, or if a table has another cell in its place
// (decide.go). Where no fact is against it or missing, a judge may be asked whether the statement means the same
// (Result.Reworded): nothing of this package decides that.
//
// Every loop over text is bounded; sums are made in a fixed order.
package support
