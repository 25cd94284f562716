package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
	"ibid/index/symbol/recipe"
)

func (a *App) recipesCommand() *cobra.Command {
	return a.command(&cobra.Command{
		Use:   "recipes [flags] [ID | WORDS…]",
		Short: "List the code that uses an API, or print one recipe",
		Long: `List the recipes among the documents: the sections of notebooks with the imports and definitions that they need, tests, examples in docstrings and in Markdown. WORDS narrow the list to recipes whose title, goal or symbols have them all.

With the ID of one, its code is printed: that of a notebook's section runs as it is where its project can be imported. Nothing is run by ibid.`,
		Example: `  ibid symbols recipes --docs ~/src/tidewater despike
  ibid symbols recipes --docs ~/src/tidewater section:notebooks/first-week#L00105 | python3`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}, "ibid.recipe_list/1 object, with the code of each recipe", func(ctx context.Context, r *call) error {
		return r.withDocuments(ctx, r.recipes)
	}, documentSettings, screenSettings)
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

func (r *call) recipes(d *index.Index) error {
	all, err := r.fitting(d)
	if err != nil {
		return err
	}
	whole := len(all) == 1 && len(r.args) == 1 && all[0].ID == r.args[0]
	list := recipeListJSON{"ibid.recipe_list/1", []recipeJSON{}}
	for _, e := range all {
		one := recipeJSON{e.ID, string(e.Kind), e.Title, e.Goal, e.Project, e.Path, e.StartLine, e.EndLine, e.Mentions, ""}
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
	return cmp.Or(err, r.noneFits(len(list.Recipes)))
}

// fitting are the recipes that have all words of the arguments, in any case; the one that has the id which they are
// alone, where there is one.
func (r *call) fitting(d *index.Index) ([]recipe.Derived, error) {
	all, err := d.Recipes()
	var fit []recipe.Derived
	for _, e := range all {
		text := strings.ToLower(strings.Join(append([]string{e.ID, e.Title, e.Goal}, e.Mentions...), "\n"))
		isRecipe := e.Kind == source.Recipe || e.Kind == source.RecipeSection
		switch {
		case len(r.args) == 1 && e.ID == r.args[0]:
			return []recipe.Derived{e}, err
		case isRecipe && !slices.ContainsFunc(r.args, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) }):
			fit = append(fit, e)
		}
	}
	return fit, err
}

// noneFits tells that no recipe was found, where that is so.
func (r *call) noneFits(n int) error {
	if n > 0 {
		return nil
	}
	r.note("no recipe fits; without WORDS all are taken")
	return errNoRecipes
}

func (p *page) recipe(r *recipeJSON) {
	p.line("%s  %s", p.style.bold(clean(r.Title)), p.style.faint(strings.ReplaceAll(r.Kind, "_", " ")))
	if r.Goal != "" {
		p.hang("    ", clip(clean(r.Goal), maxReason), nil)
	}
	p.line("    %s", p.style.faint(clean(r.ID)))
}
