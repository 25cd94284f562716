package cli

import (
	"time"

	"ibid/ui/session"
	"ibid/ui/wire"
)

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
