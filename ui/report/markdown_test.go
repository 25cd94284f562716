package report

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

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
