// Package guard decides what may be said.
//
//	for _, s := range guard.Split(answer) { … }           // every sentence, with the citation markers it ends in
//	report := guard.Citations(answer, keys)               // what is not cited, or cites what does not exist
//	safe := guard.Sanitize(text)                          // before a document's text reaches a terminal
//
// Everything here is a pure function of its arguments: nothing reads a file, asks a model or keeps state, so the same
// draft gets the same verdict everywhere. What cannot be verified is not passed.
package guard
