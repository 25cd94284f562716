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

// A node that is gone or busy gives way to the next one; a batch that is not taken whole is sent again.
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
		objects = append(objects, Object{ID: ID(fmt.Sprint("c", i))})
	}
	if err := c.Put(context.Background(), objects); err != nil {
		t.Fatal(err)
	}
	if len(sent) != 2 || len(sent[0]) != 5 || !slices.Equal(sent[0], sent[1]) || sent[0][0] != ID("c0") {
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
		_, _, err := class(t, key, url).Find(context.Background(), ByWords([]string{"a\"b"}), nil, 1, &Head{Pending: true})
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
		{http.StatusOK, `{"data":{"Get":{"Docs":null}},"errors":[{"message":"no quorum"}]}`, true},
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
	if _, err := class(t, "secret", url).Data(ctx, "a"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A node that counts other objects than there are gives way to one that has them all; where there is none, that is said, and what the
// last one had is taken.
func TestLevel(t *testing.T) {
	asked := map[string]int{}
	at := func(name string, count int) string {
		return node(t, func(w http.ResponseWriter, _, _ string) {
			asked[name]++
			fmt.Fprintf(w, `{"data":{"Get":{"Docs":[{"_additional":{"id":%q}}]},"Aggregate":{"Docs":[{"meta":{"count":%d}}]}}}`, name, count)
		})
	}
	find := func(c *Class) (string, bool) {
		t.Helper()
		found, whole, err := c.Find(context.Background(), ByVector(nil), nil, 1, &Head{Count: 3})
		if err != nil {
			t.Fatal(err)
		}
		return found[0].Additional.ID, whole
	}
	lagging, empty, level := at("lagging", 2), at("empty", 0), at("level", 3)
	c := class(t, "secret", lagging, empty, level)
	for range 2 {
		if got, whole := find(c); got != "level" || !whole {
			t.Error(got, whole)
		}
	}
	if asked["lagging"] != 1 || asked["empty"] != 1 || asked["level"] != 2 {
		t.Error(asked)
	}
	if got, whole := find(class(t, "secret", empty, lagging)); got != "empty" || whole { // the third that is asked
		t.Error(got, whole)
	}
}
