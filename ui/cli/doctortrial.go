package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"ibid/engine"
	"ibid/engine/ollama"
)

// trial is a question about a short text that tells whether a model is worth its time: part of the answer, "" where the
// text has none.
type trial struct{ text, question, part string }

func trials() []trial {
	return []trial{
		{"The Heron sluice is opened by hand in dry months. From November to March its gate is lifted by a motor of 4 kW, unless the river stands above 2.6 m: then the gate stays shut.",
			"When does the gate of the sluice stay shut in winter?", "2.6 m"},
		{"A parish could bring its clock to the workshop in Aske. The repair took nine weeks on average. Parishes that had paid into the common fund were charged for materials alone, all others for labour as well.",
			"What were parishes charged for if they had paid into the common fund?", "materials"},
		{"Sessions end after 20 minutes without a request. The limit is set with `idle_limit` in the file of the service; 0 switches it off. A session that has ended cannot be resumed.",
			"Which setting says how long a session may be idle?", "idle_limit"},
		{"Larch and pine were planted on the upper slope, alder along the stream. The alders stabilise the bank, because their roots grow below the water line.",
			"Why do alders make the bank stable?", "roots"},
		{"The ferry Odile takes 46 cars and was built in Turku. It crosses the sound six times a day, in rough weather four times.",
			"How fast is the ferry Odile?", ""},
	}
}

// trialPatience bounds how long the trials of a model may take together.
const trialPatience = 3 * time.Minute

// try has a model answer the trials, and says whether it does so better than the documents' own sentences.
func (d *doctor) try(ctx context.Context, g engine.Generator) error {
	c := check{Name: "trial", Health: healthOK}
	within, stop := context.WithTimeout(ctx, trialPatience)
	defer stop()
	start := time.Now()
	by, err := d.right(within, g)
	took := time.Since(start) / time.Duration(len(trials()))
	switch own, plainErr := d.right(ctx, d.app.Generator); {
	case ctx.Err() != nil:
		return ctx.Err()
	case plainErr != nil:
		return plainErr
	case within.Err() != nil:
		c.Health, c.Found = healthWarning, fmt.Sprintf("%s did not answer five short questions within %v: it is too slow here", g.Name(), trialPatience)
	case err != nil:
		c = c.failed(err)
		c.Health = healthWarning
	default:
		c.Found = fmt.Sprintf("%s answers %d of %d short questions as it should, in %.1f s each; the documents' own sentences %d: ", g.Name(), by, len(trials()), took.Seconds(), own)
		if by >= own {
			c.Found += "it is worth it"
		} else {
			c.Health, c.Found = healthWarning, c.Found+"it is not worth it"
		}
	}
	if c.Health != healthOK && c.Next == "" {
		c.Next = `name another with ollama.model, or let the documents answer: engine.generator = "extractive"`
	}
	d.add(c)
	return nil
}

// right counts the trials that a generator answers as it should.
func (d *doctor) right(ctx context.Context, g engine.Generator) (n int, err error) {
	opt := d.app.shared().EngineOptions(d.config)
	opt.TellDoubts = g != d.app.Generator
	for _, t := range trials() {
		a, err := engine.AskSelection(ctx, t.question, t.text, "", nil, g, opt, engine.Silent{})
		if err != nil {
			return n, err
		}
		if a.Refused == (t.part == "") && strings.Contains(a.Text, t.part) {
			n++
		}
	}
	return n, nil
}

// measurePatience bounds how long a judge may take for the claims that it is measured by. What it said until then is
// kept for the next time.
const measurePatience = 5 * time.Minute

// measure has a judge asked about claims whose truth is known, and tells whether it counts.
func (d *doctor) measure(ctx context.Context, j *ollama.Judge) error {
	c := check{Name: "judge", Health: healthOK}
	within, stop := context.WithTimeout(ctx, measurePatience)
	defer stop()
	asked, total := 0, 0
	r, err := j.Measure(within, func(done, of int) error { asked, total = done, of; return nil })
	switch c.Found = r.String(); {
	case ctx.Err() != nil:
		return ctx.Err()
	case within.Err() != nil:
		c.Health, c.Found = healthWarning, fmt.Sprintf("it was asked about %d of %d claims whose truth is known within %v, and does not count yet", asked, total, measurePatience)
		c.Next = `run it again: it goes on where it stopped; or do without: guard.judge = "none"`
	case err != nil:
		c = c.failed(err)
		if d.config.Judge == "" {
			c.Health = healthWarning
		}
	}
	d.add(c)
	return nil
}
