package ollama

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"ibid/engine"
)

// recorded lets a scripted model answer three requests, one of them longer than a context, and keeps the transcript.
func recorded(t *testing.T) (transcript string, drafts []engine.Draft) {
	t.Helper()
	s := newServer(t)
	var b bytes.Buffer
	g := s.generator(t, 3800, GeneratorOptions{Transcript: func(r Record) {
		if err := WriteRecord(&b, r); err != nil {
			t.Error(err)
		}
	}})
	answer := api.ChatResponse{Message: api.Message{Content: "1184 <bytes> [c1]."}, Logprobs: []api.Logprob{{TokenLogprob: api.TokenLogprob{Token: "1184", Logprob: -.25}}}}
	s.chat = both(func(w http.ResponseWriter, _ *http.Request) { writeLine(w, answer) }, ending(api.ChatResponse{DoneReason: "stop", Metrics: api.Metrics{EvalCount: 5, PromptEvalCount: 99}}))
	long := inTurn(fail(400, `{"error":"the input length exceeds the context length"}`), s.chat)
	for _, r := range replayed() {
		if len(r.Evidence) > 1 {
			s.chat = long
		}
		d, err := g.Draft(context.Background(), r, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		drafts = append(drafts, d)
	}
	return b.String(), drafts
}

func replayed() []engine.Request {
	repair := simple
	repair.Repair = &engine.Repair{Problems: []engine.Problem{{Sentence: "A.", Reason: "no marker"}}}
	text := strings.Repeat("The key has 1184 bytes. ", 50)
	return []engine.Request{simple, repair, request(text, text)}
}

func TestReplay(t *testing.T) {
	transcript, want := recorded(t)
	var again bytes.Buffer
	g, err := NewReplay(strings.NewReader(transcript), "answers.jsonl", GeneratorOptions{Transcript: func(r Record) { WriteRecord(&again, r) }})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range replayed() {
		var heard string
		d, err := g.Draft(context.Background(), r, func(s string) { heard += s })
		if err != nil || !reflect.DeepEqual(d, want[i]) || heard != d.Text || d.Confidence == nil {
			t.Errorf("draft %d: %+v, %v; recorded %+v", i, d, err, want[i])
		}
	}
	if again.String() != transcript {
		t.Errorf("the replay wrote another transcript:\n%s\n%s", again.String(), transcript)
	}
	if g.Name() != "ollama/"+model {
		t.Errorf("it is called %s", g.Name())
	}

	_, err = g.Draft(context.Background(), request("Something else."), func(string) {})
	sent, _ := g.fit(request("Something else."), estimate)
	checkError(t, err, sent.Hash())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := g.Draft(ctx, simple, func(string) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestReplayOfWhatIsNone(t *testing.T) {
	transcript, _ := recorded(t)
	lines := strings.SplitAfter(transcript, "\n")
	for name, tt := range map[string]struct{ file, err string }{
		"nothing":        {"", "line 1, cannot be replayed: it holds no record"},
		"blank lines":    {"\n\n", "no record"},
		"no JSON":        {lines[0] + "x\n", "line 2"},
		"another schema": {`{"schema":"ibid.replay/2"}`, `"ibid.replay/2"`},
		"a changed rule": {strings.Replace(lines[0], "Cite no other", "Cite others", 1), "has been changed"},
		"two models":     {lines[0] + other(t, lines[1]), "those before"},
		"half of a line": {transcript[:len(transcript)-20], "cannot be replayed"},
	} {
		_, err := NewReplay(strings.NewReader(tt.file), "answers.jsonl", GeneratorOptions{})
		var e *Error
		if checkError(t, err, tt.err); !errors.As(err, &e) || !e.Misconfigured || !strings.Contains(err.Error(), "answers.jsonl") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// other is a record of another model of the same digest.
func other(t *testing.T, line string) string {
	t.Helper()
	changed := strings.Replace(line, `"name":"tiny"`, `"name":"other"`, 1)
	if changed == line {
		t.Fatal("the record names no model")
	}
	return changed
}

// The hash is documented: another program can compute it.
func TestHash(t *testing.T) {
	s := Sent{Model: SentTo{Name: "x", Digest: "d"}, Messages: []Message{{"system", "a\"<ü>"}, {"user", "b\n"}}, Options: Sampling{NumPredict: 1024, Seed: 1}, Context: 4096}
	// sha256sum of {"digest":"d","messages":[{"role":"system","content":"a\"<ü>"},{"role":"user","content":"b\n"}],"options":{"num_predict":1024,"seed":1,"temperature":0}}
	const want = "fe82e47b5fe2c74c765015f92b6f6682c19b3cb8e080dd802157d902566bce91"
	hash := s.Hash()
	if hash != want {
		t.Errorf("got %s", hash)
	}
	s.Model.Name, s.Context, s.Model.Context = "y", 2048, 1
	if s.Hash() != hash {
		t.Error("the name of the model or the room changes the hash")
	}
	for name, change := range map[string]func(*Sent){
		"digest":  func(s *Sent) { s.Model.Digest = "e" },
		"message": func(s *Sent) { s.Messages = s.Messages[:1] },
		"options": func(s *Sent) { s.Options.Seed = 2 },
	} {
		c := s
		if change(&c); c.Hash() == hash {
			t.Errorf("the %s does not change the hash", name)
		}
	}
}

func FuzzNewReplay(f *testing.F) {
	f.Add([]byte(`{"schema":"ibid.replay/1","prompt":"x","sent":{},"reply":{}}`))
	f.Add([]byte("\n\n{}"))
	var b bytes.Buffer
	s := Sent{Model: SentTo{Name: "m"}}
	if err := WriteRecord(&b, Record{Schema: ReplaySchema, Prompt: s.Hash(), Sent: s, Reply: Reply{Text: "A [c1].", End: Stopped}}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		g, err := NewReplay(bytes.NewReader(file), "f", GeneratorOptions{})
		if err != nil {
			var e *Error
			if g != nil || !errors.As(err, &e) {
				t.Errorf("got %v, %v", g, err)
			}
			return
		}
		for hash := range g.way.(*replay).replies {
			if len(hash) != 64 {
				t.Errorf("%q is no hash", hash)
			}
		}
	})
}
