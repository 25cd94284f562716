package engine

import (
	"context"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index/source"
)

const passageText = "The Marlin pump moves water from the cistern to the tank.\n\nIt runs at 24 volts and draws 3 amperes. A relief valve opens at 7 bar.\n"

func askSelected(t *testing.T, question, text string, documents Retriever, g Generator) *Answer {
	t.Helper()
	a, err := AskSelection(context.Background(), question, text, "clipboard", documents, g, reading(), Silent{})
	if err != nil {
		t.Fatal(err)
	}
	checkAnswer(t, question, a)
	if a.Selection == nil {
		t.Fatalf("%q: nothing was measured", question)
	}
	return a
}

func TestSelectionAnswered(t *testing.T) {
	a := askSelected(t, "At how many bar does the relief valve open?", passageText, pumps(), says("A relief valve opens at 7 bar [c1]."))
	if a.Refused || !a.Selection.Contained || a.Selection.Truncated || *a.Selection.KeywordOverlap != 1 || a.Selection.Similarity != nil {
		t.Fatalf("got %q: %s; %+v", a.Text, a.RefusalReason, a.Selection)
	}
	if len(a.Selection.Suggestions) > 0 || len(a.Citations) != 1 || a.Citations[0].Path != "clipboard" {
		t.Errorf("got %+v", a)
	}
	for _, s := range a.Sentences {
		for _, q := range s.Quotes {
			if passageText[q.Span[0]:q.Span[1]] != q.Text {
				t.Errorf("%q is not at %v of the selection", q.Text, q.Span)
			}
		}
	}
}

func TestSelectionRefused(t *testing.T) {
	tests := []struct {
		name, question, text, draft string
		reason                      string
	}{
		{"not in the text", "Who painted Guernica in Paris?", passageText, anything, "evidence"},
		{"a name that is nowhere", "Does the relief valve speak Wi-Fi 9?", passageText, anything, "“Wi-Fi 9” is nowhere"},
		{"what the text does not say", "Why was the operator of the pump sent home in winter?", passageText, "A relief valve opens at 7 bar [c1].", "likely to answer"},
		{"a draft from elsewhere", "At how many bar does the relief valve open?", passageText, "Kubernetes restarts the pump [c1].", "Kubernetes"},
		{"nothing but signs", "?", strings.Repeat("§ ", 20) + "§", strings.Repeat("§ ", 20) + "§ [c1]", "nothing that could be compared"},
		{"no text", "At how many bar does the relief valve open?", "", anything, "nothing in the documents"},
		{"only white space", "At how many bar does the relief valve open?", " \n\t\n ", anything, "nothing in the documents"},
	}
	for _, tt := range tests {
		opt := reading()
		opt.RefusalText = "No idea." // a selection has a refusal text of its own
		a, err := AskSelection(context.Background(), tt.question, tt.text, "clipboard", pumps(), says(tt.draft), opt, Silent{})
		if err != nil {
			t.Fatal(err)
		}
		checkAnswer(t, tt.name, a)
		if a.Text != guard.NotInSelection || a.RefusalCode != guard.OutsideSelection || !strings.Contains(a.RefusalReason, tt.reason) {
			t.Errorf("%s: got %q, %s: %q, want the reason %q", tt.name, a.Text, a.RefusalCode, a.RefusalReason, tt.reason)
		}
	}
}

func TestSelectionSuggestions(t *testing.T) {
	const question = "Which gloves shall the operator of the pump wear?"
	a := askSelected(t, question, passageText, pumps(), says(anything))
	if !a.Refused || len(a.Selection.Suggestions) == 0 || len(a.Selection.Suggestions) > maxSuggestions || a.Selection.Suggestions[0].DocID != "safety" {
		t.Errorf("refused %v, suggestions %+v", a.Refused, a.Selection.Suggestions)
	}
	if a = askSelected(t, question, passageText, nil, says(anything)); !a.Refused || len(a.Selection.Suggestions) > 0 {
		t.Errorf("suggestions without documents: %+v", a.Selection.Suggestions)
	}
	broken := pumps()
	broken.fail = context.DeadlineExceeded
	if _, err := AskSelection(context.Background(), question, passageText, "clipboard", broken, says(anything), reading(), Silent{}); err == nil || !strings.HasPrefix(err.Error(), "suggestions: ") {
		t.Errorf("got %v", err)
	}
}

