package cli

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"ibid/ui/clipboard"
	"ibid/ui/config"
)

// terminal tells what the screen would find: the terminal, its colours, its characters and the ways to the clipboard.
func (d *doctor) terminal() {
	a := d.app
	on := terminal(a.Out) > 0
	d.add(a.screenCheck(on))
	d.add(a.colorCheck(d.config, on))
	d.add(localeCheck(locale(a.Env), runtime.GOOS, on))
	d.add(check{Name: "clipboard", Health: healthOK, Found: strings.Join(clipboard.New(a.Env).Routes(), "; ")})
}

func (a *App) screenCheck(on bool) check {
	c := check{Name: "terminal", Health: healthOK}
	dumb := a.getenv("TERM") == "dumb"
	switch {
	case !on:
		c.Found = "none: standard output is a pipe or a file"
	case dumb:
		c.Health, c.Found = healthWarning, "TERM is dumb, so that `ibid` is a plain conversation"
		c.Next = "if it can do more, set TERM to what it is, such as xterm-256color"
	default:
		c.Found = a.size() + " " + a.getenv("TERM")
	}
	if a.getenv("TMUX") != "" {
		c.Found += ", in tmux"
	} else if a.getenv("STY") != "" {
		c.Found += ", in screen"
	}
	if a.getenv("SSH_TTY") != "" || a.getenv("SSH_CONNECTION") != "" {
		c.Found += ", over SSH"
	}
	return c
}

// size is that of the terminal, for a person.
func (a *App) size() string {
	if f, ok := a.Out.(*os.File); ok {
		if width, height, err := term.GetSize(int(f.Fd())); err == nil && width > 0 && height > 0 {
			return fmt.Sprintf("%d columns, %d lines,", width, height)
		}
	}
	return "its size is not told,"
}

func (a *App) colorCheck(c *config.Config, on bool) check {
	words := map[colorprofile.Profile]string{colorprofile.TrueColor: "16 million", colorprofile.ANSI256: "256", colorprofile.ANSI: "16"}
	found, ok := words[config.Profile(a.Out, a.Env, a.colored(c))]
	switch {
	case ok:
	case !on:
		found = "none: standard output is no terminal"
	default:
		found = "none, as the settings (ui.color, ui.plain) or the environment (NO_COLOR, CLICOLOR, TERM) say"
	}
	return check{Name: "colors", Health: healthOK, Found: found}
}

// locale is what the environment says of characters, "" for nothing.
func locale(env []string) string {
	a := App{Env: env}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := a.getenv(name); v != "" {
			return v
		}
	}
	return ""
}

// localeCheck judges a locale. The console of Windows has none, and takes everything.
func localeCheck(name, system string, terminal bool) check {
	c := check{Name: "unicode", Health: healthOK}
	lower := strings.ToLower(name)
	switch {
	case strings.Contains(lower, "utf-8"), strings.Contains(lower, "utf8"):
		c.Found = "yes: the locale is " + name
	case system == "windows":
		c.Found = "yes: the console takes it"
	default:
		c.Found = "not sure: the locale is " + name
		if name == "" {
			c.Found = "not sure: no locale is set"
		}
		if terminal {
			c.Health, c.Next = healthWarning, "set LANG to a locale of UTF-8, such as C.UTF-8; --plain does without most signs"
		}
	}
	return c
}
