// Package draw runs the content streams of a PDF page and returns what stands on it: words, with their place, size
// and font, and ruling lines.
//
//	sheet, err := draw.Page(work, page, fonts)
//	for _, w := range sheet.Words { … }
//
// A content stream is a program of operands and operators. The lexer cuts it into tokens; the interpreter keeps the
// graphics state, draws the forms that the page refers to, and turns each string into glyphs. A font splits the
// string into codes and knows the width of each. What a code says comes from the font's ToUnicode map; else from the
// names of its glyphs and the Adobe Glyph List; else from one of the encodings of the standard (encodings.txt). Text
// that the writer of the file gives in place of glyphs (ActualText) replaces them.
//
// Glyphs are joined to words in the order in which they were shown, where the gap between them is narrower than a
// space: few files draw their spaces. Accents are put on their letters, ligatures taken apart. Paths are kept as far
// as they can be ruling lines, which tell tables.
//
// What is drawn but cannot be seen, or is struck out, is left out and counted. Values of form fields come to stand
// beside their labels. At the end turned text is turned back, so that what uses a sheet meets upright words only.
//
// Damage inside a stream is passed over, since a page with a hole is worth more than none. What costs too much ends
// the page.
package draw
