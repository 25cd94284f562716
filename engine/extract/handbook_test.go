package extract_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/guard"
)

// TestHandbookAnswers holds one or more questions of every type against what the handbook says. No sentence may be
// taken out by the guard.
func TestHandbookAnswers(t *testing.T) {
	pages := func(doc string, page int) place { return place{DocID: doc, StartPage: page, EndPage: page} }
	at := func(doc string, from, to int) place { return place{DocID: doc, StartLine: from, EndLine: to} }
	tests := []struct {
		kind, question string
		facts          []string // in this order
		places         []place  // all of them cited
	}{
		{"definition", "What is a stilling well?", []string{"vertical pipe with a small opening"}, []place{at("glossary", 38, 40)}},
		{"definition", "What is the air gap?", []string{"vertical distance"}, nil},
		{"acronym", "What does SLA stand for?", []string{"Sea Level Anomaly"}, []place{at("glossary", 19, 19)}},
		{"acronym", "What does TGBM mean?", []string{"Tide Gauge Bench Mark"}, []place{at("glossary", 25, 25)}},
		{"acronym", "What is GNSS short for?", []string{"Global Navigation Satellite System"}, []place{at("troubleshooting", 68, 68)}},
		{"number in prose", "How many records does a station produce a day?", []string{"480"}, []place{at("overview", 26, 27)}},
		{"number in prose", "How many bench marks are needed within 500 m of the station?", []string{"three bench marks"}, []place{at("calibration", 17, 17)}},
		{"number in a table", "What is the maximum error of a Class B probe?", []string{"10"}, []place{pages("sensor-standard", 2)}},
		{"number in a table", "What is the default value of despike.threshold?", []string{"3.5"}, []place{at("configuration", 37, 37)}},
		{"number in a table", "How many bytes is the payload of an IDENT frame?", []string{"24"}, []place{pages("sensor-standard", 3)}},
		{"number in a table", "How much power does the Limpet draw?", []string{"45"}, []place{at("overview", 45, 45)}},
		{"algorithm", "What are the steps of Algorithm 1?",
			[]string{"skipped := 0", "while b != 0x7E do", "return error NOISE", "return error LENGTH", "return error CHECKSUM", "return (type, payload)"},
			[]place{pages("sensor-standard", 3)}},
		{"algorithm", "How does the Despike algorithm work, step by step?",
			[]string{"h := (w - 1) / 2", "for pass := 1 to 2 do", "m := median(W)", "return f"}, []place{pages("sensor-standard", 4)}},
		{"list", "Which five fields does a frame consist of?",
			[]string{"sync byte", "length of the payload", "type of the frame", "payload", "checksum"}, []place{pages("sensor-standard", 3)}},
		{"comparison", "What is the difference between version 1 and version 2 of the wire protocol?",
			[]string{"keyed hash", "acknowledges batches", "sequence numbers"}, []place{at("wire-protocol", 110, 112)}},
		{"why", "Why are readings averaged over 180 seconds?", []string{"25 seconds"}, []place{at("overview", 29, 30)}},
		{"why", "Why does the logger not compress its segments?", []string{"power failure"}, []place{at("data-format", 65, 67)}},
		{"procedure", "How is a station upgraded from 1.x?", []string{"tidectl migrate"}, []place{at("installation", 72, 75)}},
		{"yes or no", "Does the service need a database?", []string{"neither Python nor a database"}, []place{at("installation", 14, 14)}},
		{"yes or no", "Is a segment removed before the hub has acknowledged it?", []string{"never removed"}, []place{at("configuration", 62, 62)}},
		{"when", "When is the FROZEN flag raised?", []string{"20", "identical"}, nil},
		{"program", "What does tidewater.load_segment raise if a file is damaged?", []string{"SegmentError"}, nil},
	}
	ix := handbook(t)
	for _, tt := range tests {
		a := ask(t, ix, tt.question)
		if a.Refused {
			t.Errorf("%s: %q is refused: %s", tt.kind, tt.question, a.RefusalReason)
			continue
		}
		for _, r := range a.Trace.Rewrites {
			t.Errorf("%s: %q: the guard took something out: %s", tt.kind, tt.question, r.Reason)
		}
		rest := folded(a.Text)
		for _, f := range tt.facts {
			_, after, found := strings.Cut(rest, folded(f))
			if !found {
				t.Errorf("%s: %q: %q is missing, or out of order, in %q", tt.kind, tt.question, f, a.Text)
				break
			}
			rest = after
		}
		for _, p := range tt.places {
			if !cites(a, p) {
				t.Errorf("%s: %q: %v is not cited", tt.kind, tt.question, p)
			}
		}
	}
}

