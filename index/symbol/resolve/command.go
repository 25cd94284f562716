package resolve

import (
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// word is a word of a command line.
type word struct {
	text string // without quotes
	span code.Span
}

// runCommands judges the command lines of the answer: blocks for a shell, those without a language that are no code, and code in
// prose that names no symbol.
func (a *answer) runCommands() {
	read := map[*code.Piece]bool{}
	for _, b := range a.blocks {
		read[b.piece] = true
	}
	for i := range a.pieces {
		p := &a.pieces[i]
		switch {
		case p.Language == code.Shell, p.Kind == code.Fenced && p.Language == "" && !read[p], p.Kind == code.Inline && strings.Contains(p.Text, " --"):
			a.followCommands(p)
		}
	}
}

// followCommands judges the options on the command lines of a piece that start a program of a project. Other lines are passed
// over.
func (a *answer) followCommands(p *code.Piece) {
	if len(p.Text) > maxBlock {
		return
	}
	prompted := p.Kind == code.Fenced && hasPrompt(p.Text)
	var end string // of the text that a command reads from the lines below it
	for start := 0; start < len(p.Text); {
		line, next := commandLine(p.Text, start)
		text := p.Text[start:line]
		at := start + prompt(text)
		start = next
		switch {
		case end != "":
			if strings.TrimSpace(text) == end {
				end = ""
			}
		case prompted && at == line-len(text):
		default:
			end = hereText(text)
			for _, words := range commands(p.Text, at, line) {
				a.followCommand(p, words)
			}
		}
	}
}

// followCommand judges the options of one command.
func (a *answer) followCommand(p *code.Piece, words []word) {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
	}
	program, used, ok := a.registry.Program(texts)
	if !ok {
		return
	}
	for _, w := range words[used:] {
		if w.text == "--" {
			break
		}
		if name, ok := optionName(w.text); ok {
			a.reportOption(p, program, name, code.Span{Start: w.span.Start, End: w.span.Start + len(name)})
		}
	}
}

// reportOption notes the use of an option.
func (a *answer) reportOption(p *code.Piece, program symbol.Program, name string, at code.Span) {
	entry, finding, reason := program.Option(name)
	if finding == decl.Foreign || a.steps > maxSteps || p.Text[at.Start:min(at.End, len(p.Text))] != name {
		return
	}
	a.steps++
	u := code.Use{Start: p.Start + at.Start, End: p.Start + at.End, Written: name, Name: program.Name + " " + name, State: finding, Reason: reason}
	if finding == decl.Found {
		u.Name, u.Origin = entry.Name, entry.Origin
	}
	a.uses[u.Start] = &use{Use: u, program: &program}
}

// optionName is the long option that a word of a command line is, without its value.
func optionName(text string) (string, bool) {
	if !strings.HasPrefix(text, "--") {
		return "", false
	}
	n := len("--")
	for n < len(text) && (isNameByte(text[n]) && text[n] < 0x80 || n > len("--") && (text[n] == '-' || text[n] == '.')) {
		n++
	}
	name := strings.TrimRight(text[:n], ".-")
	rest := text[len(name):]
	return name, len(name) > len("--") && (rest == "" || rest[0] == '=')
}

// hasPrompt tells whether the commands in a block stand behind a prompt: its other lines are what they print.
func hasPrompt(text string) bool {
	for line := range strings.Lines(text) {
		if prompt(line) > len(line)-len(strings.TrimLeft(line, " \t")) {
			return true
		}
	}
	return false
}

// prompt is how many bytes of a line stand before its command.
func prompt(line string) int {
	blank := len(line) - len(strings.TrimLeft(line, " \t"))
	for _, sign := range [...]string{"$ ", "% ", "> ", "❯ ", "PS> "} {
		if strings.HasPrefix(line[blank:], sign) {
			return blank + len(sign)
		}
	}
	return blank
}

// commandLine is where the line that starts at an offset ends, and where the next one starts. A backslash at the end joins lines.
func commandLine(text string, start int) (end, next int) {
	for end = start; end < len(text); end++ {
		if text[end] == '\n' && (end == start || text[end-1] != '\\') {
			return end, end + 1
		}
	}
	return end, end
}

// hereText is the word that ends the lines which a command reads: EOF in "cat <<EOF"; "" where it reads none.
func hereText(line string) string {
	_, after, ok := strings.Cut(line, "<<")
	if !ok || strings.HasPrefix(after, "<") {
		return ""
	}
	after = strings.TrimLeft(strings.TrimPrefix(after, "-"), " '\"\\")
	return leading(after)
}

// commands are the words of the commands on a line, from an offset up to another.
func commands(text string, at, end int) [][]word {
	var all [][]word
	var words []word
	flush := func() {
		if len(words) > 0 {
			all = append(all, words)
		}
		words = nil
	}
	for at < end {
		switch c := text[at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\' && at+1 < end && text[at+1] == '\n' || c == '[' || c == ']':
			at++
		case c == '#':
			flush()
			return all
		case strings.IndexByte("|&;()`", c) >= 0:
			flush()
			at++
		default:
			w, next := shellWord(text, at, end)
			words = append(words, w)
			at = next
		}
	}
	flush()
	return all
}

// shellWord is the word of a command line at an offset, and where it ends.
func shellWord(text string, at, end int) (word, int) {
	w := word{span: code.Span{Start: at}}
	var b strings.Builder
	for at < end && strings.IndexByte(" \t\n\r|&;()`[]", text[at]) < 0 {
		switch c := text[at]; {
		case c == '\\' && at+1 < end:
			b.WriteByte(text[at+1])
			at += 2
		case c == '\'' || c == '"':
			shut := strings.IndexByte(text[at+1:end], c)
			if shut < 0 {
				shut = end - at - 1
			}
			b.WriteString(text[at+1 : at+1+shut])
			at += min(shut+2, end-at)
		default:
			b.WriteByte(c)
			at++
		}
	}
	w.text, w.span.End = b.String(), at
	return w, at
}
