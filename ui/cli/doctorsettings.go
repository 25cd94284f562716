package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"ibid/themes"
	"ibid/ui/config"
	"ibid/ui/tui"
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
	given := 0
	for _, s := range settingsOf(c) {
		if s.Origin != "default" {
			given++
		}
	}
	found := "no file of your own"
	if dir, err := config.ConfigDir(a.Env); err == nil {
		path := filepath.Join(dir, userSettings)
		if found = path; !exists(path) {
			found += " is not there"
		}
	}
	settings := check{Name: "settings", Health: healthOK, Found: found + "; " + aboutProject(c.ProjectFile) + "; " + count(given, "setting") + " given; `ibid config` prints them"}
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
	names, errs := themes.List(a.themeDir())
	out := check{Name: "theme", Health: healthOK, Found: c.Theme + "; there are " + strings.Join(names, ", ")}
	if c.Theme != tui.AutoTheme {
		if _, err := themes.Load(c.Theme, a.themeDir()); err != nil {
			out.Health, out.Found, out.Next = healthBroken, err.Error()+" (ui.theme: "+c.Origin("ui.theme")+")", next
			return out
		}
	}
	for _, err := range errs {
		out.Health, out.Found, out.Next = healthWarning, out.Found+"; "+err.Error(), "mend the file, or delete it"
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
	}
}

func folderCheck(name, dir string, err error, next string) check {
	if err == nil {
		if err = writable(dir); err == nil {
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
	for _, w := range warnings {
		c.Health, c.Next = healthWarning, "move these files away: they cannot be read as sessions"
		c.Found += "; " + w.Error()
	}
	return c
}
