package config

import (
	"bytes"
	"testing"

	"github.com/charmbracelet/colorprofile"
)

func TestColored(t *testing.T) {
	for _, tt := range []struct {
		color    string
		plain    bool
		env      []string
		terminal bool
		want     bool
	}{
		{color: "auto", terminal: true, want: true},
		{color: "auto", want: false},
		{color: "auto", env: []string{"TERM=dumb"}, terminal: true, want: false},
		{color: "auto", plain: true, terminal: true, want: false},
		{color: "auto", env: []string{"NO_COLOR=1"}, terminal: true, want: false},
		{color: "auto", env: []string{"NO_COLOR=yes"}, terminal: true, want: false},
		{color: "auto", env: []string{"NO_COLOR=0"}, terminal: true, want: false},
		{color: "auto", env: []string{"NO_COLOR="}, terminal: true, want: true},
		{color: "auto", env: []string{"CLICOLOR=0"}, terminal: true, want: false},
		{color: "auto", env: []string{"CLICOLOR=1"}, terminal: false, want: false},
		{color: "auto", env: []string{"CLICOLOR_FORCE=1"}, want: true},
		{color: "auto", env: []string{"CLICOLOR_FORCE=yes", "TERM=dumb"}, want: true},
		{color: "auto", env: []string{"CLICOLOR_FORCE=0"}, want: false},
		{color: "auto", env: []string{"CLICOLOR_FORCE="}, want: false},
		{color: "auto", env: []string{"CLICOLOR_FORCE=1", "NO_COLOR=1"}, terminal: true, want: false},
		{color: "auto", env: []string{"CLICOLOR_FORCE=1", "CLICOLOR=0"}, terminal: true, want: false},
		{color: "always", plain: true, env: []string{"NO_COLOR=1", "CLICOLOR=0", "TERM=dumb"}, want: true},
		{color: "never", env: []string{"CLICOLOR_FORCE=1"}, terminal: true, want: false},
	} {
		c := Config{Color: tt.color, Plain: tt.plain}
		if got := c.Colored(tt.env, tt.terminal); got != tt.want {
			t.Errorf("%s, plain %v, %q, terminal %v: %v", tt.color, tt.plain, tt.env, tt.terminal, got)
		}
	}
}

func TestProfile(t *testing.T) {
	for _, tt := range []struct {
		env     []string
		colored bool
		want    colorprofile.Profile
	}{
		{[]string{"TERM=xterm-256color", "COLORTERM=truecolor"}, false, colorprofile.ASCII},
		{[]string{"TERM=dumb", "NO_COLOR=1"}, true, colorprofile.ANSI},
		{[]string{"TTY_FORCE=0", "TERM=xterm-kitty", "NO_COLOR=1", "CLICOLOR=0"}, true, colorprofile.TrueColor},
		{nil, true, colorprofile.ANSI},
	} {
		if got := Profile(&bytes.Buffer{}, tt.env, tt.colored); got != tt.want {
			t.Errorf("%q, coloured %v: %v, want %v", tt.env, tt.colored, got, tt.want)
		}
	}
}
