package tui

import (
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index"
	"ibid/index/source"
)

// The documents of a small invented handbook, as an engine would report them.

const (
	framesText = "4.2 Frame format\n\nEach frame starts with the byte 0x7E. The length field counts the payload bytes and is at most 64.\n\n" +
		"| field | bytes | meaning |\n| start | 1 | 0x7E |\n| length | 1 | payload bytes |\n| payload | 0–64 | data |\n| CRC | 2 | checksum |\n\n" +
		"A receiver that sees a longer frame discards it and waits for the next start byte."
	timingText = "5.1 Timing\n\nA node answers a request within 20 ms. A gateway that hears nothing for 60 ms repeats the request once, and then reports the node as lost."
	apiText    = "def read_frame(port, timeout):\n    \"\"\"Reads one frame; raises NoiseError.\"\"\"\n    return port.read(64)\n"
)

func chunk(doc, id, text, section string, page, line int) index.Chunk {
	c := source.Chunk{ID: doc + "::" + id, DocID: doc, Title: "The " + doc, Kind: source.Docs, Section: []string{section}, Text: text}
	if page > 0 {
		c.StartPage, c.EndPage = page, page
	} else {
		c.StartLine, c.EndLine = line, line+strings.Count(text, "\n")
	}
	return index.Chunk{Chunk: c, Path: "handbook/" + doc, Digest: strings.Repeat("ab", 32)}
}

func sampleEvidence() []engine.Evidence {
	frames := chunk("sensor-standard", "p0003::c001", framesText, "4.2 Frame format", 3, 0)
	frames.Next = "sensor-standard::p0004::c001"
	timing := chunk("sensor-standard", "p0004::c001", timingText, "5.1 Timing", 4, 0)
	timing.Prev = frames.ID
	api := chunk("tools/port.py", "l00012::c001", apiText, "read_frame", 0, 12)
	api.Kind, api.Symbol = source.Source, "read_frame"
	return []engine.Evidence{
		{Key: "c1", Chunk: frames, Score: 0.9312, LexicalRank: 1, DenseRank: 2},
		{Key: "c2", Chunk: timing, Score: 0.6125, LexicalRank: 3, DenseRank: 1},
		{Key: "c3", Chunk: api, Score: 0.4021, LexicalRank: 2},
		{Key: "c4", Chunk: chunk("field-notes", "l00040::c002", "The 東京 station 🛰 lost frames in March; שלום was its last word.\n", "March", 0, 40), Neighbour: true},
	}
}

func quote(ev engine.Evidence, words string) guard.Quote {
	i := strings.Index(ev.Text, words)
	if i < 0 {
		panic("no such words: " + words)
	}
	return guard.Quote{Key: ev.Key, Text: words, Span: [2]int{i, i + len(words)}}
}

func sampleGates() []guard.Gate {
	return []guard.Gate{{Name: guard.GateKeywords, Measured: 1, Threshold: 0.5, Verdict: guard.Pass, Detail: "Every keyword of the question is in the evidence."}, guard.KeyTermGate(nil, nil), guard.MeasureGate(guard.GateAnswered, 0.81, 0.28), guard.SupportGate(3, 3, 0)}
}

