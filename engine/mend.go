package engine

import (
	"fmt"
	"regexp"
	"strings"

	"ibid/guard"
	"ibid/guard/support"
)

const (
	// certain is the support from which a sentence may be given the marker of the one chunk that supports it. It is far
	// above what a sentence needs that names its chunk itself: here the guard alone says where it comes from.
	certain = 0.9

	maxGiven = 16 // sentences of a draft that are looked up in all of the evidence
)

// backward opens a sentence that speaks of what the one before it names: alone it may fit a chunk about something else.
var backward = regexp.MustCompile(`(?i)^\W*(?:it|its|they|their|this|that|these|those|such|he|she|his|her|both|the (?:former|latter|same|others?))\b`)

// giveMarkers gives the sentences that cite nothing the marker of their chunk, where exactly one supports them and does
// so for certain.
func (x *examiner) giveMarkers(t *attempt) {
	var out strings.Builder
	var reasons []string
	pos, tried := 0, 0
	for _, s := range guard.Split(t.text) {
		if len(s.Citations) > 0 || s.Kind != guard.Prose && s.Kind != guard.Item || backward.MatchString(s.Text) || tried == maxGiven {
			continue
		}
		tried++
		key := x.onlySupport(s.Text)
		if key == "" {
			continue
		}
		end := s.Start + len(strings.TrimRight(s.Text, ".:"))
		out.WriteString(t.text[pos:end] + " [" + key + "]")
		pos = end
		reasons = append(reasons, fmt.Sprintf("“%s” cites nothing, and stands in %s alone", shorten(s.Text), key))
	}
	if len(reasons) > 0 {
		t.rewrite(StageRepair, reasons, out.String()+t.text[pos:])
	}
}

// onlySupport is the key of the one chunk that supports a claim, "" where none does for certain or more than one does.
func (x *examiner) onlySupport(claim string) string {
	only := ""
	for _, key := range x.keys {
		s := x.checker.Check(claim, x.passages[key])
		if s.Verdict != support.Supported {
			continue
		}
		if only != "" || s.Score < certain {
			return ""
		}
		only = key
	}
	return only
}
