package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// listed runs recipes with --json and returns the list.
func listed(t *testing.T, env []string, args ...string) recipeListJSON {
	t.Helper()
	r := ibid(t, env, append([]string{"symbols", "recipes", "--json"}, args...)...)
	if r.code > exitRefused || r.err != "" {
		t.Fatalf("exit code %d: %s", r.code, r.err)
	}
	var l recipeListJSON
	decode(t, r.out, &l)
	if l.Schema != "ibid.recipe_list/1" || (len(l.Recipes) == 0) != (r.code == exitRefused) {
		t.Errorf("exit code %d with %+v", r.code, l)
	}
	return l
}

func TestRecipes(t *testing.T) {
	env := indexed(t)
	all := listed(t, env, "--docs", handbook)
	r := ibid(t, env, "symbols", "recipes", "--docs", handbook)
	if r.code != exitAnswered {
		t.Fatalf("exit code %d: %s", r.code, r.err)
	}
	for _, e := range all.Recipes {
		if strings.Count(r.out, "    "+e.ID+"\n") != 1 {
			t.Errorf("%s is not listed once", e.ID)
		}
		if e.Program == "" || e.Title == "" || e.StartLine < 1 || e.EndLine < e.StartLine || e.Project == "" {
			t.Errorf("%+v", e)
		}
		if _, err := os.Stat(e.Path); err != nil {
			t.Error(err)
		}
		// What is printed is the program, byte for byte.
		if r := ibid(t, env, "symbols", "recipes", "--docs", handbook, e.ID); r.code != exitAnswered || r.out != e.Program || r.err != "" {
			t.Errorf("%s: exit code %d, %s, printed\n%s\nnot\n%s", e.ID, r.code, r.err, r.out, e.Program)
		}
	}
	one := listed(t, env, "--docs", handbook, "section:notebooks/first-week#L00105")
	if len(one.Recipes) != 1 || one.Recipes[0].Title != "The first week of a station: Remove the spikes" || !slices.Contains(one.Recipes[0].Mentions, "tidewater.series.despike") ||
		!strings.Contains(one.Recipes[0].Program, "import tidewater as tw\n") || !strings.HasSuffix(one.Recipes[0].Program, "print(\"spikes at\", spikes)\n") {
		t.Errorf("%+v", one)
	}
}

func TestRecipesAreNarrowed(t *testing.T) {
	env := indexed(t)
	all := listed(t, env, "--docs", handbook)
	for _, tt := range []struct {
		name string
		args []string
		fits func(text string) bool
	}{
		{"by a symbol", []string{"tidewater.series.despike"}, func(text string) bool { return strings.Contains(text, "tidewater.series.despike") }},
		{"by words in any case", []string{"SPIKES", "station"}, func(text string) bool {
			return strings.Contains(text, "spikes") && strings.Contains(text, "station")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var want, got []string
			for _, r := range all.Recipes {
				if tt.fits(strings.ToLower(strings.Join(append([]string{r.ID, r.Title, r.Goal}, r.Mentions...), "\n"))) {
					want = append(want, r.ID)
				}
			}
			for _, r := range listed(t, env, append([]string{"--docs", handbook}, tt.args...)...).Recipes {
				got = append(got, r.ID)
			}
			if len(want) == 0 || len(want) == len(all.Recipes) || !slices.Equal(got, want) {
				t.Errorf("got %q\nwant %q", got, want)
			}
		})
	}
}

func TestRecipesNotFound(t *testing.T) {
	env := indexed(t)
	for _, args := range [][]string{{"zzyzx"}, {"section:notebooks/first-week#L99999"}, {"despike", "zzyzx"}} {
		args = append([]string{"symbols", "recipes", "--docs", handbook}, args...)
		if r := ibid(t, env, args...); r.code != exitRefused || r.out != "" || !strings.Contains(r.err, "no recipe fits") {
			t.Errorf("%q: exit code %d: %s%s", args, r.code, r.out, r.err)
		}
		if r := ibid(t, env, append(args, "--json")...); r.code != exitRefused || r.out != `{"schema":"ibid.recipe_list/1","recipes":[]}`+"\n" || r.err != "" {
			t.Errorf("%q: exit code %d: %s%s", args, r.code, r.out, r.err)
		}
	}
	none := t.TempDir()
	place(t, filepath.Join(none, "a.md"), "# Nothing\n\nNo code.\n")
	if r := ibid(t, env, "symbols", "recipes", "--docs", none); r.code != exitRefused || r.out != "" {
		t.Errorf("no code at all: exit code %d: %s%s", r.code, r.out, r.err)
	}
}

// What a notebook holds is shown, and does nothing to a terminal.
func TestRecipesShowNothingThatATerminalObeys(t *testing.T) {
	const evil = "\x1b]0;owned\a\x1b[2J\u009b31m\u202e\u2066\r"
	cell := func(kind, text string) map[string]any {
		return map[string]any{"cell_type": kind, "metadata": map[string]any{}, "source": text, "outputs": []any{}}
	}
	notebook, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{"kernelspec": map[string]any{"name": "python3", "language": "python"}}, "cells": []any{
		cell("markdown", "# Knots "+evil+"\n\nHow to tie "+evil+" them.\n"), cell("code", "import os\nx = '"+evil+"' # "+evil),
		cell("markdown", "## Bowline "+evil+"\n\nThe king "+evil+".\n"), cell("code", "print(x, os.name)"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	place(t, filepath.Join(dir, "knots.ipynb"), string(notebook))
	place(t, filepath.Join(dir, "more"+evil+".md"), "# Splices "+evil+"\n\nAn eye "+evil+":\n\n```python\nprint('splice "+evil+"')\n```\n")
	env := indexed(t)
	var runs [][]string
	for _, r := range listed(t, env, "--docs", dir).Recipes {
		runs = append(runs, []string{r.ID})
	}
	if len(runs) < 3 {
		t.Fatalf("%d recipes", len(runs))
	}
	for _, args := range append(runs, nil, []string{"--json"}, []string{evil}, []string{"bowline"}) {
		r := ibid(t, env, append([]string{"symbols", "recipes", "--docs", dir}, args...)...)
		for _, c := range r.out + r.err {
			if c != '\n' && unicode.In(c, unicode.Cc, unicode.Bidi_Control) {
				t.Errorf("%q prints %U:\n%q\n%q", args, c, r.out, r.err)
				break
			}
		}
	}
	if r := ibid(t, env, "symbols", "recipes", "--docs", dir, "bowline"); !strings.Contains(r.out, "Bowline") {
		t.Errorf("the words around are lost: %s%s", r.out, r.err)
	}
}
