package source

import "strings"

// readCode reads source code of any language: one Code block for each run of lines that a blank line and a line
// without indentation end, which in most languages is a declaration.
func readCode(b *builder, text, lang string) {
	codeLines(b, strings.Split(text, "\n"), 1, Block{Lang: lang})
}

// codeLines adds lines, the first of which has the number firstLine, as Code blocks with the symbol and language of
// the pattern.
func codeLines(b *builder, lines []string, firstLine int, pattern Block) {
	start := 0
	for i := range lines {
		last := i+1 == len(lines)
		if !last && !(blank(lines[i]) && opensCode(lines[i+1])) {
			continue
		}
		block := pattern
		block.Kind, block.StartLine, block.EndLine = Code, firstLine+start, firstLine+i
		b.add(block, strings.Join(lines[start:i+1], "\n"))
		start = i + 1
	}
}

func blank(line string) bool { return strings.TrimSpace(line) == "" }

// opensCode reports whether a line after a blank one begins a new block.
func opensCode(line string) bool {
	return !blank(line) && indent(line) == 0 && !strings.ContainsAny(line[:1], "})]")
}
