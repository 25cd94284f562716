// Package layout puts the words of a document's pages in reading order and finds out what they are: headings,
// paragraphs, list items, tables and listings.
//
//	pages, err := layout.Pages(work, sheets, outline)
//
// First everything goes that repeats around the text: running heads, page numbers, line numbers (running.go). What
// repeats, the pages of the document tell together, never a place on one of them. A page is divided into columns
// where a gutter runs between prose. The words of a column become lines; small words beside a line are its scripts.
//
// What is no prose is taken out first, in the order of how sure its signs are: listings have a title, numbered steps
// or a fixed-width font; tables have rules, or else gaps that run through all of their lines, and go on over pages
// (series.go finds them, rows.go reads their rows and head); lists of definitions have two columns. The lines between
// flow together to paragraphs and items; a line is compared with the one before it, and with the width of the column,
// to see whether it goes on. Headings are told by their numbers, the outline of the file, and how they are set; those
// that say their level themselves teach the level of the styles of all others.
//
// Three things only the whole document tells, and they are learnt before any page is laid out: the size of the body
// text, the pitch of its lines, and how words are spelled, which decides whether a hyphen at the end of a line stays.
package layout
