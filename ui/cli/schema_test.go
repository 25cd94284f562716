package cli

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ibid/ui/wire"
)

// TestSchemas: what is documented of every object that a command prints only grows.
func TestSchemas(t *testing.T) { golden(t, "schema.json", ibid(t, nil, "schema").out) }

// decode reads one object that has every field of the schema and no other, and no null.
func decode(t *testing.T, text string, schema any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(schema); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if dec.More() || !strings.HasSuffix(text, "}\n") {
		t.Errorf("not one line with one object: %s", text)
	}
	var raw any
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		t.Fatal(err)
	}
	complete(t, "", raw, reflect.TypeOf(schema).Elem())
}

func complete(t *testing.T, at string, raw any, schema reflect.Type) {
	t.Helper()
	switch raw := raw.(type) {
	case nil:
		if schema.Kind() != reflect.Pointer { // which stands for what may be unknown
			t.Errorf("%s is null", at)
		}
	case []any:
		for _, e := range raw {
			complete(t, at+"[]", e, schema.Elem())
		}
	case map[string]any:
		if schema.Kind() == reflect.Pointer {
			schema = schema.Elem()
		}
		for i := range schema.NumField() {
			f := schema.Field(i)
			name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
			v, ok := raw[name]
			switch {
			case f.Anonymous:
				complete(t, at, raw, f.Type)
			case ok:
				complete(t, at+"."+name, v, f.Type)
			case rest == "":
				t.Errorf("%s.%s is missing", at, name)
			}
		}
	}
}

func TestAnswerSchema(t *testing.T) {
	env := indexed(t)
	for _, question := range []string{
		"What does TGBM mean?", "What does MLWE mean?", "What are the steps of Algorithm 1?", "Xyzzy?",
		"What is the maximum error of a Class B probe?", "What does Gauge.record raise if the gauge has not been calibrated?",
	} {
		r := ibid(t, env, "ask", "--json", "--docs", handbook, question)
		var a wire.Answer
		decode(t, r.out, &a)
		if r.err != "" {
			t.Errorf("%s: on standard error: %s", question, r.err)
		}
		if a.Schema != "ibid.answer/1" || a.Question != question || a.Refused != (r.code == exitRefused) {
			t.Errorf("%s: exit code %d with %+v", question, r.code, a)
		}
		if a.Refused {
			if a.Answer != "not found in provided docs" || len(a.Citations)+len(a.Sources)+len(a.Sentences) > 0 || a.RefusalCode == "" || a.RefusalReason == "" {
				t.Errorf("%s: not a clean refusal: %+v", question, a)
			}
			continue
		}
		text := map[string]string{}
		for _, ev := range a.Evidence {
			text[ev.Key] = ev.Text
		}
		if len(a.Citations) == 0 || a.RefusalCode+a.RefusalReason != "" {
			t.Errorf("%s: not a clean answer: %+v", question, a)
		}
		for _, c := range a.Citations {
			if !strings.Contains(a.Answer, "["+c.Key+"]") {
				t.Errorf("%s: %s is listed but not cited", question, c.Key)
			}
			if ev := text[c.Key]; c.Quote != "" && ev[c.Span[0]:c.Span[1]] != c.Quote {
				t.Errorf("%s: the span of %s holds %q, not %q", question, c.Key, ev[c.Span[0]:c.Span[1]], c.Quote)
			}
		}
		for _, sentence := range a.Sentences {
			if len(sentence.Quotes) == 0 {
				t.Errorf("%s: nothing is quoted for %q", question, sentence.Text)
			}
			for _, q := range sentence.Quotes {
				if ev := text[q.Key]; ev[q.Span[0]:q.Span[1]] != q.Text {
					t.Errorf("%s: the span of a quote of %s holds %q, not %q", question, q.Key, ev[q.Span[0]:q.Span[1]], q.Text)
				}
			}
		}
	}
}

func TestSearchSchema(t *testing.T) {
	env := indexed(t)
	for _, query := range []string{"despike threshold", "Xyzzy"} {
		r := ibid(t, env, "search", "--json", "--docs", handbook, query)
		var s wire.Search
		decode(t, r.out, &s)
		if s.Schema != "ibid.search/1" || s.Query != query || r.code != exitAnswered || r.err != "" {
			t.Errorf("%s: %d, %q, %+v", query, r.code, r.err, s)
		}
	}
}

func TestJSONErrors(t *testing.T) {
	env := indexed(t)
	empty := t.TempDir()
	for _, tt := range []struct {
		code string
		exit int
		args []string
	}{
		{"usage", exitUsage, []string{"ask", "--json"}},
		{"usage", exitUsage, []string{"ask", "--nonsense", "--json"}},
		{"usage", exitUsage, []string{"nonsense", "--json"}},
		{"usage", exitUsage, []string{"index", "--status", "--rebuild", "--json"}},
		{"usage", exitUsage, []string{"config", "extra", "--json"}},
		{"config", exitUsage, []string{"ask", "--json", "--k=0", "why?"}},
		{"config", exitUsage, []string{"ask", "--json", "--color=red", "why?"}},
		{"no_documents", exitFailed, []string{"ask", "--json", "--docs", filepath.Join(empty, "absent"), "why?"}},
		{"no_documents", exitFailed, []string{"ask", "--json", "--docs", empty, "why?"}},
		{"no_documents", exitFailed, []string{"index", "--json", "--docs", empty}},
	} {
		r := ibid(t, env, tt.args...)
		var e wire.Error
		decode(t, r.err, &e)
		if r.code != tt.exit || e.Schema != "ibid.error/1" || e.Code != tt.code || e.Message == "" || e.Hint == "" || r.out != "" {
			t.Errorf("%q: exit code %d, %+v, standard output %q", tt.args, r.code, e, r.out)
		}
	}
}
