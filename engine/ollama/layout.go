package ollama

import (
	"fmt"
	"strings"

	"ibid/engine"
	"ibid/index/source"
)

// layOut writes one piece of evidence: where it stands, and its text with tables as Markdown, listings as code blocks
// and everything else freed of the line breaks of its source.
func layOut(ev *engine.Evidence) string {
	var b strings.Builder
	line := func(label, text string) {
		if text = engine.OneLine(text); text != "" {
			b.WriteString(label + ": " + text + "\n")
		}
	}
	document := ev.DocID
	if ev.Title != "" && ev.Title != ev.DocID {
		document += " (" + ev.Title + ")"
	}
	line("Document", document)
	line("Pages", span(ev.StartPage, ev.EndPage))
	line("Lines", span(ev.StartLine, ev.EndLine))
	line("Section", strings.Join(ev.Section, " > "))
	line("Symbol", ev.Symbol)
	if len(ev.Blocks) == 0 {
		b.WriteString("\n" + ev.Text)
	}
	for i, block := range ev.Blocks {
		if i == 0 || block.Kind != source.Item || ev.Blocks[i-1].Kind != source.Item {
			b.WriteByte('\n')
		}
		b.WriteString(prettify(block.Kind, ev.Text[block.Start:block.End]) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func span(from, to int) string {
	switch {
	case from == 0:
		return ""
	case from == to:
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}

func prettify(kind source.BlockKind, text string) string {
	switch kind {
	case source.Code:
		fence := "```"
		for strings.Contains(text, fence) {
			fence += "`"
		}
		return fence + "\n" + strings.Trim(text, "\n") + "\n" + fence
	case source.Table:
		return markdownTable(text)
	}
	return engine.OneLine(text)
}

// markdownTable writes rows whose cells stand between " | " as Markdown does, a rule below the first.
func markdownTable(text string) string {
	var b strings.Builder
	for i, row := range strings.Split(strings.Trim(text, "\n"), "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("| " + row + " |")
		if i == 0 {
			b.WriteString("\n|" + strings.Repeat(" --- |", strings.Count(row, " | ")+1))
		}
	}
	return b.String()
}
