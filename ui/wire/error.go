package wire

import "encoding/json"

// ErrorSchema is the name of the schema of an Error.
const ErrorSchema = "ibid.error/1"

// Error is one ibid.error/1 object.
type Error struct {
	Schema  string          `json:"schema"`
	ID      json.RawMessage `json:"id,omitempty"`   // of a row to verify: as it was given
	Line    int             `json:"line,omitempty"` // of a row, counted from 1
	Code    string          `json:"code"`           // stable
	Message string          `json:"message"`
	Hint    string          `json:"hint"` // what to do next
}
