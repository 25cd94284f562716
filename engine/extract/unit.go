package extract

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"ibid/engine"
	"ibid/guard"
	"ibid/index/source"
)

// unit is the smallest thing an answer can quote: a sentence, a list item, a listing. Table rows are handled apart.
type unit struct {
	evidence int // index into the request's evidence
	block    int // index into the chunk's blocks
	kind     source.BlockKind
	text     string // on one line; of a listing the title line
	full     string // of a listing the whole of it
	start    int    // byte offset in the chunk
	bag      engine.Bag
	context  engine.Bag // title, section, and the unit before in the same paragraph
	score    float64
	cover    float64 // share of the question that the unit and its context hold
}

const (
	shortestUnit = 20  // characters: less is a label, not a statement
	longestUnit  = 900 // characters: more is a run-on that nobody reads
)

var (
	caption     = regexp.MustCompile(`^(?i:table|figure|fig\.|listing)\s+[A-Z0-9][\w.-]*[.:]\s`)
	link        = regexp.MustCompile(`^(?:\S+:\s)?(?:https?://|www\.)\S+$`)
	leaders     = regexp.MustCompile(`(?:\. ?){4,}|…{2,}|(?:\s\.){3,}`) // of a table of contents
	bareHeading = regexp.MustCompile(`^(?:[0-9]+(?:\.[0-9]+)*|[A-Z](?:\.[0-9]+)+)\s+\S+(?:\s\S+){0,6}$`)
)

// units cuts the evidence into what can be quoted.
func units(evidence []engine.Evidence) []unit {
	var out []unit
	for n := range evidence {
		ev := &evidence[n]
		place := engine.NewBag(append([]string{ev.Title}, ev.Section...)...)
		before := ""
		for i, b := range ev.Blocks {
			text := ev.Text[b.Start:b.End]
			switch b.Kind {
			case source.Heading, source.Table:
				before = ""
			case source.Code:
				first, _, _ := strings.Cut(text, "\n")
				out = append(out, unit{evidence: n, block: i, kind: b.Kind, text: oneLine(first), full: text, start: b.Start,
					bag: engine.NewBag(text), context: merge(place, engine.NewBag(before))})
			default:
				for _, s := range guard.Split(text) {
					line := oneLine(text[s.Start:s.End])
					if usable(line) {
						out = append(out, unit{evidence: n, block: i, kind: b.Kind, text: line, start: b.Start + s.Start,
							bag: engine.NewBag(line), context: merge(place, engine.NewBag(before))})
					}
					before = line
				}
			}
		}
	}
	return out
}

// usable leaves out what is no statement: lines of a table of contents, labels, and text that never ends.
func usable(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= shortestUnit && n <= longestUnit && !leaders.MatchString(s) && !caption.MatchString(s) && !link.MatchString(s) && !bareHeading.MatchString(s)
}

// oneLine undoes the line breaks of the source.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func merge(a, b engine.Bag) engine.Bag {
	out := make(engine.Bag, len(a)+len(b))
	for t := range a {
		out[t] = true
	}
	for t := range b {
		out[t] = true
	}
	return out
}