// TestHandbookRefusals asks what the handbook does not say.
func TestHandbookRefusals(t *testing.T) {
	tests := []struct {
		question string
		code     guard.RefusalCode
		reason   string // a term in it
	}{
		{"How does the Sandpiper probe compare with the Dunlin?", guard.MissingTerm, "Sandpiper"},
		{"What is the difference between the Limpet and the Oystercatcher?", guard.MissingTerm, "Oystercatcher"},
		{"What are the steps of Algorithm 3 in TW-7?", guard.MissingTerm, "Algorithm 3"},
		{"What is the default of uplink.compression?", guard.MissingTerm, "uplink.compression"},
		{"What does GLOSS stand for?", guard.MissingTerm, "GLOSS"},
		{"Which records does the logger send over LoRaWAN?", guard.MissingTerm, "LoRaWAN"},
		{"What does the logger do with Wi-Fi 9?", guard.MissingTerm, "Wi-Fi 9"},
		{"How heavy is the TW-200 board?", "", ""},
		{"What does the logger do after error 418?", "", ""},
		{"What is the payload of a RESET frame in bytes?", "", ""},
		{"What does the parameter sigma of tidewater.despike do?", "", ""},
		{"What is the maximum error of a Class D probe?", "", ""},
		{"How is Tidewater installed on Windows?", "", ""},
		{"Who wrote the first release of Tidewater?", "", ""},
		{"What changed in version 3 of the wire protocol?", "", ""},
		{"Why is the housing of the Limpet made of titanium?", "", ""},
	}
	ix := handbook(t)
	for _, tt := range tests {
		a := ask(t, ix, tt.question)
		switch {
		case !a.Refused:
			t.Errorf("%q is answered with %q", tt.question, a.Text)
		case tt.code != "" && a.RefusalCode != tt.code || !strings.Contains(a.RefusalReason, tt.reason):
			t.Errorf("%q is refused with %s: %q, want %s and %q", tt.question, a.RefusalCode, a.RefusalReason, tt.code, tt.reason)
		}
	}
}

// TestHandbookQuestions: the guard hardly ever objects to what the generator copies from the documents. How good the answers
// are is measured by the package eval.
func TestHandbookQuestions(t *testing.T) {
	const mostObjections = 2
	ix := handbook(t)
	var objected []string
	for _, q := range load(t, "..", "..", "testdata", "questions.jsonl").Questions {
		objected = append(objected, objections(ask(t, ix, q.Text))...)
	}
	if len(objected) > mostObjections {
		t.Errorf("the guard objects to %d drafts:\n%s", len(objected), strings.Join(objected, "\n"))
	}
}

func TestHandbookDeterminism(t *testing.T) {
	ix := handbook(t)
	for _, q := range []string{"What is a stilling well?", "How does the Despike algorithm work, step by step?", "What does GLOSS stand for?"} {
		a, b := ask(t, ix, q), ask(t, ix, q)
		a.Timings, b.Timings = engine.Timings{}, engine.Timings{}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%q has two answers:\n%+v\n%+v", q, a, b)
		}
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (extract.Generator{}).Draft(ctx, engine.Request{}, func(string) { t.Error("it writes on") }); err == nil {
		t.Error("no error")
	}
}

// The draft is told to the listener before it is checked.
func TestDraftIsStreamed(t *testing.T) {
	var told strings.Builder
	e := engine.New(handbook(t), extract.Generator{}, defaults())
	a, err := e.Ask(context.Background(), "What is a stilling well?", tokens{Silent: engine.Silent{}, to: &told})
	if err != nil || told.String() != a.Text {
		t.Errorf("told %q, the answer is %q (%v)", told.String(), a.Text, err)
	}
}

// tokens is a Listener that keeps the draft.
type tokens struct {
	engine.Silent
	to *strings.Builder
}

func (l tokens) Token(s string) { fmt.Fprint(l.to, s) }

func BenchmarkAsk(b *testing.B) {
	e := engine.New(handbook(b), extract.Generator{}, defaults())
	for _, q := range []struct{ name, question string }{
		{"definition", "What is a stilling well?"},
		{"table", "What is the default value of despike.threshold?"},
		{"algorithm", "What are the steps of Algorithm 1?"},
		{"refusal", "What does the logger do with Wi-Fi 9?"},
	} {
		b.Run(q.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := e.Ask(context.Background(), q.question, engine.Silent{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
