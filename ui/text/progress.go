package text

import (
	"fmt"

	"ibid/index"
)

// Progress says how far long work has come.
func Progress(s index.Step) string {
	text := string(s.Stage)
	if s.Total == 0 {
		return text + " …"
	}
	text += fmt.Sprintf(" %d/%d", s.Done, s.Total)
	if s.Stage == index.StageRead {
		text += fmt.Sprintf(" files, %d chunks", s.Chunks)
	}
	return text
}

// Share is how much of a stage is done, of 1; 0 where nobody knows.
func Share(s index.Step) float64 {
	return float64(s.Done) / float64(max(s.Total, 1))
}
