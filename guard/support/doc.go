// Package support decides whether a sentence follows from what it cites: it looks for a proof, and gives no tick
// without one.
//
//	c := support.NewChecker()
//	p := c.Prepare(guard.Passage{Key: "c1", Text: text, Heading: "The pump manual\nLimits"})
//	r := c.Check("The pressure may not exceed 6 bar.", p)
//	// r.Verdict is Supported, Contradicted, Unsupported or NotFound; r.Proof says why, r.Reason why not, r.Quotes from where
//
// It is natural logic after MacCartney and Manning ("Natural logic for textual inference", 2007), with a list of
// licences in the place of a lexicon of relations. A passage is read once (passage.go): as sentences with what heads
// them and leads in to them (statement.go), and as tables (table.go). A sentence becomes a sequence of atoms
// (atom.go): words in their inflected forms, quantities whatever their notation (token.go, fold.go, parse.go,
// numeral.go, number.go), acronyms (acronym.go), and the phrases of the closed classes, such as "no fewer than" and
// "must", as one operator each (words.Operators).
//
// A claim is Supported if it stands in the passage word for word (verbatim.go), reads a row out (row.go), or if a
// chain of edits, each with a licence, leads from one statement to it (licence.go, align.go). A licence is what a
// careful reader grants without looking further: an inflection, a heading as the subject, an aside or an adjunct left
// out of what is affirmed; never a condition, a quantifier, a restriction or a denial left out or put in, and never
// words left out beside words put in, which is a substitution in disguise. Clause order, voice and the order of a
// list are moved before the alignment (move.go). A claim that says two things is split, and each part needs its own
// statement (proof.go). A cell proves what names its row and its column, and only that; two cells prove by how much,
// or how many times, they differ (compare.go). An item of a list is what its lead-in says of it, one of several is
// none of them alone, and a question says nothing (statement.go). What no licence covers is not proven; when in
// doubt, it is not.
//
// For the rest the nearest statement is found (relax.go). The claim is Contradicted if it has another value in the
// same place and nearly all else is the same, if two of its words have changed places, if only one of the two denies
// (finding.go), or if it gives for a cell what the table has elsewhere (table.go). Denials are counted: two of them
// affirm. If nothing but plain words stands between the two, a model may be asked, which never proves
// (Result.Reworded). What was found speaks for or against the claim with weights that TestPairs fits with -update,
// each with the sign that its meaning demands (weights.txt): a score below MinSupport, which orders and never ticks.
//
// Every loop over text is bounded; sums are made in a fixed order.
package support
