package symbol

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// errNoRecord is what a line that is no record gives.
var errNoRecord = errors.New("no record of a file")

// readHead reads the head of a record. Where the line starts as ibid writes it the rest is not looked at.
func readHead(line []byte) (head, error) {
	h, ok := fastHead(line)
	if !ok {
		h = head{}
		if err := json.Unmarshal(line, &h); err != nil {
			return h, err
		}
	}
	if h.Module == "" || h.Path == "" || h.Project == "" || h.Language == "" {
		return h, errNoRecord
	}
	return h, nil
}

// fastHead reads the members of an object in the order of head, up to the last of them: "names".
func fastHead(line []byte) (h head, ok bool) {
	if len(line) < 2 || line[0] != '{' || line[len(line)-1] != '}' {
		return h, false
	}
	members := [...]struct {
		key      string
		to       *string
		optional bool
	}{
		{`"module":"`, &h.Module, false},
		{`"package":"`, &h.Package, true},
		{`"project":"`, &h.Project, false},
		{`"path":"`, &h.Path, false},
		{`"language":"`, &h.Language, false},
		{`"digest":"`, &h.Digest, false},
		{`"names":"`, &h.Names, false},
	}
	rest := line[1:]
	for _, m := range members {
		if !bytes.HasPrefix(rest, []byte(m.key)) {
			if m.optional {
				continue
			}
			return h, false
		}
		rest = rest[len(m.key):]
		end := bytes.IndexByte(rest, '"')
		if end < 0 || end+1 >= len(rest) {
			return h, false
		}
		if !isPlain(rest[:end]) {
			return h, false
		}
		*m.to = string(rest[:end])
		if rest = rest[end+1:]; rest[0] == ',' {
			rest = rest[1:]
		}
	}
	return h, true
}

// isPlain tells whether a text in JSON stands for itself.
func isPlain(text []byte) bool {
	for _, c := range text {
		if c == '\\' || c < ' ' {
			return false
		}
	}
	return utf8.Valid(text)
}
