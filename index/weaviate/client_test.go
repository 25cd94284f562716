package weaviate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestOpen(t *testing.T) {
	for _, tt := range []struct {
		url, class, key, problem string
	}{
		{"http://127.0.0.1:8080", "Docs", "", ""},
		{"https://search.example.org/weaviate/", "Docs_1", "secret", ""},
		{"http://localhost:8080", "Docs", "secret", ""},
		{"http://[::1]:8080", "Docs", "secret", ""},
		{"http://search.example.org", "Docs", "secret", "without TLS"},
		{"http://127.0.0.1.example.org", "Docs", "secret", "without TLS"},
		{"", "Docs", "", "no address"},
		{"search.example.org", "Docs", "", "no address"},
		{"ftp://example.org", "Docs", "", "no address"},
		{"https://user:word@example.org", "Docs", "", "no address"},
		{"https://example.org/?a=b", "Docs", "", "no address"},
		{"http://127.0.0.1:8080", "docs", "", "no name of a class"},
		{"http://127.0.0.1:8080", "D(limit:1)", "", "no name of a class"},
	} {
		_, err := Open(Options{URLs: []string{tt.url}, Class: tt.class, Key: tt.key})
		var e *Error
		if tt.problem == "" && err != nil || tt.problem != "" && (!errors.As(err, &e) || !e.Misconfigured || !strings.Contains(e.Message, tt.problem)) {
			t.Errorf("%+v: %v", tt, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%v tells the key", err)
		}
	}
	if _, err := Open(Options{Class: "Docs"}); err == nil {
		t.Error("no address is one")
	}
}

// node is a server of a test, and what it does with each request.
func node(t *testing.T, serve func(w http.ResponseWriter, path, body string)) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("Authorization") != "Bearer secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		serve(w, r.URL.Path, string(body))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func class(t *testing.T, key string, urls ...string) *Class {
	t.Helper()
	c, err := Open(Options{URLs: urls, Class: "Docs", Key: key, Consistency: "QUORUM", Replicas: 3, Patience: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A node that is gone or busy gives way to the next one; what a batch has not taken is sent again, and nothing else.
func TestFailover(t *testing.T) {
	busy, sent := 1, [][]string{}
	good := node(t, func(w http.ResponseWriter, path, body string) {
		if busy--; busy >= 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		var batch struct{ Objects []struct{ ID string } }
		if err := json.Unmarshal([]byte(body), &batch); err != nil || path != "/v1/batch/objects" {
			t.Error(path, err)
		}
		var ids, out []string
		for i, o := range batch.Objects {
			ids = append(ids, o.ID)
			failed := ""
			if len(sent) == 0 && i%2 == 1 {
				failed = `"errors":{"error":[{"message":"no quorum"}]}`
			}
			out = append(out, fmt.Sprintf(`{"id":%q,"result":{%s}}`, o.ID, failed))
		}
		sent = append(sent, ids)
		fmt.Fprintf(w, "[%s]", strings.Join(out, ","))
	})
	gone := httptest.NewServer(nil)
	gone.Close()
	c := class(t, "secret", gone.URL, good)
	var objects []Object
	for i := range 5 {
		objects = append(objects, Object{Chunk: fmt.Sprint("c", i)})
	}
	if err := c.Put(context.Background(), objects); err != nil {
		t.Fatal(err)
	}
	if len(sent) != 2 || len(sent[0]) != 5 || !slices.Equal(sent[1], []string{sent[0][1], sent[0][3]}) || sent[0][0] != uuid("c0") {
		t.Errorf("%q", sent)
	}
}

func TestRefusals(t *testing.T) {
	calls := 0
	status, text := http.StatusOK, ""
	url := node(t, func(w http.ResponseWriter, _, _ string) {
		calls++
		if status == http.StatusFound {
			w.Header().Set("Location", "http://example.org/")
		}
		w.WriteHeader(status)
		fmt.Fprint(w, text)
	})
	query := func(key string) (int, error) {
		calls = 0
		_, err := class(t, key, url).Frequencies(context.Background(), []string{"a\"b"})
		return calls, err
	}
	var e *Error
	if _, err := query("wrong"); !errors.As(err, &e) || !e.Misconfigured {
		t.Error(err)
	}
	for _, tt := range []struct {
		status int
		text   string
		again  bool
	}{
		{http.StatusUnprocessableEntity, "no such thing", false},
		{http.StatusInternalServerError, "a node is gone", true},
		{http.StatusFound, "", true},
		{http.StatusOK, `{"data":{"Aggregate":{"t0":null}},"errors":[{"message":"no quorum"}]}`, true},
		{http.StatusOK, `{"data":`, true},
	} {
		status, text = tt.status, tt.text
		n, err := query("secret")
		if !errors.As(err, &e) || e.Misconfigured || e.Hint == "" || (n > 1) != tt.again {
			t.Errorf("%+v: %v after %d calls", tt, err, n)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := class(t, "secret", url).Frequencies(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// RFC 9562 on its version 5: the same text has the same id, and another one another.
func TestUUID(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range []string{"", "a", "b", "a#1"} {
		id := uuid(text)
		if len(id) != 36 || id[14] != '5' || !strings.ContainsRune("89ab", rune(id[19])) || id != uuid(text) || seen[id] {
			t.Errorf("%q: %s", text, id)
		}
		seen[id] = true
	}
	if pieceID("a", 1) != uuid("a#1") {
		t.Error("pieces have other ids")
	}
}

// A node that counts other chunks than the head tells of gives way to one that has them all; where there is none, that is said, and for
// a while the searches take what there is.
func TestLevel(t *testing.T) {
	var all Level
	all.Add("a", "1", 1)
	all.Add("b", "1", 3)
	old := all
	old.Sum++ // a chunk as it was, or another one
	fewer := Level{Chunks: 1, Sum: all.Sum, Pieces: all.Pieces, PieceSum: all.PieceSum}
	if all == old || all.Chunks != 2 || all.Pieces != 2 || all.PieceSum != 2*checkOf("b", "1") {
		t.Fatal(all)
	}
	asked := map[string]int{}
	at := func(name string, l *Level) string {
		return node(t, func(w http.ResponseWriter, path, body string) {
			if strings.HasPrefix(path, "/v1/objects/") {
				head, _ := json.Marshal(Head{Format: format, Generation: "g", Level: all, Replicas: 3})
				_ = json.NewEncoder(w).Encode(map[string]any{"properties": map[string]any{"data": head}})
				return
			}
			asked[name]++
			if l == nil {
				_, _ = io.WriteString(w, `{"data":{"Get":{"Docs":[]}}}`) // asked for no level, or telling none
				return
			}
			fmt.Fprintf(w, `{"data":{"Get":{"Docs":[{"chunk":%q}]},"Aggregate":{"level":[{"meta":{"count":%d},"check":{"sum":%d}}],"pieces":[{"meta":{"count":%d},"check":{"sum":%d}}]}}}`,
				name, l.Chunks, l.Sum, l.Pieces, l.PieceSum)
		})
	}
	search := func(c *Class) string {
		t.Helper()
		if _, err := c.Head(context.Background()); err != nil {
			t.Fatal(err)
		}
		found, err := c.Chunks(context.Background(), []string{"x"}, nil)
		if err != nil {
			return err.Error()
		}
		return string(found[0])
	}
	lagging, stale, level := at("lagging", &fewer), at("stale", &old), at("level", &all)
	c := class(t, "secret", lagging, stale, level)
	for range 2 {
		if got := search(c); got != `{"chunk":"level"}` {
			t.Error(got)
		}
	}
	if asked["lagging"] != 1 || asked["stale"] != 1 || asked["level"] != 2 {
		t.Error(asked)
	}
	c = class(t, "secret", lagging, stale)
	if _, is := c.Behind(); is {
		t.Error("nobody was asked")
	}
	if got := search(c); !strings.Contains(got, ErrBehind.Error()) {
		t.Error(got)
	}
	if n, is := c.Behind(); !is || n != 2 {
		t.Error(n, is)
	}
	if found, err := c.Chunks(context.Background(), []string{"x"}, nil); err != nil || len(found) != 1 {
		t.Error(found, err)
	}
	if got := search(class(t, "secret", at("silent", nil))); !strings.Contains(got, ErrBehind.Error()) {
		t.Error(got)
	}
}

func TestReadOnly(t *testing.T) {
	url := node(t, func(_ http.ResponseWriter, path, _ string) { t.Error(path) })
	c, err := Open(Options{URLs: []string{url}, Class: "Docs", Key: "secret", ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for name, err := range map[string]error{"put": c.Put(ctx, []Object{{Chunk: "a"}}), "delete": c.Delete(ctx, []string{"a"}), "head": c.SetHead(ctx, new(Head))} {
		var e *Error
		if !errors.As(err, &e) || !e.Misconfigured || !strings.Contains(e.Error(), "only read") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
