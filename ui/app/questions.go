package app

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ibid/engine"
	"ibid/index"
)

const (
	maxFirst   = 3   // questions for a start
	maxSampled = 400 // chunks whose headings are looked at
	maxTried   = 24  // questions that are asked for them
)

// candidate is a question that may be suggested, and what the beginning of its answer must hold.
type candidate struct {
	question string
	names    []string
}

// Questions are some that somebody may ask first: of what the headings of the open documents name, then of the short
// forms that they spell out. Each was asked, and the first sentence of its answer is about what it asks for. None are
// looked for while the library is at work.
func (l *Library) Questions(ctx context.Context) []string {
	var from []candidate
	var out []string
	if l.idle(func(ix *index.Index) (err error) { from, err = candidates(ix); return err }) != nil {
		return nil
	}
	for _, c := range from[:min(len(from), maxTried)] {
		answers := false
		err := l.idle(func(ix *index.Index) (err error) { answers, err = l.answers(ctx, ix, c); return err })
		if answers {
			out = append(out, c.question)
		}
		if err != nil || len(out) == maxFirst {
			break
		}
	}
	return out
}

// errBusy says that somebody else uses the open index, or nobody has opened it.
var errBusy = errors.New("the index is in use")

// idle does something with the open index, unless somebody else is at work with it.
func (l *Library) idle(do func(*index.Index) error) error {
	if l.atWork.Load() > 0 {
		return errBusy
	}
	if ix := l.enter(); ix != nil {
		return l.read(ix, do)
	}
	return errBusy
}

// answers tells whether the open documents answer a question by their own sentences, to the point.
func (l *Library) answers(ctx context.Context, ix *index.Index, c candidate) (bool, error) {
	a, err := engine.New(ix, l.app.Generator, EngineOptions(l.config)).Ask(ctx, c.question, engine.Silent{})
	if err != nil || a.Refused || len(a.Sentences) == 0 {
		return false, err
	}
	said := strings.ToLower(a.Sentences[0].Text)
	return !slices.ContainsFunc(c.names, func(n string) bool { return !strings.Contains(said, strings.ToLower(n)) }), nil
}

var (
	asksItself = regexp.MustCompile(`^(?:How to|What|Who|When|Where|Which|Why|How|Can|Do|Does|Is|Are)\b.*\w`)
	numbering  = regexp.MustCompile(`^(?:[\dA-Z]+\.)*\d+\.? `)
	thing      = regexp.MustCompile(`^\pL[\pL-]+(?: \pL[\pL-]+){0,2}$`)
)

// candidates are questions that documents may answer: their headings spread evenly, then their short forms, the most
// frequent first.
func candidates(ix *index.Index) ([]candidate, error) {
	chunks, err := ix.Sample(maxSampled)
	if err != nil {
		return nil, err
	}
	defined := slices.Clone(ix.Acronyms())
	short := func(heading string) bool {
		return slices.ContainsFunc(defined, func(a index.Acronym) bool { return a.Short == heading })
	}
	var out []candidate
	for i := range chunks {
		s := chunks[i].Section
		if len(s) == 0 {
			continue
		}
		if c, ok := ofHeading(s[len(s)-1], chunks[i].Text, short); ok && !slices.ContainsFunc(out, func(o candidate) bool {
			return slices.Equal(o.names, c.names) && len(c.names) > 0 || o.question == c.question
		}) {
			out = append(out, c)
		}
	}
	step := max(len(out)/(maxTried*3/4), 1)
	var spread []candidate
	for i := 0; i < len(out); i += step {
		spread = append(spread, out[i])
	}
	slices.SortStableFunc(defined, func(a, b index.Acronym) int { return b.Count - a.Count })
	for _, a := range defined {
		spread = append(spread, candidate{fmt.Sprintf("What does %s mean?", a.Short), []string{a.Short, a.Long}})
	}
	return spread, nil
}

// ofHeading asks for what a heading names, where the text below it says what that is; or what the heading asks
// itself. A heading in capitals is no name unless it is a short form.
func ofHeading(heading, text string, short func(string) bool) (candidate, bool) {
	heading = numbering.ReplaceAllString(strings.Join(strings.Fields(heading), " "), "")
	if asks := strings.HasSuffix(heading, "?"); asks || strings.HasPrefix(heading, "How to ") {
		return candidate{strings.TrimSuffix(heading, "?") + "?", nil}, asksItself.MatchString(heading)
	}
	if !thing.MatchString(heading) {
		return candidate{}, false
	}
	if heading == strings.ToUpper(heading) && !short(heading) {
		heading = strings.ToLower(heading)
	}
	verb := "is"
	if strings.HasSuffix(heading, "s") && !strings.HasSuffix(heading, "ss") {
		verb = "are"
	}
	says := regexp.MustCompile(`(?i)(?:^|[.:\n]\s+)(an? |the )?` + regexp.QuoteMeta(heading) + " " + verb + " ").FindStringSubmatch(text)
	if says == nil {
		return candidate{}, false
	}
	return candidate{fmt.Sprintf("What %s %s%s?", verb, strings.ToLower(says[1]), lower(heading)), []string{heading + " " + verb}}, true
}

// lower begins with a small letter, but for a name in capitals.
func lower(s string) string {
	r := []rune(s)
	if len(r) > 1 && unicode.IsLower(r[1]) {
		r[0] = unicode.ToLower(r[0])
	}
	return string(r)
}
