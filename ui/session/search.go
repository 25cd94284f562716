package session

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	snippetLength = 160 // characters
	snippetBefore = 50  // of them before the first word that was found
)

// Where a search can find something.
const (
	InQuestion = "question"
	InAnswer   = "answer"
	InEvidence = "evidence" // what the answer quotes
)

// Match is a turn in which all words of a query occur.
type Match struct {
	Session  Summary
	Turn     int // counted from 1
	At       time.Time
	Question string
	Where    string // InQuestion, InAnswer or InEvidence: where the snippet is from
	Snippet  string // on one line; "…" stands for what was cut off
}

// searched is what of an answer is searched.
type searched struct {
	Answer    string `json:"answer"`
	Reason    string `json:"refusal_reason"`
	Refused   bool   `json:"refused"`
	Sentences []struct {
		Quotes []struct {
			Text string `json:"text"`
		} `json:"quotes"`
	} `json:"sentences"`
	Citations []struct {
		Quote string `json:"quote"`
	} `json:"citations"`
}

// Search finds the turns that hold every word of a query in their question, their answer or what it quotes, wherever a
// word stands and whatever its case and accents. The session that was used last comes first. Without a word there are
// no matches. The warnings are those of List.
func (st *Store) Search(query string) ([]Match, []error, error) {
	words := strings.Fields(fold(query))
	if len(words) == 0 {
		return nil, nil, nil
	}
	var out []Match
	warnings, err := each(st, beforeSources, func(id string, f *file[searched]) {
		s := summary(id, f)
		for i := range f.turns {
			if where, snippet, ok := find(&f.turns[i], words); ok {
				out = append(out, Match{s, i + 1, f.turns[i].At, f.turns[i].Text, where, snippet})
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(out, func(a, b Match) int { return lastUsed(a.Session, b.Session) })
	return out, warnings, nil
}

// passage is a text of a turn.
type passage struct {
	where, text, folded string
	words               int // of the query that it holds
}

// find looks for words in a turn. The snippet is from the answer or the quote that holds most of them; the question is
// shown anyway.
func find(e *entry[searched], words []string) (where, snippet string, ok bool) {
	texts := passages(e)
	for _, w := range words {
		found := false
		for i := range texts {
			if strings.Contains(texts[i].folded, w) {
				texts[i].words++
				found = true
			}
		}
		if !found {
			return "", "", false
		}
	}
	best := texts[0]
	for _, p := range texts[1:] {
		if p.words > 0 && (best.where == InQuestion || p.words > best.words) {
			best = p
		}
	}
	return best.where, excerpt(best.text, words), true
}

// passages are the texts of a turn, the question first.
func passages(e *entry[searched]) []passage {
	out := []passage{{where: InQuestion, text: e.Text, folded: fold(e.Text)}}
	a := e.answer
	if a == nil {
		return out
	}
	seen := map[string]bool{}
	add := func(where, text string) {
		if text != "" && !seen[text] {
			seen[text] = true
			out = append(out, passage{where: where, text: text, folded: fold(text)})
		}
	}
	if a.Refused {
		add(InAnswer, a.Reason)
	} else {
		add(InAnswer, a.Answer)
	}
	for _, s := range a.Sentences {
		for _, q := range s.Quotes {
			add(InEvidence, q.Text)
		}
	}
	for _, c := range a.Citations {
		add(InEvidence, c.Quote)
	}
	return out
}

// excerpt is the part of a text around the first of the words in it, cut between words.
func excerpt(text string, words []string) string {
	at := firstOf(text, words)
	start := at
	for n := 0; start > 0 && n < snippetBefore; n++ {
		_, size := utf8.DecodeLastRuneInString(text[:start])
		start -= size
	}
	if start > 0 {
		if i := strings.IndexAny(text[start:at], " \n\t"); i >= 0 {
			start += i + 1
		}
	}
	end := start
	for n := 0; end < len(text) && n < snippetLength; n++ {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	if end < len(text) {
		if i := strings.LastIndexAny(text[at:end], " \n\t"); i > 0 {
			end = at + i
		}
	}
	out := strings.Join(strings.Fields(text[start:end]), " ")
	if start > 0 {
		out = "…" + out
	}
	if end < len(text) {
		out += "…"
	}
	return out
}

// firstOf is where the first of the words begins in a text, 0 where none is in it.
func firstOf(text string, words []string) int {
	folded := fold(text)
	first := -1
	for _, w := range words {
		if i := strings.Index(folded, w); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	if first <= 0 {
		return 0
	}
	n := 0 // bytes of the folded text so far
	for i, r := range text {
		n += len(foldRune(nil, r))
		if n > first {
			return i
		}
	}
	return 0
}

// fold is a text without case and accents, and with compatibility forms as what they stand for: "ﬁ" is "fi".
func fold(s string) string {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		out = foldRune(out, r)
	}
	return string(out)
}

// foldRune appends what a character is without case and accents; nothing for an accent alone.
func foldRune(out []byte, r rune) []byte {
	switch {
	case 'A' <= r && r <= 'Z':
		return append(out, byte(r)+'a'-'A')
	case r < utf8.RuneSelf:
		return append(out, byte(r))
	}
	for _, d := range norm.NFKD.String(string(r)) {
		if !unicode.Is(unicode.Mn, d) {
			out = utf8.AppendRune(out, unicode.ToLower(unicode.ToUpper(d)))
		}
	}
	return out
}
