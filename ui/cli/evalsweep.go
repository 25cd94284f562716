package cli

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
)

// similarityKey is the setting of the threshold that is swept.
const similarityKey = "guard.similarity"

func (a *App) evalSweepCommand() *cobra.Command {
	return a.command(&cobra.Command{
		Use:     "sweep [flags] SET",
		Short:   "Show what the threshold of refusal does to the questions of a set",
		Long:    `Ask the questions of a set about documents, and work out for each value of ` + similarityKey + ` which answerable questions it would refuse and which unanswerable ones it would let pass. Proposed is the value with the fewest false answers among those whose false refusals are at most 10%, where one more refusal is reckoned with than there was. Of equals it is the one with the fewest false refusals, then the present one, and then the highest. The line that sets it in config.toml is printed; nothing is written. It was chosen by these questions: of others expect less.`,
		Example: `  ibid eval sweep --docs ~/papers questions.jsonl`,
		Args:    cobra.ExactArgs(1),
	}, "ibid.sweep/2 object", func(ctx context.Context, r *call) error { return r.sweep(ctx) }, askingSettings...)
}

// sweepJSON is the wire schema ibid.sweep/2. Fields are only ever added.
type sweepJSON struct {
	Schema string `json:"schema"`
	Set    string `json:"set"`
	Key    string `json:"key" jsonschema:"of config.toml"`
	*eval.Sweep
}

func (r *call) sweep(ctx context.Context) error {
	set, err := r.loadSet()
	if err != nil {
		return err
	}
	if set.Passages {
		return usageError{fmt.Errorf("the questions of %s bring their passages along, and %s is about documents", set.Name, similarityKey)}
	}
	out := sweepJSON{Schema: "ibid.sweep/2", Set: set.Name, Key: similarityKey}
	notes, err := r.withSubject(ctx, set, func(s eval.Subject, step func(done, total int)) (err error) {
		out.Sweep, err = eval.SweepSimilarity(ctx, set, s, step)
		return err
	})
	if err != nil {
		return err
	}
	err = r.show(out, func(p *page) { p.sweep(&out) })
	r.tell(notes)
	return err
}

// sweep prints the thresholds at which something changes, and the one to take.
func (p *page) sweep(s *sweepJSON) {
	p.hang("", p.style.bold(clean(s.Set)), nil)
	p.hang("  ", fmt.Sprintf("%d answerable and %d unanswerable questions", s.Answerable, s.Unanswerable), nil)
	p.line("")
	rows := [][]string{{s.Key, "refused wrongly", "answered wrongly"}}
	for i, x := range s.Points {
		mark := ""
		switch x.Threshold {
		case s.Now:
			mark = "  now"
		case s.Proposed:
			mark = "  proposed"
		}
		if i > 0 && mark == "" && x.FalseRefusals == s.Points[i-1].FalseRefusals && x.FalseAnswers == s.Points[i-1].FalseAnswers {
			continue
		}
		rows = append(rows, []string{number(x.Threshold) + mark, strconv.Itoa(x.FalseRefusals), strconv.Itoa(x.FalseAnswers)})
	}
	p.table(rows)
	p.line("")
	switch {
	case s.Unfit != "":
		p.hang("", "nothing is proposed: "+s.Unfit, nil)
	case s.Proposed == s.Now:
		p.line("no threshold is better than the present one")
	default:
		p.line("for config.toml:")
		p.line("  %s = %v", s.Key, s.Proposed)
	}
}
