// Package support decides whether a sentence follows from what it cites, and gives no tick without a proof.
//
//	p := support.Prepare(guard.Passage{Key: "c1", Text: text, Heading: "The pump manual\nLimits"})
//	r := support.Check("The pressure may not exceed 6 bar.", p)
//	// r.Verdict is Supported, Contradicted, Unsupported or NotFound; r.Reason says why not, r.Quotes from where
//
// A passage is read once (passage.go): as sentences with what heads them and leads in to them (statement.go), and as
// tables (table.go). A sentence becomes a sequence of atoms (atom.go): words and names (lexer.go), numbers with units
// (quantity.go), and the phrases of the closed classes, such as "no fewer than", as one operator each.
//
// A claim is Supported if it stands in the passage word for word (verbatim.go), if it is read beside one statement up
// to a closed set of steps (align.go), or if it names a cell by its row and its column (cell.go). Any other claim is
// held, fact by fact (facts.go), against the statement that comes nearest to it (nearest.go). It is Contradicted if the
// two have nearly all words in common and the statement has one fact otherwise, or if a table has another cell in its
// place. Where no fact is against it or missing, a judge may be asked (Result.Reworded): that is not decided here.
//
// decide.go has these steps in their order. Every loop over text is bounded; sums are made in a fixed order.
package support
