package eval

import "slices"

// Summarise averages the measures of rows, of all and of each kind, counts what was lost, and takes the percentiles of the times.
func Summarise(rows []Row) Summary {
	s := Summary{Questions: len(rows), Means: means(rows), Lost: countLost(rows)}
	byKind := map[string][]Row{}
	var names []string
	var searches, answers []float64
	for _, r := range rows {
		if r.Kind != "" && byKind[r.Kind] == nil {
			names = append(names, r.Kind)
		}
		byKind[r.Kind] = append(byKind[r.Kind], r)
		searches, answers = append(searches, r.Times.Search), append(answers, r.Times.Answer)
	}
	slices.Sort(names)
	for _, name := range names {
		s.Kinds = append(s.Kinds, Kind{Name: name, Questions: len(byKind[name]), Means: means(byKind[name])})
	}
	s.Search, s.Answer = latency(searches), latency(answers)
	return s
}

// Mean is the average of a measure; false where no row has it.
func (s *Summary) Mean(name string) (Mean, bool) {
	for _, m := range s.Means {
		if m.Name == name {
			return m, true
		}
	}
	return Mean{}, false
}

func means(rows []Row) []Mean {
	values := map[string][]float64{}
	for i := range rows {
		for _, m := range rows[i].Measures {
			values[m.Name] = append(values[m.Name], m.Value)
		}
	}
	var out []Mean
	for _, m := range Measures() {
		if v := values[m.Name]; len(v) > 0 {
			low, high := m.interval(v)
			out = append(out, Mean{Name: m.Name, Value: average(v), N: len(v), Low: low, High: high})
		}
	}
	return out
}
