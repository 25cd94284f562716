package extract_test

import (
	"strings"
	"testing"
)

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
