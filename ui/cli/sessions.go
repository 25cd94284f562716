package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ibid/guard"
	"ibid/ui/config"
	"ibid/ui/session"
)

const (
	sessionTime   = "2006-01-02 15:04"
	minTitleWidth = 20 // columns of a first question
)

func (a *App) sessionsCommand() *cobra.Command {
	cmd := a.command(&cobra.Command{
		Use:   "sessions [flags]",
		Short: "List the sessions",
		Long:  "List the sessions, the last used first. A session is a file on this machine, and stays until it is deleted.",
		Example: `  ibid sessions
  ibid sessions show 20261121-16
  ibid sessions delete 20261121-163012-a1b2`,
		Args: cobra.NoArgs,
	}, "ibid.sessions/1 object", func(_ context.Context, r *call) error {
		store, dir, err := a.sessionStore()
		if err != nil {
			return err
		}
		all, warnings, err := store.List()
		if err != nil {
			return err
		}
		err = r.show(sessionsJSON{Schema: "ibid.sessions/1", Dir: dir, Sessions: all, Warnings: each(warnings, error.Error)}, func(p *page) { p.sessions(dir, all) })
		for _, w := range warnings {
			r.note("%v", w)
		}
		return err
	}, screenSettings)
	cmd.AddCommand(a.sessionsShowCommand(), a.sessionsDeleteCommand())
	return cmd
}

// sessionStore is where sessions are kept, and its folder.
func (a *App) sessionStore() (*session.Store, string, error) {
	state, err := config.StateDir(a.Env)
	if err != nil {
		return nil, "", usageError{err}
	}
	dir := filepath.Join(state, "sessions")
	return session.Open(dir), dir, nil
}

// sessions prints one session a line.
func (p *page) sessions(dir string, all []session.Summary) {
	if len(all) == 0 {
		p.hang("", "No sessions yet: `ibid` keeps each one in "+clean(dir)+".", nil)
		return
	}
	const columns = "%-20s  %-16s  %5s  "
	p.line("%s", p.style.bold(fmt.Sprintf(columns, "session", "last used", "turns")+"first question"))
	for _, s := range all {
		row := fmt.Sprintf(columns, s.ID, s.Updated.Format(sessionTime), fmt.Sprint(s.Turns))
		p.line("%s", strings.TrimRight(row+clip(clean(s.Title), max(p.width-len(row), minTitleWidth)), " "))
	}
}

// sessionsJSON is the wire schema ibid.sessions/1. Fields are only ever added.
type sessionsJSON struct {
	Schema   string            `json:"schema"`
	Dir      string            `json:"dir" jsonschema:"where they are kept"`
	Sessions []session.Summary `json:"sessions" jsonschema:"the last used first"`
	Warnings []string          `json:"warnings" jsonschema:"files that cannot be read"`
}

func (a *App) sessionsShowCommand() *cobra.Command {
	var showEvidence bool
	cmd := a.command(&cobra.Command{
		Use:     "show [flags] ID",
		Short:   "Print the questions and answers of a session, as they were given",
		Example: `  ibid sessions show 20261121-163012-a1b2`,
		Args:    cobra.ExactArgs(1),
	}, "", func(_ context.Context, r *call) error {
		store, _, err := a.sessionStore()
		if err != nil {
			return err
		}
		id, err := store.Resolve(r.args[0])
		if err != nil {
			return usageError{fmt.Errorf("%w; `ibid sessions` lists them all", err)}
		}
		s, err := store.Load(id)
		if err != nil {
			return err
		}
		err = r.show(nil, func(p *page) { p.session(s, showEvidence) })
		if s.Damaged > 0 {
			r.note("lines of session %s that cannot be read and are not shown: %d", s.ID, s.Damaged)
		}
		return err
	}, screenSettings)
	cmd.Flags().BoolVar(&showEvidence, "show-evidence", false, "print the evidence in full after each answer")
	return cmd
}

// session prints a session from its first question to its last.
func (p *page) session(s *session.Session, showEvidence bool) {
	p.line("%s", p.style.bold("session "+s.ID))
	p.line("%s, questions asked: %d", s.Started.Format(sessionTime), len(s.Turns))
	for _, r := range s.Roots {
		p.line("%s", clean(r))
	}
	for i := range s.Turns {
		p.line("")
		p.pastTurn(s, i, showEvidence)
	}
}

// pastTurn prints a question and what became of it.
func (p *page) pastTurn(s *session.Session, i int, showEvidence bool) {
	t := &s.Turns[i]
	label := fmt.Sprintf("%d. ", i+1)
	p.hang(label, strings.TrimSpace(guard.Sanitize(t.Text)), p.style.bold)
	indent := strings.Repeat(" ", len(label))
	for _, scope := range []struct {
		name string
		ids  []string
	}{{"in ", t.Documents}, {"in project ", t.Projects}} {
		if len(scope.ids) > 0 {
			p.hang(indent, scope.name+clean(strings.Join(scope.ids, ", ")), p.style.faint)
		}
	}
	if t.Selected != "" {
		from := ""
		if t.Origin != "" {
			from = " from " + clean(t.Origin)
		}
		p.hang(indent, fmt.Sprintf("of a selected text%s, %d characters", from, utf8.RuneCountInString(t.Selected)), p.style.faint)
	}
	p.line("")
	answer, err := s.Recall(i)
	switch {
	case err != nil:
		p.hang("", "no answer: "+clean(err.Error()), nil)
		return
	case answer == nil && t.Failed == "":
		p.line("no answer: ibid ended before there was one")
		return
	case answer == nil:
		p.hang("", "no answer: "+clean(t.Failed), nil)
		return
	}
	p.answer(answer)
	for _, w := range slices.Concat(answer.Warnings, answer.Index.Stale) {
		p.hang("note: ", clean(w), nil)
	}
	if showEvidence {
		p.evidence(answer.Evidence)
	}
}

func (a *App) sessionsDeleteCommand() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "delete [flags] ID…",
		Short: "Delete sessions for good",
		Example: `  ibid sessions delete 20261121-163012-a1b2
  ibid sessions delete --yes 20261121-16`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			store, _, err := a.sessionStore()
			if err != nil {
				return err
			}
			var ids []string
			for _, arg := range args { // all are known before the first is deleted
				id, err := store.Resolve(arg)
				if err != nil {
					return usageError{fmt.Errorf("%w; nothing was deleted", err)}
				}
				if !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
			if !yes {
				if !interactive(a.In) {
					return usageError{errors.New("nothing was deleted: nobody can be asked; give --yes to delete without a question")}
				}
				if yes, err = a.confirm(cmd.Context(), ids); err != nil || !yes {
					return err
				}
			}
			for _, id := range ids {
				if err := store.Delete(id); err != nil && !errors.Is(err, session.ErrNotFound) {
					return err
				}
				if _, err := fmt.Fprintln(a.Out, "deleted", id); err != nil {
					return outputError{err}
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

func interactive(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// confirm names what would be deleted and asks for a yes.
func (a *App) confirm(ctx context.Context, ids []string) (bool, error) {
	fmt.Fprintf(a.Err, "delete %s for good? [y/N] ", strings.Join(ids, ", "))
	reply, err := await(ctx, func() (string, error) { return bufio.NewReader(a.In).ReadString('\n') })
	if err != nil && err != io.EOF {
		return false, err
	}
	switch strings.ToLower(strings.TrimSpace(reply)) {
	case "y", "yes":
		return true, nil
	}
	a.note("nothing was deleted")
	return false, nil
}
