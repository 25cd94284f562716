package config

import (
	"reflect"
	"strings"
	"testing"
)

func TestKeys(t *testing.T) {
	home := t.TempDir()
	path := write(t, home, ".config/ibid/config.toml", "[ui]\ntheme = \"light\"\n[keys]\nquit = [\"ctrl+c\", \"q\"]\ncopy_answer = \"y\"\nwhy = []\n")
	c, err := Load(Sources{Env: []string{"HOME=" + home}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"copy_answer": {"y"}, "quit": {"ctrl+c", "q"}, "why": {}}
	if !reflect.DeepEqual(c.Keys, want) || !reflect.DeepEqual(c.Actions(), []string{"copy_answer", "quit", "why"}) {
		t.Errorf("got %q in the order %q", c.Keys, c.Actions())
	}
	for key, want := range map[string]string{"keys.quit": path + ":4", "keys.why": path + ":6", "keys.other": ""} {
		if got := c.Origin(key); got != want {
			t.Errorf("%s comes from %q, want %q", key, got, want)
		}
	}
}

// An action that went is told once and does nothing.
func TestFormerActions(t *testing.T) {
	home := t.TempDir()
	path := write(t, home, ".config/ibid/config.toml", "[keys]\ncopy_bibtex = \"b\"\nwhy = \"z\"\n")
	c, err := Load(Sources{Env: []string{"HOME=" + home}, Dir: t.TempDir()})
	if err != nil || !reflect.DeepEqual(c.Actions(), []string{"why"}) || len(c.Warnings) != 1 || !strings.HasPrefix(c.Warnings[0], path+":2:1: keys.copy_bibtex: ") {
		t.Errorf("%v, %+v", err, c)
	}
}

func TestKeyErrors(t *testing.T) {
	for _, tt := range []struct{ file, want string }{
		{"keys = \"y\"", `1:1: keys: it is a table: write [keys], and a line for each action`},
		{"[keys]\nquit = 3", `2:1: keys.quit: 3 is not a key; write it as text, like "ctrl+s"`},
		{"[keys]\nquit = [\"q\", true]", `2:1: keys.quit: true is not a key; write it as text, like "ctrl+s"`},
		{"[keys]\nquit = \" \"", `2:1: keys.quit: a key is empty; write "space" for the space bar, and [] for no key`},
		{"[keys.quit]\na = \"q\"", `2:1: keys.quit.a: "quit.a" is no name of an action: those are small letters, digits and _`},
		{"[keys]\n\"\\u001b\" = \"q\"", "2:1: keys.\x1b: \"\\x1b\" is no name of an action: those are small letters, digits and _"},
		{"[[keys]]\nquit = \"q\"", `1:3: keys: it is a table: write [keys], and a line for each action`},
	} {
		home := t.TempDir()
		path := write(t, home, ".config/ibid/config.toml", tt.file)
		_, err := Load(Sources{Env: []string{"HOME=" + home}, Dir: t.TempDir()})
		if err == nil || err.Error() != path+":"+tt.want {
			t.Errorf("%q\ngot  %v\nwant %s", tt.file, err, tt.want)
		}
	}
}
