package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/ui/session"
)

func (a *App) sessionsShowCommand() *cobra.Command {
	var showEvidence bool
	cmd := &cobra.Command{
		Use:     "show [flags] ID",
		Short:   "Print the questions and answers of a session, as they were given",
		Example: `  ibid sessions show 20261121-163012-a1b2`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			store, _, err := a.sessionStore()
			if err != nil {
				return err
			}
			id, err := store.Resolve(args[0])
			if err != nil {
				return usageError{fmt.Errorf("%w; `ibid sessions` lists them all", err)}
			}
			s, err := store.Load(id)
			if err != nil {
				return err
			}
			p := a.styledPage(c)
			p.session(s, showEvidence)
			err = a.print(p)
			if s.Damaged > 0 {
				a.note("lines of session %s that cannot be read and are not shown: %d", s.ID, s.Damaged)
			}
			return err
		},
		ValidArgsFunction: a.completeSessions,
	}
	settingFlags(cmd, screenSettings)
	cmd.Flags().BoolVar(&showEvidence, "show-evidence", false, "print the evidence in full after each answer")
	return cmd
}

// completeSessions offers the ids of sessions to a shell.
func (a *App) completeSessions(_ *cobra.Command, given []string, prefix string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	if store, _, err := a.sessionStore(); err == nil {
		all, _, _ := store.List()
		for _, s := range all {
			if strings.HasPrefix(s.ID, prefix) && !slices.Contains(given, s.ID) {
				out = append(out, cobra.CompletionWithDesc(s.ID, clip(clean(s.Title), maxQuote)))
			}
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
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
	answer, index, err := s.Recall(i)
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
	for _, w := range slices.Concat(answer.Warnings, index.Stale) {
		p.hang("note: ", clean(w), nil)
	}
	if showEvidence {
		p.evidence(answer.Evidence)
	}
}
