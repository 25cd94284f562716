package session

import "slices"

// Questions are the last that were asked in all sessions, each once, at most so many, the latest at the end. Questions about a selected text are not among them: without the text they mean something else.
func (st *Store) Questions(most int) ([]string, error) {
	var all []Asked
	_, err := each(st, beforeAnswer, func(_ string, f *file[struct{}]) {
		for _, t := range f.turns {
			if t.Selected == "" && t.Text != "" {
				all = append(all, t.Asked)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b Asked) int { return b.At.Compare(a.At) })
	seen := map[string]bool{}
	var out []string
	for _, a := range all {
		if len(out) == most {
			break
		}
		if !seen[a.Text] {
			seen[a.Text] = true
			out = append(out, a.Text)
		}
	}
	slices.Reverse(out)
	return out, nil
}
