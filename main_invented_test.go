//go:build unix

package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// scripted is an Ollama server whose model writes what it is told to, in turn, and the last of it for ever.
type scripted struct {
	host string

	mu      sync.Mutex
	replies []string
	told    []string // what the model was told, the messages of one chat together
}

func newScripted(t *testing.T, replies ...string) *scripted {
	s := &scripted{replies: replies}
	mux := http.NewServeMux()
	fixed := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }
	}
	mux.HandleFunc("GET /api/version", fixed(`{"version":"0.17.4"}`))
	mux.HandleFunc("GET /api/tags", fixed(`{"models":[{"name":"writer:latest","digest":"d1","details":{"family":"llama","parameter_size":"3B"}}]}`))
	mux.HandleFunc("POST /api/show", fixed(`{"capabilities":["completion"],"model_info":{"general.architecture":"llama","llama.context_length":32768}}`))
	mux.HandleFunc("POST /api/chat", s.chat)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.host = server.Listener.Addr().String()
	return s
}

func (s *scripted) chat(w http.ResponseWriter, r *http.Request) {
	var req struct{ Messages []struct{ Content string } }
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		http.Error(w, `{"error":"bad"}`, http.StatusBadRequest)
		return
	}
	var told []string
	for _, m := range req.Messages {
		told = append(told, m.Content)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	reply := s.replies[min(len(s.told), len(s.replies)-1)]
	s.told = append(s.told, strings.Join(told, "\n"))
	// In pieces, as a server streams it: a name may be cut anywhere.
	enc := json.NewEncoder(w)
	for piece := range slices.Chunk([]byte(reply), 3) {
		_ = enc.Encode(map[string]any{"message": map[string]string{"role": "assistant", "content": string(piece)}})
	}
	_ = enc.Encode(map[string]any{"done": true, "done_reason": "stop"})
}

// molsysmt is a package that declares one function, with a guide.
func molsysmt(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "molsysmt")
	put(t, dir, "pyproject.toml", "[project]\nname = \"molsysmt\"\n")
	put(t, dir, "molsysmt/__init__.py", "\"\"\"Works on molecular systems.\"\"\"\nfrom . import structure\n")
	put(t, dir, "molsysmt/structure/__init__.py", `"""Compares structures."""


def get_rmsd(molecular_system, selection="backbone", *, reference=None):
    """Get the root mean square deviation of a system from a reference.

    Args:
        molecular_system: the molecular system that is measured.
        selection: the atoms that count.
        reference: the system that it is compared with.

    Returns:
        float: the deviation in nanometres.
    """
    return 0.0
`)
	put(t, dir, "guide.md", "# Guide\n\n## Compare two systems\n\nThe function `molsysmt.structure.get_rmsd` gets the root mean square deviation of a system from a reference, in nanometres.\n")
	return dir
}

const (
	wantsDeviation = "How do I get the root mean square deviation of a molecular system with molsysmt?"
	inventing      = "Fetch the system first [c1].\n\n```python\nimport molsysmt as msmt\n\nx = msmt.fetch('pdb:1VII')\nmsmt.structure.get_rmsd(x)\n```\n"
	insisting      = "It is `molsysmt.fetch('pdb:1VII')` that gets it [c1].\n"
	obeying        = "`molsysmt.structure.get_rmsd` gets the root mean square deviation of a system from a reference [c1, c2].\n"
)

// shown is all that a run shows of an answer: what it says, and what is told beside it.
func shown(t *testing.T, o outcome, asJSON bool) string {
	t.Helper()
	if !asJSON {
		return o.out + o.err
	}
	var a map[string]json.RawMessage
	o.into(t, &a)
	delete(a, "trace") // which keeps every draft, and says so
	rest := must(json.Marshal(a))
	return string(rest) + o.err
}

