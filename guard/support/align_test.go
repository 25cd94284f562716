package support

import (
	"testing"

	"ibid/guard"
)

// TestNearCopies: what a claim may say in the place of its source's words, and what it may not.
func TestNearCopies(t *testing.T) {
	p := Prepare(guard.Passage{Text: "All lengths are in feet (ft). Initial handshakes are sent once. This method is as accurate as back projection. " +
		"Sizes of the phantom grow by 1% to avoid clipping of the phantom elements. PNG files are read into a window. Colors are kept.",
		Heading: "tomo\nThe inverse Fourier method\nPublic and private keys"})
	for claim, want := range map[string]bool{
		"In tomo, all lengths are in feet.":                                           true,
		"The inverse Fourier method is as accurate as back projection.":               true,
		"In gadget, all lengths are in feet.":                                         false,
		"Initial tomo handshakes are sent once.":                                      true,
		"Initial private handshakes are sent once.":                                   false, // the title names two things
		"The private Fourier method is as accurate as back projection.":               false,
		"Sizes of the phantom grow by one percent to avoid clipping of its elements.": true,
		"Sizes of the phantom grow by one percent to avoid clipping of its files.":    false,
		"On the tomo phantom, PNG files are read into a window.":                      false,
		"In the inverse Fourier method, PNG files are read into a window.":            true,
		"In the inverse Fourier method, PNG files are not read into a window.":        false,
	} {
		if got := Check(claim, p); (got.Verdict == guard.Supported) != want {
			t.Errorf("%s\n\tgot %v %q", claim, got.Verdict, got.Reason)
		}
	}
}
