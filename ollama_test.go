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
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"ibid/engine/ollama"
	"ibid/engine/ollama/ollamatest"
)

// These tests run the program against the real Ollama server, and without one.

// realServer is a server for one test. What is asked of it here tells a race detector nothing: the program is another
// process.
func realServer(t *testing.T) *ollamatest.Server {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a real Ollama server, and half a minute")
	}
	return ollamatest.Start(t)
}

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

const fewTokens = 20 // of a stream that is then broken off: enough to be in its midst

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

func TestOllamaStreamBreaksOff(t *testing.T) {
	server := realServer(t)
	chat, endless := server.ChatModel(), server.EndlessModel()
	between := newRelay(t, server)
	s := modelShell(t, between.host)
	docs := handbook(t)
	s.ask(t, docs, question) // makes the index
	ask := func(model string, more ...string) []string {
		return append([]string{"ask", "--docs", docs, "--k=1", "IBID_ENGINE_GENERATOR=ollama", "--model", model, question}, more...)
	}
	works := func(t *testing.T) {
		t.Helper()
		// A request that is broken off can leave the server waiting for itself, for good. Then it is started anew.
		stuck := time.AfterFunc(90*time.Second, server.Kill)
		o := s.run(t, ask(chat)...)
		if !stuck.Stop() {
			t.Log("the server waits for itself")
			server.Restart()
			o = s.run(t, ask(chat)...)
		}
		if o.code != 0 || !strings.Contains(o.out, "Tide Gauge Bench Mark") {
			t.Errorf("afterwards: exit code %d: %s%s", o.code, o.out, o.err)
		}
	}
	t.Run("by an interrupt", func(t *testing.T) {
		o := s.at(t, between.when(fewTokens), func(cmd *exec.Cmd) { _ = cmd.Process.Signal(os.Interrupt) }, ask(endless)...)
		isError(t, o, 130, false, "interrupted", "what was done is kept")
		if _, lines := between.seen(); lines >= ollama.DefaultMaxTokens {
			t.Errorf("it ended after the whole draft: %d tokens", lines)
		}
		works(t)
	})
	for _, asJSON := range []bool{false, true} {
		t.Run(fmt.Sprintf("by the server's end, --json=%v", asJSON), func(t *testing.T) {
			o := s.at(t, between.when(fewTokens), func(*exec.Cmd) { server.Kill() }, ask(endless, fmt.Sprintf("--json=%v", asJSON))...)
			isError(t, o, 4, asJSON, "Ollama stopped while it ran", "do it again")
			server.Restart()
			works(t)
		})
	}
	t.Run("by the end of the process that runs the model", func(t *testing.T) {
		o := s.at(t, between.when(fewTokens), func(*exec.Cmd) { server.KillRunners() }, ask(endless)...)
		isError(t, o, 4, false, "Ollama stopped while it ran", "do it again")
		works(t)
	})
}

func TestOllamaAnswers(t *testing.T) {
	server := realServer(t)
	chat := server.ChatModel()
	s := modelShell(t, server.Host)
	docs := handbook(t)
	ask := func(more ...string) string {
		t.Helper()
		o := s.run(t, append([]string{"ask", "--json", "--docs", docs, "--k=1", question}, more...)...)
		if o.code != 0 || o.err != "" {
			t.Fatalf("%q: exit code %d: %s", more, o.code, o.err)
		}
		return o.out
	}
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
}
