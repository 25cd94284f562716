package guard

import (
	"bytes"
	"strings"
)

// Remove returns the answer without the sentences that start at the given offsets, as Split counts them. A line of
// which nothing but a list mark is left goes too, and so does a code block whose introducing sentence is removed.
func Remove(answer string, starts []int) string {
	drop := make(map[int]bool, len(starts))
	for _, start := range starts {
		drop[start] = true
	}
	out := make([]byte, 0, len(answer))
	pos := 0
	gone := false // the sentence before is removed
	for _, s := range Split(answer) {
		gone = drop[s.Start] || gone && s.Kind == Code
		if !gone {
			continue
		}
		out = append(out, answer[pos:s.Start]...)
		for pos = s.End; pos < len(answer) && isBlank(answer[pos]) && answer[pos] != '\n'; pos++ {
		}
		if pos < len(answer) && answer[pos] != '\n' {
			continue
		}
		line := lastLine(out)
		if !isMark(string(out[line:])) {
			out = bytes.TrimRight(out, " \t")
			continue
		}
		out = out[:line]
		pos = min(pos+1, len(answer))
		if len(out) == 0 || bytes.HasSuffix(out, []byte("\n\n")) { // one blank line between paragraphs is enough
			pos += runLength(answer[pos:], '\n')
		}
	}
	return strings.TrimSpace(string(append(out, answer[pos:]...)))
}

// lastLine returns where the last line of out starts, or a place within it if it is too long to be a mark.
func lastLine(out []byte) int {
	const longestMark = 64
	from := max(0, len(out)-longestMark)
	return from + bytes.LastIndexByte(out[from:], '\n') + 1
}

// isMark tells that lead, which a line starts with, only says what kind of block the line is.
func isMark(lead string) bool {
	at, _ := skipQuote(lead, 0, len(lead))
	lead = strings.TrimSpace(lead[at:])
	if strings.Trim(lead, "#") == "" {
		return true
	}
	n, _ := itemMark(lead + " x")
	return n == len(lead)+1
}
