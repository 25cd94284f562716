// Package support decides whether a sentence is entailed by what it cites. It compares words, numbers and structure by fixed
// rules, and asks no model.
//
// A Checker Prepares each passage once: its sentences become statements (token.go, clause.go) with their quantities (parse.go,
// number.go) and its tables rows (table.go). Check takes a sentence. If it stands in a passage word for word, or reads a row of a table out, it is
// supported (verbatim.go, row.go). Else the spans of the passages that may say it are found by their words (passage.go, align.go), and
// compare.go compares the claim with each: what is linked to what, then one check after another of what a link may hide:
// numbers, polarity, modality, quantifiers, conditions, causes, order, names. What they find is fatal, grave or minor; what remains
// is the score. The best span counts, and of a refusal its reason.
package support
