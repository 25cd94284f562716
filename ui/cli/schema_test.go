package cli

import (
	"encoding/json"
	"fmt"
	"ibid/engine"
	"ibid/index"
	"ibid/ui/app"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// TestSchemas: what is documented of every object that a command prints only grows.
func TestSchemas(t *testing.T) { golden(t, "schema.json", ibid(t, nil, "schema").out) }

// decode reads one object, which has every field that its schema says and no other, and null only where that may be.
func decode(t *testing.T, line string, into any) {
	t.Helper()
	var raw map[string]any
	if err := json.Unmarshal([]byte(line), &raw); err != nil || strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "}\n") {
		t.Fatalf("not one line with one object: %s: %v", line, err)
	}
	if err := json.Unmarshal([]byte(line), into); err != nil {
		t.Fatalf("%v in %s", err, line)
	}
	schema, err := engine.SchemaOf(fmt.Sprint(raw["schema"]), nil, into)
	if err != nil {
		t.Fatal(err)
	}
	complete(t, "", raw, schema)
}

func complete(t *testing.T, at string, raw any, schema *jsonschema.Schema) {
	t.Helper()
	switch raw := raw.(type) {
	case nil:
		if !slices.Contains(schema.Types, "null") { // which stands for what may be unknown
			t.Errorf("%s is null", at)
		}
	case []any:
		for _, e := range raw {
			complete(t, at+"[]", e, schema.Items)
		}
	case map[string]any:
		for _, name := range schema.Required {
			if _, ok := raw[name]; !ok {
				t.Errorf("%s.%s is missing", at, name)
			}
		}
		for name, v := range raw {
			if property := schema.Properties[name]; property != nil {
				complete(t, at+"."+name, v, property)
			} else {
				t.Errorf("%s.%s is not in the schema", at, name)
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
		var a engine.Answer
		decode(t, r.out, &a)
		if r.err != "" {
			t.Errorf("%s: on standard error: %s", question, r.err)
		}
		if a.Schema != "ibid.answer/1" || a.Question != question || a.Refused != (r.code == exitRefused) {
			t.Errorf("%s: exit code %d with %+v", question, r.code, a)
		}
		if a.Refused {
			if a.Text != "not found in provided docs" || len(a.Citations)+len(a.Sources)+len(a.Sentences) > 0 || a.RefusalCode == "" || a.RefusalReason == "" {
				t.Errorf("%s: not a clean refusal: %+v", question, a)
			}
			continue
		}
		evidence := map[string]string{}
		for _, ev := range a.Evidence {
			evidence[ev.Key] = ev.Text
		}
		if len(a.Citations) == 0 || a.RefusalCode != "" || a.RefusalReason != "" {
			t.Errorf("%s: not a clean answer: %+v", question, a)
		}
		for _, c := range a.Citations {
			if !strings.Contains(a.Text, "["+c.Key+"]") {
				t.Errorf("%s: %s is listed but not cited", question, c.Key)
			}
			if ev := evidence[c.Key]; c.Quote != "" && ev[c.Span[0]:c.Span[1]] != c.Quote {
				t.Errorf("%s: the span of %s holds %q, not %q", question, c.Key, ev[c.Span[0]:c.Span[1]], c.Quote)
			}
		}
		for _, sentence := range a.Sentences {
			if len(sentence.Quotes) == 0 {
				t.Errorf("%s: nothing is quoted for %q", question, sentence.Text)
			}
			for _, q := range sentence.Quotes {
				if ev := evidence[q.Key]; ev[q.Span[0]:q.Span[1]] != q.Text {
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
		var s index.Search
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
		var e app.Error
		decode(t, r.err, &e)
		if r.code != tt.exit || e.Schema != "ibid.error/1" || e.Code != tt.code || e.Message == "" || e.Hint == "" || r.out != "" {
			t.Errorf("%q: exit code %d, %+v, standard output %q", tt.args, r.code, e, r.out)
		}
	}
}
