package tui

import (
	"fmt"
	"strings"
	"testing"

	"ibid/ui/golden"
)

// The page of keys is the key map.
func TestKeysPage(t *testing.T) {
	var b strings.Builder
	for _, group := range []struct {
		where where
		title string
	}{{anywhere, "Everywhere"}, {reading, "While reading"}} {
		fmt.Fprintf(&b, "| %s | What it does | Action |\n| --- | --- | --- |\n", group.title)
		for _, bind := range bindings() {
			if here := bind.where; here != group.where {
				continue
			}
			fmt.Fprintf(&b, "| `%s` | %s | `%s` |\n", strings.Join(bind.keys, "` `"), bind.help, bind.action)
		}
		b.WriteString("\n")
	}
	golden.Section(t, "../help/screen.md", b.String())
}

func TestCheckKeys(t *testing.T) {
	for _, tt := range []struct {
		own             map[string][]string
		action, problem string
	}{
		{nil, "", ""},
		{map[string][]string{"copy_answer": {"f8"}, "copy_quote": {"alt+y"}}, "", ""},
		{map[string][]string{"quit": {"f9"}}, "", ""},
		{map[string][]string{"quit": {"q"}}, "quit", "is text"},
		{map[string][]string{"why": nil}, "", ""},
		{map[string][]string{"copy": {"alt+y"}}, "copy", "no such action"},
		{map[string][]string{"why": {"alt+y"}}, "why", "copy_answer"},
		{map[string][]string{"copy_quote": {"alt+x"}, "why": {"alt+x"}}, "copy_quote", "why"},
	} {
		action, problem := CheckKeys(tt.own)
		if action != tt.action || !strings.Contains(problem, tt.problem) || (problem == "") != (tt.problem == "") {
			t.Errorf("%v: %s: %q, want %s: %q", tt.own, action, problem, tt.action, tt.problem)
		}
	}
}

// No two actions share a key where both work, and each has a help.
func TestDefaultKeys(t *testing.T) {
	seen := map[string]Action{}
	for _, b := range bindings() {
		if b.help == "" {
			t.Errorf("%s has no help", b.action)
		}
		for _, k := range b.keys {
			if other, ok := seen[k]; ok {
				t.Errorf("%q is the key of %s and %s", k, other, b.action)
			}
			seen[k] = b.action
		}
	}
}

func TestOwnKeys(t *testing.T) {
	s := newScreen(t, 140, 40, func(o *Options) { o.Keys = map[string][]string{"why": {"alt+x"}, "quit": {"ctrl+x"}} }).ready()
	s.reads(frameQuestion)
	s.keys("w")
	if s.sheet != nil || s.editor.Text() != "w" {
		t.Error("the old key still works, or is not text now")
	}
	s.keys("<ctrl+c><tab><tab><alt+x>")
	s.has("┏ why")
	s.keys("<esc><f1>why this")
	s.has("why this answer, or this refusal", " alt+x ┃")
	s.keys("<esc><ctrl+x>")
	if !s.quit {
		t.Error("quit has a key now")
	}
}
