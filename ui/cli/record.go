package cli

import (
	"time"

	"ibid/engine"
	"ibid/ui/config"
	"ibid/ui/journal"
)

// record adds an answer to the log. An answer is never lost for it: what goes wrong is told beside it.
func (a *App) record(c *config.Config, answer *engine.Answer, asJSON bool) {
	dir, err := config.StateDir(a.Env)
	if err == nil {
		e := journal.NewEntry(answer, time.Now())
		if c.LogQuestions {
			e.Question = answer.Question
		}
		err = journal.Open(dir).Append(e)
	}
	if err != nil && !asJSON {
		a.note("this question is not in the log: %v", err)
	}
}
