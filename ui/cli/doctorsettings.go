package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"ibid/themes"
	"ibid/ui/clipboard"
	"ibid/ui/config"
	"ibid/ui/journal"
	"ibid/ui/keep"
	"ibid/ui/tui"
	"ibid/ui/wire"
)

// The files that config.Load reads.
const (
	userSettings    = "config.toml" // in the folder of the user's settings
	themeFolder     = "themes"      // there too
	projectSettings = ".ibid.toml"  // in the working folder
)

// settings tells where settings come from, and whether the screen can use those that only it knows.
func (d *doctor) settings() {
	a, c := d.app, d.config
	var changed []string
	for _, s := range settingsOf(c) {
		if s.Origin != "default" {
			changed = append(changed, s.given(", from "))
		}
	}
	found := "no file of your own"
	if dir, err := config.ConfigDir(a.Env); err == nil {
		path := filepath.Join(dir, userSettings)
		if found = path; !keep.Exists(path) {
			found += " is not there"
		}
	}
	settings := check{Name: "settings", Health: healthOK, Found: found + "; " + aboutProject(c.ProjectFile) + "; " + count(len(changed), "setting") + " given", Details: changed}
	if len(c.Warnings) > 0 {
		settings.Health, settings.Next = healthWarning, strings.Join(c.Warnings, "; ")
	}
	d.add(settings)
	d.add(a.themeCheck(c))
	if err := checkKeys(c); err != nil {
		d.add(failed("keys", err))
	}
}

// themeDir is the folder of the user's themes, "" where no home is known.
func (a *App) themeDir() string {
	dir, err := config.ConfigDir(a.Env)
	if err != nil {
		return ""
	}
	return filepath.Join(dir, themeFolder)
}

func (a *App) themeCheck(c *config.Config) check {
	const next = "choose one of these"
	out := check{Name: "theme", Health: healthOK, Found: c.Theme}
	infos, errs := themes.List(a.themeDir())
	out.Details = wire.Each(infos, func(i themes.Info) string { return i.Name + ": " + i.Description })
	if c.Theme != tui.AutoTheme {
		if _, err := themes.Load(c.Theme, a.themeDir()); err != nil {
			out.Health, out.Found, out.Next = healthBroken, err.Error()+" (ui.theme: "+c.Origin("ui.theme")+")", next
			return out
		}
	}
	for _, err := range errs {
		out.Health, out.Next = healthWarning, "mend the file, or delete it"
		out.Details = slices.Insert(out.Details, 0, err.Error())
	}
	return out
}

// folders tells whether what ibid keeps can be written, and how many sessions are kept.
func (d *doctor) folders() {
	state, err := config.StateDir(d.app.Env)
	d.add(folderCheck("state", state, err, "allow it, or set XDG_STATE_HOME to another folder: sessions and the log are kept there"))
	cache, cacheErr := d.app.shared().CacheFolder(d.config)
	d.add(folderCheck("cache", cache, cacheErr, "allow it, or keep the index elsewhere with --index-dir or XDG_CACHE_HOME"))
	if err == nil {
		d.add(d.app.sessionsCheck())
		d.add(logCheck(state))
	}
}

func folderCheck(name, dir string, err error, next string) check {
	if err == nil {
		if err = keep.Writable(dir); err == nil {
			return check{Name: name, Health: healthOK, Found: dir}
		}
		err = fmt.Errorf("%s cannot be written to: %w", dir, err)
	}
	return check{Name: name, Health: healthBroken, Found: err.Error(), Next: next}
}

func (a *App) sessionsCheck() check {
	c := check{Name: "sessions", Health: healthOK}
	store, _, err := a.sessionStore()
	if err != nil {
		return failed(c.Name, err)
	}
	all, warnings, err := store.List()
	if err != nil {
		return failed(c.Name, err)
	}
	c.Found = "none yet"
	if len(all) > 0 {
		c.Found = count(len(all), "session") + ", the last used " + all[0].Updated.Format(sessionTime)
	}
	c.Figures = []figure{{"sessions", float64(len(all))}}
	for _, w := range warnings {
		c.Health, c.Next = healthWarning, "move these files away: they cannot be read as sessions"
		c.Details = append(c.Details, w.Error())
	}
	return c
}

// logCheck counts the local log of questions.
func logCheck(state string) check {
	c := check{Name: "questions", Health: healthOK, Found: "none in the log yet"}
	var entries []journal.Entry
	log := journal.Open(state)
	if err := log.Read(func(e journal.Entry) { entries = append(entries, e) }); err != nil {
		return failed(c.Name, err)
	}
	if len(entries) == 0 {
		return c
	}
	t := journal.Count(entries)
	c.Found = fmt.Sprintf("%d asked, %d answered, %d refused; %d of %d drafts passed; half took at most %.0f ms; in %s", t.Questions, t.Answered, t.Refused, t.Passed, t.Checked, t.TotalMS, log.Path())
	c.Figures = []figure{{"questions", float64(t.Questions)}, {"answered", float64(t.Answered)}, {"refused", float64(t.Refused)}, {"validation_checked", float64(t.Checked)},
		{"validation_passed", float64(t.Passed)}, {"latency_total_ms", t.TotalMS}}
	if t.Similarity != nil {
		c.Figures = append(c.Figures, figure{"response_similarity_score", *t.Similarity})
	}
	if t.Overlap != nil {
		c.Figures = append(c.Figures, figure{"keyword_overlap_ratio", *t.Overlap})
	}
	return c
}

// terminal tells what the screen would find: the terminal, its colours, its characters and the ways to the clipboard.
func (d *doctor) terminal() {
	a := d.app
	on := terminal(a.Out) > 0
	d.add(a.screenCheck(on))
	d.add(a.colorCheck(d.config, on))
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
