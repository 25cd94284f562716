// Package guard decides what may be said.
//
//	d := guard.Parse(text)                        // a draft, taken apart once: sentences with the markers they end in
//	report := guard.Citations(d, keys)            // what is not cited, or cites what does not exist
//	d.Decide(i, guard.Drop, "nothing cites it")   // a sentence and the code below it are not shown
//	shown := d.Render()                           // the text without them
//	safe := guard.Sanitize(text)                  // before a document's text reaches a terminal
//
// Everything stands on the sentences of a Draft, which guard/sentence cuts. Who checks a draft marks its sentences;
// nobody edits its text, and render.go makes of the marks what is shown.
//
// Everything here is a pure function of its arguments: nothing reads a file, asks a model or keeps state, so the same
// draft gets the same verdict everywhere. What cannot be verified is not passed.
package guard
