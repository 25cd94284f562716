package question

import "regexp"

// Computation is what an answer would have to be made with, where the documents have rows and do not say it themselves.
type Computation uint8

// The computations. A question may be read as one and still be answered by a sentence that says it.
const (
	NoComputation Computation = iota
	Count                     // how many rows there are, or fit
	Total                     // an average, a sum
	Selection                 // all rows whose value is below, above or between numbers
	Series                    // the first few by their values
	Ranking                   // the row with the least or greatest value
)

// String names what would have to be done, for a refusal.
func (c Computation) String() string {
	return [...]string{"", "counted", "added up", "selected by their values", "ranked", "compared"}[c]
}

// computations are told by these words, the first that matches.
var computations = []struct {
	Computation
	words *regexp.Regexp
}{
	{Total, regexp.MustCompile(`(?i)\b(?:average|mean (?:of|value)|the mean|median|sum of|total|altogether|in all|combined|add(?:s|ed)? up|on average)\b`)},
	{Count, regexp.MustCompile(`(?i)\b(?:how many|(?:what(?:'s| is| was)|give) the (?:number|count) of|count the|number of (?:rows|entries|records))\b`)},
	{Selection, regexp.MustCompile(`(?i)(?:\b(?:below|under|above|over|beneath|beyond|exceed(?:s|ing|ed)?|(?:less|fewer|more|greater|higher|lower|larger|smaller|older|newer|longer|shorter|earlier|later|heavier|lighter|deeper|cheaper|better|worse) than|at least|at most|no (?:more|less|fewer|later|earlier) than|between|before|after|since|up to)\s+(?:the year )?|[<>≤≥]=?\s*)[$€£]?[-−]?[0-9]`)},
	{Series, regexp.MustCompile(`(?i)\b(?:top|first|last|best|worst) (?:two|three|four|five|ten|[0-9]+)\b|\b(?:second|third|next|two|three|five|[0-9]+)[- ](?:largest|smallest|highest|lowest|longest|shortest|oldest|newest|deepest|heaviest|cheapest|best|worst)\b`)},
	{Ranking, regexp.MustCompile(`(?i)\b(?:which|what|who|whose|name)\b.*\b(?:the (?:largest|smallest|highest|lowest|greatest|longest|shortest|oldest|newest|deepest|shallowest|heaviest|lightest|cheapest|biggest|fewest|tallest|fastest|slowest|youngest|strongest|weakest|earliest|latest|most|least|best|worst|maximum|minimum|max|min))\b`)},
}

// Computation reads what the answer to a question would have to be made with, and the words that say so.
func (q Question) Computation() (c Computation, words string) {
	for _, k := range computations {
		if m := k.words.FindString(q.Text); m != "" {
			return k.Computation, m
		}
	}
	return NoComputation, ""
}
