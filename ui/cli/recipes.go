package cli

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
	"ibid/index/symbol/recipe"
	"ibid/ui/wire"
)

// recipeKinds are the kinds of recipes, the smallest part of a document last.
var recipeKinds = []string{string(source.TutorialRecipe), string(source.RecipeSection), string(source.Recipe)}

func (a *App) recipesCommand() *cobra.Command {
	var kind string
	cmd := a.command(&cobra.Command{
		Use:   "recipes [flags] [ID | WORDS…]",
		Short: "List the code that uses an API, or print one recipe",
		Long: `List the recipes among the documents: the outline of each notebook, its sections and cells with the imports and definitions that they need, tests, examples in docstrings and in Markdown. WORDS narrow the list to recipes whose title, goal or symbols have them all.

With the ID of one, its code is printed: that of a notebook's section runs as it is where its project can be imported. Nothing is run by ibid.`,
		Example: `  ibid symbols recipes --docs ~/src/tidewater despike
  ibid symbols recipes --docs ~/src/tidewater section:notebooks/first-week#L00105 | python3`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}, "ibid.recipe_list/1 object, with the code of each recipe", func(ctx context.Context, r *call) error {
		if kind != "" && !slices.Contains(recipeKinds, kind) {
			return usageError{fmt.Errorf("--kind %s: it is one of %s", kind, strings.Join(recipeKinds, ", "))}
		}
		return r.withDocuments(ctx, func(d *index.Index) error { return r.recipes(d, kind) })
	}, documentSettings, screenSettings)
	cmd.Flags().StringVar(&kind, "kind", "", "list this `kind` alone: "+strings.Join(recipeKinds, ", "))
	_ = cmd.RegisterFlagCompletionFunc("kind", cobra.FixedCompletions(recipeKinds, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// recipeListJSON is the wire schema ibid.recipe_list/1. Fields are only ever added.
type recipeListJSON struct {
	Schema  string       `json:"schema"`
	Recipes []recipeJSON `json:"recipes"`
}

type recipeJSON struct {
	ID        string   `json:"id"`
	Kind      string   `json:"kind"`
	Title     string   `json:"title"`
	Goal      string   `json:"goal" jsonschema:"\"\" where the original does not say"`
	Project   string   `json:"project"`
	Path      string   `json:"path"`
	StartLine int      `json:"start_line"`
	EndLine   int      `json:"end_line"`
	Mentions  []string `json:"mentions" jsonschema:"qualified names that it uses"`
	Program   string   `json:"program"`
}

// errNoRecipes ends a search that found nothing; that has been told.
var errNoRecipes = fmt.Errorf("no recipe fits: %w", errRefused)

func (r *call) recipes(d *index.Index, kind string) error {
	all, err := d.Recipes()
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(e recipe.Entry) bool { return kind != "" && e.Kind != kind })
	exact := func(e recipe.Entry) bool { return len(r.args) == 1 && e.ID == r.args[0] }
	whole := slices.ContainsFunc(all, exact)
	list := recipeListJSON{"ibid.recipe_list/1", []recipeJSON{}}
	for _, e := range all {
		if whole && !exact(e) || !whole && (!slices.Contains(recipeKinds, e.Kind) || !hasWords(e, r.args)) {
			continue
		}
		one := recipeJSON{e.ID, e.Kind, e.Title, e.Goal, e.Project, filepath.Join(e.Root, filepath.FromSlash(e.Path)), e.StartLine, e.EndLine, wire.List(e.Mentions), ""}
		if whole || r.json {
			if one.Program, err = d.Program(e.ID); err != nil {
				return err
			}
		}
		list.Recipes = append(list.Recipes, one)
	}
	err = r.show(list, func(p *page) {
		if whole {
			p.WriteString(guard.Reveal(list.Recipes[0].Program))
			return
		}
		for i := range list.Recipes {
			p.recipe(&list.Recipes[i])
		}
	})
	if len(list.Recipes) > 0 {
		return err
	}
	r.note("no recipe fits; without WORDS all are listed")
	return cmp.Or(err, errNoRecipes)
}

// hasWords tells whether a recipe has all words, in any case.
func hasWords(e recipe.Entry, words []string) bool {
	text := strings.ToLower(strings.Join(append([]string{e.ID, e.Title, e.Goal}, e.Mentions...), "\n"))
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) })
}

func (p *page) recipe(r *recipeJSON) {
	p.line("%s  %s", p.style.bold(clean(r.Title)), p.style.faint(strings.ReplaceAll(r.Kind, "_", " ")))
	if r.Goal != "" {
		p.hang("    ", clip(clean(r.Goal), maxReason), nil)
	}
	p.line("    %s", p.style.faint(clean(r.ID)))
}
