package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ibid/ui/config"
	"ibid/ui/session"
	"ibid/ui/wire"
)

const (
	sessionTime   = "2006-01-02 15:04"
	minTitleWidth = 20 // columns of a first question
)

func (a *App) sessionsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "sessions [flags] [WORDS…]",
		Short: "List the sessions, or find one by its words",
		Long: `List the sessions, the last used first. With words, list the turns that hold all of them in the question, the answer or what the answer quotes, whatever their case and accents.

A session is a file on this machine, and stays until it is deleted.`,
		Example: `  ibid sessions
  ibid sessions gauge error
  ibid sessions show 20261121-16
  ibid sessions delete 20261121-163012-a1b2`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			store, dir, err := a.sessionStore()
			if err != nil {
				return err
			}
			query := strings.ToValidUTF8(strings.Join(args, " "), "\ufffd")
			found := sessionsFound{dir: dir, query: query}
			if strings.TrimSpace(query) == "" {
				found.sessions, found.warnings, err = store.List()
			} else {
				found.matches, found.warnings, err = store.Search(query)
			}
			if err != nil {
				return err
			}
			err = a.show(c, asJSON, found.json(), func(p *page) { p.sessions(&found) })
			for _, w := range found.warnings {
				if !asJSON {
					a.note("%v", w)
				}
			}
			return err
		},
	}
	settingFlags(cmd, screenSettings)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one ibid.sessions/1 object")
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

// sessionsFound is what a list or a search came to.
type sessionsFound struct {
	dir, query string // without a query it is a list
	sessions   []session.Summary
	matches    []session.Match
	warnings   []error
}

func (p *page) sessions(f *sessionsFound) {
	switch {
	case len(f.matches) > 0:
		p.matches(f.matches)
	case strings.TrimSpace(f.query) != "":
		p.line("nothing found")
	case len(f.sessions) > 0:
		p.summaries(f.sessions)
	default:
		p.hang("", "No sessions yet: `ibid` keeps each one in "+clean(f.dir)+".", nil)
	}
}

// summaries prints one session a line.
func (p *page) summaries(all []session.Summary) {
	const columns = "%-20s  %-16s  %5s  "
	p.line("%s", p.style.bold(fmt.Sprintf(columns, "session", "last used", "turns")+"first question"))
	for _, s := range all {
		row := fmt.Sprintf(columns, s.ID, s.Updated.Format(sessionTime), fmt.Sprint(s.Turns))
		p.line("%s", strings.TrimRight(row+clip(clean(s.Title), max(p.width-len(row), minTitleWidth)), " "))
	}
}

// matches prints a turn with its place, its question and what was found.
func (p *page) matches(all []session.Match) {
	for i, m := range all {
		if i > 0 {
			p.line("")
		}
		p.line("%s  %s  question %d", p.style.bold(m.Session.ID), m.At.Format(sessionTime), m.Turn)
		p.hang("  ", clip(clean(m.Question), maxQuote), nil)
		if m.Where != session.InQuestion {
			p.hang("  "+m.Where+": ", clean(m.Snippet), p.style.faint)
		}
	}
}

// sessionsJSON is the wire schema ibid.sessions/1. Fields are only ever added.
type sessionsJSON struct {
	Schema   string        `json:"schema"`
	Dir      string        `json:"dir"`      // where they are kept
	Query    string        `json:"query"`    // "": a list of all
	Sessions []sessionJSON `json:"sessions"` // the last used first; of a search, those with a match
	Matches  []matchJSON   `json:"matches"`  // of a search
	Warnings []string      `json:"warnings"` // files that cannot be read
}

type sessionJSON struct {
	ID      string    `json:"id"`
	Started time.Time `json:"started"`
	Updated time.Time `json:"updated"` // when something was asked last
	Turns   int       `json:"turns"`
	Title   string    `json:"title"` // the first question
	Roots   []string  `json:"roots"` // the documents, as absolute paths
}

type matchJSON struct {
	Session  string    `json:"session"`
	Turn     int       `json:"turn"` // counted from 1
	At       time.Time `json:"at"`
	Question string    `json:"question"`
	Where    string    `json:"where"` // question, answer, evidence: where the snippet is from
	Snippet  string    `json:"snippet"`
}

func (f *sessionsFound) json() sessionsJSON {
	sessions := f.sessions
	for _, m := range f.matches { // those of one session stand together
		if n := len(sessions); n == 0 || sessions[n-1].ID != m.Session.ID {
			sessions = append(sessions, m.Session)
		}
	}
	return sessionsJSON{
		Schema: "ibid.sessions/1", Dir: f.dir, Query: f.query,
		Sessions: wire.Each(sessions, func(s session.Summary) sessionJSON {
			return sessionJSON{s.ID, s.Started, s.Updated, s.Turns, s.Title, wire.List(s.Roots)}
		}),
		Matches: wire.Each(f.matches, func(m session.Match) matchJSON {
			return matchJSON{m.Session.ID, m.Turn, m.At, m.Question, m.Where, m.Snippet}
		}),
		Warnings: wire.Each(f.warnings, func(err error) string { return err.Error() }),
	}
}
