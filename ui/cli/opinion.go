package cli

import (
	"context"

	"ibid/engine/ollama"
	"ibid/ui/config"
)

// secondOpinion finds the model that is asked about each supported sentence; nil where none is wanted. It is looked for
// before there is an answer, so that what is missing is told at once.
func secondOpinion(ctx context.Context, c *config.Config) (*ollama.Judge, error) {
	if !c.LLMCheck {
		return nil, nil
	}
	return ollama.NewJudge(ctx, ollama.Options{Host: c.OllamaHost, Model: c.OllamaModel, AllowRemote: c.OllamaAllowRemote})
}
