package recipe

import (
	"encoding/json"
	"fmt"
	"io"
)

// Schema names the layout of recipes.json. Changes to it are additive.
const Schema = "ibid.recipes/1"

// Manifest lists derived documents: the content of recipes.json.
type Manifest struct {
	Schema  string  `json:"schema"` // Schema
	Recipes []Entry `json:"recipes"`
}

// Entry is one derived document in a Manifest.
type Entry struct {
	ID        string   `json:"id"`
	Kind      string   `json:"kind"` // symbol_card, api_surface, tutorial_recipe, recipe_section, recipe
	Title     string   `json:"title"`
	Goal      string   `json:"goal,omitempty"`
	Project   string   `json:"project,omitempty"`
	Symbol    string   `json:"symbol,omitempty"` // that a card or a surface is about, or the name of a fixture
	Root      string   `json:"root,omitempty"`
	Path      string   `json:"path"`       // of the original
	StartLine int      `json:"start_line"` // of the original, counted from 1, both ends included
	EndLine   int      `json:"end_line"`
	Mentions  []string `json:"mentions"` // qualified names, sorted
	Needs     []string `json:"needs,omitempty"`
	Cluster   string   `json:"cluster,omitempty"` // document id of the notebook
}

// NewManifest lists derived documents in the order given.
func NewManifest(all []Derived) Manifest {
	m := Manifest{Schema: Schema, Recipes: make([]Entry, len(all))}
	for i, d := range all {
		m.Recipes[i] = Entry{ID: d.ID, Kind: string(d.Kind), Title: d.Title, Goal: d.Goal, Project: d.Project, Symbol: d.Symbol, Root: d.Root, Path: d.Path,
			StartLine: d.StartLine, EndLine: d.EndLine, Mentions: d.Mentions, Needs: d.Needs, Cluster: d.Cluster}
		if d.Mentions == nil {
			m.Recipes[i].Mentions = []string{}
		}
	}
	return m
}

// Write writes recipes.json: the same documents give the same bytes.
func (m Manifest) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(m); err != nil {
		return fmt.Errorf("write recipes.json: %w", err)
	}
	return nil
}
