// Package guard decides what may be said.
//
//	d := guard.Parse(text)                        // a draft, taken apart once: its sentences with the markers that they end in
//	report := guard.Citations(d, keys)            // what is not cited, or cites what does not exist
//	d.Decide(i, guard.Drop, "nothing cites it")   // a sentence and the code below it are not shown
//	shown := d.Render()                           // the text without them
//	safe := guard.Sanitize(text)                  // before a document's text reaches a terminal
//
// Everything stands on the sentences of a Draft (draft.go), which guard/sentence cuts: blocks of one role first, by rules of
// our own, because CommonMark's would take "• two" below "- one [c1]" for the rest of a cited item and an unknown indent
// for code; then sentences by UAX #29, corrected for technical prose. Who checks a draft marks its sentences; nobody
// edits its text, and render.go makes of the marks what is shown. citation.go tells whether each sentence cites, gate.go
// is the record of one decision and knows what refuses, selection.go measures a selected text, sanitize.go makes text
// from elsewhere fit for a terminal and for a prompt.
//
// Everything here is a pure function of its arguments: nothing reads a file, asks a model or keeps state, so the same
// draft gets the same verdict everywhere. What cannot be verified is not passed.
package guard
