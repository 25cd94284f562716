package editor

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"ibid/guard"
)

// Terminals end pasted lines with "\r". guard.Sanitize would turn them too, but is slow from the first one on.
var unixLines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// paste inserts a short text and hands back a long one.
func (e *Editor) paste(text string) Event {
	text = unixLines.Replace(text)
	switch {
	case e.search.on:
		e.narrow(strings.ToValidUTF8(text[:min(len(text), maxQueryBytes)], ""))
	case isLong(text):
		return Pasted{guard.Sanitize(text)}
	default:
		e.insert(text)
		e.completion.close()
	}
	return nil
}

// isLong tells that a text has too many lines or characters for a question.
func isLong(text string) bool {
	text = strings.TrimRight(text, "\n")
	if len(text) > maxPasteRunes*utf8.UTFMax {
		return true
	}
	return strings.Count(text, "\n") >= maxPasteLines || utf8.RuneCountInString(text) > maxPasteRunes
}

// InsertPaste inserts the text of a Pasted. What is more than MaxBytes is left out, and a note says how much.
func (e *Editor) InsertPaste(text string) {
	e.search = search{}
	e.completion.close()
	e.insert(text)
	e.settle()
}

// fullNote says that characters were left out.
func fullNote(left int) string {
	return fmt.Sprintf("! %d characters left out: a question holds %d KB", left, MaxBytes>>10)
}
