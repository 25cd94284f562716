package symbols

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index/symbol/code"
)

var update = flag.Bool("update", false, "rewrite the golden file")

func TestPiecesGolden(t *testing.T) {
	answers, err := os.ReadFile(filepath.Join("testdata", "pieces.md"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for answer := range strings.SplitSeq(string(answers), "=====\n") {
		for _, p := range Pieces(guard.Parse(answer)) {
			kind := [...]string{code.Fenced: "block", code.Inline: "inline", code.PlainName: "name"}[p.Kind]
			fmt.Fprintf(&b, "%d:%d %s %s %q\n", p.Start, p.End, kind, p.Language, p.Text)
		}
		b.WriteString("=====\n")
	}
	golden := filepath.Join("testdata", "pieces.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestUnread(t *testing.T) {
	for text, want := range map[string]string{
		"```rust\nx::y();\n```\n\n```c++\nx();\n```\n\n```{.rust}\nz();\n```":                         "Rust C++",
		"```python\nx()\n```\n\n```ts\nx()\n```\n\n```sh\nls\n```\n\n```json\n{}\n```\n\n```\nx\n```": "",
		"In rust, `x::y`.": "",
	} {
		if got := strings.Join(Unread(guard.Parse(text)), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
