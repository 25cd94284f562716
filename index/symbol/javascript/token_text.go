package javascript

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// line writes the tokens from lo up to hi on one line. Where that takes more than limit bytes, what stands in
// brackets is left out; where that is still too long it is cut.
func (t *tokens) line(lo, hi, limit int) string {
	text, ok := t.whole(lo, hi, limit)
	if ok {
		return text
	}
	if text = t.outline(lo, hi, limit); len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}

// whole writes tokens on one line, and says whether limit bytes are enough for that.
func (t *tokens) whole(lo, hi, limit int) (string, bool) {
	hi = min(hi, len(t.list))
	if lo < 0 || lo >= hi {
		return "", true
	}
	text := t.src[t.list[lo].start:t.list[hi-1].end]
	if len(text) <= limit && strings.IndexByte(text, '\n') < 0 && !strings.Contains(text, "/*") {
		return text, true
	}
	var b strings.Builder
	for i := lo; i < hi; i++ {
		if b.Len() > limit {
			return "", false
		}
		t.write(&b, lo, i)
	}
	return b.String(), b.Len() <= limit
}

// outline writes tokens on one line without what stands in brackets: f(…) as "f(...)".
func (t *tokens) outline(lo, hi, limit int) string {
	var b strings.Builder
	for i := lo; i < hi && b.Len() <= limit; i++ {
		t.write(&b, lo, i)
		if t.kind(i) == op && t.opens(i) {
			_, end := t.inside(i)
			if end > i+1 {
				b.WriteString("...")
			}
			i = min(end, hi) - 1
		}
	}
	return b.String()
}

// write writes token i behind those from lo on, with the space before it that the source has, if that matters.
func (t *tokens) write(b *strings.Builder, lo, i int) {
	k := t.list[i]
	text := t.src[k.start:k.end]
	if i > lo && k.start > t.list[i-1].end {
		switch prev := t.text(i - 1); {
		case prev == "(" || prev == "[" || text == ")" || text == "]":
		case text == "." || text == "?.": // a chain over several lines
		default:
			b.WriteByte(' ')
		}
	}
	if text == "," && (t.is(i+1, ")") || t.is(i+1, "]")) && t.fresh(i+1) {
		return
	}
	if strings.IndexByte(text, '\n') >= 0 {
		text = strings.ReplaceAll(text, "\n", `\n`)
	}
	b.WriteString(text)
}

// unquote is the text of a string, or of a template without substitutions, as far as it is written without escapes.
func (t *tokens) unquote(i int) string {
	text := t.text(i)
	if len(text) < 2 {
		return ""
	}
	text = text[1 : len(text)-1]
	asInGo := strings.NewReplacer(`\\`, `\\`, `\x`, `\u00`, `"`, `\"`, `\'`, `'`)
	if plain, err := strconv.Unquote(`"` + asInGo.Replace(text) + `"`); err == nil {
		return plain
	}
	return text
}
