package cli

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"ibid/engine"
	"ibid/engine/verify"
	"ibid/index"
	"ibid/index/symbol/decl"
	"ibid/ui/app"
)

// output is a kind of object that a command prints.
type output struct {
	name   string
	values []any // one of each form that it has, and of what they refer to
}

// outputs are all that there are.
func outputs() []output {
	return []output{
		{engine.AnswerSchema, []any{engine.Answer{}}}, {index.SearchSchema, []any{index.Search{}}}, {verify.Schema, []any{verify.Report{}}},
		{index.PassageSchema, []any{index.Passage{}}}, {app.ErrorSchema, []any{app.Error{}}}, {"ibid.index/1", []any{statusJSON{}}}, {"ibid.version/1", []any{build{}}}, {"ibid.doctor/1", []any{doctorJSON{}}},
		{"ibid.config/1", []any{configJSON{}}}, {"ibid.sessions/1", []any{sessionsJSON{}}},
		{"ibid.symbol_list/1", []any{symbolListJSON{}}}, {"ibid.symbols/1", []any{symbolsJSON{}, decl.Symbol{}}}, {"ibid.recipe_list/1", []any{recipeListJSON{}}}, {"ibid.eval/2", []any{evalJSON{}}},
		{"ibid.evalcompare/2", []any{comparedJSON{}}},
	}
}

// short is the name without what all have: answer.
func (o output) short() string {
	name, _, _ := strings.Cut(strings.TrimPrefix(o.name, "ibid."), "/")
	return name
}

func (a *App) schemaCommand() *cobra.Command {
	var names []string
	for _, o := range outputs() {
		names = append(names, o.short())
	}
	return &cobra.Command{
		Use:   "schema [NAME]",
		Short: "Print the JSON Schema of what --json prints",
		Long: `Print the JSON Schema (draft 2020-12) of one kind of object that commands print or write, or of all, by their names. Fields are only ever added.

NAME is one of ` + strings.Join(names, ", ") + `.`,
		Example:   "  ibid schema answer\n  ibid schema | jq keys",
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			special := map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[[]decl.Symbol](): {Type: "array", Items: &jsonschema.Schema{Ref: "#/$defs/Symbol"}}}
			all := map[string]*jsonschema.Schema{}
			var found any = all
			for _, o := range outputs() {
				s, err := engine.SchemaOf(o.name, special, o.values...)
				if err != nil {
					return fmt.Errorf("%s: %w", o.name, err)
				}
				if all[o.name] = s; len(args) > 0 && slices.Contains([]string{o.name, o.short()}, args[0]) {
					found = s
				}
			}
			if _, none := found.(map[string]*jsonschema.Schema); none && len(args) > 0 {
				return usageError{fmt.Errorf("there is no schema %s; there are %s", args[0], strings.Join(names, ", "))}
			}
			text, err := json.MarshalIndent(found, "", "  ")
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(a.Out, "%s\n", text); err != nil {
				return outputError{err}
			}
			return nil
		},
	}
}
