package extract_test

import (
	"strings"
	"testing"
)

// TestOverview asks for a summary: what a document or a section says first is shown, and said to be that.
func TestOverview(t *testing.T) {
	const manual = `# The Marlin handbook

Issue 3, printed in Bergen.

## Abstract

The Marlin pump fills a tank. It stops when that is full.

## Alarms

This section lists the alarms.

### Lights

The red light tells of a dry well. The green light tells of a full tank.

## Parts

A valve opens at 7 bar. The hose has no alarms.
`
	tests := []struct{ question, want, note string }{
		{"Summarize the Marlin handbook", "The Marlin pump fills a tank [c1]. It stops when that is full [c1].", "this is how pumps opens"},
		{"Give me a short overview of the alarms.", "This section lists the alarms [c1]. The red light tells of a dry well [c1]. The green light tells of a full tank [c1].", "this is how “Alarms” begins in pumps"},
		{"Summarize the quantum internet", "", ""},
	}
	for _, tt := range tests {
		a := askFile(t, tt.question, manual)
		got := a.Text
		for _, c := range a.Citations {
			got = strings.ReplaceAll(got, "["+c.Key+"]", "[c1]")
		}
		if a.Refused != (tt.want == "") || !a.Refused && got != tt.want || !strings.Contains(strings.Join(a.Warnings, "\n"), tt.note) {
			t.Errorf("%s: refused %v (%s), %q, %q", tt.question, a.Refused, a.RefusalReason, a.Text, a.Warnings)
		}
	}
}

// A listing is shown whole behind the sentence that it follows, once, and a row's empty cells are passed over.
func TestIntroduction(t *testing.T) {
	const page = "# tidepool\n\n`rms` gives the deviation of two records.\n\n```python\nfrom tidepool import rms\nprint(rms(a, b))\n```\n\nThe default unit is metres.\n\n" +
		"| Hose | Length | Material |\n| --- | --- | --- |\n| Red | 50 m | rubber |\n| Green | 10 m | |\n"
	a := askFile(t, "How do I compute the deviation of two records?", page)
	want := "`rms` gives the deviation of two records [c1].\n\n```\nfrom tidepool import rms\nprint(rms(a, b))\n```"
	if !strings.HasPrefix(a.Text, want) || strings.Count(a.Text, "import rms") != 1 || strings.Contains(a.Text, "\n\n\n") {
		t.Errorf("%q", a.Text)
	}
	if a = askFile(t, "What material is the green hose?", page); !strings.HasPrefix(a.Text, "Green: Length 10 m [") {
		t.Errorf("%q", a.Text)
	}
}
