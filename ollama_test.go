//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"ibid/engine/ollama/ollamatest"
)

// These tests run the program against the real Ollama server, and without one.

// relay stands between the program and a server, and sees what passes. Where the server is gone it breaks the connection
// off, as the server's own end does.
type relay struct {
	host string

	mu       sync.Mutex
	embedded int           // texts that came back as vectors
	lines    int           // of the replies to chats
	after    int           // that many lines or texts
	reached  chan struct{} // is closed then; nil for none
}

func newRelay(t *testing.T, s *ollamatest.Server) *relay {
	r := &relay{}
	proxy := &httputil.ReverseProxy{
		Rewrite:       func(p *httputil.ProxyRequest) { p.SetURL(&url.URL{Scheme: "http", Host: s.Host}) },
		FlushInterval: -1, // every piece at once
		ErrorHandler:  func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		ModifyResponse: func(resp *http.Response) error {
			if texts, ok := resp.Request.Context().Value(textsKey{}).(int); ok && resp.StatusCode == http.StatusOK {
				r.passed(texts, 0)
			}
			if resp.Request.URL.Path == "/api/chat" {
				resp.Body = &counted{resp.Body, r}
			}
			return nil
		},
		ErrorLog: log.New(io.Discard, "", 0),
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.URL.Path != "/api/embed" {
			proxy.ServeHTTP(w, req)
			return
		}
		body, err := io.ReadAll(req.Body)
		var embed struct{ Input []string }
		if err = errors.Join(err, json.Unmarshal(body, &embed)); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		req.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, req.WithContext(context.WithValue(req.Context(), textsKey{}, len(embed.Input))))
	}))
	t.Cleanup(server.Close)
	r.host = server.Listener.Addr().String()
	return r
}

// textsKey is under what the context of a request to embed holds the number of its texts.
type textsKey struct{}

// counted is the reply to a chat, on its way through the relay.
type counted struct {
	io.ReadCloser
	relay *relay
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.relay.passed(0, bytes.Count(p[:n], []byte("\n")))
	return n, err
}

func (r *relay) passed(embedded, lines int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.embedded += embedded
	r.lines += lines
	if r.reached != nil && r.embedded+r.lines >= r.after {
		close(r.reached)
		r.reached = nil
	}
}

// count begins to count anew.
func (r *relay) count() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.embedded, r.lines, r.reached = 0, 0, nil
}

// when begins to count anew, and returns what is closed as soon as so many lines or embedded texts have passed.
func (r *relay) when(passed int) <-chan struct{} {
	r.count()
	r.mu.Lock()
	defer r.mu.Unlock()
	reached := make(chan struct{})
	r.after, r.reached = passed, reached
	return reached
}

// seen is what has passed since it began to count.
func (r *relay) seen() (embedded, lines int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.embedded, r.lines
}

// at runs the program, and does something to it or to its server as soon as the channel is closed.
func (s *shell) at(t *testing.T, reached <-chan struct{}, do func(*exec.Cmd), args ...string) outcome {
	t.Helper()
	return finish(t, s.command(args...), func(cmd *exec.Cmd) error {
		if err := cmd.Start(); err != nil {
			return err
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case <-reached:
			do(cmd)
			return <-ended
		case err := <-ended:
			return errors.Join(errors.New("it ended before"), err)
		}
	})
}

// untimed is an answer in JSON without what differs each time.
func untimed(out string) string {
	return regexp.MustCompile(`"timings_ms":\{[^}]*\}`).ReplaceAllString(out, "")
}

// modelShell is a shell whose Ollama is at an address.
func modelShell(t *testing.T, host string) *shell {
	s := newShell(t)
	s.env = append(s.env, "OLLAMA_HOST="+host, "IBID_ENGINE_EMBEDDER=builtin")
	return s
}

