package engine

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// SchemaOf is the JSON Schema (2020-12) of the objects of a name, which the values of some types are written as;
// special are the schemas of types that write themselves or refer to a definition: a value without a field "schema"
// is one, called as its type. A list is never null; fields that are not in it may be added.
func SchemaOf(name string, special map[reflect.Type]*jsonschema.Schema, values ...any) (*jsonschema.Schema, error) {
	opt := &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): {Types: []string{"string", "number", "boolean", "null"}},
	}}
	maps.Copy(opt.TypeSchemas, special)
	for _, pair := range shapes() {
		s, err := jsonschema.ForType(reflect.TypeOf(pair[1]), opt)
		if err != nil {
			return nil, err
		}
		opt.TypeSchemas[reflect.TypeOf(pair[0])] = s
	}
	var forms []*jsonschema.Schema
	defs := map[string]*jsonschema.Schema{}
	for _, v := range values {
		s, err := jsonschema.ForType(reflect.TypeOf(v), opt)
		if err != nil {
			return nil, err
		}
		asWritten(s)
		if s.Properties["schema"] == nil {
			defs[reflect.TypeOf(v).Name()] = s
			continue
		}
		schema := any(name)
		s.Properties["schema"].Const = &schema
		forms = append(forms, s)
	}
	out := forms[0]
	if len(forms) > 1 {
		out = &jsonschema.Schema{AnyOf: forms}
	}
	out.Defs = defs
	out.Schema, out.Title = "https://json-schema.org/draft/2020-12/schema", name
	return out, nil
}

// asWritten says of a schema that is inferred from a type what all that ibid writes has in common.
func asWritten(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if slices.Equal(s.Types, []string{"null", "array"}) {
		s.Type, s.Types = "array", nil
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Not != nil {
		s.AdditionalProperties = nil
	}
	asWritten(s.Items)
	asWritten(s.AdditionalProperties)
	for p := range maps.Values(s.Properties) {
		asWritten(p)
	}
}
