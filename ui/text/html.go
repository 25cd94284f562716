package text

import (
	"cmp"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"ibid/engine"
	"ibid/guard"
	"ibid/ui/tui/markdown"
)

// pageHead begins a page that loads nothing from anywhere, whatever stands in it.
const pageHead = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>%[1]s</title>
<style>
:root { color-scheme: light dark }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
table { border-collapse: collapse } td, th { border: 1px solid #8888; padding: .2rem .5rem }
blockquote { margin: .5rem 0 1rem; padding-left: 1rem; border-left: 3px solid #8888 }
summary { cursor: pointer } footer { opacity: .7 }
</style>
<h1>%[1]s</h1>
`

// HTML is an answer as one page that needs nothing else. Each marker leads to its source, where the words that bear
// the answer out are marked in the passage around them; the passages are folded in.
func HTML(a *engine.Answer) string {
	var b strings.Builder
	fmt.Fprintf(&b, pageHead, html.EscapeString(name(a.Question)))
	text := escape(name(a.Text)) + "\n\nBecause " + escape(becauseOf(a)) + "\n"
	if !a.Refused {
		text = linked(a) + "\n" + doubts(a.Sentences)
		for _, w := range a.Warnings {
			text += "\n**Note:** " + escape(sentence(w)) + "\n"
		}
	}
	asOnScreen := goldmark.New(goldmark.WithParser(markdown.NewParser()), goldmark.WithRendererOptions(renderer.WithNodeRenderers(
		util.Prioritized(extension.NewTableHTMLRenderer(), 500), util.Prioritized(noImages{}, 100))))
	if err := asOnScreen.Convert([]byte(text), &b); err != nil {
		panic(err) // a strings.Builder takes everything
	}
	for i := range a.Citations {
		c := &a.Citations[i]
		place := "[" + c.Key + "] " + engine.Place(&c.Chunk)
		if p := name(c.Path); p != "" {
			place += " · " + p
		}
		fmt.Fprintf(&b, "<details><summary>%s</summary><blockquote id=\"%s\"><pre>%s</pre></blockquote></details>\n",
			html.EscapeString(place), html.EscapeString(c.Key), passage(a, c))
	}
	fmt.Fprintf(&b, "<footer><p>%s</p></footer>\n", html.EscapeString(outcomeBy(a)))
	return b.String()
}

// linked is the text of an answer whose markers lead to their sources.
func linked(a *engine.Answer) string {
	var b strings.Builder
	pos := 0
	for _, s := range guard.Parse(a.Text).Sentences {
		if s.Kind == guard.Code {
			b.WriteString(withoutNotes(a.Text[pos:s.Start]) + s.Raw)
			pos = s.End
			continue
		}
		for _, m := range s.Markers {
			b.WriteString(withoutNotes(strings.TrimRight(a.Text[pos:m.Start], " \t")))
			pos = m.End
			for _, k := range m.Keys {
				fmt.Fprintf(&b, " [\\[%[1]s\\]](#%[1]s)", k)
			}
		}
	}
	b.WriteString(withoutNotes(a.Text[pos:]))
	return strings.TrimSpace(guard.Sanitize(b.String()))
}

var footnote = regexp.MustCompile(`\[\^[^\]\s]*\]`)

// withoutNotes escapes what looks like a footnote, which would be taken for a definition and not be shown.
func withoutNotes(s string) string { return footnote.ReplaceAllString(s, `\$0`) }

// passage is the text of a citation, with what the answer quotes of it marked.
func passage(a *engine.Answer, c *engine.Citation) string {
	spans := [][2]int{c.Span}
	for i := range a.Sentences {
		for _, q := range a.Sentences[i].Quotes {
			if q.Key == c.Key {
				spans = append(spans, q.Span)
			}
		}
	}
	slices.SortFunc(spans, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	var b strings.Builder
	shown := func(from, to int) string { return html.EscapeString(guard.Reveal(c.Text[from:to])) }
	at := 0
	for _, s := range spans {
		if from := max(s[0], at); from < s[1] && s[1] <= len(c.Text) {
			b.WriteString(shown(at, from) + "<mark>" + shown(from, s[1]) + "</mark>")
			at = s[1]
		}
	}
	return b.String() + shown(at, len(c.Text))
}

// noImages leaves the words of an image.
type noImages struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (noImages) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindImage, func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) { return ast.WalkContinue, nil })
}
