package guard

import "strings"

// Pieces returns the parts of an answer that may name symbols of an API, in order and without overlap: the insides of
// fenced code blocks, code spans, and names in prose that only code has: dotted ones, Name::method and name(). Command lines
// with options count where they are code. What can only be something else, a path, a URL, a version, is no piece. Indented
// code counts as prose. It takes time linear in len(text).
func Pieces(text string) []Piece {
	c := cutter{text: text}
	for _, b := range blocks(text) {
		c.block = b
		if b.kind == Code {
			c.fenced()
		} else {
			c.prose()
		}
	}
	return c.pieces
}

// cutter cuts the blocks of a text into pieces.
type cutter struct {
	text   string
	block  block // that is being cut
	mask   mask  // for its code spans
	pieces []Piece
}

func (c *cutter) add(kind PieceKind, language string, start, end int) {
	c.pieces = append(c.pieces, Piece{Kind: kind, Language: language, Text: c.unquoted(start, end), Start: start, End: end})
}

// fenced cuts a fenced block: the fences go, what is between them stays with its indentation.
func (c *cutter) fenced() {
	start, end := c.block.start, c.block.end
	n := strings.IndexByte(c.text[start:end], '\n')
	if n < 0 {
		return // a fence with nothing below it
	}
	mark, size := fenceOf(strings.TrimSpace(c.text[start : start+n]))
	language := languageOf(c.text[start+size : start+n])
	start += n + 1
	last := start + strings.LastIndexByte(c.text[start:end], '\n') + 1
	from, _ := skipQuote(c.text, last, end)
	line := strings.TrimSpace(c.text[from:end])
	if m, n := fenceOf(line); m == mark && n >= size && n == len(line) {
		end = max(start, last-1)
	}
	if strings.TrimSpace(c.text[start:end]) != "" {
		c.add(CodeBlock, language, start, end)
	}
}

// unquoted returns text[start:end] with spaces for the "> " of a quotation, so that offsets stay what they are.
func (c *cutter) unquoted(start, end int) string {
	s := c.text[start:end]
	if !c.block.quoted {
		return s
	}
	b := []byte(s)
	begins := start == 0 || c.text[start-1] == '\n' // nothing but marks so far on this line
	for i, ch := range b {
		switch {
		case ch == '\n':
			begins = true
		case begins && ch == '>':
			b[i] = ' '
		case !isBlank(ch):
			begins = false
		}
	}
	return string(b)
}

// prose cuts code spans, and the names between them.
func (c *cutter) prose() {
	base := c.block.start
	c.mask.findCode(c.text[base:c.block.end])
	pos := base
	for _, s := range c.mask.spans {
		c.names(pos, base+s.start)
		c.inline(base+s.start, base+s.end)
		pos = base + s.end
	}
	c.names(pos, c.block.end)
}

// inline cuts one code span: what is between its backticks stays whole, for arguments are judged too.
func (c *cutter) inline(start, end int) {
	ticks := runLength(c.text[start:end], '`')
	start = skipBlank(c.text, start+ticks, end-ticks)
	end = trimBlank(c.text, start, end-ticks)
	if start == end {
		return
	}
	switch f := formOf(c.text[start:end]); {
	case f == aName || f.doubtful():
		c.add(InlineCode, "", start, end)
	case f == aCommand && strings.Contains(c.text[start:end], " --"):
		c.add(InlineCode, shell, start, end)
	}
}

// shell is the language of command lines.
const shell = "shell"

// languageOf returns the language that the info string of a fence names, under its usual name.
func languageOf(info string) string {
	info = strings.TrimLeft(info, " \t{.") // "{.python .numberLines}", "{python}"
	if i := strings.IndexAny(info, " \t\r,:;{}"); i >= 0 {
		info = info[:i]
	}
	switch language := strings.ToLower(info); language {
	case "py", "py3", "python3", "ipython", "ipython3", "pycon", "pyi":
		return "python"
	case "golang":
		return "go"
	case "js", "mjs", "cjs", "jsx", "node", "nodejs":
		return "javascript"
	case "ts", "mts", "cts", "tsx":
		return "typescript"
	case "sh", "console", "zsh", "bash", "fish", "terminal", "shell-session", "shellsession", "sh-session":
		return shell
	default:
		return language
	}
}
