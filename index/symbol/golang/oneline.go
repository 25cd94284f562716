package golang

import (
	"go/scanner"
	"go/token"
	"strconv"
	"strings"
)

// oneLine writes a piece of Go on one line without comments. It means the same: newlines that end a field or a
// statement become semicolons.
func oneLine(text string) string {
	text = strings.TrimSpace(text)
	if !strings.ContainsAny(text, "\n\r\t") && !strings.Contains(text, "//") && !strings.Contains(text, "/*") {
		return text
	}
	src := []byte(text)
	var lines scanner.Scanner
	lines.Init(token.NewFileSet().AddFile("", -1, len(src)), src, nil, 0)
	var out strings.Builder
	end, prev, pending := 0, token.ILLEGAL, "" // of the last token; pending is a comma or semicolon that may not be needed
	for {
		pos, tok, lit := lines.Scan()
		if tok == token.EOF {
			return out.String()
		}
		start := int(pos) - 1
		if tok == token.SEMICOLON || tok == token.COMMA {
			pending, end = tok.String(), start+1
			if lit == "\n" {
				end = start
			}
			continue
		}
		if lit == "" {
			lit = tok.String()
		}
		space := start > end
		end = start + len(lit)
		closes := tok == token.RPAREN || tok == token.RBRACK || tok == token.RBRACE
		switch {
		case closes && (pending != "" || space):
			if tok == token.RBRACE && prev != token.LBRACE {
				out.WriteByte(' ')
			}
		case pending != "":
			out.WriteString(pending + " ")
		case space && (prev == token.LPAREN || prev == token.LBRACK):
		case space && out.Len() > 0:
			out.WriteByte(' ')
		}
		pending, prev = "", tok
		if strings.Contains(lit, "\n") { // a raw string
			if plain, err := strconv.Unquote(lit); err == nil {
				lit = strconv.Quote(plain)
			} else {
				lit = strings.ReplaceAll(lit, "\n", " ")
			}
		}
		out.WriteString(lit)
	}
}
