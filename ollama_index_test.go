//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
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

func TestOllamaEmbedderSwitch(t *testing.T) {
	server := realServer(t)
	small, large := server.EmbedModel(64), server.EmbedModel(96)
	between := newRelay(t, server)
	s := embeddingShell(t, between.host)
	docs := handbook(t)
	search := func(model string, more ...string) (o outcome, embedded int) {
		t.Helper()
		between.count()
		o = s.mustRun(t, append([]string{"search", "--docs", docs, "IBID_OLLAMA_EMBED_MODEL=" + model, "calibration of a probe"}, more...)...)
		embedded, _ = between.seen()
		return o, embedded
	}
	first, all := search(small, "--json", "--why")
	var found struct {
		Fusion string
		Hits   []struct {
			DenseRank int `json:"dense_rank"`
		}
	}
	if err := json.Unmarshal([]byte(first.out), &found); err != nil || found.Fusion != "scores, dense 0.50" || len(found.Hits) == 0 || found.Hits[0].DenseRank == 0 {
		t.Errorf("%v: %+v", err, found)
	}
	told := func(now, before string) string {
		return fmt.Sprintf("every text got new vectors: the embedder is ollama/%s:latest now, it was ollama/%s:latest", now, before)
	}
	const question = 1 // text, which is all that is embedded where the documents have been before
	for i, step := range []struct {
		model, told string
		embedded    int
	}{
		{small, "", question},
		{large, told(large, small), all},
		{small, told(small, large), all}, // the vectors of one model are kept
		{small, "", question},
	} {
		o, embedded := search(step.model)
		if embedded != step.embedded || !strings.Contains(o.err, step.told) || step.told == "" && o.err != "" {
			t.Errorf("step %d: %d texts embedded, want %d: said %q, want %q", i, embedded, step.embedded, o.err, step.told)
		}
		if o, _ := search(step.model, "--json", "--why"); o.out == first.out != (step.model == small) {
			t.Errorf("step %d: %s finds what %s found at first: %v", i, step.model, small, step.model != small)
		}
	}
	o := s.mustRun(t, "ask", "--json", "--docs", docs, "IBID_OLLAMA_EMBED_MODEL="+large, "What is a stilling well?")
	var a struct {
		Embedder string
		Index    struct{ Reembedded string }
	}
	if err := json.Unmarshal([]byte(o.out), &a); err != nil || a.Embedder != "ollama/"+large+":latest" || !strings.HasSuffix(told(large, small), a.Index.Reembedded) || a.Index.Reembedded == "" {
		t.Errorf("%v: %+v", err, a)
	}
}

func TestOllamaKilledWhileIndexing(t *testing.T) {
	server := realServer(t)
	model := server.EmbedModel(64)
	between := newRelay(t, server)
	s := embeddingShell(t, between.host)
	s.env = append(s.env, "IBID_OLLAMA_EMBED_MODEL="+model)
	docs := handbook(t)
	fresh := []string{"--index-dir", filepath.Join(t.TempDir(), "fresh")}
	between.count()
	s.mustRun(t, append([]string{"index", "--docs", docs}, fresh...)...)
	all, _ := between.seen()
	s.mustRun(t, "index", "--docs", docs, "IBID_ENGINE_EMBEDDER=builtin")
	before := s.mustRun(t, "search", "--json", "--docs", docs, "IBID_ENGINE_EMBEDDER=builtin", question)

	kept, chunks := 0, 0 // with a vector, and all
	for i, most := range []int{all / 2, all / 4} {
		o := s.at(t, between.when(most), func(*exec.Cmd) { server.Kill() }, "index", "--docs", docs)
		isError(t, o, 4, false, "Ollama cannot be reached", "ollama serve")
		done, of := stoppedAt(t, o.err)
		if done == 0 || done < kept || i > 0 && of != chunks {
			t.Errorf("after %d chunks of %d it stopped; %d of %d had a vector", done, of, kept, chunks)
		}
		kept, chunks = done, of

		// What was indexed before answers.
		o = s.run(t, "ask", "--docs", docs, "IBID_ENGINE_EMBEDDER=auto", question)
		if o.code != 0 || !strings.Contains(o.out, "Tide Gauge Bench Mark") || !strings.Contains(o.err, "no Ollama server answers") {
			t.Errorf("without the server: exit code %d: %s%s", o.code, o.out, o.err)
		}
		if o := s.mustRun(t, "search", "--json", "--docs", docs, "IBID_ENGINE_EMBEDDER=builtin", question); o.out != before.out {
			t.Errorf("the index from before answers otherwise:\n%s\n%s", o.out, before.out)
		}
		server.Restart()
	}
	isError(t, s.at(t, between.when(1), func(*exec.Cmd) { server.Kill() }, "index", "--json", "--docs", docs), 4, true, fmt.Sprintf("of %d", chunks), "ollama serve")
	server.Restart()
	between.count()
	s.mustRun(t, "index", "--docs", docs)
	if rest, _ := between.seen(); rest >= all || rest < chunks-kept {
		t.Errorf("%d texts embedded for the %d chunks that had no vector; all of the chunks are %d", rest, chunks-kept, all)
	}
	for _, q := range []string{question, "despike threshold", "How long may the cable be?"} {
		search := []string{"search", "--json", "--why", "--docs", docs, q}
		if resumed, anew := s.mustRun(t, search...), s.mustRun(t, slices.Concat(search, fresh)...); resumed.out != anew.out {
			t.Errorf("%s: the index that was resumed finds\n%s\nand one made at once\n%s", q, resumed.out, anew.out)
		}
	}
}

// stoppedAt reads how many chunks of those without a vector a run embedded before its server ended.
func stoppedAt(t *testing.T, message string) (done, of int) {
	t.Helper()
	m := regexp.MustCompile(`embedding stopped at chunk (\d+) of (\d+), the next run goes on from there`).FindStringSubmatch(message)
	if m == nil {
		t.Fatalf("it does not say where it stopped: %s", message)
	}
	done, _ = strconv.Atoi(m[1])
	of, _ = strconv.Atoi(m[2])
	return done, of
}
