package eval

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/engine"
)

// Ablation is what each stage of retrieval is worth to a set of questions.
type Ablation struct {
	Set       string      `json:"set"`
	SHA256    string      `json:"sha256"`
	Form      Form        `json:"form"`
	Embedder  string      `json:"embedder"`
	Generator string      `json:"generator"`
	Questions int         `json:"questions"`
	Stages    List[Stage] `json:"stages"` // in the order of the way of a question
}

// Stage is one part of retrieval, on and off.
type Stage struct {
	Name    string       `json:"name"`
	Help    string       `json:"help"` // what it does
	Off     bool         `json:"off"`  // it is switched off as things are set
	Worth   string       `json:"worth"`
	Effects List[Effect] `json:"effects"`
}

// Effect is what a stage does to one measure: the mean of the measure with it less that without it, question by question.
type Effect struct {
	Measure    string `json:"measure"`
	N          int    `json:"n"` // questions
	With       Number `json:"with"`
	Without    Number `json:"without"`
	Difference Number `json:"difference"`
	Low        Number `json:"low"` // bounds of its 95% confidence interval, by paired bootstrap; NaN for fewer than 5 questions
	High       Number `json:"high"`
	Worth      Worth  `json:"worth"`
	Lower      bool   `json:"lower_is_better"`
	Better     int    `json:"better"` // questions, with the stage
	Worse      int    `json:"worse"`
	P          Number `json:"p"`          // of the sign test
	Adjusted   Number `json:"p_adjusted"` // P for the number of the stage's measures, by Holm's method
}

// Worth says in words what a stage is worth.
type Worth string

// The verdicts. It takes an interval that excludes 0 and a sign test that says so too, after all measures of the stage were reckoned
// with: the interval of a handful of questions is too narrow, and with many measures one is lucky. They are those of one stage and
// not of all, because each stage is kept or left for itself: of twenty that do nothing one may seem to.
const (
	Pays    Worth = "pays"
	Costs   Worth = "costs"
	Unshown Worth = "no difference that these questions can show"
)

// worth is the verdict on a stage: over all measures, or "pays" and "costs" with the measures that say so where they disagree.
func worth(effects []Effect) string {
	of := map[Worth][]string{}
	for _, e := range effects {
		of[e.Worth] = append(of[e.Worth], e.Measure)
	}
	var out []string
	for _, w := range []Worth{Pays, Costs} {
		if len(of[w]) > 0 {
			out = append(out, fmt.Sprintf("%s: %s", w, strings.Join(of[w], ", ")))
		}
	}
	if len(out) == 0 {
		return string(Unshown)
	}
	return strings.Join(out, "; ")
}

// toggle is a part of retrieval and the setting that leaves it out.
type toggle struct {
	name, help string
	off        func(*engine.Options) *bool
	answers    bool // it works on the evidence alone, behind retrieval
}

func switches() []toggle {
	return []toggle{
		{name: "compounds", help: "names are searched whole and by their parts", off: func(o *engine.Options) *bool { return &o.Omit.Compounds }},
		{name: "variants", help: "other wordings of the question are searched too", off: func(o *engine.Options) *bool { return &o.Omit.Variants }},
		{name: "expansion", help: "acronyms are spelled out, and what is spelled out is shortened", off: func(o *engine.Options) *bool { return &o.Omit.Expansion }},
		{name: "dense", help: "vectors are searched beside words", off: func(o *engine.Options) *bool { return &o.Omit.Dense }},
		{name: "fusion", help: "words and vectors are combined in the way that suits the embedder: by scores if it is built in, else by ranks", off: func(o *engine.Options) *bool { return &o.Omit.Fusion }},
		{name: "rerank", help: "exact matches of names move up", off: func(o *engine.Options) *bool { return &o.Omit.Rerank }},
		{name: "neighbours", help: "the chunks beside the best hits join the evidence", off: func(o *engine.Options) *bool { return &o.NoNeighbours }, answers: true},
	}
}

// compared are the measures that stages are compared by.
func compared(f Form) []string {
	if f == Collection {
		return []string{"recall@10", "mrr@10", "ndcg@10"}
	}
	return []string{"recall@8", "mrr@8", "ndcg@8", "all_facts", "false_refusal", "false_answer"}
}

// Ablate puts a set to a subject as it is set, and once more for each stage with that stage switched over. progress hears of each
// question of each run; it may be nil.
func Ablate(ctx context.Context, set *Set, s Subject, progress func(done, total int)) (*Ablation, error) {
	if set.Form == Passages {
		return nil, fmt.Errorf("%s: questions that bring their passage along search for nothing, so no stage of retrieval can be switched off", set.Name)
	}
	all := slices.DeleteFunc(switches(), func(st toggle) bool { return st.answers && set.Form == Collection })
	total := (len(all) + 1) * len(set.Questions)
	run := func(s Subject, n int) (*Report, error) {
		return Run(ctx, set, s, Options{}, func(done, _ int) {
			if progress != nil {
				progress(n*len(set.Questions)+done, total)
			}
		})
	}
	base, err := run(s, 0)
	if err != nil {
		return nil, err
	}
	a := &Ablation{Set: set.Name, SHA256: set.SHA256, Form: set.Form, Embedder: base.Embedder, Generator: base.Generator, Questions: len(set.Questions)}
	measures := compared(set.Form)
	for n, st := range all {
		other := s
		off := st.off(&other.Options)
		out := Stage{Name: st.name, Help: st.help, Off: *off}
		*off = !*off
		report, err := run(other, n+1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", st.name, err)
		}
		with, without := base.Rows, report.Rows
		if out.Off {
			with, without = without, with
		}
		for _, m := range measures {
			if e, ok := effect(m, with, without); ok {
				out.Effects = append(out.Effects, e)
			}
		}
		judge(out.Effects)
		out.Worth = worth(out.Effects)
		a.Stages = append(a.Stages, out)
	}
	return a, nil
}

// effect compares a measure over the questions that have it both ways; false where none has. It is not judged yet.
func effect(measure string, with, without []Row) (Effect, bool) {
	info, _ := Lookup(measure)
	var pairs [][2]*Row
	for i := range with {
		pairs = append(pairs, [2]*Row{&without[i], &with[i]})
	}
	d := info.difference(pairs)
	return Effect{Measure: measure, Lower: d.Lower, N: d.N, With: d.B, Without: d.A, Difference: d.Mean, Low: d.Low, High: d.High,
		Better: d.Better, Worse: d.Worse, P: d.P, Worth: Unshown}, d.N > 0
}

// chance is the probability that is small enough to be left out of account.
const chance = 0.05

// judge says what the effects of one stage show, all of them together.
func judge(effects []Effect) {
	var p []float64
	for _, e := range effects {
		p = append(p, float64(e.P))
	}
	for i, adjusted := range holm(p) {
		e := &effects[i]
		e.Adjusted, e.Worth = Number(adjusted), Unshown
		up, down := e.Low > 0, e.High < 0
		if e.Lower {
			up, down = down, up
		}
		switch {
		case adjusted >= chance:
		case up && e.Better > e.Worse:
			e.Worth = Pays
		case down && e.Worse > e.Better:
			e.Worth = Costs
		}
	}
}