// A model that invents a function never gets it shown, whatever it is asked through and however it goes on.
func TestInventedFunctionIsNeverShown(t *testing.T) {
	docs := molsysmt(t)
	for _, tt := range []struct {
		name    string
		replies []string
		args    []string
		code    int
		says    string // in what is shown
		chats   int    // at least
	}{
		{"a rewrite that obeys", []string{inventing, obeying}, nil, 0, "`molsysmt.structure.get_rmsd` gets the root mean square deviation", 2},
		{"no rewrite obeys", []string{inventing, insisting}, []string{"IBID_ENGINE_FALLBACK=refuse"}, 1, "molsysmt.structure.get_rmsd", 2},
		{"the same again and again", []string{insisting}, []string{"IBID_ENGINE_FALLBACK=refuse"}, 1, "molsysmt.structure.get_rmsd", 2},
		{"nothing documented does it", []string{inventing, "NOT_DOCUMENTED: fetching is not documented."}, []string{"IBID_ENGINE_FALLBACK=refuse"}, 1, "molsysmt.structure.get_rmsd", 2},
		{"another sentence of the documents is no answer", []string{insisting}, nil, 1, "molsysmt.structure.get_rmsd", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, asJSON := range []bool{false, true} {
				model := newScripted(t, tt.replies...)
				s := modelShell(t, model.host)
				args := append([]string{"ask", "--docs", docs, "IBID_ENGINE_GENERATOR=ollama", wantsDeviation}, tt.args...)
				if asJSON {
					args = append(args, "--json")
				}
				o := s.run(t, args...)
				all := shown(t, o, asJSON)
				// It is told what does not exist, and what does, with its declaration.
				for _, want := range []string{"molsysmt.fetch", `get_rmsd(molecular_system, selection="backbone", *, reference=None)`, "NOT_DOCUMENTED"} {
					if tt.replies[0] == inventing && len(model.told) > 1 && !strings.Contains(model.told[1], want) {
						t.Errorf("%q is not told in\n%s", want, model.told[1])
					}
				}
				if o.code != tt.code || !strings.Contains(all, tt.says) || len(model.told) < tt.chats {
					t.Errorf("exit code %d after %d chats, %q is not in\n%s", o.code, len(model.told), tt.says, all)
				}
				for _, never := range []string{"fetch('pdb", "fetch(", "1VII", "Fetch the system"} {
					if strings.Contains(all, never) {
						t.Errorf("%q is shown:\n%s", never, all)
					}
				}
				unwrapped := strings.Join(strings.Fields(o.out), " ") // where lines break depends on the length of the folder's name
				if o.code == 1 && !asJSON && !strings.Contains(unwrapped, "Did you mean molsysmt.structure.get_rmsd?") {
					t.Errorf("no alternative, no question:\n%s", o.out)
				}
				if !asJSON {
					continue
				}
				var a struct {
					Refused bool
					Code    string `json:"refusal_code"`
					Trace   struct {
						Rewrites []struct{ Stage, Reason, Before, After, Unknown string }
					}
					Symbols []struct{ Name, Verdict string }
				}
				done(t, json.Unmarshal([]byte(o.out), &a))
				if a.Refused != (tt.code == 1) || a.Refused && a.Code != "unknown_symbol" {
					t.Errorf("refused %v: %q", a.Refused, a.Code)
				}
				if r := a.Trace.Rewrites; tt.replies[0] == inventing && (len(r) == 0 || r[0].Unknown != "molsysmt.fetch" || r[0].Before != strings.TrimSpace(inventing)) {
					t.Errorf("the trace does not keep the draft: %+v", r)
				}
				for _, sym := range a.Symbols {
					if sym.Verdict == "unknown" || sym.Verdict == "misused" {
						t.Errorf("the answer has %+v", sym)
					}
				}
				// The same replies give the same answer.
				model.mu.Lock()
				model.told = nil
				model.mu.Unlock()
				if again := s.run(t, args...); again.code != o.code || untimed(again.out) != untimed(o.out) {
					t.Errorf("once more:\n%s\nwas\n%s", again.out, o.out)
				}
			}
		})
	}
}

// The gate is a setting, and sources beside the documents count as theirs do.
func TestInventedFunctionBySettings(t *testing.T) {
	docs := molsysmt(t)
	guide := filepath.Join(docs, "guide.md")
	bare := filepath.Dir(molsysmt(t))
	put(t, bare, "text/guide.md", string(must(os.ReadFile(guide))))
	registry := filepath.Join(bare, "symbols.json")
	newShell(t).mustRun(t, "symbols", "export", "--project", "molsysmt="+docs, registry)
	const words = "The call `molsysmt.fetch()` gets the root mean square deviation of a system from a reference [c1].\n"
	for _, tt := range []struct {
		name     string
		settings string // of the user's file
		args     []string
		gated    bool
	}{
		{"text alone", "", nil, false},
		{"a project", "projects = [\"mol=" + docs + "\"]\n", nil, true},
		{"a registry", "guard.registry = \"" + registry + "\"\n", nil, true},
		{"a project, switched off", "projects = [\"mol=" + docs + "\"]\nguard.symbols = false\n", nil, false},
		{"a project, switched off by a flag", "projects = [\"mol=" + docs + "\"]\n", []string{"IBID_GUARD_SYMBOLS=false"}, false},
		{"a project, switched on by a flag", "projects = [\"mol=" + docs + "\"]\nguard.symbols = false\n", []string{"IBID_GUARD_SYMBOLS=true"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			model := newScripted(t, words)
			s := modelShell(t, model.host)
			put(t, strings.TrimPrefix(s.env[0], "HOME="), ".config/ibid/config.toml", tt.settings)
			o := s.run(t, append([]string{"ask", "--json", "--docs", filepath.Join(bare, "text"), "IBID_ENGINE_GENERATOR=ollama", "IBID_ENGINE_FALLBACK=refuse", "IBID_GUARD_SUPPORT=false", wantsDeviation}, tt.args...)...)
			var a asked
			o.into(t, &a)
			if gated := a.Refused && strings.Contains(a.RefusalReason, "molsysmt.fetch"); gated != tt.gated || !tt.gated && a.Refused {
				t.Errorf("gated %v: %q, %q", gated, a.Answer, a.RefusalReason)
			}
		})
	}
}
