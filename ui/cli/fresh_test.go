package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gofrs/flock"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/config"
)

// What is cited is what the file says when the answer is shown, or the answer says that it may not be.
func TestDocumentEditedWhileItIsAsked(t *testing.T) {
	const changed = "limpet has changed since it was read"
	for _, tt := range []struct {
		edits int // while it is asked
		asked int // how often
		want  string
		warns string
	}{{0, 1, "100 grams", ""}, {1, 2, "101 grams", ""}, {2, 2, "101 grams", changed}} {
		docs := t.TempDir()
		edit := func(n int) {
			if err := os.WriteFile(filepath.Join(docs, "limpet.md"), fmt.Appendf(nil, "# Limpet\n\nThe Limpet probe weighs %d grams.\n", 100+n), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		edit(0)
		a := App{Out: io.Discard, Err: io.Discard, Env: home(t), Generator: extract.Generator{}, Reader: encoder}
		c, err := config.Load(config.Sources{Env: a.Env, Dir: t.TempDir(), Flags: map[string][]string{"docs": {docs}}})
		if err != nil {
			t.Fatal(err)
		}
		l, err := a.shared().NewLibrary(c, app.Wanted{Writer: true})
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		got, err := l.Answer(t.Context(), func(index.Step) {}, func(ix *index.Index, opt engine.Options) (*engine.Answer, error) {
			answer, err := engine.New(ix, l.Generator(), opt).Ask(t.Context(), "How many grams does the Limpet probe weigh?", engine.Silent{})
			if asked++; asked <= tt.edits {
				edit(asked)
			}
			return answer, err
		})
		if err != nil {
			t.Fatal(err)
		}
		if asked != tt.asked || !strings.Contains(got.Text, tt.want) || strings.Join(got.Warnings, "|") != tt.warns || strings.Join(got.Index.Stale, "|") != tt.warns {
			t.Errorf("edited %d times: asked %d times, %q, warned %q, stale %q", tt.edits, asked, got.Text, got.Warnings, got.Index.Stale)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Where another ibid is writing for longer than it is waited for, the answer itself says that it may be old.
func TestAnswerFromWhatWasIndexedBefore(t *testing.T) {
	env, docs := home(t), t.TempDir()
	put := func(grams int) {
		if err := os.WriteFile(filepath.Join(docs, "limpet.md"), fmt.Appendf(nil, "# Limpet\n\nThe Limpet probe weighs %d grams.\n", grams), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(100)
	ask := []string{"ask", "--docs", docs, "IBID_INDEX_WAIT=100ms", "How many grams does the Limpet probe weigh?"}
	if got := ibid(t, env, ask...); got.code != exitAnswered || strings.Contains(got.out, "behind the documents") {
		t.Fatal(got)
	}
	var lock string
	err := filepath.WalkDir(strings.TrimPrefix(env[0], "HOME="), func(path string, e fs.DirEntry, err error) error {
		if e.Name() == "lock" {
			lock = path
		}
		return err
	})
	if err != nil || lock == "" {
		t.Fatal("no lock", err)
	}
	writer := flock.New(lock)
	if ok, err := writer.TryLock(); !ok {
		t.Fatal(err)
	}
	defer writer.Unlock()
	put(1000)
	const why = "another ibid is indexing these documents"
	if got := ibid(t, env, ask...); got.code != exitAnswered || !strings.Contains(got.out, "100 grams") || strings.Count(got.out+got.err, why) != 1 || !strings.Contains(got.out, why) {
		t.Errorf("%+v", got)
	}
	got := ibid(t, env, append(ask, "--json")...)
	var a struct{ Warnings []string }
	if err := json.Unmarshal([]byte(got.out), &a); err != nil || len(a.Warnings) != 2 || !strings.Contains(a.Warnings[0], why) || a.Warnings[1] != "limpet has changed since it was read" {
		t.Errorf("%v: %+v", err, got)
	}
}
