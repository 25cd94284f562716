package cli

import (
	"ibid/engine/eval"
	"ibid/ui/wire"
)

// calibrationsJSON is the wire schema ibid.calibration/1. Fields are only ever added.
type calibrationsJSON struct {
	Schema       string            `json:"schema"`
	Calibrations []calibrationJSON `json:"calibrations"`
}

type calibrationJSON struct {
	Set          string          `json:"set"`
	Form         string          `json:"form"`
	Corpus       string          `json:"corpus"` // the table of calibrated.toml that it belongs into, with the embedder
	Embedder     string          `json:"embedder"`
	Generator    string          `json:"generator"`
	Answerable   int             `json:"answerable"`
	Unanswerable int             `json:"unanswerable"`
	Folds        int             `json:"folds"`
	Now          ratesJSON       `json:"now"`
	Proposed     ratesJSON       `json:"proposed"` // with every proposed threshold at once
	Open         ratesJSON       `json:"open"`     // with every threshold at its lowest
	Unfit        string          `json:"unfit"`    // why the proposal should not be taken, "" where it may be
	Written      string          `json:"written"`  // path, "" where nothing was written
	Thresholds   []thresholdJSON `json:"thresholds"`
}

type thresholdJSON struct {
	Name     string      `json:"name"`
	Key      string      `json:"key"` // the setting
	Value    float64     `json:"value"`
	Warns    bool        `json:"only_warns"`
	Now      ratesJSON   `json:"now"`
	Possible bool        `json:"possible"` // false: no threshold keeps the false refusals low enough, and value stays
	Proposed float64     `json:"proposed"`
	Rates    ratesJSON   `json:"rates"`
	Held     ratesJSON   `json:"cross_validated"`
	Folds    []foldJSON  `json:"folds"`
	Curve    []pointJSON `json:"curve"`
	Fewest   pointJSON   `json:"fewest_mistakes"`
}

type foldJSON struct {
	Threshold float64   `json:"threshold"`
	Possible  bool      `json:"possible"`
	Chosen    ratesJSON `json:"chosen_on"`
	Held      ratesJSON `json:"held_out"`
}

type pointJSON struct {
	Threshold float64 `json:"threshold"`
	ratesJSON
}

type ratesJSON struct {
	FalseRefusal rateJSON `json:"false_refusal"`
	FalseAnswer  rateJSON `json:"false_answer"`
	Accuracy     float64  `json:"accuracy"`
}

type rateJSON struct {
	Count int     `json:"count"`
	Of    int     `json:"of"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"` // 95% interval, Wilson's
	High  float64 `json:"high"`
}

func calibrationOf(done []*calibration) calibrationsJSON {
	return calibrationsJSON{"ibid.calibration/1", wire.Each(done, func(c *calibration) calibrationJSON {
		return calibrationJSON{
			Set: c.set, Form: string(c.Form), Corpus: c.corpus, Embedder: c.Embedder, Generator: c.Generator,
			Answerable: c.Answerable, Unanswerable: c.Unanswerable, Folds: c.Folds, Now: ratesOf(c.Now), Proposed: ratesOf(c.Calibration.Proposed), Open: ratesOf(c.Open),
			Unfit: c.Unfit(), Written: c.written, Thresholds: wire.Each(c.Thresholds, thresholdOf),
		}
	})}
}

// thresholdOf leaves thresholds as they are: rounded ones would part the questions otherwise.
func thresholdOf(t eval.Threshold) thresholdJSON {
	return thresholdJSON{
		Name: t.Name, Key: thresholdKeys[t.Name], Value: t.Value, Warns: t.Warns, Now: ratesOf(t.Now), Possible: t.Possible,
		Proposed: t.Proposed, Rates: ratesOf(t.Rates), Held: ratesOf(t.Held),
		Folds: wire.Each(t.Chosen, func(f eval.Fold) foldJSON {
			return foldJSON{f.Threshold, f.Possible, ratesOf(f.Rest), ratesOf(f.Held)}
		}),
		Curve: wire.Each(t.Curve, pointOf), Fewest: pointOf(t.Fewest),
	}
}

func pointOf(p eval.Point) pointJSON { return pointJSON{p.Threshold, ratesOf(p.Rates)} }

func ratesOf(r eval.Rates) ratesJSON {
	return ratesJSON{rateOf(r.FalseRefusal), rateOf(r.FalseAnswer), round(r.Accuracy())}
}

func rateOf(r eval.Rate) rateJSON {
	low, high := r.Interval()
	return rateJSON{r.Count, r.Of, round(r.Value()), round(low), round(high)}
}
