package cli

import (
	"strings"

	"charm.land/glamour/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/themes"
	"ibid/ui/wire"
)

// sampleMarkdown is an answer with one of everything that is common in answers.
const sampleMarkdown = "## Sizes\n\nML-KEM-768 has an encapsulation key of **1184** bytes. Its name in code is `mlkem768` [c2].\n\n" +
	"- keys are *encoded* [c1]\n- ciphertexts too [c1]\n\n```go\n// Seal encrypts.\nfunc Seal(key []byte) (int, error) { return 1088, nil }\n```\n"

// markdownSample renders it, without the spaces that Glamour pads lines with.
func markdownSample(t *themes.Theme, width int) ([]string, error) {
	r, err := glamour.NewTermRenderer(glamour.WithStyles(t.Glamour), glamour.WithWordWrap(width))
	if err != nil {
		return nil, err
	}
	out, err := r.Render(sampleMarkdown)
	if err != nil {
		return nil, err
	}
	var lines []string
	for l := range strings.SplitSeq(out, "\n") {
		used := ansi.StringWidth(strings.TrimRight(ansi.Strip(l), " "))
		switch {
		case used > 0:
			lines = append(lines, ansi.Truncate(l, used, ""))
		case len(lines) > 0:
			lines = append(lines, "")
		}
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines, nil
}

// sampleLines are a screen in small: each role once.
func sampleLines(s *themes.Styles) []string {
	const gap = "  "
	lines := [][]string{
		{s.Title.Render("ibid"), gap, s.Muted.Render("~/papers · 6 documents"), gap, s.TabActive.Render("answer"), gap, s.Tab.Render("evidence")},
		{s.BorderFocus.Render("━━ answer ━━━━━━━━━━━━━━━━━━━━"), gap, s.Border.Render("── evidence ──────────────────")},
		{s.Sentence.Render("The key has 1184 bytes."), " ", s.MarkerCurrent.Render("[c1]"), gap, s.Good.Render("✓ supported")},
		{s.Text.Render("The ciphertext has 1088 bytes."), " ", s.Marker.Render("[c2]"), gap, s.Warn.Render("! look at it yourself")},
		{s.Draft.Render("A draft is not verified yet."), gap, s.Bad.Render("✗ not supported")},
		{s.Muted.Render("c1 FIPS.203 p. 48"), gap, s.Text.Render("sizes of keys: "), s.Quote.Render("ML-KEM-768 1184"), s.Text.Render(" bytes")},
		{s.Heading.Render("rewrite"), gap, s.Text.Render("call "), s.Removed.Render("fetch"), " → ", s.Added.Render("get"), gap, s.Text.Render("coverage "), s.BarFull.Render("████████"), s.BarEmpty.Render("░░░░░░"), s.Text.Render(" 0.57")},
		{s.Selection.Render("selected text"), s.Cursor.Render("▏"), gap, s.Error.Render("error: no such page"), gap, s.Key.Render("y"), s.Muted.Render(" copy"), gap, s.Key.Render("?"), s.Muted.Render(" help")},
	}
	return wire.Each(lines, func(parts []string) string { return strings.Join(parts, "") })
}
