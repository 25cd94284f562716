//go:build unix

package main

import (
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// Where nobody has Ollama, nobody hears of it who did not ask for it.
func TestWithoutOllama(t *testing.T) {
	base, docs := newShell(t), handbook(t)
	base.mustRun(t, "index", "--docs", docs, "IBID_ENGINE_EMBEDDER=builtin")
	const (
		nobody = "127.0.0.1:1"     // tcpmux: nothing listens there
		remote = "192.0.2.1:11434" // of RFC 5737: no machine has it
	)
	for _, tt := range []struct {
		name, host string
		args       []string
		code       int
		note, hint string // on standard error, "" for nothing
	}{
		{"found by itself", nobody, nil, 0, "", ""},
		{"no model wanted", nobody, []string{"--no-model", "IBID_ENGINE_EMBEDDER=builtin"}, 0, "", ""},
		{"a model named", nobody, []string{"--model=llama3.2"}, 0, "what is built in answers: no Ollama server answers at " + nobody, "ollama serve"},
		{"to write", nobody, []string{"IBID_ENGINE_GENERATOR=ollama"}, 4, "no Ollama server answers at " + nobody, "ollama serve"},
		{"to embed", nobody, []string{"IBID_ENGINE_EMBEDDER=ollama"}, 4, "no Ollama server answers at " + nobody, "ollama serve"},
		{"elsewhere", remote, nil, 0, "what is built in answers: Ollama at " + remote + " is not on this machine", "ollama.allow_remote"},
		{"elsewhere, to write", remote, []string{"IBID_ENGINE_GENERATOR=ollama"}, 2, "Ollama at " + remote + " is not on this machine", "ollama.allow_remote"},
		{"elsewhere, to embed", remote, []string{"IBID_ENGINE_EMBEDDER=ollama"}, 2, "Ollama at " + remote + " is not on this machine", "ollama.allow_remote"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &shell{dir: base.dir, env: append(slices.Clone(base.env), "OLLAMA_HOST="+tt.host)}
			o := s.run(t, append([]string{"ask", "--docs", docs, question}, tt.args...)...)
			switch {
			case tt.code != 0:
				isError(t, o, tt.code, false, tt.note, tt.hint)
				isError(t, s.run(t, append([]string{"ask", "--json", "--docs", docs, question}, tt.args...)...), tt.code, true, tt.note, tt.hint)
			case o.code != 0 || !strings.Contains(o.out, "Tide Gauge Bench Mark"):
				t.Errorf("exit code %d: %s%s", o.code, o.out, o.err)
			case tt.note == "" && o.err != "":
				t.Errorf("said %q", o.err)
			case !strings.Contains(o.err, tt.note) || !strings.Contains(o.err, tt.hint) || strings.Count(o.err, "\n") > 1:
				t.Errorf("said %q, not %q and %q on a line", o.err, tt.note, tt.hint)
			}
		})
	}
}

// A server that never answers costs one probe, of which a person hears, and nothing where no model is wanted.
func TestOllamaThatNeverAnswers(t *testing.T) {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	var probes atomic.Int64
	go func() {
		for {
			if _, err := listener.Accept(); err != nil { // and the connection stays open
				return
			}
			probes.Add(1)
		}
	}()
	s := newShell(t)
	s.env = append(s.env, "OLLAMA_HOST="+listener.Addr().String())
	docs := handbook(t)
	for _, tt := range []struct {
		args   []string
		probes int64
	}{
		{[]string{"ask"}, 1},
		{[]string{"search"}, 1},
		{[]string{"ask", "IBID_ENGINE_EMBEDDER=builtin"}, 1},
		{[]string{"ask", "--no-model", "IBID_ENGINE_EMBEDDER=builtin"}, 0},
		{[]string{"search", "IBID_ENGINE_EMBEDDER=builtin"}, 0},
	} {
		s.run(t, "index", "--docs", docs, "IBID_ENGINE_EMBEDDER=builtin")
		probes.Store(0)
		o := s.mustRun(t, append(tt.args, "--docs", docs, question)...)
		if strings.Contains(o.err, "did not answer") != (tt.probes > 0) || probes.Load() != tt.probes {
			t.Errorf("%q: %d probes, want %d: %q", tt.args, probes.Load(), tt.probes, o.err)
		}
	}
}
