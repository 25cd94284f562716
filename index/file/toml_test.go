package file

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	got, err := ParseTOML([]byte("a = 1\n[b]\n  c.d = { e = \"x\", f = [2] }\n[[g]]\nh = 3\n"))
	want := []Entry{{"a", int64(1), Place{1, 1}}, {"b.c.d.e", "x", Place{3, 11}}, {"b.c.d.f", []any{int64(2)}, Place{3, 20}}, {"g", []any{map[string]any{"h": int64(3)}}, Place{4, 3}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, %v\nwant %#v", got, err, want)
	}
}

func TestParseBroken(t *testing.T) {
	_, err := ParseTOML([]byte("a = 1\nb = \n"))
	var e *TOMLError
	if !errors.As(err, &e) || e.At("f") != "f:2:5" {
		t.Errorf("%#v", err)
	}
}

// A file that is small and yet costs much is an error before it costs anything.
func TestParseBombs(t *testing.T) {
	many := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line, i)
		}
		return b.String()
	}
	path := strings.Repeat("a.", 15_000) + "a"
	for name, tt := range map[string]struct{ text, want string }{
		"brackets":                {"a = " + strings.Repeat("[", 30_000), "not TOML: "},
		"closed brackets":         {"a = " + strings.Repeat("[", 30_000) + strings.Repeat("]", 30_000), "not TOML: "},
		"inline tables":           {"a = " + strings.Repeat("{a = ", 9_000) + "1" + strings.Repeat("}", 9_000), "a key is longer than 256 bytes"},
		"a dotted key":            {path + " = 1", "a key is longer than 256 bytes"},
		"keys of a deep table":    {"[" + path + "]\n" + many(4_000, "k%d=1\n"), "a key is longer than 256 bytes"},
		"many keys":               {many(8_000, "k%d=1\n"), "more than 2000 keys"},
		"many tables":             {many(8_000, "[t%d]\n"), "more than 2000 keys"},
		"many in an inline table": {"a = {" + many(8_000, "k%d=1,") + "}", "more than 2000 keys"},
	} {
		_, err := ParseTOML([]byte(tt.text))
		var e *TOMLError
		if !errors.As(err, &e) || !strings.HasPrefix(e.Problem, tt.want) || e.Row == 0 || len(e.Problem) > 200 {
			t.Errorf("%s: %#v, want %s", name, err, tt.want)
		}
	}
	if got, err := ParseTOML([]byte(many(maxKeys, "k%d=1\n"))); err != nil || len(got) != maxKeys {
		t.Errorf("as many as allowed: %d, %v", len(got), err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("[engine]\nhits = 4\n")
	f.Add("a = { b.c = 1, d = [ {} ] }\n[[a.b]]\n[a.b.c]\n\"q\\u0041\" = 'x'")
	f.Add("a = " + strings.Repeat("[", 300))
	f.Add("a = " + strings.Repeat("{a = ", 300))
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 {
			t.Skip()
		}
		entries, err := ParseTOML([]byte(text))
		if err != nil {
			return
		}
		if len(entries) > maxKeys {
			t.Errorf("%d entries", len(entries))
		}
		for _, e := range entries {
			if len(e.Key) > maxKeyBytes {
				t.Errorf("%q is longer than allowed", e.Key)
			}
			if e.Row < 1 || e.Column < 1 || e.Row > strings.Count(text, "\n")+1 {
				t.Errorf("%q stands at %d:%d", e.Key, e.Row, e.Column)
			}
		}
	})
}
