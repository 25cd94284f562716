package cli

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// The schemas as they are documented, written down a second time.

type answerSchema struct {
	Schema        string           `json:"schema"`
	Question      string           `json:"question"`
	Asked         string           `json:"asked"`
	Answer        string           `json:"answer"`
	Refused       bool             `json:"refused"`
	RefusalReason string           `json:"refusal_reason"`
	RefusalCode   string           `json:"refusal_code"`
	Warnings      []string         `json:"warnings"`
	Sentences     []sentenceSchema `json:"sentences"`
	Citations     []citationSchema `json:"citations"`
	Sources       []sourceSchema   `json:"sources"`
	Evidence      []evidenceSchema `json:"evidence"`
	Trace         traceSchema      `json:"trace"`
	Generator     string           `json:"generator"`
	Embedder      string           `json:"embedder"`
	Index         struct {
		Chunks     int          `json:"chunks"`
		Stale      []string     `json:"stale"`
		Skipped    []skipSchema `json:"skipped"`
		Reembedded string       `json:"reembedded"`
	} `json:"index"`
	Timings struct {
		Retrieve float64 `json:"retrieve"`
		Generate float64 `json:"generate"`
		Guard    float64 `json:"guard"`
		Total    float64 `json:"total"`
	} `json:"timings_ms"`
	Unread  []skipSchema   `json:"unread"`
	Symbols []symbolSchema `json:"symbols"`
}

type symbolSchema struct {
	Name     string   `json:"name"`
	Span     []int    `json:"span"`
	Line     int      `json:"line"`
	Verdict  string   `json:"verdict"`
	Argument string   `json:"argument"`
	Detail   string   `json:"detail"`
	Nearest  []string `json:"nearest"`
}

type sentenceSchema struct {
	Text      string   `json:"text"`
	Citations []string `json:"citations"`
	Verdict   string   `json:"verdict"`
	Score     float64  `json:"score"`
	Quote     string   `json:"quote"`
	Reason    string   `json:"reason"`
	Quotes    []struct {
		Key  string `json:"key"`
		Text string `json:"text"`
		Span []int  `json:"span"`
	} `json:"quotes"`
	Proof []struct {
		Kind   string `json:"kind"`
		Claim  string `json:"claim"`
		Source string `json:"source"`
	} `json:"proof"`
	Instead string `json:"instead"`
}

type citationSchema struct {
	Key        string   `json:"key"`
	DocID      string   `json:"doc_id"`
	Path       string   `json:"path"`
	StartPage  int      `json:"start_page"`
	EndPage    int      `json:"end_page"`
	PageLabels []string `json:"page_labels"`
	StartLine  int      `json:"start_line"`
	EndLine    int      `json:"end_line"`
	Section    string   `json:"section"`
	Symbol     string   `json:"symbol"`
	Kind       string   `json:"kind"`
	ChunkID    string   `json:"chunk_id"`
	Quote      string   `json:"quote"`
	Span       []int    `json:"span"`
	SHA256     string   `json:"source_sha256"`
}

type sourceSchema struct {
	DocID string `json:"doc_id"`
	Path  string `json:"path"`
	Title string `json:"title"`
}

type evidenceSchema struct {
	Key         string   `json:"key"`
	Text        string   `json:"text"`
	Score       float64  `json:"score"`
	LexicalRank int      `json:"lexical_rank"`
	DenseRank   int      `json:"dense_rank"`
	Neighbour   bool     `json:"neighbour"`
	DocID       string   `json:"doc_id"`
	Path        string   `json:"path"`
	StartPage   int      `json:"start_page"`
	EndPage     int      `json:"end_page"`
	PageLabels  []string `json:"page_labels"`
	StartLine   int      `json:"start_line"`
	EndLine     int      `json:"end_line"`
	Section     string   `json:"section"`
	Symbol      string   `json:"symbol"`
	Kind        string   `json:"kind"`
	ChunkID     string   `json:"chunk_id"`
	SHA256      string   `json:"source_sha256"`
	Title       string   `json:"title"`
	Sections    []string `json:"sections"`
	Prev        string   `json:"prev"`
	Next        string   `json:"next"`
}