// Nothing that the documents say counts: only the selection does.
func TestSelectionAlone(t *testing.T) {
	a := askSelected(t, "Which gloves shall the operator of the pump wear?", passageText, pumps(),
		says("The operator shall wear gloves because the housing becomes hot [c1]."))
	if !a.Refused {
		t.Errorf("answered from the documents: %q", a.Text)
	}
}

func TestSelectionTruncated(t *testing.T) {
	tail := "The Orca pump has a red lamp. "
	long := passageText + "\n" + strings.Repeat("Every other sentence of this text says nothing at all about it.\n\n", 300) + tail
	if len(long) <= guard.SelectionCharacters {
		t.Fatal("the text is not long enough")
	}
	a := askSelected(t, "At how many bar does the relief valve open?", long, nil, says("A relief valve opens at 7 bar [c1]."))
	if a.Refused || !a.Selection.Truncated || a.Selection.Tokens > guard.SelectionTokens || a.Selection.Tokens < guard.SelectionTokens/2 {
		t.Errorf("refused %v, %+v", a.Refused, a.Selection)
	}
	if len(a.Warnings) == 0 || !strings.Contains(a.Warnings[len(a.Warnings)-1], "cut to its first") {
		t.Errorf("warnings %q", a.Warnings)
	}
	for _, ev := range a.Evidence {
		if !strings.HasPrefix(long, ev.Text) || len(ev.Text) == len(long) {
			t.Errorf("the evidence is not the start of the selection")
		}
	}
	if a = askSelected(t, "Which lamp has the Orca pump?", long, nil, says("The Orca pump has a red lamp [c1].")); !a.Refused {
		t.Errorf("answered from what was cut off: %q", a.Text)
	}
}

// The blocks of a selected text are its own: tables, items and code stay what they are.
func TestPassage(t *testing.T) {
	text := "# Limits\n\nThe Advanced Encryption Standard (AES) is\nused. It is fast.\n\n- one item of the list\n- another item of the list\n\n" +
		"| Model | Pressure |\n|---|---|\n| Marlin | 6 |\n| Orca | 9 |\n\n```\nrun it\nrun it again\n```\n"
	p := newPassage(text, "notes.md")
	if p.chunk.Text != text || p.chunk.Path != "notes.md" || p.chunk.StartLine != 1 || p.chunk.EndLine != 1+strings.Count(text, "\n") || p.Len() != 1 {
		t.Errorf("got %+v", p.chunk)
	}
	var kinds []source.BlockKind
	for i, b := range p.chunk.Blocks {
		kinds = append(kinds, b.Kind)
		if b.Start >= b.End || i > 0 && b.Start < p.chunk.Blocks[i-1].End || b.End > len(text) {
			t.Errorf("block %d is %+v", i, b)
		}
	}
	want := []source.BlockKind{source.Heading, source.Paragraph, source.Item, source.Item}
	if len(kinds) < len(want)+2 || kinds[len(kinds)-1] != source.Code {
		t.Fatalf("blocks %v", kinds)
	}
	for i := range want {
		if kinds[i] != want[i] {
			t.Errorf("blocks %v, want %v first", kinds, want)
			break
		}
	}
	if got := p.Expansions("aes"); len(got) != 1 || got[0] != "Advanced Encryption Standard" {
		t.Errorf("AES stands for %q", got)
	}
	if _, err := p.Chunk("x"); err == nil {
		t.Error("a passage has no other chunks")
	}
}
