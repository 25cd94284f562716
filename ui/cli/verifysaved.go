package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
	"ibid/ui/wire"
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
	case kind.Schema != wire.Schema:
		return nil, fmt.Errorf("it holds %q, not %s; save an answer with `ibid ask --json`", kind.Schema, wire.Schema)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("something follows the saved answer; verify one answer at a time")
	}
	var a wire.Answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return nil, fmt.Errorf("not a whole %s: %w", wire.Schema, err)
	}
	return savedAnswer(&a)
}

// savedAnswer is the part of an answer that can be verified. An answer that was damaged so that it makes no sense is
// an error.
func savedAnswer(a *wire.Answer) (*engine.Answer, error) {
	if strings.TrimSpace(a.Answer) == "" {
		return nil, errors.New("the saved answer is empty")
	}
	texts := map[string]string{}
	for _, ev := range a.Evidence {
		texts[ev.Key] = ev.Text
	}
	out := &engine.Answer{Question: a.Question, Text: a.Answer, Refused: a.Refused}
	for _, c := range a.Citations {
		if c.Path == "" {
			return nil, fmt.Errorf("the citation %s does not say which file it is from", c.Key)
		}
		if c.StartPage != 0 {
			if err := guard.CheckPages(c.Key, c.StartPage, c.EndPage, 0); err != nil {
				return nil, err
			}
		}
		var section []string
		if c.Section != "" {
			section = []string{c.Section}
		}
		out.Citations = append(out.Citations, engine.Citation{Quote: c.Quote, Span: c.Span, Evidence: engine.Evidence{Key: c.Key, Chunk: index.Chunk{
			Path: c.Path, Digest: c.SourceSHA256, Chunk: source.Chunk{ID: c.ChunkID, DocID: c.DocID, Section: section, Symbol: c.Symbol, Kind: source.Kind(c.Kind),
				StartPage: c.StartPage, EndPage: c.EndPage, StartLine: c.StartLine, EndLine: c.EndLine, Text: texts[c.Key]}}}})
	}
	for _, s := range a.Sentences {
		out.Sentences = append(out.Sentences, engine.Sentence{Text: s.Text, Citations: s.Citations, Quotes: quotesIn(s.Quote, s.Citations, texts)})
	}
	return out, nil
}

// quotesIn takes the joined quotes of a sentence apart. Each piece counts for the first of the texts that the sentence cites and
// that has it; what stands in none counts for the first of them.
func quotesIn(joined string, keys []string, texts map[string]string) []engine.Quote {
	if joined == "" || len(keys) == 0 {
		return nil
	}
	return wire.Each(strings.Split(joined, wire.QuoteJoint), func(piece string) engine.Quote {
		has := slices.IndexFunc(keys, func(k string) bool { return strings.Contains(texts[k], piece) })
		return engine.Quote{Key: keys[max(has, 0)], Text: piece}
	})
}
