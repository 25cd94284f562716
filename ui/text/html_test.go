package text

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"ibid/engine"
	"ibid/guard"
)

// Whatever stands in an answer and its sources is text of the page: nothing in it runs or loads, and the quotes are marked.
func TestHTMLIsSafe(t *testing.T) {
	const bad = `<script>alert(1)</script> <img src="http://x/1.png"> </pre></details> ![pixel](http://x/2.png) [go](javascript:alert(2)) &lt;b&gt;`
	c := page("a\"><i>", 4, "2 <Reading>", bad+" It draws 45 mW. It is quiet.")
	at := strings.Index(c.Text, "It draws")
	ev := engine.Evidence{Key: "c1", Chunk: c}
	quote := guard.Quote{Key: "c1", Text: "It draws 45 mW.", Span: [2]int{at, at + len("It draws 45 mW.")}}
	a := &engine.Answer{Question: bad, Text: bad + " It draws 45 mW [c1].", Warnings: []string{bad}, Evidence: []engine.Evidence{ev},
		Citations: []engine.Citation{{Evidence: ev, Quote: quote.Text, Span: quote.Span}},
		Sentences: []guard.Sentence{{Text: "It draws 45 mW.", Citations: []string{"c1"}, Verdict: guard.Supported, Quotes: []guard.Quote{quote}}}}
	for _, answer := range []*engine.Answer{a, {Question: bad, Refused: true, Text: bad, RefusalReason: bad}} {
		out := HTML(answer)
		root, err := html.Parse(strings.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		marked, folded := "", 0
		for n := range root.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			switch n.Data {
			case "script", "i", "b", "iframe", "object", "link":
				t.Errorf("there is a %s in %s", n.Data, out)
			case "mark":
				marked += n.FirstChild.Data
			case "details":
				folded++
			}
			for _, attribute := range n.Attr {
				if strings.HasPrefix(attribute.Key, "on") || strings.Contains(attribute.Val, "javascript:") || attribute.Key == "src" {
					t.Errorf("%s has %s=%q", n.Data, attribute.Key, attribute.Val)
				}
			}
		}
		if !answer.Refused && (marked != quote.Text || folded != 1 || !strings.Contains(out, `<a href="#c1">[c1]</a>`)) {
			t.Errorf("%q is marked, %d passages are folded in: %s", marked, folded, out)
		}
	}
}
