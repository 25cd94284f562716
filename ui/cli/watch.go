package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/report"
)

const (
	watchEvery = time.Second // between two looks at the documents
	watchShare = 10          // of the time, one part at most is spent on looking
)

// watch shows an answer, and what becomes of it whenever the documents change. It goes on through what keeps it from answering again, and
// ends with the context, which is no error: nothing else ends it.
func (r *call) watch(ctx context.Context, l *app.Library, fl *askFlags, answer *engine.Answer, from index.Report, ask func() (*engine.Answer, index.Report, error)) error {
	if err := r.answered(fl, answer, from); err != nil && !errors.Is(err, errRefused) {
		return err
	}
	r.note("waiting for the documents to change; Ctrl+C ends it")
	asked, wait, told := l.Digest(), watchEvery, ""
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		start := time.Now()
		*r.progress = *r.newProgress(r.config, r.json)
		seen, err := l.With(ctx, r.progress.step, func(*index.Index) error { return nil })
		wait = max(watchEvery, watchShare*time.Since(start))
		if err == nil && l.Digest() == asked {
			continue
		}
		var now *engine.Answer
		if err == nil {
			now, from, err = ask()
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && err.Error() == told: // once is enough
			continue
		case err != nil:
			told = err.Error()
			r.trouble(err)
			continue
		}
		same, became := report.Copy(answer) == report.Copy(now), ""
		if same {
			became = "; the answer is the same"
		}
		r.note("the documents have changed (%s new, %d changed, %d gone)%s", count(seen.Added, "file"), seen.Changed, seen.Removed, became)
		if !same && !r.json && (fl.format == formats[0] || fl.output != "") {
			err = r.difference(answer, now)
		}
		if err == nil && (!same || r.json || fl.output != "") {
			err = r.answered(fl, now, from)
		}
		if err != nil && !errors.Is(err, errRefused) {
			return err
		}
		answer, asked, told = now, l.Digest(), ""
	}
}

// trouble tells of an error that ends nothing.
func (r *call) trouble(err error) {
	f := r.failure(nil, err)
	if r.json {
		_ = writeJSON(r.Err, f.object())
		return
	}
	r.note("not asked again: %s; %s", f.message, f.hint)
}

// difference prints what changed between two answers.
func (r *call) difference(before, after *engine.Answer) error {
	p := r.newPage(r.config)
	p.line("")
	if before.Refused || after.Refused {
		p.hang(p.style.bold("before: "), report.Outcome(before), nil)
	} else {
		var b strings.Builder
		for _, s := range report.Diff(before.Text, after.Text) {
			gap := s.Text[:len(s.Text)-len(strings.TrimLeft(s.Text, " \n"))]
			switch text := s.Text[len(gap):]; s.Role {
			case report.Removed:
				b.WriteString(gap + "[-" + text + "-]")
			case report.Added:
				b.WriteString(gap + "{+" + text + "+}")
			default:
				b.WriteString(s.Text)
			}
		}
		p.line("%s", p.style.bold("what changed"))
		p.prose(guard.Sanitize(b.String()))
	}
	p.line("")
	return r.print(p)
}
