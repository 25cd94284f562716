package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/config"
	"ibid/ui/scope"
	"ibid/ui/session"
	"ibid/ui/tui"
	"ibid/ui/wire"
)

// conversation is the plain form of the screen: a question a line, answers in words, nothing redrawn. It is for screen
// readers, pipes and terminals that cannot do more.
type conversation struct {
	app     *App
	config  *config.Config
	library screenLibrary
	store   *session.Store
	kept    *session.Session  // nil until the first question
	asked   bool              // a prompt is shown
	earlier []engine.Exchange // for what a follow-up leaves out
	last    *engine.Answer
	about   *tui.Selected // the next question is about this text alone
	holds   tui.Contents
	show    bool // print the evidence with each answer
}

// converse answers questions from standard input, one a line, until it ends.
func (a *App) converse(ctx context.Context, c *config.Config, l *app.Library, store *session.Store, past *session.Session, fl screenFlags) error {
	v := &conversation{app: a, config: c, library: screenLibrary{l, a, c}, store: store, kept: past, asked: interactive(a.In), show: fl.evidence}
	if past != nil {
		v.recall(past)
	}
	v.tell("type a question, or /help; an empty line is nothing, /quit ends")
	in := bufio.NewReaderSize(a.In, 64<<10)
	for {
		if v.asked {
			fmt.Fprint(a.Err, "? ")
		}
		line, err := await(ctx, func() (string, error) { return questionLine(in) })
		line = strings.ToValidUTF8(line, "\ufffd")
		if len(line) <= maxQuestionBytes { // of a longer one the end was dropped, and its question with it
			line = strings.TrimSpace(line)
		}
		if line != "" {
			if line == "/quit" {
				break
			}
			if err := v.line(ctx, line); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	switch {
	case v.asked:
		return nil
	case v.last == nil && v.kept == nil:
		return usageError{errors.New("nothing was asked: standard input is empty, and the panes need a terminal; ask with `ibid ask QUESTION`")}
	case v.last != nil && v.last.Refused:
		return errRefused
	}
	return nil
}

// line takes a question or a command. An error of one question is told, and the conversation goes on where a person types.
func (v *conversation) line(ctx context.Context, line string) error {
	var err error
	if strings.HasPrefix(line, "/") {
		err = v.command(ctx, line)
	} else {
		err = v.question(ctx, line)
	}
	if err == nil || !v.asked || ctx.Err() != nil {
		return err
	}
	f := v.app.failure(nil, err)
	fmt.Fprintf(v.app.Err, "ibid: %s\n      %s\n", clean(f.message), f.hint)
	return nil
}

func (v *conversation) question(ctx context.Context, text string) error {
	if len(text) > maxQuestionBytes {
		return usageError{fmt.Errorf("the question is longer than %d bytes", maxQuestionBytes)}
	}
	p := v.app.newProgress(v.config, false)
	defer p.clear()
	if v.holds.Chunks == 0 { // mentions are of documents
		var err error
		if v.holds, err = v.library.Open(ctx, p.step); err != nil {
			return err
		}
		for _, n := range v.holds.Notes {
			v.app.note("%s", n)
		}
	}
	q := tui.Question{Text: text, Selected: v.about}
	var projects []string
	if v.about == nil {
		s := scope.Parse(text, v.holds.Documents, v.holds.Projects, v.library.Symbols)
		for _, u := range s.Unknown {
			return usageError{fmt.Errorf("no document or project is called %s%s", u.Mention, orNearest(u.Nearest))}
		}
		if s.Question == "" {
			return usageError{fmt.Errorf("what do you want to know of %s?", s.Mentions[0].Text)}
		}
		q.Text, q.Documents = s.Question, s.Documents
		for _, m := range s.Mentions {
			if m.Project {
				projects = append(projects, m.Name)
			}
		}
	}
	v.about = nil
	now := time.Now()
	kept := v.keep(func(s *session.Session) error {
		asked := session.Asked{At: now, Text: text, Documents: q.Documents, Projects: projects}
		if q.Selected != nil {
			asked.Selected, asked.Origin, asked.Source = q.Selected.Text, q.Selected.Origin, q.Selected.Source
		}
		return s.Ask(asked)
	})
	q.Earlier = v.earlier
	answer, holds, err := v.library.Ask(ctx, q, p.step, engine.Silent{})
	p.clear()
	if err != nil {
		if kept {
			v.keep(func(s *session.Session) error { return s.Fail(err.Error()) })
		}
		return err
	}
	v.holds, v.last = holds, answer
	if !answer.Refused {
		v.learn(engine.Exchange{Question: cmp.Or(answer.Asked, answer.Question), Answer: answer.Text})
	}
	if kept {
		v.keep(func(s *session.Session) error { return s.Answer(wire.FromAnswer(answer, holds.Report)) })
	}
	return v.print(answer, holds.Report)
}

// keep writes into the session; an answer is never lost for it.
func (v *conversation) keep(write func(*session.Session) error) bool {
	var err error
	if v.kept == nil {
		v.kept, err = v.store.New(v.config.Docs, time.Now())
	}
	if err == nil {
		err = write(v.kept)
	}
	if err != nil {
		v.app.note("this turn is not in the session's file: %v", err)
	}
	return err == nil
}

// print shows an answer, its evidence numbered as the answer cites it.
func (v *conversation) print(answer *engine.Answer, r index.Report) error {
	p := v.app.styledPage(v.config)
	if answer.Asked != "" {
		p.hang("", "asked: "+guard.Sanitize(answer.Asked), nil)
	}
	p.answer(answer)
	if !answer.Refused {
		supported := 0
		for _, s := range answer.Sentences {
			if s.Verdict == support.Supported {
				supported++
			}
		}
		p.line("%d of %d sentences supported", supported, len(answer.Sentences))
	}
	if v.show {
		p.evidence(answer.Evidence)
	}
	p.behind(r)
	p.line("")
	err := v.app.print(p)
	v.app.beside(answer, r)
	return err
}

// recall shows what a resumed session holds.
func (v *conversation) recall(past *session.Session) {
	last := -1
	for i, t := range past.Turns {
		if t.Answered {
			last = i
			if !t.Refused {
				v.learn(t.Exchange)
			}
		}
	}
	if last >= 0 {
		var err error
		if v.last, _, err = past.Recall(last); err != nil {
			v.app.note("%v", err)
		}
	}
	if n := len(past.Turns); n > 0 {
		v.tell("going on with %s; the last one: %s", count(n, "question"), clean(past.Turns[n-1].Text))
	}
}

// learn keeps an answer for the questions that lean on it.
func (v *conversation) learn(e engine.Exchange) {
	v.earlier = append(v.earlier, e)
	v.earlier = v.earlier[max(len(v.earlier)-tui.MaxEarlier, 0):]
}

// tell says something beside the answers, to a person.
func (v *conversation) tell(format string, args ...any) {
	if v.asked {
		v.app.note(format, args...)
	}
}

// questionLine reads to the end of a line, and drops what is beyond the length of a question.
func questionLine(in *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, more, err := in.ReadLine()
		if room := maxQuestionBytes + 1 - len(line); room > 0 {
			line = append(line, part[:min(len(part), room)]...)
		}
		if err != nil || !more {
			return string(line), err
		}
	}
}
