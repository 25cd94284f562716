//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ibid/engine/ollama/ollamatest"
)

// embeddingShell is a shell whose vectors come from a server; a model is still to be named.
func embeddingShell(t *testing.T, host string) *shell {
	s := newShell(t)
	s.env = append(s.env, "OLLAMA_HOST="+host, "IBID_ENGINE_GENERATOR=extractive", "IBID_ENGINE_EMBEDDER=ollama")
	return s
}

// mustRun runs the program without a failure.
func (s *shell) mustRun(t *testing.T, args ...string) outcome {
	t.Helper()
	o := s.run(t, args...)
	if o.code != 0 {
		t.Fatalf("%q: exit code %d: %s", args, o.code, o.err)
	}
	return o
}

// Whatever happens to the server, a real model embeds no text twice, and what was indexed before answers meanwhile.
func TestRealModelEmbedsOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a real Ollama server with real models")
	}
	server := ollamatest.StartReal(t)
	between := newRelay(t, server)
	s := embeddingShell(t, between.host)
	docs := t.TempDir()
	const (
		files = 160
		batch = 32 // texts that are embedded at once: those under way when the server dies are asked again
	)
	for i := range files {
		text := fmt.Sprintf("# Station %d\n\nThe gauge of station %d was levelled in %d.\n", i, i, 1900+i)
		if err := os.WriteFile(filepath.Join(docs, fmt.Sprintf("s%02d.md", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	embed := func(model string) int {
		t.Helper()
		between.count()
		s.mustRun(t, "index", "--docs", docs, "IBID_OLLAMA_EMBED_MODEL="+model)
		embedded, _ := between.seen()
		return embedded
	}
	o := s.at(t, between.when(files/3), func(*exec.Cmd) { server.Kill() }, "index", "--docs", docs, "IBID_OLLAMA_EMBED_MODEL="+ollamatest.RealEmbedder)
	isError(t, o, 4, false, "Ollama", "ollama serve")
	first, _ := between.seen()
	if o := s.run(t, "search", "--docs", docs, "IBID_ENGINE_EMBEDDER=auto", "station 1"); o.code != 0 || !strings.Contains(o.err, "no Ollama server answers") {
		t.Errorf("without the server: exit code %d: %s%s", o.code, o.out, o.err)
	}
	server.Restart()
	if rest := embed(ollamatest.RealEmbedder); first <= batch || rest == 0 || first+rest < files || first+rest > files+batch {
		t.Errorf("%d texts were embedded, then %d, of %d", first, rest, files)
	}
	if n := embed(ollamatest.RealEmbedder); n != 0 {
		t.Errorf("%d texts were embedded again", n)
	}
}
