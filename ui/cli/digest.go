package cli

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine"
	"ibid/engine/ollama"
	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index"
	"ibid/index/regular"
	"ibid/index/source"
	"ibid/index/symbol/recipe"
	"ibid/ui/app"
	"ibid/ui/keep"
)

func (a *App) digestCommand() *cobra.Command {
	return a.command(&cobra.Command{
		Use:               "digest [flags] [WORDS…]",
		Short:             "Let the local model sum up the recipes",
		Long:              `Let the local model write a few sentences about each recipe that "ibid symbols recipes" lists, or about those with all WORDS. What it writes is labelled as generated: it is no source, it is not indexed, and no answer cites it. A summary that names a symbol which the sources do not declare is left out. What was written once is kept beside the index, and written again only when the recipe or the model changes.`,
		Example:           `  ibid symbols digest --docs ~/src/tidewater > tidewater-recipes.md`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}, "ibid.digest/1 object", func(ctx context.Context, r *call) error {
		l, err := a.shared().NewLibrary(r.config, app.Wanted{Writer: true})
		if err != nil {
			return err
		}
		var list digestJSON
		_, err = l.With(ctx, r.progress.step, func(d *index.Index) error {
			list, err = r.digest(ctx, l, d)
			return err
		})
		if err = errors.Join(err, l.Close()); err != nil {
			return err
		}
		if err = r.printDigest(list); err == nil && len(list.Cards)+len(list.LeftOut) == 0 {
			err = errNoRecipes
		}
		return err
	}, documentSettings, screenSettings, []string{"ollama.model"})
}

// digestJSON is the wire schema ibid.digest/1. Fields are only ever added.
type digestJSON struct {
	Schema  string           `json:"schema"`
	Cards   []recipeCardJSON `json:"recipe_cards"`
	LeftOut []leftOutJSON    `json:"left_out"`
}

type recipeCardJSON struct {
	Kind        string `json:"kind" jsonschema:"recipe_card"`
	GeneratedBy string `json:"generated_by" jsonschema:"the model: this is no source"`
	Recipe      string `json:"recipe" jsonschema:"id"`
	Title       string `json:"title"`
	Path        string `json:"path" jsonschema:"of what it sums up"`
	StartLine   int    `json:"start_line"`
	EndLine     int    `json:"end_line"`
	Text        string `json:"text"`
}

type leftOutJSON struct {
	Recipe string `json:"recipe"`
	Reason string `json:"reason"`
}

var errNoWriter = &ollama.Error{Message: "there is no local model to write the summaries", Hint: "start Ollama and install a model, or see what is wrong with `ibid doctor`"}

// digest has the recipes summed up.
func (r *call) digest(ctx context.Context, l *app.Library, d *index.Index) (digestJSON, error) {
	out := digestJSON{"ibid.digest/1", []recipeCardJSON{}, []leftOutJSON{}}
	model, ok := l.Generator().(*ollama.Generator)
	if !ok {
		return out, errNoWriter
	}
	opt, err := l.Options(ctx, d, r.progress.step)
	if err != nil {
		return out, err
	}
	all, err := d.Recipes()
	if err != nil {
		return out, err
	}
	all = slices.DeleteFunc(all, func(e recipe.Entry) bool { return !slices.Contains(recipeKinds, e.Kind) || !hasWords(e, r.args) })
	kept := openDigests(filepath.Join(l.Dir(), "digests.jsonl"))
	for i, e := range all {
		r.progress.step(index.Step{Stage: "summing up recipes", Done: i, Total: len(all)})
		program, err := d.Program(e.ID)
		if err != nil {
			return out, err
		}
		sum := sha256.Sum256([]byte(model.Name() + "\x00" + e.Title + "\x00" + program))
		key := hex.EncodeToString(sum[:])
		written, ok := kept.lines[key]
		if !ok {
			if written, err = sumUp(ctx, model, e.Title, program); err != nil {
				return out, err
			}
			written.Key = key
			_ = kept.add(written) // where it cannot be kept, the next run asks again
		}
		text := strings.TrimSpace(guard.Sanitize(written.Text))
		if why := cmp.Or(written.Reason, unfit(text, engine.Symbols(text, opt.Symbols))); why != "" {
			out.LeftOut = append(out.LeftOut, leftOutJSON{e.ID, why})
			continue
		}
		out.Cards = append(out.Cards, recipeCardJSON{string(source.RecipeCard), model.Name(), e.ID, e.Title,
			filepath.Join(e.Root, filepath.FromSlash(e.Path)), e.StartLine, e.EndLine, text})
	}
	return out, nil
}

// sumUp has a model sum up one recipe. Where it replies to no use that is no error: the other recipes may do.
func sumUp(ctx context.Context, model *ollama.Generator, title, program string) (digest, error) {
	text, err := model.Digest(ctx, title, program)
	var unusable *ollama.Error
	if errors.As(err, &unusable) && unusable.Unusable {
		return digest{Reason: unusable.Error()}, nil
	}
	return digest{Text: text}, err
}

// unfit says why a summary is not shown, "" where it is.
func unfit(text string, used []engine.Symbol) string {
	if text == "" {
		return "the model wrote nothing"
	}
	for _, s := range used {
		if s.Verdict == symbols.Unknown || s.Verdict == symbols.Misused {
			return s.Detail
		}
	}
	return ""
}

func (r *call) printDigest(list digestJSON) error {
	err := r.show(list, func(p *page) {
		for _, card := range list.Cards {
			p.line("## %s", clean(card.Title))
			p.line("")
			p.line("Generated by %s from %s, lines %d–%d. This is a summary, not a source.", clean(card.GeneratedBy), clean(card.Path), card.StartLine, card.EndLine)
			p.line("")
			p.hang("", card.Text, nil)
			p.line("")
		}
	})
	if len(list.Cards)+len(list.LeftOut) == 0 {
		r.note("no recipe fits; without WORDS all are summed up")
	}
	for _, l := range list.LeftOut {
		r.note("no summary of %s: %s", l.Recipe, l.Reason)
	}
	return err
}

// digests are the summaries that were written before, in a file with one JSON object a line.
type digests struct {
	path  string
	lines map[string]digest
}

// digest is what a model wrote of one recipe, or why that is of no use.
type digest struct {
	Key    string // of the recipe and the model
	Text   string
	Reason string `json:",omitempty"`
}

const maxDigest = 1 << 20 // bytes of a line

// openDigests reads what is kept. A line that is damaged counts for nothing: its summary is written again.
func openDigests(path string) *digests {
	d := &digests{path, map[string]digest{}}
	f, _, err := regular.Open(path)
	if err != nil {
		return d
	}
	defer f.Close()
	_ = keep.Lines(f, maxDigest, func(read keep.Line) { // what cannot be read is written again
		var l digest
		if json.Unmarshal(read.Text, &l) == nil && l.Key != "" {
			d.lines[l.Key] = l
		}
	})
	return d
}

// add keeps one summary for later runs.
func (d *digests) add(l digest) error {
	line, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return keep.Append(d.path, line)
}
