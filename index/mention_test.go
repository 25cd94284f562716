package index

import (
	"testing"

	"ibid/index/question"
)

func TestMentions(t *testing.T) {
	for _, tt := range []struct {
		question, name string
		want           float64
	}{
		{"What does json.JSONEncoder.encode take?", "json.JSONEncoder.encode", lastName},
		{"What does JSONEncoder.encode take?", "json.JSONEncoder.encode", lastName},
		{"What does encode() take?", "json.JSONEncoder.encode", lastName},
		{"What does `encode` of JSONEncoder take?", "json.JSONEncoder.encode", lastName},
		{"What is JSONEncoder.item_separator?", "json.JSONEncoder", ownerName},
		{"What does e.encode return?", "json.JSONEncoder.encode", memberName},
		{"What does encode return?", "json.JSONEncoder.encode", wordName},
		{"the encode function of it", "json.JSONEncoder.encode", wordName},
		{"Can encode, take anything?", "json.JSONEncoder.encode", 0},
		{"the default value of the encode's", "json.JSONEncoder.encode", wordName},
		{"How do I decode raw text?", "json.raw_decode", phraseName},
		{"What does JSONEncoder.encode take?", "json.recode", 0},
		{"How is text coded?", "json.JSONEncoder.encode", 0},
		{"What does the code do?", "json.JSONEncoder.encode", 0},
	} {
		words := MentionsOf(question.Parse(tt.question))
		if got := words.worth(tt.name); got != tt.want {
			t.Errorf("%q is worth %v to the card of %s, want %v", tt.question, got, tt.name, tt.want)
		}
		if got := words.Name(tt.name); got != (tt.want > 0) {
			t.Errorf("%q names %s: %v", tt.question, tt.name, got)
		}
	}
}
