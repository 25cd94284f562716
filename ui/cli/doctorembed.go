package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ibid/engine/ollama"
	"ibid/index"
)

const (
	// embedPatience bounds how long an embedding model may take to be loaded and to answer.
	embedPatience = 30 * time.Second

	// leastContrast is by how much two sentences that say the same must be more alike than two that have nothing in common:
	// models that work are far beyond it, broken ones near zero.
	leastContrast = 0.05
)

// The sentences of the embedding check: the first two say the same in other words, the last has nothing to do with them.
const (
	sentence  = "The file cannot be opened because it is missing."
	similar   = "Opening the missing file fails with an error."
	unrelated = "Ripe apples taste sweet in autumn."
)

// embedder makes the embedder of a model and checks that it tells what is alike. It returns nil where it cannot be used.
func (d *doctor) embedder(ctx context.Context, s *ollama.Server, m ollama.Model) (index.Embedder, error) {
	const name = "embedding"
	within, cancel := context.WithTimeout(ctx, embedPatience)
	defer cancel()
	e, err := s.Embedder(within, m, ollama.EmbedderOptions{KeepAlive: d.config.OllamaKeepAlive})
	var vectors [][]float32
	if err == nil {
		vectors, err = e.Embed(within, []string{sentence, similar, unrelated}, false)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		d.add(check{
			Name: name, Health: healthWarning, Found: fmt.Sprintf("%s did not answer within %v", m.Name, embedPatience),
			Next: "a large model takes long to load: run `ibid doctor` again, or name a smaller one with --embed-model",
		})
	case err != nil:
		d.add(failed(name, err))
	default:
		c := compared(name, cosine(vectors[0], vectors[1]), cosine(vectors[0], vectors[2]))
		if c.Health != healthOK {
			c.Next = "its vectors find little: `ollama pull` the model again, or name another with --embed-model"
		}
		c.Figures = append(c.Figures, figure{"dimensions", float64(e.Dimensions())})
		d.add(c)
	}
	if e == nil { // a nil *Embedder is not a nil interface
		return nil, nil
	}
	return e, nil
}

// compared judges the cosine of the similar sentences against that of the unrelated ones.
func compared(name string, alike, apart float64) check {
	c := check{
		Name: name, Health: healthOK,
		Found:   fmt.Sprintf("similar sentences %.2f, unrelated ones %.2f", alike, apart),
		Figures: []figure{{"similar", alike}, {"unrelated", apart}},
	}
	if alike-apart < leastContrast {
		c.Health = healthWarning
		c.Found += ": it does not tell them apart"
	}
	return c
}

// cosine is that of two vectors of length 1.
func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(float64(a[i]) * float64(b[i]))
	}
	return sum
}
