package index

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"ibid/index/question"
)

// usedForms are the ways to use a plain word as the name of a symbol; W stands for the word.
var usedForms = [...]string{
	`\b(?:function|method|class|property|attribute|decorator|constructor|exception)\s+W\b`,
	`\bW\s+(?:function|method|class|property|decorator|exception|constructor|object|instance)s?\b`,
	`\b(?:do(?:es)?|can|will|should|must)\s+W\s+(?:take|accept|return|raise|throw|do|need|expect|yield|give|support|use|have|inherit|extend|of)\b`,
	`\b(?:call|use|using|import|invoke|subclass)\s+(?:the\s+)?W\b`,
	`\b(?:signature|arguments?|parameters?|defaults?|examples?|usage|results?|class(?:es)?|methods?|fields?|attributes?|members?)\s+(?:\w+\s+)?(?:of|to)\s+(?:the\s+)?W\b`,
}

// used tells the obvious way whether a plain word of a question is used as a symbol's name is.
func used(text, word string) bool {
	if r, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(r) && !strings.HasPrefix(text, word) {
		return true
	}
	for _, form := range usedForms {
		if regexp.MustCompile(`(?i)` + strings.ReplaceAll(form, "W", regexp.QuoteMeta(word))).MatchString(text) {
			return true
		}
	}
	return false
}

// FuzzUsedAsName holds the words that are used as names against the obvious version, in questions made of the words that tell.
func FuzzUsedAsName(f *testing.F) {
	words := strings.Fields("function method class Class property attribute decorator constructor exception objects instance object do does can Does must take accept " +
		"return raise of of of to to the the The call use using import signature arguments parameter default results classes members fields value \"function " +
		"encode encode encode encode encode, encode? Encode encode's \"encode\" 'encode `encode` encode() smooth smooth smooth's of, the, take? function: use, e.g. what What x")
	number := map[string]byte{}
	for i, w := range words {
		number[w] = byte(i)
	}
	for _, q := range []string{"What does encode return", "the encode function", "call the encode", "use encode", "arguments value of the encode", "fields of the encode", "of encode",
		"does encode, take", "function `encode`", "function encode? smooth take", "use the smooth encode's function", "class of the of encode", "call the the encode"} {
		var in []byte
		for _, w := range strings.Fields(q) {
			n, ok := number[w]
			if !ok {
				f.Fatalf("no such word: %q", w)
			}
			in = append(in, n)
		}
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var fields []string
		for _, n := range in {
			fields = append(fields, words[int(n)%len(words)])
		}
		q := question.Question{Text: strings.Join(fields, " ")}
		for _, m := range MentionsOf(q) {
			if want := !m.code && used(q.Text, m.text); m.used != want {
				t.Errorf("%q: %q is used as a name: %v, want %v", q.Text, m.text, m.used, want)
			}
		}
	})
}

func TestMentions(t *testing.T) {
	for _, tt := range []struct {
		question, name string
		want           float64
	}{
		{"What does json.JSONEncoder.encode take?", "json.JSONEncoder.encode", wholeName},
		{"What does JSONEncoder.encode take?", "json.JSONEncoder.encode", tailName},
		{"What does encode() take?", "json.JSONEncoder.encode", lastName},
		{"What does `encode` of JSONEncoder take?", "json.JSONEncoder.encode", lastName + partName},
		{"What is JSONEncoder.item_separator?", "json.JSONEncoder", ownerName},
		{"What does e.encode return?", "json.JSONEncoder.encode", memberName},
		{"What does encode return?", "json.JSONEncoder.encode", wordName},
		{"How do I decode raw text?", "json.raw_decode", phraseName},
		{"What is raw_dec?", "json.raw_decode", startOfName},
		{"What does JSONEncoder.encode take?", "json.recode", 0},
		{"How is text coded?", "json.JSONEncoder.encode", 0},
		{"What does the code do?", "json.JSONEncoder.encode", 0},
	} {
		words := MentionsOf(question.Parse(tt.question))
		if got := words.worth(tt.name); got != tt.want {
			t.Errorf("%q is worth %v to the card of %s, want %v", tt.question, got, tt.name, tt.want)
		}
		if got := words.Name(tt.name); got != (tt.want >= named) {
			t.Errorf("%q names %s: %v", tt.question, tt.name, got)
		}
	}
}
