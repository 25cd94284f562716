package symbol

import "testing"

func TestQualifiedNames(t *testing.T) {
	for name, want := range map[string]string{
		"json.JSONEncoder.encode": "encode", "encoding/json.Marshal": "Marshal", "src/panel": "panel", "Encoder::encode": "encode", "encode": "encode", "json.": "", "": "",
	} {
		if got := LastPart(name); got != want {
			t.Errorf("the last part of %q is %q, want %q", name, got, want)
		}
	}
	for _, tt := range []struct {
		name, tail string
		want       bool
	}{
		{"json.JSONEncoder.encode", "json.JSONEncoder.encode", true},
		{"json.JSONEncoder.encode", "JSONEncoder.encode", true},
		{"json.JSONEncoder.encode", "encode", true},
		{"json.JSONEncoder.encode", "coder.encode", false},
		{"json.JSONEncoder.encode", "code", false},
		{"encoding/json", "json", true},
		{"json", "encoding/json", false},
	} {
		if got := EndsIn(tt.name, tt.tail); got != tt.want {
			t.Errorf("EndsIn(%q, %q) = %v, want %v", tt.name, tt.tail, got, tt.want)
		}
	}
}
