package index

import "strings"

// Variant is one deterministic rewording of a question that is searched beside it.
type Variant struct {
	Name   string  `json:"name"` // which rule made it
	Text   string  `json:"text"`
	Weight float64 `json:"weight"` // what its scores count against the question's own 1.0
}

// Weights of the variants. Many or heavy variants lower recall: each drags its own neighbours in.
const (
	referenceWeight = 0.5
	acronymWeight   = 0.6
	sideWeight      = 0.6
	maxVariants     = 6
)

// variants lists what is searched for a question, the question itself first.
func variants(q Question, ac *acronyms) []Variant {
	out := []Variant{{Name: "question", Text: q.Text, Weight: 1}}
	add := func(name, text string, weight float64) {
		for _, v := range out {
			if strings.EqualFold(v.Text, text) {
				return
			}
		}
		if len(out) < maxVariants && text != "" {
			out = append(out, Variant{name, text, weight})
		}
	}
	for _, r := range q.References {
		add("reference", strings.Join(append([]string{r.String()}, q.Identifiers...), " "), referenceWeight)
	}
	for _, side := range q.Sides {
		add("side", side, sideWeight)
	}
	if text := ac.reword(q.Text); text != "" {
		add("acronym", text, acronymWeight)
	}
	return out
}

// reword replaces the acronyms of a question by their expansions and expansions by their acronyms; "" where there is none.
func (a *acronyms) reword(text string) string {
	var out []string
	hit := false
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		if n, short := a.expansionAt(words[i:]); n > 0 {
			out = append(out, short)
			i += n - 1
			hit = true
			continue
		}
		w := strings.Trim(words[i], "?!.,;:\"'“”‘’()")
		if p := a.byShort[strings.ToLower(singular(w))]; len(p) > 0 && isShort(singular(w)) {
			out = append(out, p[0].Long)
			hit = true
			continue
		}
		out = append(out, words[i])
	}
	if !hit {
		return ""
	}
	return strings.Join(out, " ")
}

const maxExpansionWords = 8

// expansionAt finds the longest expansion of a known acronym at the start of the words.
func (a *acronyms) expansionAt(words []string) (int, string) {
	for n := min(maxExpansionWords, len(words)); n >= 2; n-- {
		phrase := strings.Trim(strings.Join(words[:n], " "), "?!.,;:\"'“”‘’()")
		if short, ok := a.byLong[fold(phrase)]; ok {
			return n, short
		}
	}
	return 0, ""
}
