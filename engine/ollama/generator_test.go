package ollama

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"ibid/engine"
	"ibid/index/question"
)

func (s *server) generator(t *testing.T, contextLength int, opt GeneratorOptions) *Generator {
	t.Helper()
	client, host, err := connect(Options{Host: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	found := &Server{client: client, host: host}
	g := found.Generator(Model{Name: model, Digest: "d1", Context: contextLength}, opt)
	g.wire.delays = make([]time.Duration, len(retryDelays()))
	return g
}

func request(texts ...string) engine.Request {
	r := engine.Request{Question: question.Parse("How long is the key?")}
	for i, text := range texts {
		e := engine.Evidence{Key: fmt.Sprintf("c%d", i+1)}
		e.DocID, e.Text = "doc", text
		r.Evidence = append(r.Evidence, e)
	}
	return r
}

var simple = request("The key has 1184 bytes.")

func ending(r api.ChatResponse) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		r.Done = true
		writeLine(w, r)
	}
}

func inTurn(steps ...func(http.ResponseWriter, *http.Request)) func(http.ResponseWriter, *http.Request) {
	n := 0
	return func(w http.ResponseWriter, r *http.Request) {
		n++
		steps[min(n, len(steps))-1](w, r)
	}
}

func both(a, b func(http.ResponseWriter, *http.Request)) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) { a(w, r); b(w, r) }
}

func brokenOff(w http.ResponseWriter, _ *http.Request) {
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func TestDraft(t *testing.T) {
	const answer = "The key has 1184 bytes [c1]."
	ok := say("stop", "The key has ", "1184 bytes [c1].")
	dead := fail(500, `{"error":"llama runner process has terminated: exit status 2"}`)
	inStream := func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"error":"an error was encountered while running the model: unexpected EOF"}`+"\n")
	}
	for _, tt := range []struct {
		name string
		chat func(http.ResponseWriter, *http.Request)
		want string // of the draft
		err  string // contained in the error
		hint string // contained in its hint
		sent int    // requests
	}{
		{"an answer", ok, answer, "", "", 1},
		{"nothing", say("stop"), "", "", "", 1},
		{"white space", say("stop", " \n", "\n"), "", "", "", 1},
		{"thoughts that the template does not know", say("stop", "<think>\nIs it [c9]?\n", "</think>\n\n", answer), answer, "", "", 1},
		{"thoughts without an end", say("length", "<think>\nIs it? "), "", "", "", 1},
		{"cut by its length", say("length", "The key has"), "The key has", "", "", 1},
		{"the same token over and over", say("", strings.Split(strings.Repeat("x ", repeats+1), " ")[:repeats+1]...), strings.Repeat("x", repeats+1), "", "", 1},
		{"a stream without an end", say("", "The key", " has"), "", "stopped while it ran", "again", 1},
		{"a stream that breaks", both(say("", "The key"), brokenOff), "", "stopped while it ran", "again", 1},
		{"a stream that breaks before a token", inTurn(brokenOff, ok), answer, "", "", 2},
		{"a killed runner in the stream", both(say("", "The"), inStream), "", "stopped while it ran", "memory", 1},
		{"a killed runner before a token", inTurn(inStream, ok), answer, "", "", 2},
		{"a killed runner that starts again", inTurn(dead, dead, dead, ok), answer, "", "", 4},
		{"a killed runner", dead, "", "stopped while it ran", "memory", 4},
		{"busy", inTurn(fail(503, `{"error":"server busy"}`), ok), answer, "", "", 2},
		{"a model that does not load", fail(500, `{"error":"model requires more system memory (9.1 GiB) than is available (3.2 GiB)"}`), "", "cannot load", "smaller model", 1},
		{"a damaged model", fail(500, `{"error":"unable to load model: /x/sha256-1"}`), "", "cannot load", "pull", 1},
		{"a missing model", fail(404, `{"error":"model 'tiny' not found"}`), "", `no model "tiny"`, "ollama pull", 1},
		{"a bad request", fail(400, `{"error":"bad"}`), "", "could not run", "log", 1},
		{"a login", fail(401, `{}`), "", "login", "--model", 1},
		{"a page of a proxy", fail(502, "<html>\n<head><title>Bad Gateway</title></head></html>"), "", "web page", "proxy", 1},
		{"a page of another service", fail(200, "<!DOCTYPE html>\n<p>Welcome"), "", "web page", "proxy", 1},
		{"no JSON", fail(200, "Hello"), "", "cannot be used", "log", 1},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/elsewhere", http.StatusTemporaryRedirect)
		}, "", "redirects", "log", 1},
		{"a line that is longer than the client reads", both(say("", "The key"), func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, strings.Repeat(" ", 9<<20)+"\n")
		}), "", "stopped while it ran", "again", 1},
		{"half of a line", both(say("", "The key"), func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"message":{"content":"ha`) }), "", "cannot be used", "log", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newServer(t)
			s.chat = tt.chat
			var heard strings.Builder
			d, err := s.generator(t, 0, GeneratorOptions{}).Draft(context.Background(), simple, func(p string) { heard.WriteString(p) })
			if tt.err != "" {
				var e *Error
				if checkError(t, err, tt.err); errors.As(err, &e) && !strings.Contains(e.Hint, tt.hint) {
					t.Errorf("hint %q", e.Hint)
				}
			} else if err != nil {
				t.Fatal(err)
			} else if !strings.HasSuffix(strings.TrimSpace(heard.String()), d.Text) {
				t.Errorf("heard %q, and the draft is %q", heard.String(), d.Text)
			}
			if d.Text != tt.want || len(s.requests) != tt.sent {
				t.Errorf("got %q after %d requests; want %q after %d", d.Text, len(s.requests), tt.want, tt.sent)
			}
		})
	}
}

