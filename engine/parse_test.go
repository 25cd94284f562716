package engine

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ibid/guard"
)

// Whatever a draft goes through, its text is parsed when it arrives and never again; a draft in its place is a new text.
func TestADraftIsParsedOnce(t *testing.T) {
	const wrong = "The pressure of the Marlin pump may not exceed 60 bar [c1]."
	code := "\n\nStart it so [c2]:\n\n```\npumpctl prime\npumpctl start --slow\n```"
	tests := []struct {
		name   string
		g      Generator
		change func(*Options)
	}{
		{"honest", says(honest), nil},
		{"uncited and unsupported parts", says(honest + " It sings. " + wrong + " It flies [c9]."), nil},
		{"mended", mends("It sings [c9].", honest+code), nil},
		{"refused, with a fallback", says("It sings [c1]."), func(o *Options) { o.Fallback = fallback{says(honest)} }},
		{"shown as well", says(wrong), func(o *Options) { o.ShowUnproven = true }},
		{"characters that cannot be seen", says("The pres\u200bsure may not exceed 6 bar [c1]."), nil},
	}
	for _, tt := range tests {
		for _, symbols := range []bool{false, true} {
			opt := reading()
			if tt.change != nil {
				tt.change(&opt)
			}
			if symbols {
				opt.Symbols = molsysmt(t)
			}
			e := New(pumps(), tt.g, opt)
			want := map[string]int{} // how often a text was written: some write the same again
			e.generator = recorded{e.generator, want}
			if opt.Fallback != nil {
				e.opt.Fallback = recorded{opt.Fallback, want}
			}
			parsed := map[*guard.Draft]string{} // what was appended to each draft
			e.parse = func(d *guard.Draft, text string) {
				d.Append(text)
				parsed[d] += text
			}
			if _, err := e.Ask(context.Background(), pumpQuestion, Silent{}); err != nil {
				t.Fatal(err)
			}
			parses := map[string]int{}
			for _, text := range parsed {
				parses[text]++
			}
			if !maps.Equal(parses, want) || len(want) == 0 {
				t.Errorf("%s: parsed %v, want %v", tt.name, parses, want)
			}
		}
	}
}

// recorded is a Generator whose drafts are counted.
type recorded struct {
	Generator
	written map[string]int
}

func (r recorded) Draft(ctx context.Context, req Request, token func(string)) (Draft, error) {
	d, err := r.Generator.Draft(ctx, req, token)
	r.written[d.Text]++
	if clean := guard.Sanitize(d.Text); clean != d.Text { // another text than was told
		r.written[clean]++
	}
	return d, err
}

// Nothing else in the engine takes a text apart that is a draft: who parses has another text.
func TestWhoParses(t *testing.T) {
	var got []string
	for _, pattern := range []string{"*.go", "[^e]*/*.go", "extract/*.go"} { // but for eval, which measures answers
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			if data, err := os.ReadFile(name); err != nil {
				t.Error(err)
			} else if !strings.HasSuffix(name, "_test.go") {
				got = append(got, parses.FindAllString(string(data), -1)...)
			}
		}
	}
	want := []string{"guard.Parse(call)", "guard.Parse(s.Text)", "guard.Parse(text)", "guard.Parse(s.Said())"}
	if !slices.Equal(got, want) { // a name of the question, items and statements of the evidence, a selected text
		t.Errorf("got %q, want %q", got, want)
	}
}

var parses = regexp.MustCompile(`guard\.Parse(?:Foreign)?\([a-z][^…]*?\)+`)
