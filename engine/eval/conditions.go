package eval

import (
	"fmt"
	"slices"
	"strconv"

	"ibid/engine"
)

// Conditions are what a run was made under, beside its questions: two runs that differ in them differ for more reasons than one.
type Conditions struct {
	Version    string    `json:"version"`          // of ibid, "" where the caller of Run does not say
	Documents  string    `json:"documents_sha256"` // index.Index.Digest; "" for Passages and for a Collection, which the set's hash covers
	Hits       int       `json:"hits"`             // retrieved for an answer; 0 where none was asked for, as Thresholds
	Thresholds []Setting `json:"thresholds"`       // in the order of the gates
	Off        []string  `json:"off"`              // stages of retrieval and gates that are switched off
}

// Setting is a threshold and its value.
type Setting struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Warns bool    `json:"only_warns"`
}

// conditions are those of a run over questions of a form, with answers or without.
func (s *Subject) conditions(f Form, asks bool) Conditions {
	c := Conditions{Version: s.Version, Thresholds: []Setting{}, Off: []string{}}
	if f == Documents && s.Index != nil {
		c.Documents = s.Index.Digest()
	}
	for _, st := range switches() {
		if f != Passages && (asks || !st.answers) && *st.off(&s.Options) {
			c.Off = append(c.Off, st.name)
		}
	}
	if !asks {
		return c
	}
	if f == Documents {
		c.Hits = s.Options.Hits
	}
	for _, k := range knobs(f) {
		c.Thresholds = append(c.Thresholds, Setting{k.name, *k.at(&s.Options), k.warns(&s.Options)})
	}
	for _, g := range []struct {
		name string
		off  bool
	}{{"similarity gate", s.Options.NoSimilarity}, {"key terms gate", s.Options.NoKeyTerms}, {"support gate", s.Options.NoSupport}, {"symbols", s.Options.NoSymbols}} {
		if g.off {
			c.Off = append(c.Off, g.name)
		}
	}
	return c
}

// warns tells whether a gate only warns below its threshold.
func (k *knob) warns(o *engine.Options) bool { return k.name == Cosine && !o.CosineRefuses }

// Changed says what two runs differ in beside what became of the questions, a line each. What one of them does not tell is not
// compared.
func Changed(a, b *Stored) []string {
	var out []string
	differ := func(what, from, to string) {
		if from != to {
			out = append(out, fmt.Sprintf("%s is %s in A and %s in B", what, from, to))
		}
	}
	told := func(what, from, to string) {
		if from != "" && to != "" {
			differ(what, from, to)
		}
	}
	if a.SHA256 != "" && b.SHA256 != "" && a.SHA256 != b.SHA256 {
		out = append(out, "the question set changed between the runs: what is measured may differ though nothing else does")
	}
	told("the embedder", a.Embedder, b.Embedder)
	told("the generator", a.Generator, b.Generator)
	if a.Conditions == nil || b.Conditions == nil {
		return out
	}
	from, to := a.Conditions, b.Conditions
	if from.Documents != "" && to.Documents != "" && from.Documents != to.Documents {
		out = append(out, "the documents changed between the runs")
	}
	told("the version of ibid", from.Version, to.Version)
	if from.Hits > 0 && to.Hits > 0 {
		differ("the number of hits", strconv.Itoa(from.Hits), strconv.Itoa(to.Hits))
	}
	for _, was := range from.Thresholds {
		if i := slices.IndexFunc(to.Thresholds, func(s Setting) bool { return s.Name == was.Name }); i >= 0 {
			differ("the threshold "+was.Name, was.String(), to.Thresholds[i].String())
		}
	}
	for _, name := range from.Off {
		if !slices.Contains(to.Off, name) {
			differ(name, "off", "on")
		}
	}
	for _, name := range to.Off {
		if !slices.Contains(from.Off, name) {
			differ(name, "on", "off")
		}
	}
	return out
}

func (s Setting) String() string {
	text := strconv.FormatFloat(round(s.Value), 'f', -1, 64)
	if s.Warns {
		text += " (warns)"
	}
	return text
}