// sampleAnswer has prose, a list, code, and a rewrite.
func sampleAnswer(question string) *engine.Answer {
	ev := sampleEvidence()
	text := "Each frame starts with the byte 0x7E [c1]. The length field counts the payload bytes and is at most 64 [c1].\n\n" +
		"- A node answers a request within 20 ms [c2].\n\nA frame is read with this call [c3]:\n\n```python\nread_frame(port, timeout)\n```\n"
	call := strings.Index(text, "read_frame")
	a := &engine.Answer{
		Question: question, Text: text, Evidence: ev, Generator: "extractive", Embedder: "builtin", Index: index.State{Chunks: 42},
		Sentences: []guard.Sentence{
			{Text: "Each frame starts with the byte 0x7E.", Citations: []string{"c1"}, Verdict: guard.Supported, Score: 1, Quotes: []guard.Quote{quote(ev[0], "Each frame starts with the byte 0x7E.")}},
			{Text: "The length field counts the payload bytes and is at most 64.", Citations: []string{"c1"}, Verdict: guard.Supported, Score: 0.97, Quotes: []guard.Quote{quote(ev[0], "The length field counts the payload bytes and is at most 64.")}},
			{Text: "A node answers a request within 20 ms.", Citations: []string{"c2"}, Verdict: guard.Supported, Score: 1, Quotes: []guard.Quote{quote(ev[1], "A node answers a request within 20 ms.")}},
			{Text: "A frame is read with this call:", Citations: []string{"c3"}, Verdict: guard.Supported, Score: 0.82, Quotes: []guard.Quote{quote(ev[2], "Reads one frame")}},
			{Text: "read_frame(port, timeout)\n", Citations: []string{"c3"}, Verdict: guard.Supported, Score: 1, Quotes: []guard.Quote{quote(ev[2], "read_frame(port, timeout)")}},
		},
		Symbols: []engine.Symbol{{Name: "read_frame", Span: [2]int{call, call + len("read_frame")}, Verdict: symbols.Known}},
		Trace: engine.Trace{
			Variants: []index.Variant{{Name: "question", Text: question, Weight: 1}},
			Fusion:   "scores: .80 lexical, .20 dense", Gates: sampleGates(), Rounds: 1,
			Found: []index.Hit{{Chunk: ev[0].Chunk, Rank: 1, Score: 0.9312, LexicalRank: 1, DenseRank: 2}, {Chunk: ev[1].Chunk, Rank: 2, Score: 0.6125, LexicalRank: 3, DenseRank: 1}},
			Rewrites: []engine.Rewrite{{Stage: "symbols", Reason: "tidewater.fetch_frame does not exist", Unknown: "tidewater.fetch_frame", Nearest: []string{"tidewater.read_frame"},
				Before: "A frame is read with fetch_frame(port, timeout).", After: "A frame is read with read_frame(port, timeout)."}},
		},
	}
	for _, c := range []struct {
		i int
		q guard.Quote
	}{{0, a.Sentences[0].Quotes[0]}, {1, a.Sentences[2].Quotes[0]}, {2, a.Sentences[3].Quotes[0]}} {
		a.Citations = append(a.Citations, engine.Citation{Evidence: ev[c.i], Quote: c.q.Text, Span: c.q.Span})
	}
	a.Sources = []engine.Source{{DocID: "sensor-standard", Path: "handbook/sensor-standard", Title: "The sensor-standard"}, {DocID: "tools/port.py", Path: "handbook/tools/port.py", Title: "The tools/port.py"}}
	return a
}

// sampleInvented has code with a known, two unknown and an out-of-scope symbol, as only an answer from elsewhere can have,
// and both kinds of rewrites that symbols are the cause of.
func sampleInvented(question string) *engine.Answer {
	a := sampleAnswer(question)
	a.Text = "A frame is read with this call, not with `tidewater.open_all` [c3]:\n\n```python\nimport numpy\n\nport = tidewater.open(\"/dev/ttyS0\")\n" +
		"frame = tidewater.fetch_frame(port, timeout=2)\nlevels = numpy.array(frame)\n```\n"
	a.Sentences = []guard.Sentence{
		{Text: "A frame is read with this call, not with `tidewater.open_all`:", Citations: []string{"c3"}, Verdict: guard.Supported, Score: 0.82, Quotes: []guard.Quote{quote(a.Evidence[2], "Reads one frame")}},
		{Text: a.Text[strings.Index(a.Text, "import"):strings.LastIndex(a.Text, "```")], Citations: []string{"c3"}, Verdict: guard.Unchecked, Reason: "code is not checked"},
	}
	a.Symbols = nil
	for _, s := range []engine.Symbol{
		{Name: "tidewater.open_all", Verdict: symbols.Unknown, Detail: "tidewater has no open_all; it declares open", Nearest: []string{"tidewater.open"}},
		{Name: "tidewater.open", Verdict: symbols.Known},
		{Name: "tidewater.fetch_frame", Verdict: symbols.Unknown, Detail: "tidewater has no fetch_frame; it declares read_frame", Nearest: []string{"tidewater.read_frame", "tidewater.frames"}},
		{Name: "numpy.array", Verdict: symbols.OutOfScope},
	} {
		start := strings.LastIndex(a.Text, s.Name)
		s.Span = [2]int{start, start + len(s.Name)}
		s.Line = 1 + strings.Count(a.Text[:start], "\n")
		a.Symbols = append(a.Symbols, s)
	}
	return a
}

// sampleRefusal lacks what the question names.
func sampleRefusal(question string) *engine.Answer {
	gate := guard.KeyTermGate(nil, []string{"Wi-Fi 9"})
	nearest := quote(sampleEvidence()[0], "Each frame starts with the byte 0x7E.")
	return &engine.Answer{
		Question: question, Text: guard.NotFoundText, Refused: true, RefusalCode: guard.MissingTerm, RefusalReason: "“Wi-Fi 9” is nowhere in the documents",
		Nearest:  nearest,
		Evidence: sampleEvidence(), Generator: "extractive", Embedder: "builtin", Index: index.State{Chunks: 42},
		Trace: engine.Trace{
			Variants: []index.Variant{{Name: "question", Text: question, Weight: 1}}, Fusion: "scores: .80 lexical, .20 dense", Rounds: 1,
			Gates: []guard.Gate{{Name: guard.GateKeywords, Measured: 0.5, Threshold: 0.5, Verdict: guard.Pass, Detail: "Not in the evidence: “Wi-Fi 9”."}, gate}, Missing: []string{"Wi-Fi 9"},
		},
	}
}
