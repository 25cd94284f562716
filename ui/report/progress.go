package report

import (
	"fmt"
	"math"
	"time"

	"ibid/index"
)

// What the stages of making an index take for a chunk, in relation to each other: about the medians over folders of
// 350 to 120,000 chunks (Go, manuals, papers), on two cores that others used as well.
const (
	readCost    = .40
	sealCost    = .10 // of reading, after the last file: the lexical index is written out
	embedCost   = .30
	declareCost = .05 // of chunks of code, as the next
	deriveCost  = .80 // .5 where nobody else is at work, 1 where many are: it runs in one thread
)

const (
	measurable = 2 * time.Second // how long work must have gone on before its speed says anything
	inertia    = 4 * time.Second // within which an estimate follows what is measured; it grows more slowly where it is long
)

// Work is what the steps of long work tell of it. The zero Work has not begun.
type Work struct {
	step         index.Step
	began        time.Time // of what is measured
	chunks, code float64   // that there will be, and those of code; 0 where nobody knows
	share        float64   // of the work that is done, as far as it was ever told
	left         time.Duration
	told         time.Time     // when left was left; zero where nothing is known of it
	least        time.Duration // that a person was told to be left
}

// Step takes in a step of the work.
func (w *Work) Step(s index.Step, now time.Time) {
	alone := w.alone(s.Stage)
	if w.began.IsZero() || s.Stage != w.step.Stage && (alone || w.alone(w.step.Stage)) {
		*w = Work{began: now, chunks: w.chunks, code: w.code}
	}
	w.step = s
	if s.Stage == index.StageRead && s.Read > 0 && !s.External {
		w.chunks, w.code = float64(s.Chunks)/read(&s), float64(s.Code)/read(&s)
	}
	done, todo := w.costs()
	if done <= 0 {
		return
	}
	w.share = max(w.share, done/(done+todo))
	gone := now.Sub(w.began)
	if gone < measurable {
		return
	}
	measured := time.Duration(float64(gone) * todo / done)
	if w.told.IsZero() {
		w.left = measured
	} else {
		before := w.remaining(now)
		within := inertia
		if measured > before { // it may be a slow part
			within = max(inertia, before/4)
		}
		w.left = before + time.Duration(min(1, float64(now.Sub(w.told))/float64(within))*float64(measured-before))
	}
	w.told = now
}

// alone tells of a stage that says nothing of those that follow, as they say nothing of it.
func (w *Work) alone(s index.Stage) bool {
	switch s {
	case index.StageRead, index.StageSymbols, index.StageDerive, index.StageSave:
		return false
	case index.StageEmbed:
		return w.chunks == 0 // an external embedder makes the vectors, at a speed of its own
	}
	return true
}

// costs are those of what is done, and of what is to do; both 0 where nothing is known of them.
func (w *Work) costs() (done, todo float64) {
	s, part := &w.step, 0.0
	if s.Total > 0 {
		part = float64(s.Done) / float64(s.Total)
	}
	if w.alone(s.Stage) {
		return part, 1 - part
	}
	if s.Stage == index.StageRead && s.Bytes > 0 {
		part = read(s) * readCost / (readCost + sealCost)
	}
	before := true
	for _, st := range []struct {
		stage index.Stage
		cost  float64
	}{
		{index.StageRead, (readCost + sealCost) * w.chunks}, {index.StageEmbed, embedCost * w.chunks},
		{index.StageSymbols, declareCost * w.code}, {index.StageDerive, deriveCost * w.code},
	} {
		switch {
		case st.stage == s.Stage:
			done, todo, before = done+part*st.cost, todo+(1-part)*st.cost, false
		case before:
			done += st.cost
		default:
			todo += st.cost
		}
	}
	return done, todo
}

// read is the part of the files that is read: between what their number and what their size says, since either may
// mislead.
func read(s *index.Step) float64 {
	return math.Sqrt(float64(s.Done) / float64(s.Total) * float64(s.Read) / float64(s.Bytes))
}

// remaining is what is left: time passes between two steps.
func (w *Work) remaining(now time.Time) time.Duration { return max(w.left-now.Sub(w.told), 0) }

// Share is how much of the work is done, of 1: of all stages of making an index for the first time, else of one. 0
// where nobody knows.
func (w *Work) Share() float64 { return w.share }

// Text says how much longer the work takes, once its speed can be told, and how far it has come: never more than half
// as long again as it was said to take before.
func (w *Work) Text(now time.Time) string {
	s := &w.step
	text := string(s.Stage)
	if s.Total == 0 {
		text += " …"
	} else {
		text += fmt.Sprintf(" %d/%d", s.Done, s.Total)
	}
	if s.Stage == index.StageRead && s.Total > 0 {
		text += fmt.Sprintf(" files, %d chunks", s.Chunks)
	}
	if w.told.IsZero() {
		return text
	}
	left := roughly(w.remaining(now))
	if w.least == 0 || left < w.least {
		w.least = left
	}
	switch {
	case 2*left > 3*w.least: // the machine has other work by now
		return "longer than it seemed · " + text
	case left < 2*time.Minute:
		return fmt.Sprintf("about %d s left · ", int(left.Seconds())) + text
	}
	return fmt.Sprintf("about %d min left · ", int(left.Minutes())) + text
}

// roughly rounds a time up, in steps as wide as what is not known of it.
func roughly(d time.Duration) time.Duration {
	for _, s := range []time.Duration{10, 15, 20, 30, 40, 60, 90} {
		if d <= s*time.Second {
			return s * time.Second
		}
	}
	return (d + time.Minute - 1).Truncate(time.Minute)
}
