package ollama

import (
	"fmt"
	"strings"

	"ibid/engine"
	"ibid/guard"
)

// comparing is what to do with a draft and the declarations of its names.
const comparing = "Compare your draft with the declarations: each name, the names and the order of its arguments, what it returns, and in which order things are called. Correct what a declaration contradicts. Change nothing else: keep every other word and every marker, and add no name that the draft does not have. Reply with the whole answer and nothing else; if all of it is right, with the draft as it is."

// mending is what to do with a draft that broke the rules.
func mending(r *engine.Repair) string {
	if len(r.Symbols) == 0 {
		return "Write the whole answer again: keep what was right, and mend these sentences or leave them out."
	}
	order := "Write the whole answer again and keep what was right. "
	if r.Last {
		order = "This is the last time that you are told. " + order
	}
	if len(r.Problems) > 0 {
		order += "Mend the sentences that broke the rules, or leave them out. "
	}
	return order + "In place of each name that does not exist put one of the real names shown with it, if the evidence says that it does what is asked, or leave out what needs the name. Call every name as its signature says. Invent no other name. If no real name does what is asked, reply with one line and nothing else: " +
		guard.NotDocumentedPrefix + "<what is asked for, in a few words>"
}

// faults lists the sentences of a draft that broke the rules.
func faults(r *engine.Repair) string {
	var b strings.Builder
	for i, p := range r.Problems {
		fmt.Fprintf(&b, "%d. %s\n   Wrong: %s\n", i+1, engine.OneLine(p.Sentence), engine.OneLine(p.Reason))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// names lists the names of a draft that do not exist, with the real ones nearest to them.
func names(r *engine.Repair) string {
	var b strings.Builder
	for i, s := range r.Symbols {
		fmt.Fprintf(&b, "%d. %s", i+1, engine.OneLine(s.Written))
		if s.Name != s.Written {
			fmt.Fprintf(&b, ", which is %s", engine.OneLine(s.Name))
		}
		fmt.Fprintf(&b, "\n   Wrong: %s\n", engine.OneLine(s.Reason))
		for _, n := range s.Nearest {
			fmt.Fprintf(&b, "   Real: %s", engine.OneLine(n.Name))
			if n.Signature != "" {
				fmt.Fprintf(&b, ", declared as %s", engine.OneLine(n.Signature))
			}
			if n.Path != "" {
				fmt.Fprintf(&b, ", in %s:%d", engine.OneLine(n.Path), n.Line)
			}
			b.WriteByte('\n')
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// cards are the declarations of the names in a draft.
func cards(r *engine.Reread) string {
	texts := make([]string, len(r.Cards))
	for i := range r.Cards {
		texts[i] = layOut(&engine.Evidence{Chunk: r.Cards[i]})
	}
	return strings.Join(texts, "\n\n")
}