type traceSchema struct {
	Variants []variantSchema `json:"variants"`
	Fusion   string          `json:"fusion"`
	Gates    []struct {
		Name      string  `json:"name"`
		Measured  float64 `json:"measured"`
		Threshold float64 `json:"threshold"`
		Verdict   string  `json:"verdict"`
		Detail    string  `json:"detail"`
	} `json:"gates"`
	Rewrites []struct {
		Stage   string   `json:"stage"`
		Reason  string   `json:"reason"`
		Before  string   `json:"before"`
		After   string   `json:"after"`
		Unknown string   `json:"unknown"`
		Nearest []string `json:"nearest"`
	} `json:"rewrites"`
	Rounds int `json:"rounds"`
	Found  []struct {
		Rank          int                  `json:"rank"`
		ChunkID       string               `json:"chunk_id"`
		Score         float64              `json:"score"`
		Promoted      string               `json:"promoted"`
		Contributions []contributionSchema `json:"contributions"`
		LexicalRank   int                  `json:"lexical_rank"`
		DenseRank     int                  `json:"dense_rank"`
		Cosine        float64              `json:"cosine"`
		DocID         string               `json:"doc_id"`
		Path          string               `json:"path"`
		StartPage     int                  `json:"start_page"`
		EndPage       int                  `json:"end_page"`
		PageLabels    []string             `json:"page_labels"`
		StartLine     int                  `json:"start_line"`
		EndLine       int                  `json:"end_line"`
		Section       string               `json:"section"`
		Symbol        string               `json:"symbol"`
		Kind          string               `json:"kind"`
	} `json:"found"`
	Missing []string `json:"missing"`
	Steps   []struct {
		Round  int    `json:"round"`
		Action string `json:"action"`
		Query  string `json:"query"`
		Found  int    `json:"found"`
		Reason string `json:"reason"`
	} `json:"steps"`
	Stop string `json:"stop"`
}

type variantSchema struct {
	Name   string  `json:"name"`
	Text   string  `json:"text"`
	Weight float64 `json:"weight"`
}

type contributionSchema struct {
	Variant   string  `json:"variant"`
	Retriever string  `json:"retriever"`
	Rank      int     `json:"rank"`
	Score     float64 `json:"score"`
	Part      float64 `json:"part"`
}

type skipSchema struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

type searchSchema struct {
	Schema   string          `json:"schema"`
	Query    string          `json:"query"`
	Variants []variantSchema `json:"variants"`
	Hits     []struct {
		Rank        int      `json:"rank"`
		DocID       string   `json:"doc_id"`
		Path        string   `json:"path"`
		StartPage   int      `json:"start_page"`
		EndPage     int      `json:"end_page"`
		PageLabels  []string `json:"page_labels"`
		StartLine   int      `json:"start_line"`
		EndLine     int      `json:"end_line"`
		Section     string   `json:"section"`
		Symbol      string   `json:"symbol"`
		Kind        string   `json:"kind"`
		ChunkID     string   `json:"chunk_id"`
		Score       float64  `json:"score"`
		LexicalRank int      `json:"lexical_rank"`
		DenseRank   int      `json:"dense_rank"`
		Text        string   `json:"text"`
	} `json:"hits"`
}

type errorSchema struct {
	Schema  string `json:"schema"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

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
		for i := range schema.NumField() {
			name := schema.Field(i).Tag.Get("json")
			v, ok := raw[name]
			if !ok {
				t.Errorf("%s.%s is missing", at, name)
				continue
			}
			complete(t, at+"."+name, v, schema.Field(i).Type)
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
		var a answerSchema
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
		var s searchSchema
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
		var e errorSchema
		decode(t, r.err, &e)
		if r.code != tt.exit || e.Schema != "ibid.error/1" || e.Code != tt.code || e.Message == "" || e.Hint == "" || r.out != "" {
			t.Errorf("%q: exit code %d, %+v, standard output %q", tt.args, r.code, e, r.out)
		}
	}
}
