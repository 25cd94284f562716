package themes

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"charm.land/glamour/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

func load(t *testing.T, name string) Theme {
	t.Helper()
	theme, err := Load(name, "")
	if err != nil {
		t.Fatal(err)
	}
	return theme
}

// uncoloured renders a style as a terminal without colours shows it.
func uncoloured(t *testing.T, s lipgloss.Style) string {
	t.Helper()
	var buf bytes.Buffer
	w := colorprofile.Writer{Forward: &buf, Profile: colorprofile.ASCII}
	if _, err := w.WriteString(s.Render("x")); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestAuto(t *testing.T) {
	for _, background := range []bool{true, false} {
		if theme := load(t, Auto(background)); theme.Dark != background {
			t.Errorf("dark %v: %s", background, theme.Name)
		}
	}
}

// Without colours, whatever stands side by side on the screen still differs.
func TestNothingByColourAlone(t *testing.T) {
	for _, name := range builtin() {
		s := load(t, name).Styles
		for what, side := range map[string][]lipgloss.Style{
			"evidence": {s.Text, s.Quote, s.Selection, s.Cursor},
			"answer":   {s.Text, s.Sentence, s.Draft, s.Selection, s.MarkerCurrent},
			"tabs":     {s.Tab, s.TabActive},
			"markers":  {s.Marker, s.MarkerCurrent},
		} {
			var seen []string
			for _, style := range side {
				seen = append(seen, uncoloured(t, style))
			}
			slices.Sort(seen)
			if got := slices.Compact(slices.Clone(seen)); len(got) != len(seen) {
				t.Errorf("%s: %s: two look the same: %q", name, what, seen)
			}
		}
	}
}

const sample = `# A heading

Words with **strong**, *emphasis*, ` + "`code`" + ` [c1].

1. first
   - inner

> quoted

| a | b |
|---|---|
| 1 | 2 |

` + "```go\nfunc main() { return 1 }\n```" + `

## Second
`

// Plain words have no colour forced on them, nothing is indented, and headings have no "#".
func TestMarkdown(t *testing.T) {
	for _, name := range builtin() {
		theme := load(t, name)
		r, err := glamour.NewTermRenderer(glamour.WithStyles(theme.Glamour), glamour.WithWordWrap(40))
		if err != nil {
			t.Fatal(err)
		}
		out, err := r.Render(sample)
		if err != nil {
			t.Fatal(err)
		}
		if name == "light" || name == "dark" {
			if !regexp.MustCompile(`(?m)^Words with `).MatchString(out) {
				t.Errorf("%s: plain words are styled:\n%q", name, out)
			}
		}
		lines := strings.Split(ansi.Strip(out), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		want := "A heading\n\nWords with strong, emphasis, code [c1].\n\n1. first\n  • inner\n\n\n│ quoted\n\n" +
			" a                  │ b\n────────────────────┼───────────────────\n 1                  │ 2\n\n  func main() { return 1 }\n\nSecond"
		if got := strings.Trim(strings.Join(lines, "\n"), "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
		for _, l := range strings.Split(out, "\n") {
			if ansi.StringWidth(l) > 40 {
				t.Errorf("%s: a line is too wide: %q", name, l)
			}
		}
	}
}

func TestUserTheme(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("mine.toml", "description = 'mine'\n[roles]\ntext = { fg = \"#123\", italic = true }\nquote = { reverse = true }\n[glamour.heading]\ncolor = 99\n")
	write("light.toml", "dark = true\n")
	write("notes.txt", "")
	write("bad name.toml", "")
	write("broken.toml", "dark = 1\n")

	mine, err := Load("mine", dir)
	if err != nil {
		t.Fatal(err)
	}
	builtIn := load(t, "light")
	if s := mine.Styles.Quote; !s.GetReverse() || !s.GetItalic() || s.GetBold() || s.GetForeground() != lipgloss.Color("#112233") {
		t.Error("a role that is given starts from text and from nothing else")
	}
	if s := mine.Styles.Good; s.GetForeground() != builtIn.Styles.Good.GetForeground() || !s.GetItalic() {
		t.Error("a role that is left out is as in light, on top of text")
	}
	if *mine.Glamour.Heading.Color != *builtIn.Glamour.Heading.Color {
		t.Error("Markdown is not as in light")
	}
	if theme, err := Load("light", dir); err != nil || !theme.Dark {
		t.Errorf("the user's file does not win: %v", err)
	}

	got, errs := List(dir)
	if want := []string{"light", "dark", "high-contrast", "ansi16", "mine"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := filepath.Join(dir, "broken.toml") + ":1:1: dark: 1 is neither true nor false"; len(errs) != 1 || errs[0].Error() != want {
		t.Errorf("got %v, want %s", errs, want)
	}
	if names, errs := List(filepath.Join(dir, "none")); len(names) != 4 || errs != nil {
		t.Errorf("without a folder: %v, %v", names, errs)
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.toml")
	for _, tt := range []struct{ file, want string }{
		{"[roles]\nqoute = { bold = true }", `:2:11: roles.qoute.bold: no such key; did you mean roles.quote.bold?`},
		{"[roles.quote]\nbolt = true", `:2:1: roles.quote.bolt: no such key; did you mean roles.quote.bold?`},
		{"colours = 3", `:1:1: colours: no such key`},
		{"[roles]\nquote = 3", `:2:1: roles.quote: it is a table, and holds keys of its own`},
		{"[roles]\nquote = { fg = \"red\" }", `:2:11: roles.quote.fg: "red" is no colour; write "#rrggbb", or a number from 0 to 255`},
		{"[roles]\nquote = { fg = \"#12345\" }", `:2:11: roles.quote.fg: "#12345" is no colour; write "#rrggbb", or a number from 0 to 255`},
		{"[roles]\nquote = { fg = 256 }", `:2:11: roles.quote.fg: 256 is no colour; write "#rrggbb", or a number from 0 to 255`},
		{"[roles]\nquote = { fg = [] }", `:2:11: roles.quote.fg: a list is no colour; write "#rrggbb", or a number from 0 to 255`},
		{"[roles]\nquote = { bold = 1 }", `:2:11: roles.quote.bold: 1 is neither true nor false`},
		{"[roles]\nquote = { fg = 3 }", `:2:11: roles.quote: it differs from the text by colour at most; add one of bold, italic, underline, faint, reverse, strikethrough`},
		{"[roles]\ntext = { bold = true }\nsentence = { fg = 3 }", `:3:14: roles.sentence: it differs from the text by colour at most; add one of bold, italic, underline, faint, reverse, strikethrough`},
		{"dark = \"yes\"", `:1:1: dark: "yes" is neither true nor false`},
		{"description = \"a\\u001b[2J\"", `:1:1: description: "a\x1b[2J" has a character that cannot be printed`},
		{"description = \"a\\nb\"", `:1:1: description: it has more than one line`},
		{"[roles", `:1:6: not TOML: `},
	} {
		if err := os.WriteFile(path, []byte(tt.file), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Load("x", dir)
		if err == nil || err.Error() != path+tt.want && !(strings.HasSuffix(tt.want, ": ") && strings.HasPrefix(err.Error(), path+tt.want)) {
			t.Errorf("%q\ngot  %v\nwant %s%s", tt.file, err, path, tt.want)
		}
	}
}

func TestNoSuchTheme(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]string{
		"lihgt":         `no such theme: "lihgt"; did you mean light?`,
		"../x":          `no such theme: "../x"; there are light, dark, high-contrast, ansi16`,
		"":              `no such theme: ""; there are light, dark, high-contrast, ansi16`,
		"solarized\x1b": `no such theme: "solarized\x1b"; there are light, dark, high-contrast, ansi16`,
	} {
		if _, err := Load(name, dir); err == nil || err.Error() != want {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.toml"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Load("folder", dir); err == nil || !strings.Contains(err.Error(), "this is no theme") {
		t.Errorf("a folder: %v", err)
	}
}

// Whatever is accepted makes a theme that can be rendered with.
func FuzzParse(f *testing.F) {
	for _, name := range builtin() {
		data, err := files.ReadFile(name + extension)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add("[roles.\"quote\"]\nbold = true\n[[glamour.h1]]\n[glamour]\nh2.indent = 3")
	data, err := files.ReadFile(dark + extension)
	if err != nil {
		f.Fatal(err)
	}
	keys := known()
	under, err := parse(dark, data, keys)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		own, err := parse("f", []byte(text), keys)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Errorf("%q: no place: %v", text, err)
			}
			return
		}
		s, err := own.styles(under)
		if err != nil {
			return
		}
		for _, field := range s.fields() {
			if field.alone && uncoloured(t, *field.style) == uncoloured(t, s.Text) {
				t.Errorf("%q: %s looks like text", text, field.name)
			}
		}
	})
}