// What a model writes without end is cut, however it writes it.
func TestDraftIsBounded(t *testing.T) {
	const most = DefaultMaxTokens * bytesPerToken
	for name, piece := range map[string]string{
		"words": "and so on ", "no newline": strings.Repeat("x", 1<<20), "nothing but newlines": "\n", "letter by letter": "é",
	} {
		s := newServer(t)
		s.chat = func(w http.ResponseWriter, r *http.Request) {
			for i := 0; r.Context().Err() == nil && i < 4*most; i++ {
				writeLine(w, api.ChatResponse{Message: api.Message{Content: piece}})
			}
		}
		d, err := s.generator(t, 0, GeneratorOptions{}).Draft(context.Background(), simple, func(string) {})
		if err != nil || len(d.Text) > most+len(piece) {
			t.Errorf("%s: %d bytes, %v", name, len(d.Text), err)
		}
		if got := s.requests[0].Options["num_predict"]; got != float64(DefaultMaxTokens) {
			t.Errorf("%s: num_predict is %v", name, got)
		}
	}
}

func TestDraftRequest(t *testing.T) {
	s := newServer(t)
	s.chat = both(say("", "Yes [c1]."), ending(api.ChatResponse{DoneReason: "stop", Metrics: api.Metrics{EvalCount: 7, PromptEvalCount: 300}}))
	d, err := s.generator(t, 0, GeneratorOptions{MaxTokens: 50}).Draft(context.Background(), simple, func(string) {})
	if err != nil || d.Tokens != 7 || d.Confidence != nil {
		t.Errorf("got %+v, %v", d, err)
	}
	req := s.requests[0]
	want := map[string]any{"temperature": 0.0, "seed": float64(seed), "num_predict": 50.0, "num_ctx": 2048.0}
	if !reflect.DeepEqual(req.Options, want) || !req.Logprobs || *req.Truncate || *req.Shift || req.Think.Bool() {
		t.Errorf("got %+v", req.Options)
	}
	for i, m := range Prompt(simple, false) {
		if req.Messages[i].Role != m.Role || req.Messages[i].Content != m.Content {
			t.Errorf("message %d is %+v", i, req.Messages[i])
		}
	}
}

