package support

import (
	"testing"

	"ibid/guard"
)

// TestContradictions holds which sentences the source denies, and beside each of them one that only is not proven.
func TestContradictions(t *testing.T) {
	for _, tc := range []struct{ source, denied, other string }{
		{"The left valve opens at 3 bar and the right valve closes at 7 bar.", "The left valve opens at 7 bar and the right valve closes at 3 bar.", "The left valve leaks at 7 bar and the right valve hums at 3 bar."},
		{"Files stay on the host unless the flag is given.", "Files stay on the host if the flag is given.", "Files do not stay on the host if the flag is given."},
		{"All servers keep the old log for a week.", "No servers keep the old log for a week.", "Many servers keep the old log for a week."},
		{"Many servers keep the old log.", "No servers keep the old log.", "Several servers keep the old log."},
		{"`tools.check` returns the lowest open port.", "`tools.check` returns the highest open port.", "`check` returns the lowest open port of all."},
		{"Battle | Killed | Wounded | Missing\nJackson | 42 | 251 | 7\nRaymond | 66 | 339 | 37", "At Jackson 251 were killed and 42 wounded.", "At Jackson 42 were killed and 251 wounded, and 66 and 339 at Raymond."},
		{"The TW-200 draws 2.8 W while it delivers records.", "The TW-200 draws 3.1 W while it delivers records.", "The Limpet draws 3.1 W."},
		{"The water temperature was 6.4 °C at the surface.", "The water temperature was 7.4 °C at the surface.", "The air temperature was 7.4 °C."},
	} {
		p := Prepare(guard.Passage{Key: "c1", Text: tc.source})
		if got := Check(tc.denied, p); got.Verdict != guard.Contradicted {
			t.Errorf("%q is %v: %s", tc.denied, got.Verdict, got.Reason)
		}
		if got := Check(tc.other, p); got.Verdict == guard.Contradicted {
			t.Errorf("%q is contradicted: %s", tc.other, got.Reason)
		}
	}
}
