package ollama

import (
	"context"

	"ibid/guard"
)

// maxDigestTokens is how many tokens a model may write of one recipe.
const maxDigestTokens = 256

// Digest has the model say in a few sentences what a recipe is for and how it does it. What it says is the model's own: nothing
// to cite. An error is an *Error, or the context's; one that is Unusable is about this recipe alone.
func (g *Generator) Digest(ctx context.Context, title, recipe string) (string, error) {
	fenced := guard.Fence([]guard.Passage{{Key: "recipe", Text: neutral(title + "\n\n" + recipe)}})
	return g.complete(ctx, []Message{
		{"system", "You sum up a piece of example code for somebody who looks for it later.\n\n" + numbered(
			"Two to four sentences of plain text: what the code is for, which functions and classes it uses, and what comes out. No code, no list, no heading.",
			"Name only functions, classes, arguments and values that the code has, letter for letter, between backticks.",
			"Say nothing that the code and its text do not show.",
			quotation(fenced.Fence),
		)},
		{"user", "RECIPE\n\n" + fenced.Text},
	}, maxDigestTokens, "name another model with --model")
}
