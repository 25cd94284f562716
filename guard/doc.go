// Package guard decides what may be said.
//
//	for _, s := range guard.Split(answer) { … }           // every sentence, with the citation markers it ends in
//	report := guard.Citations(answer, keys)               // what is not cited, or cites what does not exist
//	safe := guard.Sanitize(text)                          // before a document's text reaches a terminal
//
// A text is read in three steps. markdown.go cuts it into blocks with one role: a paragraph, an item, a row, a
// heading, a listing. mask.go covers in each block what could mislead the search for sentences (markers, code,
// emphasis, line ends), byte for byte, so that sentence.go can leave the rules of UAX #29 to a library and add only
// what technical prose needs: abbreviations, numbered parts, versions, claims on lines of their own. Everything else
// stands on these sentences: whether each one cites (citation.go), how an answer reads without some of them, whether
// a draft is a refusal, and how much of an answer a selected text holds.
//
// gate.go is the record of one decision, sanitize.go what makes text from elsewhere fit for a terminal and for a
// prompt.
//
// Everything here is a pure function of its arguments: nothing reads a file, asks a model or keeps state, so the same
// draft gets the same verdict everywhere. What cannot be verified is not passed.
package guard
