package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A server that is asked for long, while a document changes and a long text is checked beside it, gives every question the first answer
// to it again, byte for byte, for each state of the documents, and holds no more than it did: files, memory. What takes long holds up
// nothing, and ends alone when it is cancelled.
func TestLongServer(t *testing.T) {
	const (
		rounds = 6
		grows  = 64 << 10 // kB that it may hold beside what it held after every state was seen
	)
	s, docs, own := newShell(t), handbook(t), t.TempDir()
	s.env = append(s.env, "IBID_OLLAMA=none", "IBID_INDEX_VECTORS=none") // which appear when they are all there
	put(t, own, "pier.md", "# Pier\n\nThe pier is closed.\n")
	cmd := exec.Command(binary, "mcp", docs, own)
	session := s.connect(t, cmd)
	call := func(ctx context.Context, tool string, args map[string]any) (string, error) {
		res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
		if err != nil {
			return "", err
		}
		return timings.ReplaceAllString(res.Content[0].(*mcp.TextContent).Text, ""), nil
	}
	holds := func() (files, kB int) {
		proc := fmt.Sprintf("/proc/%d/", cmd.Process.Pid)
		open := must(os.ReadDir(proc + "fd"))
		status := must(os.ReadFile(proc + "status"))
		kB = must(strconv.Atoi(string(regexp.MustCompile(`VmRSS:\s*(\d+)`).FindSubmatch(status)[1])))
		return len(open), kB
	}
	questions := []string{question, refusal, "What is the air gap at the pier?", "Who writes down the harbour's drift?", apiQuestions[0].question}
	answers, files, kB := map[string]string{}, 0, 0
	var cancel context.CancelFunc
	long := make(chan error, 1)
	for round := range rounds {
		state := round % 2
		put(t, own, "pier.md", fmt.Sprintf("# Pier\n\nThe air gap at the pier is %d metres.\n", 3+state))
		if state == 1 {
			put(t, own, "harbour.md", "# Harbour\n\nThe harbour's drift is written down by the harbour master.\n")
		} else {
			_ = os.Remove(filepath.Join(own, "harbour.md"))
		}
		if round == rounds-1 {
			var ctx context.Context
			ctx, cancel = context.WithCancel(t.Context())
			go func() {
				text := strings.Repeat("The logger takes one reading of the gauge every 77 seconds, and draws 45 mW.\n\n", 20000)
				_, err := call(ctx, "verify", map[string]any{"text": text})
				long <- err
			}()
		}
		for _, q := range append(questions, questions...) {
			got := must(call(t.Context(), "ask", map[string]any{"question": q}))
			key := fmt.Sprint(state, q)
			if want, again := answers[key]; again && got != want {
				t.Errorf("round %d, %q: %s", round, q, difference(got, want))
			}
			answers[key] = got
		}
		if round == 1 {
			files, kB = holds()
		}
		if nowFiles, nowKB := holds(); round > 1 && round < rounds-1 && (nowFiles > files || nowKB > kB+grows) {
			t.Errorf("round %d: %d files and %d kB are held, %d and %d before", round, nowFiles, nowKB, files, kB)
		}
	}
	select {
	case err := <-long:
		t.Errorf("a text of 20,000 sentences was checked before a question was answered: %v", err)
	default:
	}
	cancel()
	if err := <-long; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it ends with %v", err)
	}
	if got, err := call(t.Context(), "ask", map[string]any{"question": question}); err != nil || got != answers[fmt.Sprint((rounds-1)%2, question)] {
		t.Errorf("after that: %s, %v", got, err)
	}
}
