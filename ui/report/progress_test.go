package report

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ibid/index"
)

// What was told while folders were indexed, most of which the costs of the stages do not come from: what is said to be left never grows
// by more than half, is not far from the truth, and the bar never goes back. A line: seconds, stage, done, total, chunks, of code, bytes
// read, bytes.
func TestWork(t *testing.T) {
	traces, err := filepath.Glob("testdata/progress/*.tsv")
	if err != nil || len(traces) < 4 {
		t.Fatalf("%d traces, %v", len(traces), err)
	}
	for i := range 2 * len(traces) {
		path := traces[i/2]
		steps, ends := readTrace(t, path)
		slower := i%2 == 1 // from a third on
		if slower {
			path += ", slower"
			from := ends / 3
			for j := range steps {
				steps[j].at += 2 * max(steps[j].at-from, 0)
			}
			ends += 2 * (ends - from)
		}
		begin := time.Unix(0, 0)
		var w Work
		least, bar := 0.0, 0.0
		next := 0
		for now := time.Duration(0); now < ends; now += 250 * time.Millisecond { // as the screen draws
			for ; next < len(steps) && steps[next].at <= now; next++ {
				w.Step(steps[next].Step, begin.Add(steps[next].at))
			}
			if share := w.Share(); share < bar || share > 1 {
				t.Errorf("%s: after %v the bar goes from %.2f to %.2f", path, now, bar, share)
			} else {
				bar = share
			}
			left := seconds(w.Text(begin.Add(now)))
			if left == 0 {
				continue
			}
			if least == 0 || left < least {
				least = left
			}
			if left > 1.5*least {
				t.Errorf("%s: after %v %.0f s are left, where %.0f were before", path, now, left, least)
			}
			if rest := (ends - now).Seconds(); !slower && (left < rest/2.5 || left > 3*rest+15) {
				t.Errorf("%s: after %v %.0f s are said to be left, and %.0f are", path, now, left, rest)
			}
		}
		if least == 0 && ends > 10*time.Second {
			t.Errorf("%s: it is never told how long it takes", path)
		}
	}
}

// seconds are those that a text says to be left, 0 for none.
func seconds(text string) float64 {
	var n float64
	var unit string
	if _, rest, ok := strings.Cut(text, "about "); ok {
		fmt.Sscan(rest, &n, &unit)
	}
	if unit == "min" {
		n *= 60
	}
	return n
}

type tracedStep struct {
	index.Step
	at time.Duration
}

func readTrace(t *testing.T, path string) (steps []tracedStep, ends time.Duration) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var s tracedStep
		fields := strings.Split(lines.Text(), "\t")
		s.Stage = index.Stage(fields[1])
		var at float64
		if _, err := fmt.Sscan(fields[0]+" "+strings.Join(fields[2:], " "), &at, &s.Done, &s.Total, &s.Chunks, &s.Code, &s.Read, &s.Bytes); err != nil {
			t.Fatalf("%s: %q: %v", path, lines.Text(), err)
		}
		s.at = time.Duration(at * float64(time.Second))
		steps, ends = append(steps, s), s.at
	}
	return steps[:len(steps)-1], ends
}
