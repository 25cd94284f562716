package symbols

import (
	"regexp"

	"ibid/guard"
)

// Inventing lists the sentences and code blocks of a draft that must go because of findings that are unknown or
// misused, in order: those that hold one, the code after a sentence or a block that goes, and a sentence that would be
// left announcing code that is gone.
func Inventing(d *guard.Draft, findings []Finding) []int {
	gone := make([]bool, len(d.Sentences))
	for _, f := range findings {
		if f.Verdict == Unknown || f.Verdict == Misused {
			for i := d.At(f.Start); i < len(gone) && d.Sentences[i].Start < f.End; i++ {
				gone[i] = true
			}
		}
	}
	var out []int
	for i := range d.Sentences {
		switch s := &d.Sentences[i]; {
		case s.Kind == guard.Code:
			gone[i] = gone[i] || i > 0 && gone[i-1]
		case i+1 < len(gone) && d.Sentences[i+1].Kind == guard.Code && announces.MatchString(s.Text):
			gone[i] = gone[i] || gone[i+1]
		}
		if gone[i] {
			out = append(out, i)
		}
	}
	return out
}

// announces is the end of a sentence that leads in to code.
var announces = regexp.MustCompile(`:[ *_]*$`)

// Gate refuses if the answer has a name that does not exist, or calls one in a way that it does not allow.
// Measured is the share of the judged names that are known. Names that are out of scope are not judged.
func Gate(findings []Finding) guard.Gate {
	known := 0
	var unknown, misused []string
	for _, f := range findings {
		switch f.Verdict {
		case Known:
			known++
		case Unknown:
			unknown = append(unknown, f.Written)
		case Misused:
			misused = append(misused, f.Written)
		}
	}
	return guard.SymbolGate(known, unknown, misused)
}
