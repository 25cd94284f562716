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
	"ibid/ui/app"
	"ibid/ui/session"
	"ibid/ui/text"
	"ibid/ui/tui"
)

// conversation is the plain form of the screen: a question a line, answers in words, nothing redrawn. It is for screen
// readers, pipes and terminals that cannot do more.
type conversation struct {
	*call
	library screenLibrary
	store   *session.Store
	kept    *session.Session  // nil until the first question
	asked   bool              // a prompt is shown
	earlier []engine.Exchange // for what a follow-up leaves out
	last    *engine.Answer
	holds   tui.Contents
	evident bool // print the evidence with each answer
}

// converse answers questions from standard input, one a line, until it ends.
func (r *call) converse(ctx context.Context, l *app.Library, store *session.Store, past *session.Session, fl screenFlags) error {
	v := &conversation{call: r, library: screenLibrary{l, r.App, r.config}, store: store, kept: past, asked: interactive(r.In), evident: fl.evidence}
	if past != nil {
		v.recall(past)
	}
	if v.asked {
		v.note("type a question, or /help; an empty line is nothing, /quit ends")
	}
	in := bufio.NewReaderSize(r.In, 64<<10)
	for {
		if v.asked {
			fmt.Fprint(r.Err, "? ")
		}
		line, err := await(ctx, func() (string, error) { return questionLine(in) })
		line = strings.ToValidUTF8(line, "\ufffd")
		if len(line) <= app.MaxQuestionBytes { // of a longer one the end was dropped, and its question with it
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

// line takes a question or a command. An error of one question is told, and the conversation goes on where a person
// types.
func (v *conversation) line(ctx context.Context, line string) error {
	var err error
	if strings.HasPrefix(line, "/") {
		err = v.command(line)
	} else {
		err = v.question(ctx, line)
	}
	if err == nil || !v.asked || ctx.Err() != nil {
		return err
	}
	f := v.failure(nil, err)
	fmt.Fprintf(v.Err, "ibid: %s\n      %s\n", clean(f.message), f.hint)
	return nil
}

func (v *conversation) question(ctx context.Context, text string) error {
	if len(text) > app.MaxQuestionBytes {
		return usageError{fmt.Errorf("the question is longer than %d bytes", app.MaxQuestionBytes)}
	}
	v.progress = v.newProgress(v.config, false)
	defer v.progress.clear()
	if v.holds.Chunks == 0 { // mentions are of documents
		var err error
		if v.holds, err = v.library.Open(ctx, v.progress.step); err != nil {
			return err
		}
		v.tell(v.holds.Notes)
	}
	s := app.ParseScope(text, v.holds.Documents, v.holds.Projects)
	if why := s.Problem(); why != "" {
		return usageError{errors.New(why)}
	}
	v.tell(s.Notes())
	q := tui.Question{Text: s.Question, Documents: s.Documents}
	now := time.Now()
	kept := v.keep(func(past *session.Session) error {
		return past.Ask(session.Asked{At: now, Text: text, Documents: q.Documents, Projects: s.Projects()})
	})
	q.Earlier = v.earlier
	answer, holds, err := v.library.Ask(ctx, q, v.progress.step, v.progress)
	v.progress.clear()
	if err != nil {
		if kept {
			v.keep(func(s *session.Session) error { return s.Fail(err.Error()) })
		}
		return err
	}
	v.holds, v.last = holds, answer
	v.learn(engine.Exchange{Question: cmp.Or(answer.Asked, answer.Question), Answer: answer.Text})
	if kept {
		v.keep(func(s *session.Session) error { return s.Answer(answer) })
	}
	return v.answer(answer)
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
		v.note("this turn is not in the session's file: %v", err)
	}
	return err == nil
}

// answer shows an answer, its evidence numbered as the answer cites it.
func (v *conversation) answer(answer *engine.Answer) error {
	p := v.newPage(v.config)
	if answer.Asked != "" {
		p.hang("", "asked: "+guard.Sanitize(answer.Asked), nil)
	}
	p.answer(answer)
	if v.evident {
		p.evidence(answer.Evidence)
	}
	p.behind(answer)
	p.line("")
	err := v.print(p)
	v.beside(answer, v.library.Report())
	return err
}

// recall shows what a resumed session holds.
func (v *conversation) recall(past *session.Session) {
	last := -1
	for i, t := range past.Turns {
		if t.Answered {
			last = i
			v.learn(t.Exchange)
		}
	}
	if last >= 0 {
		var err error
		if v.last, err = past.Recall(last); err != nil {
			v.note("%v", err)
		}
	}
	if n := len(past.Turns); n > 0 && v.asked {
		v.note("going on with %s; the last one: %s", count(n, "question"), clean(past.Turns[n-1].Text))
	}
}

// learn keeps an answer for the questions that lean on it.
func (v *conversation) learn(e engine.Exchange) {
	v.earlier = append(v.earlier, e)
	v.earlier = v.earlier[max(len(v.earlier)-tui.MaxEarlier, 0):]
}

// questionLine reads to the end of a line, and drops what is beyond the length of a question.
func questionLine(in *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, more, err := in.ReadLine()
		if room := app.MaxQuestionBytes + 1 - len(line); room > 0 {
			line = append(line, part[:min(len(part), room)]...)
		}
		if err != nil || !more {
			return string(line), err
		}
	}
}

const conversationHelp = `/why          how the last answer came about
/evidence     its evidence, in full
/quit         end
@name in a question narrows it to a document, #name to a project`

func (v *conversation) command(line string) error {
	name := strings.TrimSpace(strings.TrimPrefix(line, "/"))
	p := v.newPage(v.config)
	if name == "help" {
		p.line("%s", conversationHelp)
		return v.print(p)
	}
	if v.last == nil {
		return usageError{fmt.Errorf("nothing was answered yet, so there is no /%s; /help lists what there is", guard.Sanitize(name))}
	}
	switch name {
	case "why":
		p.WriteString(text.Plain(text.Why(v.last)))
	case "evidence":
		p.evidence(v.last.Evidence)
	default:
		return usageError{fmt.Errorf("no such command: /%s; /help lists them", guard.Sanitize(name))}
	}
	return v.print(p)
}