// isError tells that a run ended with nothing but an error and the next step, in both forms.
func isError(t *testing.T, o outcome, code int, asJSON bool, message, hint string) {
	t.Helper()
	for strings.HasPrefix(o.err, "embedding ") { // where that takes seconds, its progress stands before
		_, o.err, _ = strings.Cut(o.err, "\n")
	}
	line, next, _ := strings.Cut(strings.TrimPrefix(o.err, "ibid: "), "\n")
	if asJSON {
		var e struct{ Schema, Code, Message, Hint string }
		if err := json.Unmarshal([]byte(o.err), &e); err != nil || e.Schema != "ibid.error/1" || e.Code == "" {
			t.Errorf("%v: %q", err, o.err)
		}
		line, next = e.Message, e.Hint
	} else if !strings.HasPrefix(o.err, "ibid: ") || strings.Count(o.err, "\n") != 2 {
		t.Errorf("an error is a line and a next step: %q", o.err)
	}
	if o.code != code || o.out != "" || !strings.Contains(line, message) || !strings.Contains(next, hint) {
		t.Errorf("exit code %d, want %d with %q and %q\n%s%s", o.code, code, message, hint, o.out, o.err)
	}
}

// An answer has the same fields, whoever wrote it, and also where a draft of a model was refused.
func TestOllamaAnswers(t *testing.T) {
	const chat = "writer:latest"
	s := modelShell(t, newScripted(t, "It stands for something.").host)
	docs := handbook(t)
	ask := func(more ...string) string {
		t.Helper()
		o := s.run(t, append([]string{"ask", "--json", "--docs", docs, "--k=1", question}, more...)...)
		if o.code != 0 || o.err != "" {
			t.Fatalf("%q: exit code %d: %s", more, o.code, o.err)
		}
		return o.out
	}
	plain := ask("--no-model")
	first := ask("--model", chat)
	if again := ask("--model", chat); untimed(again) != untimed(first) {
		t.Errorf("another answer the second time:\n%s\n%s", first, again)
	}
	var a struct {
		Generator string
		Warnings  []string
	}
	if err := json.Unmarshal([]byte(first), &a); err != nil || a.Generator != "extractive" || len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0], chat) {
		t.Errorf("%v: the model's draft is not told to be replaced: %s", err, first)
	}

	// Had the model known the answer.
	const said = "TGBM stands for Tide Gauge Bench Mark [c1]."
	written := modelShell(t, newScripted(t, said).host).run(t, "ask", "--json", "--docs", docs, "--k=1", question).out
	if err := json.Unmarshal([]byte(written), &a); err != nil || !strings.HasPrefix(a.Generator, "ollama/writer") || !strings.Contains(written, said) {
		t.Errorf("%v: a good draft is no answer: %s", err, written)
	}
	refused := s.run(t, "ask", "--json", "--docs", docs, "--k=1", "--no-model", refusal).out
	for name, other := range map[string]string{"a draft that was refused": first, "a model's answer": written, "a refusal": refused} {
		for _, d := range sameKeys("answer", decode(t, plain), decode(t, other)) {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func decode(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

// sameKeys lists where two JSON values differ in more than numbers and text. Lists are compared by their elements, all
// of which have the keys of the first.
func sameKeys(path string, a, b any) (differences []string) {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok {
			return []string{path + " is an object in one alone"}
		}
		both := maps.Clone(a)
		maps.Copy(both, b)
		for _, k := range slices.Sorted(maps.Keys(both)) {
			x, inA := a[k]
			y, inB := b[k]
			if !inA || !inB {
				differences = append(differences, path+"."+k+" is in one alone")
				continue
			}
			differences = append(differences, sameKeys(path+"."+k, x, y)...)
		}
	case []any:
		b, ok := b.([]any)
		if !ok {
			return []string{path + " is a list in one alone"}
		}
		all := slices.Concat(a, b)
		for i := 1; i < len(all); i++ {
			differences = append(differences, sameKeys(path+"[]", all[0], all[i])...)
		}
	default:
		if fmt.Sprintf("%T", a) != fmt.Sprintf("%T", b) {
			return []string{fmt.Sprintf("%s is a %T and a %T", path, a, b)}
		}
	}
	return differences
}
