package config

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Locale is what the environment says of characters, "" for nothing.
func (e Env) Locale() string {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := e.Get(name); v != "" {
			return v
		}
	}
	return ""
}

// UTF8 tells whether a terminal takes more than ASCII. The console of Windows has no locale, and does; without one
// nobody knows, and those of today do.
func (e Env) UTF8() bool {
	l := strings.ToLower(e.Locale())
	return l == "" || strings.Contains(l, "utf-8") || strings.Contains(l, "utf8") || runtime.GOOS == "windows"
}

// Hyperlinks tells whether the terminal is known to have them (OSC 8). tmux has them since 3.4, and passes them on
// where the terminal around it does.
func (e Env) Hyperlinks() bool {
	vte, _ := strconv.Atoi(e.Get("VTE_VERSION"))
	version, _ := strconv.ParseFloat(strings.TrimRight(e.Get("TERM_PROGRAM_VERSION"), "abcdefghijklmnopqrstuvwxyz"), 64)
	program, term := e.Get("TERM_PROGRAM"), e.Get("TERM")
	switch {
	case program == "tmux":
		return version >= 3.4
	case e.Get("STY") != "":
		return false
	}
	return vte >= 5000 || slices.Contains([]string{"iTerm.app", "WezTerm", "ghostty", "vscode", "rio", "Tabby"}, program) ||
		slices.Contains([]string{"xterm-kitty", "xterm-ghostty", "foot", "alacritty", "contour"}, term) ||
		e.Get("WT_SESSION") != "" || e.Get("KONSOLE_VERSION") != "" || e.Get("DOMTERM") != ""
}
