package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/config"
)

// maxSelectionBytes bounds what is read of a selected text. It is cut to far less; reading more would be waste.
const maxSelectionBytes = 8 << 20

// askSelected answers from one text alone. Documents are opened only where somebody named them, to suggest other places.
func (a *App) askSelected(ctx context.Context, c *config.Config, question, file string, asJSON bool, opt engine.Options) (*engine.Answer, index.Report, error) {
	text, err := a.selection(ctx, file)
	if err != nil {
		return nil, index.Report{}, err
	}
	var answer *engine.Answer
	var report index.Report
	if c.Origin("docs") == "default" {
		answer, err = engine.AskSelection(ctx, question, text, file, nil, a.Generator, opt, engine.Silent{})
	} else {
		report, err = a.withDocuments(ctx, c, asJSON, func(d *documents) error {
			answer, err = engine.AskSelection(ctx, question, text, file, d, a.Generator, opt, engine.Silent{})
			return err
		})
	}
	return answer, report, err
}

// selection reads the selected text from a file, or from standard input for "-".
func (a *App) selection(ctx context.Context, file string) (string, error) {
	in := a.In
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return "", usageError{fmt.Errorf("the selected text cannot be read: %w", err)}
		}
		defer f.Close()
		in = f
	}
	text, err := readAll(ctx, io.LimitReader(in, maxSelectionBytes+1))
	if err != nil {
		return "", fmt.Errorf("the selected text: %w", err)
	}
	if len(text) > maxSelectionBytes {
		return "", usageError{fmt.Errorf("the selected text is longer than %d MB; give documents with --docs", maxSelectionBytes>>20)}
	}
	return text, nil
}

// selectionJSON is what was measured of an answer from a selected text.
type selectionJSON struct {
	InSelectedText bool             `json:"in_selected_text"`
	Similarity     *float64         `json:"similarity"`      // null where nothing can embed the texts
	KeywordOverlap *float64         `json:"keyword_overlap"` // null after a refusal: there is no answer to compare
	Truncated      bool             `json:"truncated"`
	LatencyMS      float64          `json:"latency_ms"` // of the validation
	Suggestions    []suggestionJSON `json:"suggestions"`
}

type suggestionJSON struct {
	placeJSON
	Score float64 `json:"score"`
}

func selectionOf(s *engine.Selection) *selectionJSON {
	if s == nil {
		return nil
	}
	out := &selectionJSON{InSelectedText: s.Contained, Similarity: orNull(s.Similarity), KeywordOverlap: orNull(s.KeywordOverlap),
		Truncated: s.Truncated, LatencyMS: ms(s.Latency), Suggestions: []suggestionJSON{}}
	for i := range s.Suggestions {
		out.Suggestions = append(out.Suggestions, suggestionJSON{placeOf(&s.Suggestions[i].Chunk), s.Suggestions[i].Score})
	}
	return out
}

// orNull is a number that may not have been measured.
func orNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	x = round(x)
	return &x
}

// suggestions lists where else the documents may answer.
func (p *page) suggestions(s *engine.Selection) {
	if s == nil || len(s.Suggestions) == 0 {
		return
	}
	p.line("")
	p.line("the documents may say more in")
	for i := range s.Suggestions {
		p.hang("  ", place(&s.Suggestions[i].Chunk), nil)
	}
}
