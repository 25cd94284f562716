package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// fieldName is a field of the objects in a file; that of an object inside another has the outer name before it: gold.page.
type fieldName struct{ file, name string }

// unknownField is a field that was passed over.
type unknownField struct {
	fieldName
	first, last int // lines
	rows        int
}

// object reads a JSON object. field gives the variable that a field goes into and says what its value must be; nil for a field that
// it does not know. outer is what goes before the names.
func (l *loader) object(at position, raw []byte, outer string, field func(name string) (into any, want string)) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return fmt.Errorf("not valid JSON at byte %d: %w; write one object on each line", syntax.Offset, err)
		}
		return fmt.Errorf("%s where a JSON object is wanted; write one on each line", jsonKind(raw))
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		into, want := field(name)
		if into == nil {
			l.passOver(at, outer+name)
			continue
		}
		if err := json.Unmarshal(fields[name], into); err != nil {
			return fmt.Errorf("%q is %s where %s is wanted", outer+name, jsonKind(fields[name]), want)
		}
	}
	return nil
}

// passOver counts a field that is not known.
func (l *loader) passOver(at position, name string) {
	key := fieldName{at.file, name}
	i, ok := l.at[key]
	if !ok {
		if l.at == nil {
			l.at = map[fieldName]int{}
		}
		i = len(l.unknown)
		l.at[key] = i
		l.unknown = append(l.unknown, unknownField{fieldName: key, first: at.line})
	}
	if u := &l.unknown[i]; u.last != at.line {
		u.last = at.line
		u.rows++
	}
}

// unknownFields are warnings of the fields that were passed over.
func (l *loader) unknownFields() []string {
	var out []string
	for _, u := range l.unknown {
		out = append(out, fmt.Sprintf("%v: the field %q is not known and was ignored (rows: %d)", position{u.file, u.first}, u.name, u.rows))
	}
	return out
}

// jsonKind says what a valid value is.
func jsonKind(raw []byte) string {
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case 't', 'f', 'n':
		return string(raw)
	}
	return fmt.Sprintf("the number %.20s", raw)
}

// jsonID is an identifier: a text or a number.
type jsonID string

func (id *jsonID) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err == nil {
		*id = jsonID(text)
		return nil
	}
	var number json.Number
	if err := json.Unmarshal(raw, &number); err != nil {
		return err
	}
	*id = jsonID(number)
	return nil
}

// jsonTexts is a text or a list of texts, without those that are blank.
type jsonTexts []string

func (t *jsonTexts) UnmarshalJSON(raw []byte) error {
	var list []string
	if raw[0] != '[' {
		list = make([]string, 1)
		if err := json.Unmarshal(raw, &list[0]); err != nil {
			return err
		}
	} else if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	*t = nil
	for _, s := range list {
		if strings.TrimSpace(s) != "" {
			*t = append(*t, s)
		}
	}
	return nil
}

// jsonAnswers is a list of texts, a list of objects with a text, or an object with a list of them.
type jsonAnswers struct {
	given bool
	texts []string
}

func (a *jsonAnswers) UnmarshalJSON(raw []byte) error {
	if raw[0] == 'n' {
		return nil
	}
	a.given = true
	parts := []json.RawMessage{raw}
	if raw[0] == '[' {
		parts = nil
		if err := json.Unmarshal(raw, &parts); err != nil {
			return err
		}
	}
	for _, part := range parts {
		var object struct {
			Text jsonTexts `json:"text"`
		}
		var err error
		if part[0] == '{' {
			err = json.Unmarshal(part, &object)
		} else {
			err = json.Unmarshal(part, &object.Text)
		}
		if err != nil {
			return err
		}
		for _, t := range object.Text {
			if !slices.Contains(a.texts, t) {
				a.texts = append(a.texts, t)
			}
		}
	}
	return nil
}
