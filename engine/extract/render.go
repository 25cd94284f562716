package extract

import (
	"strings"

	"ibid/guard"
)

// render sets the statements as Markdown.
func (c *composer) render(ps []piece) string {
	w := writer{}
	said := map[string]bool{}
	for _, p := range ps {
		p.text = guard.Unmarked(p.text) // what looks like a marker in a document stands for other evidence
		if said[p.text] || guard.LikeMarker(p.text) {
			continue
		}
		said[p.text] = true
		p.item = p.item && len(ps) > 1
		w.statement(p, c.request.Evidence[p.evidence].Key)
	}
	return strings.TrimSpace(w.String())
}

// writer sets statements as Markdown.
type writer struct {
	strings.Builder
	list bool // the last statement was a list item
	open bool // it had no full stop, or ended in code: another sentence would run on from it
}

func (w *writer) statement(p piece, key string) {
	switch {
	case w.Len() == 0:
	case p.goesOn && !w.open:
		w.WriteString(" ")
	case p.item || p.code != "":
		w.WriteString("\n")
		if !w.list || !p.item {
			w.WriteString("\n")
		}
	case w.list || w.open:
		w.WriteString("\n\n")
	default:
		w.WriteString(" ")
	}
	if p.item && (!p.goesOn || w.open) {
		w.WriteString("- ")
	}
	text, stop := strings.CutSuffix(p.text, ".")
	w.WriteString(text + " [" + key + "]")
	if stop {
		w.WriteString(".")
	}
	w.list, w.open = p.item, !stop && !strings.HasSuffix(text, "!") && !strings.HasSuffix(text, "?")
	if p.code != "" {
		w.WriteString("\n\n" + fence(p.code))
		w.list, w.open = false, true
	}
}

// fence sets code between fences longer than any it holds.
func fence(code string) string {
	marks := "```"
	for strings.Contains(code, marks) {
		marks += "`"
	}
	return marks + "\n" + strings.TrimRight(code, "\n") + "\n" + marks
}
