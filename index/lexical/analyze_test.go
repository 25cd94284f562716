package lexical

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAnalyze(t *testing.T) {
	for _, test := range []struct {
		text string
		want string // "term@position", parts in parentheses
	}{
		{"", ""},
		{"What is the of", ""},
		{"The keys are encapsulated.", "key@1 encapsul@3"},
		{"ML-KEM", "mlkem@0 (ml@0) (kem@1)"},
		{"MLKEM", "mlkem@0"},
		{"ML‑KEM", "mlkem@0 (ml@0) (kem@1)"}, // U+2011
		{"ML-KEM-768 is", "mlkem768@0 (ml@0) (kem@1) (768@2)"},
		{"ML-KEM.KeyGen", "mlkem.keygen@0 mlkem@0 (ml@0) (kem@1) keygen@2 (key@2) (gen@3)"},
		{"os.path.join(a)", "os.path.join@0 (os@0) (path@1) (join@2)"},
		{"snake_case_name", "snake_case_name@0 (snake@0) (case@1) (name@2)"},
		{"camelCase HTTPServer", "camelcas@0 (camel@0) (case@1) httpserver@2 (http@2) (server@3)"},
		{"KEMs parseURLs APIsets", "kem@0 parseurl@1 (pars@1) (url@2) apiset@3 (ap@3) (iset@4)"},
		{"SHAKE128", "shake128@0 (shake@0) (128@1)"},
		{"IL-6 IL6", "il6@0 (il@0) (6@1) il6@2 (il@2) (6@3)"},
		{"e-mail", "email@0 (e@0) (mail@1)"},
		{"state-of-the-art", "stateoftheart@0 (state@0) (of@1) (the@2) (art@3)"},
		{"std::vector", "std::vector@0 (std@0) (vector@1)"},
		{"https://a.b", "https@0 a.b@1 (a@1) (b@2)"},
		{"cp -f, [-F] `-a` (-i) -1 -rf x-y - b -é", "cp@0 -f@1 -F@2 -a@3 -i@4 1@5 rf@6 xy@7 (x@7) (y@8) b@9 é@:"},
		{"C++ and C# or F#", "c++@0 (c@0) c#@2 (c@2) f#@4 (f@4)"},
		{"1,184 or 12,345,678", "1184@0 (1@0) (184@1) 12345678@3 (12@3) (345@4) (678@5)"},
		{"1,18 and 1,1845", "1@0 18@1 1@3 1845@4"},
		{"3.14", "3.14@0 (3@0) (14@1)"},
		{"Shor's Shor’s", "shor@0 shor@1"},
		{"don't DON’T", ""},
		{"end.Start", "end.start@0 (end@0) (start@1)"},
		{"end. Start", "end@0 start@1"},
		{"α-helix βGamma", "αhelix@0 (α@0) (helix@1) βgamma@2 (β@2) (gamma@3)"},
		{"ﬁnite ＡＢＣ 𝐾", "finit@0 abc@1 k@2"},
		{"encap\u00adsulation soft\u200bware", "encapsul@0 softwar@1"},
		{"naïve nai\u0308ve", "naïve@0 naïve@1"},
		{"__init__ --verbose", "init@0 verbos@1"},
		{"a\xffb", "b@1"},
		{"....... - ' #", ""},
		{"气压计在14号室。", "气压@0 压计@1 计在@2 14@3 号室@4"},
		{"USB泵 1932年", "usb@0 泵@1 1932@2 年@3"},
		{"ポンプの点検、バー", "ポン@0 ンプ@1 プの@2 の点@3 点検@4 バー@5"},
		{"기압계는 교정", "기압@0 압계@1 계는@2 교정@3"},
	} {
		var got []string
		for _, token := range Analyze(test.text) {
			s := token.Term + "@" + string(rune('0'+token.Position))
			if token.Part {
				s = "(" + s + ")"
			}
			got = append(got, s)
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%q\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestAnalyzeOffsets(t *testing.T) {
	text := "Use ML‑KEM.KeyGen’s “ﬁnite” keys."
	var got []string
	for _, token := range Analyze(text) {
		got = append(got, text[token.Start:token.End])
	}
	want := []string{"Use", "ML‑KEM.KeyGen", "ML‑KEM", "ML", "KEM", "KeyGen", "Key", "Gen", "ﬁnite", "keys"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestAnalyzeLongWords(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       int
	}{
		{"one word", strings.Repeat("a", 100_000), 1},
		{"a compound that is too long for a term", strings.Repeat("ab-", 40) + "ab", 41},
		{"a compound that is too long to look at", strings.Repeat("ab-", 4000) + "ab", 4001},
		{"characters of several bytes", strings.Repeat("ж", 1000), 1},
	} {
		tokens := Analyze(test.text)
		if len(tokens) != test.want {
			t.Errorf("%s: %d tokens, want %d", test.name, len(tokens), test.want)
		}
		for _, token := range tokens {
			if len(token.Term) > maxTerm || !utf8.ValidString(token.Term) {
				t.Errorf("%s: term %q", test.name, token.Term)
			}
		}
	}
}

func TestQuery(t *testing.T) {
	got := Query("Is ML-KEM the KEM of all KEMs?")
	want := []Clause{{"mlkem", 1}, {"ml", 0.5}, {"kem", 2.5}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func FuzzAnalyze(f *testing.F) {
	for _, s := range []string{
		"Use ML‑KEM.KeyGen’s “ﬁnite” keys.", "C++ C# a#b a++b 1,234,567 1,23", "a\xffb\u00ad\u200b-\u0308x", "ﷺ ½ İ ǅ ς",
		"__a__b__ x' 's don't 'tis O’Neil's", "a.b.c...d--e::f:::g", "Word.Word word# word+ word++ Wordé", "A1b2C3_d4", "a-中b国 ー가x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tokens := Analyze(text)
		if again := Analyze(text); !slices.Equal(again, tokens) {
			t.Errorf("from memory %v, want %v", again, tokens)
		}
		if len(tokens) > 3*len(text) {
			t.Errorf("%d tokens in %d bytes", len(tokens), len(text))
		}
		position := 0
		for _, token := range tokens {
			if token.Start < 0 || token.Start >= token.End || token.End > len(text) {
				t.Fatalf("token %+v of a text of %d bytes", token, len(text))
			}
			if token.Position < position {
				t.Fatalf("token %+v after position %d", token, position)
			}
			position = token.Position
			if token.Term == "" || len(token.Term) > maxTerm || !utf8.ValidString(token.Term) {
				t.Fatalf("term %q", token.Term)
			}
		}
	})
}
