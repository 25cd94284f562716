// Package sentence is the one cutter of sentences, and the one folding of characters. Retrieval, choosing, checking
// and quoting all cut a text as Split does, so that what one of them calls a statement is one to the others.
package sentence
