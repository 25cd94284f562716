package app

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/index"
	"ibid/index/reader"
	"ibid/ui/config"
)

// encoder reads what is found, as main's does. Only IBID_KERNEL can make it fail.
var encoder, _ = reader.Open()

// flat finds every text alike.
type flat struct{}

func (flat) Name() string                   { return "flat" }
func (flat) Digest() string                 { return "1" }
func (flat) Dimensions() int                { return 64 }
func (flat) Cut(head, text string) []string { return []string{head + text} }
func (flat) Embed(_ context.Context, texts []string, _ bool) ([][]float32, error) {
	return slices.Repeat([][]float32{slices.Repeat([]float32{1}, 64)}, len(texts)), nil
}

// The screen reads a large index whole while it is used, and makes it anew at the next question where it is damaged.
func TestLibraryFindsDamageInIdleTime(t *testing.T) {
	docs, cache := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(docs, "a.md"), []byte("# Gauge\n\nA tide gauge measures the height of the sea.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	app := &App{Env: []string{"HOME=" + t.TempDir()}}
	l := &Library{app: app, turn: semaphore.NewWeighted(1), judging: semaphore.NewWeighted(1), found: true, watchful: true, config: &config.Config{}, opt: index.Options{Roots: []string{docs}, Dir: filepath.Join(cache, "index"), Embedder: flat{}}}
	quiet := func(index.Step) {}
	nothing := func(*index.Index) error { return nil }
	if _, err := l.With(context.Background(), quiet, nothing); err != nil {
		t.Fatal(err)
	}
	if err := <-l.verified; err != nil {
		t.Errorf("whole: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(l.opt.Dir, "gen-*", "vectors", "rows.f32"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	path := found[0]
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1 // its ends are looked at whenever it is opened
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := l.With(context.Background(), quiet, nothing)
	if err == nil && r.Rebuilt == "" { // reading it whole had not ended
		l.verified <- <-l.verified
		r, err = l.With(context.Background(), quiet, nothing)
	}
	if err != nil || !strings.Contains(r.Rebuilt, "rows.f32 does not match its checksum") || !slices.Contains(Rebuilt(r.State), "everything was read anew: "+r.Rebuilt) {
		t.Errorf("%+v, %v", r, err)
	}
	if err := <-l.verified; err != nil {
		t.Errorf("made anew: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// The screen makes the reader's vectors in the background, and what is asked next uses them; nobody else makes any.
func TestLibraryMakesVectors(t *testing.T) {
	docs := t.TempDir()
	err := os.WriteFile(filepath.Join(docs, "a.md"), []byte("# Gauge\n\nA tide gauge measures the height of the sea.\n"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	l := libraryOver(t, docs)
	defer l.Close()
	embedder := func() (name string) {
		if _, err := l.With(context.Background(), func(index.Step) {}, func(ix *index.Index) error { name = ix.Embedder(); return nil }); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for range 2 {
		if e := embedder(); e != "none" {
			t.Errorf("vectors of %s", e)
		}
	}
	if _, err := os.Stat(filepath.Join(l.Dir(), "embedded")); err == nil {
		t.Error("a question made vectors")
	}
	l.Watch()
	l.verify()
	l.beside.Wait()
	if e := embedder(); e != "builtin" {
		t.Errorf("vectors of %s", e)
	}
}

// Who reads the index goes on with what it was while another brings it up to date, and it is closed behind the last.
func TestLibraryIsReadWhileItChanges(t *testing.T) {
	docs := t.TempDir()
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(docs, "a.md"), []byte("# Gauge\n\n"+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l := libraryOver(t, docs)
	ctx, quiet := context.Background(), func(index.Step) {}
	says := func(ix *index.Index) string {
		c, err := ix.Chunk("a::l00001::c001")
		if err != nil {
			t.Error(err)
		}
		return c.Text
	}
	put("It measures the tide.")
	_, err := l.With(ctx, quiet, func(before *index.Index) error {
		put("It measures the height of the waves.")
		_, err := l.With(ctx, quiet, func(after *index.Index) error {
			if got := says(after); !strings.Contains(got, "waves") {
				t.Errorf("brought up to date it says %q", got)
			}
			return nil
		})
		if got := says(before); !strings.Contains(got, "tide") {
			t.Errorf("who read it before reads %q", got)
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := l.With(gone, quiet, func(*index.Index) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
		return err
	})
	if err = errors.Join(err, l.Close()); err != nil {
		t.Error(err)
	}
}

// While documents are indexed for the first time, a library of this or another process answers from what has been read.
func TestEarlyAnswer(t *testing.T) {
	docs := t.TempDir()
	for _, n := range []string{"a", "b"} {
		if err := os.WriteFile(filepath.Join(docs, n+".md"), []byte("# Gauge "+n+"\n\nThe tide gauge "+n+" measures the height of the sea.\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := &App{Env: []string{"HOME=" + t.TempDir()}, Generator: extract.Generator{}, Reader: encoder}
	c, err := config.Load(config.Sources{Env: a.Env, Flags: map[string][]string{"docs": {docs}, "engine.embedder": {"builtin"}}})
	if err != nil {
		t.Fatal(err)
	}
	open := func() *Library {
		l, err := a.NewLibrary(c, Wanted{})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	var early *engine.Answer
	writer, other := open(), open()
	saved := false
	_, err = writer.With(context.Background(), func(s index.Step) {
		if s.Stage == index.StageRead && s.Done == 1 && !saved {
			time.Sleep(1100 * time.Millisecond) // a first part is made for those who wait
		}
		if s.Stage == index.StageSave {
			saved = true
		}
		if s.Stage == index.StageRead && s.Done == 1 && saved {
			early, err = other.Early(context.Background(), func(ix *index.Index, opt engine.Options) (*engine.Answer, error) {
				return engine.New(ix, a.Generator, opt).Ask(context.Background(), "What does the tide gauge a measure?", engine.Silent{})
			})
			if err != nil {
				t.Error(err)
			}
		}
	}, func(*index.Index) error { return nil })
	if err != nil || early == nil || early.Refused || !strings.Contains(early.Text, "the height of the sea") {
		t.Fatalf("%v, %+v", err, early)
	}
	if w := strings.Join(early.Warnings, "\n"); !strings.Contains(w, "files read so far: 1 of ") {
		t.Errorf("warnings %q", w)
	}
	if err := writer.Close(); err != nil {
		t.Error(err)
	}
}

// A server that comes late is met by the next question but one that is asked soon; one that goes stays what it was.
func TestLateServer(t *testing.T) {
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := at.Addr().String()
	if err := at.Close(); err != nil {
		t.Fatal(err)
	}
	a := &App{Env: []string{"HOME=" + t.TempDir()}, Generator: extract.Generator{}, Reader: encoder}
	c, err := config.Load(config.Sources{Env: a.Env, Flags: map[string][]string{"ollama.host": {host}}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := a.NewLibrary(c, Wanted{Writer: true})
	if err != nil {
		t.Fatal(err)
	}
	writes := func(want string) {
		t.Helper()
		if err := l.FindModels(context.Background()); err != nil || !strings.Contains(l.Generator().Name(), want) {
			t.Errorf("%v: %s writes, want %s", err, l.Generator().Name(), want)
		}
	}
	writes("extractive")
	if at, err = net.Listen("tcp", host); err != nil {
		t.Skip("the port is taken by now: ", err)
	}
	mux := http.NewServeMux()
	for path, reply := range map[string]string{
		"/api/version": `{"version":"0.17.4"}`,
		"/api/tags":    `{"models":[{"name":"llama3.2:3b","model":"llama3.2:3b","digest":"d","details":{"family":"llama","parameter_size":"3B"}}]}`,
		"/api/show":    `{"capabilities":["completion"],"model_info":{"general.architecture":"llama","llama.context_length":8192}}`,
	} {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, reply) })
	}
	server := &httptest.Server{Listener: at, Config: &http.Server{Handler: mux}}
	server.Start()
	writes("extractive") // it was looked for a moment ago
	l.looked = time.Now().Add(-modelsAgain)
	writes("llama3.2")
	server.Close()
	l.looked = time.Now().Add(-modelsAgain)
	writes("llama3.2")
	if l.opt.Embedder != nil {
		t.Error("the index gets another embedder")
	}
}

// libraryOver is a Library of a folder, with the built-in embedder and an empty home.
func libraryOver(t *testing.T, docs string) *Library {
	t.Helper()
	a := &App{Env: []string{"HOME=" + t.TempDir()}, Generator: extract.Generator{}, Reader: encoder}
	c, err := config.Load(config.Sources{Env: a.Env, Flags: map[string][]string{"docs": {docs}, "engine.embedder": {"builtin"}}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := a.NewLibrary(c, Wanted{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}
