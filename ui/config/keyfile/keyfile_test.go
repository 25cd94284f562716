package keyfile

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	got, err := Parse([]byte("a = 1\n[b]\n  c.d = { e = \"x\", f = [2] }\n[[g]]\nh = 3\n"))
	want := []Entry{{"a", int64(1), 1, 1}, {"b.c.d.e", "x", 3, 11}, {"b.c.d.f", []any{int64(2)}, 3, 20}, {"g", []any{map[string]any{"h": int64(3)}}, 4, 3}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, %v\nwant %#v", got, err, want)
	}
}

func TestParseBroken(t *testing.T) {
	_, err := Parse([]byte("a = 1\nb = \n"))
	var e *Error
	if !errors.As(err, &e) || e.At("f") != "f:2:5" {
		t.Errorf("%#v", err)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"quote", "quota", "draft", "f1"}
	for word, want := range map[string]string{"qoute": "quote", "quot": "quote", "draf": "draft", "sky": "", "": "", "foo": "", "fl": "f1"} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// FuzzDistance holds the distance against its definition.
func FuzzDistance(f *testing.F) {
	f.Add("kitten", "sitting")
	f.Add("größe", "grosse")
	f.Add("", "ab")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := []rune(a), []rune(b)
		if len(x) > 6 || len(y) > 6 {
			t.Skip()
		}
		var edits func(x, y []rune) int
		edits = func(x, y []rune) int {
			switch {
			case len(x) == 0 || len(y) == 0:
				return len(x) + len(y)
			case x[0] == y[0]:
				return edits(x[1:], y[1:])
			}
			return 1 + min(edits(x[1:], y), edits(x, y[1:]), edits(x[1:], y[1:]))
		}
		if got, want := Distance(a, b), edits(x, y); got != want {
			t.Errorf("%q to %q is %d, want %d", a, b, got, want)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("[engine]\nhits = 4\n")
	f.Add("a = { b.c = 1, d = [ {} ] }\n[[a.b]]\n[a.b.c]\n\"q\\u0041\" = 'x'")
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := Parse([]byte(text))
		if err != nil {
			return
		}
		for _, e := range entries {
			if e.Row < 1 || e.Column < 1 || e.Row > strings.Count(text, "\n")+1 {
				t.Errorf("%q stands at %d:%d", e.Key, e.Row, e.Column)
			}
		}
	})
}
