package cli

import (
	"ibid/engine/eval"
	"ibid/ui/wire"
)

// evalJSON is the wire schema ibid.eval/1. Fields are only ever added. What became of each question is in the files of --save.
type evalJSON struct {
	Schema string        `json:"schema"`
	Sets   []eval.Stored `json:"sets"`
	Missed []missedJSON  `json:"missed"` // bounds of --fail-under
}

type missedJSON struct {
	Set     string  `json:"set"`
	Measure string  `json:"measure"`
	Value   float64 `json:"value"`
	Bound   float64 `json:"bound"`
	Lower   bool    `json:"lower_is_better"` // the bound is a ceiling
}

func evalOf(reports []*eval.Report, missed []miss) evalJSON {
	return evalJSON{
		Schema: "ibid.eval/1",
		Sets:   wire.Each(reports, func(r *eval.Report) eval.Stored { return r.Store() }),
		Missed: wire.Each(missed, func(m miss) missedJSON {
			return missedJSON{m.of, m.Name, round(m.mean), m.value, m.Lower}
		}),
	}
}
