package report

import (
	"fmt"
	"time"

	"ibid/index"
)

// measurable is how long work must have gone on before its speed says anything.
const measurable = time.Second

// Progress says how far a stage has come since it began and, once its speed can be told, how much longer it takes.
func Progress(s index.Step, gone time.Duration) string {
	text := string(s.Stage)
	if s.Total == 0 {
		return text + " …"
	}
	text += fmt.Sprintf(" %d/%d", s.Done, s.Total)
	if s.Stage == index.StageRead {
		text += fmt.Sprintf(" files, %d chunks", s.Chunks)
	}
	if s.Done > 0 && gone >= measurable {
		rate := float64(s.Done) / gone.Seconds()
		left := time.Duration(float64(s.Total-s.Done) / rate * float64(time.Second)).Round(time.Second)
		text += fmt.Sprintf(", %.0f/s, %s left", rate, left)
	}
	return text
}
