package support

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/guard"
)

// messy is technical text of every shape that documents have.
const messy = `# 7.2 ML-KEM encapsulation

The algorithm ML-KEM.Encaps (Algorithm 20) accepts an encapsulation key as input; it outputs a ciphertext c ∈ 𝔹^{32(d_u·k+d_v)} and a key K.
See Fig. 3, e.g. for q = 3329 and n = 256, i.e. 2^-164.8 at most. Some values do not round: ⌈(2^d/q)·x⌋ mod 2^d ≠ x.

- Keys must not be reused, unless the mode is "test" (see RFC 9180, sec. 5.1.1).
- retries = 3  # default
1. Compute (K, r) ← G(m ‖ H(ek))
2. c ← K-PKE.Encrypt(ek, m, r)

| name | size |
| --- | --- |
| ML-KEM-512 | 800 |
| ML-KEM-768 | 1,184 |

` + "```go\nfunc (c *Client) Get(ctx context.Context, url string) (*Response, error) {\n\treturn nil, errors.New(\"no\")\n}\n```" + `

Set ` + "`idle_timeout = 0`" + ` to disable this. It costs $5–10 per 1,000 requests, or 0.5 % of all; 10 Gbit/s links don't help.
Neither of the two is faster than v1.2.3 on x86-64… C++ and C# programs call it with -O2 -march=native.`

// TestSupportVerbatim holds that every sentence of the evidence is supported by it.
func TestSupportVerbatim(t *testing.T) {
	for _, text := range []string{messy, sizes} {
		checkVerbatim(t, text)
	}
	for _, p := range readPairs(t, "testdata/support.jsonl") {
		checkVerbatim(t, p.Evidence[0])
	}
}

func checkVerbatim(t *testing.T, text string) {
	t.Helper()
	p := Prepare(guard.Passage{Key: "c1", Text: text})
	for _, s := range guard.Parse(text).Sentences {
		if s.Kind == guard.Code || len(s.Text) > MaxClaim {
			continue
		}
		if got := Check(s.Text, p); got.Verdict == guard.Unsupported {
			t.Errorf("%q is in the evidence and called %v: %s", s.Text, got.Verdict, got.Reason)
		}
	}
}

func FuzzSupport(f *testing.F) {
	for _, claim := range []string{
		"ML-KEM-768: size 1,184", "It is 2 249 bytes, 6-10 or 1e-6 or 0x1F or 10^10.", "a", "``", "|", " | | ", "`", "no no not never unless if because so that",
		"one thousand one hundred eighty-four and a half hours and a half", "if if if, unless and", "(((((((", "Not.", "١٢٣ 𝔹^{32} 3‰ ½", "\u202e1088",
		"between 1 and", "from 10 to", "per", "every", "half a", "at least", "2020-09-01", "September 1,", "Module Learning With Errors (MLWE)", "(A)", "'s' ('f')",
	} {
		f.Add(claim, messy)
		f.Add(messy, claim)
	}
	f.Add("x\xff", "x\xff")
	f.Fuzz(func(t *testing.T, claim, text string) {
		if len(claim) > 2000 || len(text) > 4000 {
			return // time, not behaviour
		}
		p, other := Prepare(guard.Passage{Key: "c1", Text: text}), Prepare(guard.Passage{Key: "c2", Text: messy})
		evidence := []*Prepared{p, other}
		got := Check(claim, evidence...)
		checkSupport(t, claim, evidence, got)
		again := Check(claim, evidence...)
		if again.Verdict != got.Verdict || again.Score != got.Score || again.Reason != got.Reason {
			t.Errorf("%q: %v, then %v", claim, got, again)
		}
		if utf8.ValidString(text) {
			checkVerbatim(t, text)
		}
	})
}

// checkSupport holds a result to its contract.
func checkSupport(t *testing.T, claim string, evidence []*Prepared, got Result) {
	t.Helper()
	if got.Score < 0 || got.Score > 1 || got.Score != got.Score {
		t.Errorf("score %v", got.Score)
	}
	if got.Verdict == guard.Supported != (got.Score >= MinSupport) {
		t.Errorf("%v with a score of %v", got.Verdict, got.Score)
	}
	if got.Verdict == guard.Supported != (got.Reason == "") {
		t.Errorf("%v with reason %q", got.Verdict, got.Reason)
	}
	if got.Verdict == guard.Supported && len(got.Quotes) == 0 {
		t.Error("supported without a quote")
	}
	if len(got.Quotes) > 8 {
		t.Errorf("%d quotes", len(got.Quotes))
	}
	for _, q := range got.Quotes {
		text := evidence[q.Passage].Text
		if q.Start < 0 || q.Start >= q.End || q.End > len(text) || text[q.Start:q.End] != q.Text {
			t.Errorf("quote %+v is not in its passage of %d bytes", q, len(text))
		}
	}
}

// TestSupportLimits checks the outcomes of input that is too large, too small or broken.
func TestSupportLimits(t *testing.T) {
	p := Prepare(guard.Passage{Key: "c1", Text: "The cache holds 5,000 entries."})
	for _, tc := range []struct {
		name, claim string
		evidence    []*Prepared
		reason      string
	}{
		{"long sentence", strings.Repeat("entries ", 12_500), []*Prepared{p}, "100000 bytes long"},
		{"no words", "— …", []*Prepared{p}, "nothing that could be checked"},
		{"empty", "", []*Prepared{p}, "nothing that could be checked"},
		{"no evidence", "The cache holds entries.", nil, "no evidence"},
		{"empty evidence", "The cache holds entries.", []*Prepared{Prepare(guard.Passage{Text: " \n"})}, "no evidence"},
		{"invalid UTF-8", "The cache \xff holds.", []*Prepared{p}, "UTF-8"},
		{"huge evidence", "The cache holds entries.", []*Prepared{Prepare(guard.Passage{Text: strings.Repeat("a ", MaxEvidence)})}, "evidence is"},
	} {
		got := Check(tc.claim, tc.evidence...)
		if got.Verdict != guard.Unchecked || !strings.Contains(got.Reason, tc.reason) {
			t.Errorf("%s: %v %q", tc.name, got.Verdict, got.Reason)
		}
	}
}

// TestSupportLarge runs the largest input that is checked; it would not end if a step were quadratic.
func TestSupportLarge(t *testing.T) {
	var b strings.Builder
	for b.Len() < MaxEvidence-200 {
		b.WriteString("The cache holds 5,000 entries and evicts the least recently used one if it is full. ")
	}
	evidence := []*Prepared{Prepare(guard.Passage{Key: "c1", Text: b.String()})}
	claim := "The cache holds 4,000 entries."
	got := Check(claim, evidence...)
	checkSupport(t, claim, evidence, got)
	if got.Verdict != guard.Contradicted {
		t.Errorf("%v %s", got.Verdict, got.Reason)
	}
	long := strings.Repeat("the cache holds 4,000 entries, and ", MaxClaim/36)
	checkSupport(t, long, evidence, Check(long, evidence...))
}
