package text

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// hostile are titles that mean something to Markdown, HTML, JSON or a terminal.
var hostile = []string{
	`}`, `{`, `\`, `\}`, `{{{`, `100% of $5 & #3_x ~ ^`, `say "no"`, "two\nlines\r\n", "\x1b]52;c;aGk=\x07", "\u202egnp", `</script>`,
	`"}, "id": "x`, `},@misc{evil,`, "日本語", "`code`", `*a* _b_ __init__.py [c1](http://x) <b> &amp; ~~x~~`, "- item", "1. one", "# h", "> q", "a | b", "[^1]", "=== ", "", " ",
}

// FuzzEscape reads escaped text back: rendered, it is one paragraph with the same words.
func FuzzEscape(f *testing.F) {
	for _, h := range hostile {
		f.Add(h)
	}
	f.Add("a_b _c_ d__e__ f_")
	f.Add("<!-- x --> <?x?> <http://x> a<b")
	f.Add("&#0; &lt; &unknown; & &;")
	f.Add("***\n---\n+++")
	f.Add("a\\*b*")
	f.Add("~a~ ~~b~~ ~/papers")
	f.Add("![x](y) [x]: y")
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Footnote, extension.TaskList))
	tag := regexp.MustCompile(`</?p>`)
	f.Fuzz(func(t *testing.T, s string) {
		s = name(s)
		var b strings.Builder
		if err := md.Convert([]byte(escape(s)), &b); err != nil {
			t.Fatal(err)
		}
		got := html.UnescapeString(tag.ReplaceAllString(strings.TrimSpace(b.String()), ""))
		if strings.Contains(s, "\ufffd") { // goldmark has its own idea of U+0000
			return
		}
		if got != s {
			t.Errorf("%q, escaped %q, is rendered %q", s, escape(s), b.String())
		}
	})
}
