package app

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ibid/engine"
	"ibid/engine/verify"
	"ibid/guard"
)

// Checked is a verification as an answer, to be read beside its evidence: each sentence of the text an item of a
// list, with the markers of what bears it out or comes nearest to it.
func Checked(question string, v *verify.Report) *engine.Answer {
	a := &engine.Answer{Question: question, Warnings: v.Notes}
	if len(v.Sentences) == 0 {
		a.Refused, a.Text, a.RefusalReason = true, "Nothing was checked.", "The text claims nothing."
		return a
	}
	key := map[string]string{} // of a chunk
	for i := range v.Sentences {
		s := &v.Sentences[i]
		out := guard.Sentence{Verdict: s.Verdict, Score: s.Score, Reason: strings.Join(slices.DeleteFunc([]string{s.Reason, s.Note}, func(s string) bool { return s == "" }), "; "), Proof: s.Proof}
		line := "- " + engine.OneLine(s.Text)
		for _, c := range s.Places {
			id := cmp.Or(c.ID, c.Text)
			k, known := key[id]
			if !known {
				k = "c" + strconv.Itoa(len(a.Evidence)+1)
				key[id], c.Key = k, k
				a.Evidence, a.Citations = append(a.Evidence, c.Evidence), append(a.Citations, c)
			}
			if !slices.Contains(out.Citations, k) {
				out.Citations = append(out.Citations, k)
				line += " [" + k + "]"
			}
			out.Quotes = append(out.Quotes, guard.Quote{Key: k, Text: c.Quote, Span: c.Span})
		}
		parts := guard.Parse(line).Sentences // the screen cuts it as this does
		for i := range parts {
			out.Text = parts[i].Text
			a.Sentences = append(a.Sentences, out)
		}
		a.Text += line + "\n"
	}
	return a
}