// The prompt always fits: what does not is left out from the end, and told.
func TestDraftFits(t *testing.T) {
	text := strings.Repeat("The key has 1184 bytes. ", 60)
	r := request(text, text, text, text)
	r.Earlier = []engine.Exchange{{Question: "What?", Answer: "That."}}
	tooLong := fail(400, `{"error":"the input length exceeds the context length"}`)
	ok := say("stop", "Yes [c1].")
	for _, tt := range []struct {
		name    string
		length  int // of the model's context
		chat    func(http.ResponseWriter, *http.Request)
		dropped [][]string // of each prompt sent
		err     string
	}{
		{"everything", 0, ok, [][]string{nil}, ""},
		{"a long context", 131072, ok, [][]string{nil}, ""},
		{"a shorter one", 4000, ok, [][]string{{"c3", "c4"}}, ""},
		{"too short for one", 1500, ok, nil, "too small"},
		{"an estimate that is too low", 0, inTurn(tooLong, ok), [][]string{nil, nil}, ""},
		{"and evidence that must go then", 6144, inTurn(tooLong, ok), [][]string{nil, {"c3", "c4"}}, ""},
		{"a server that never takes it", 0, tooLong, [][]string{nil, nil}, "does not fit"},
		{"a server that cuts it", 0, both(say("", "Yes"), ending(api.ChatResponse{Metrics: api.Metrics{PromptEvalCount: 1 << 20}})), [][]string{nil}, "does not fit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newServer(t)
			s.chat = tt.chat
			_, err := s.generator(t, tt.length, GeneratorOptions{}).Draft(context.Background(), r, func(string) {})
			if tt.err != "" {
				checkError(t, err, tt.err)
			} else if err != nil {
				t.Fatal(err)
			}
			if len(s.requests) != len(tt.dropped) {
				t.Fatalf("%d requests, want %d", len(s.requests), len(tt.dropped))
			}
			for i, req := range s.requests {
				size := 0
				for _, m := range req.Messages {
					size += estimate(m.Content)
				}
				if got := int(req.Options["num_ctx"].(float64)); got < size+DefaultMaxTokens || tt.length > 0 && got > tt.length {
					t.Errorf("prompt %d: num_ctx is %d for %d tokens and the answer", i, got, size)
				}
				for _, ev := range r.Evidence {
					if there := strings.Contains(req.Messages[1].Content, "<<<"+ev.Key); there == slices.Contains(tt.dropped[i], ev.Key) {
						t.Errorf("prompt %d: %s is there: %v", i, ev.Key, there)
					}
				}
			}
		})
	}
	if len(r.Evidence) != 4 || len(r.Earlier) != 1 {
		t.Error("the request has been changed")
	}
}

// A small model is given the first evidence alone, few rules, and room for two sentences, and is not asked to mend them.
func TestDraftOfSmallModel(t *testing.T) {
	s := newServer(t)
	s.chat = say("stop", "Yes [c1].")
	r := request("one", "two", "three", "four", "five")
	for _, billions := range []float64{0.135, 8} {
		s.requests = nil
		g := s.generator(t, 8192, GeneratorOptions{})
		g.model.Billions = billions
		if _, err := g.Draft(context.Background(), r, func(string) {}); err != nil {
			t.Fatal(err)
		}
		small := billions < smallChat
		most, told := DefaultMaxTokens, r
		if small {
			most, told.Evidence = smallDraft, r.Evidence[:smallEvidence]
		}
		req, want := s.requests[0], Prompt(told, small)
		if req.Options["num_predict"] != float64(most) || req.Messages[0].Content != want[0].Content || req.Messages[1].Content != want[1].Content {
			t.Errorf("%vB: %+v", billions, req)
		}
	}
	s.requests = nil
	faulty := r
	faulty.Repair = &engine.Repair{Draft: "No."}
	for billions, want := range map[float64]string{0.135: "No.", 8: "Yes [c1]."} {
		g := s.generator(t, 8192, GeneratorOptions{})
		g.model.Billions = billions
		if d, err := g.Draft(context.Background(), faulty, func(string) {}); err != nil || d.Text != want {
			t.Errorf("%vB: %q, %v; want %q", billions, d.Text, err, want)
		}
	}
	if len(s.requests) != 1 {
		t.Errorf("%d requests to mend, want that of the large model alone", len(s.requests))
	}
}

func TestDraftCancel(t *testing.T) {
	for name, before := range map[string][]string{"before a token": nil, "in the stream": {"The key"}} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			s.chat = func(w http.ResponseWriter, r *http.Request) {
				say("", before...)(w, r)
				w.(http.Flusher).Flush()
				if before == nil {
					cancel()
				}
				<-r.Context().Done()
			}
			d, err := s.generator(t, 0, GeneratorOptions{}).Draft(ctx, simple, func(string) { cancel() })
			if !errors.Is(err, context.Canceled) || d.Text != "" || len(s.requests) != 1 {
				t.Errorf("got %+v, %v after %d requests", d, err, len(s.requests))
			}
		})
	}
	t.Run("between two attempts", func(t *testing.T) {
		s := newServer(t)
		ctx, cancel := context.WithCancel(context.Background())
		s.chat = func(w http.ResponseWriter, r *http.Request) {
			fail(500, `{"error":"x"}`)(w, r)
			time.AfterFunc(time.Millisecond, cancel)
		}
		g := s.generator(t, 0, GeneratorOptions{})
		g.wire.delays = []time.Duration{time.Hour}
		if _, err := g.Draft(ctx, simple, func(string) {}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

func TestDraftWithoutServer(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	s := &server{Server: gone}
	_, err := s.generator(t, 0, GeneratorOptions{}).Draft(context.Background(), simple, func(string) {})
	checkError(t, err, "cannot be reached")
}
