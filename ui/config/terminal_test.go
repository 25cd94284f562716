package config

import "testing"

func TestTerminal(t *testing.T) {
	for _, tt := range []struct {
		env         Env
		utf8, links bool
	}{
		{nil, true, false},
		{Env{"LANG=C.UTF-8", "VTE_VERSION=7600"}, true, true},
		{Env{"LANG=en_GB.utf8", "LC_ALL=C"}, false, false},
		{Env{"LC_CTYPE=de_DE.ISO-8859-1", "TERM=xterm-kitty"}, false, true},
		{Env{"TERM_PROGRAM=tmux", "TERM_PROGRAM_VERSION=3.3a", "VTE_VERSION=7600"}, true, false},
		{Env{"TERM_PROGRAM=tmux", "TERM_PROGRAM_VERSION=3.5a"}, true, true},
		{Env{"STY=1", "VTE_VERSION=7600"}, true, false},
	} {
		if utf8, links := tt.env.UTF8(), tt.env.Hyperlinks(); utf8 != tt.utf8 || links != tt.links {
			t.Errorf("%v: UTF-8 %v, hyperlinks %v", tt.env, utf8, links)
		}
	}
}
