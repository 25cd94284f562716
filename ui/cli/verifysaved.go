package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/index"
)

var jsonObject = regexp.MustCompile(`^\s*\{\s*["}]`)

// looksLikeJSON tells that a text is meant as a JSON object, whole or not.
func looksLikeJSON(text string) bool { return jsonObject.MatchString(text) }

// parseAnswer reads a saved answer. Its errors say what else the text is.
func parseAnswer(text string) (*engine.Answer, error) {
	var kind struct {
		Schema string `json:"schema"`
	}
	dec := json.NewDecoder(strings.NewReader(text))
	if err := dec.Decode(&kind); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errors.New("the JSON breaks off before its end; save the answer again")
		}
		return nil, fmt.Errorf("not valid JSON: %w", err)
	}
	switch {
	case kind.Schema == "":
		return nil, errors.New("JSON without a schema; save an answer with `ibid ask --json`, or verify rows with --jsonl")
	case kind.Schema != engine.AnswerSchema:
		return nil, fmt.Errorf("it holds %q, not %s; save an answer with `ibid ask --json`", kind.Schema, engine.AnswerSchema)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("something follows the saved answer; verify one answer at a time")
	}
	var a engine.Answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return nil, fmt.Errorf("not a whole %s: %w", engine.AnswerSchema, err)
	}
	if strings.TrimSpace(a.Text) == "" {
		return nil, errors.New("the saved answer is empty")
	}
	var written struct {
		Citations []struct { // before anything in them is made sane
			Key string `json:"key"`
			index.Place
		} `json:"citations"`
	}
	if err := json.Unmarshal([]byte(text), &written); err != nil {
		return nil, fmt.Errorf("not a whole %s: %w", engine.AnswerSchema, err)
	}
	for _, c := range written.Citations {
		if c.Path == "" {
			return nil, fmt.Errorf("the citation %s does not say which file it is from", c.Key)
		}
		if c.StartPage < 0 || c.EndPage < c.StartPage {
			return nil, fmt.Errorf("%s cites pages %d to %d: none ends before it starts", c.Key, c.StartPage, c.EndPage)
		}
	}
	a.MakeSane()
	return &a, nil
}
