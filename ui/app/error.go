package app

import "encoding/json"

// ErrorSchema is the name of the schema of an Error.
const ErrorSchema = "ibid.error/1"

// Error is one ibid.error/1 object.
type Error struct {
	Schema  string          `json:"schema"`
	ID      json.RawMessage `json:"id,omitempty" jsonschema:"of a row to verify: as it was given"`
	Line    int             `json:"line,omitempty" jsonschema:"of a row, counted from 1"`
	Code    string          `json:"code" jsonschema:"stable"`
	Message string          `json:"message"`
	Hint    string          `json:"hint" jsonschema:"what to do next"`
}

// Misuse says what is wrong with what was asked for: whoever asked has to change it.
type Misuse string

func (e Misuse) Error() string { return string(e) }

// NoDocuments says that there is nothing to answer from.
type NoDocuments string

func (e NoDocuments) Error() string { return string(e) }
