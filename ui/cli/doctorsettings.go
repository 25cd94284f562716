package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ibid/themes"
	"ibid/ui/config"
	"ibid/ui/tui"
)

// The files that config.Load reads.
const (
	userSettings    = "config.toml" // in the folder of the user's settings
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
		if found = path; !isThere(path) {
			found += " is not there"
		}
	}
	settings := check{Name: "settings", Health: healthOK, Found: found + "; " + aboutProject(c.ProjectFile) + "; " + count(len(changed), "setting") + " given", Details: changed}
	if len(c.Warnings) > 0 {
		settings.Health, settings.Next = healthWarning, strings.Join(c.Warnings, "; ")
	}
	d.add(settings)
	d.add(a.themeCheck(c))
	if action, problem := tui.CheckKeys(c.Keys); problem != "" {
		d.add(failed("keys", &config.Error{Where: c.Origin("keys." + action), Problem: "keys." + action + ": " + problem}))
	}
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

func (a *App) themeCheck(c *config.Config) check {
	const next = "`ibid themes` shows those that there are"
	out := check{Name: "theme", Health: healthOK, Found: c.Theme}
	if c.Theme != tui.AutoTheme {
		if _, err := themes.Load(c.Theme, a.themeDir()); err != nil {
			out.Health, out.Found, out.Next = healthBroken, err.Error()+" (ui.theme: "+c.Origin("ui.theme")+")", next
			return out
		}
	}
	_, errs := themes.List(a.themeDir())
	for _, err := range errs {
		out.Health, out.Next = healthWarning, "mend the file, or delete it; "+next
		out.Details = append(out.Details, err.Error())
	}
	return out
}

// folders tells whether what ibid keeps can be written, and how many sessions are kept.
func (d *doctor) folders() {
	state, err := config.StateDir(d.app.Env)
	d.add(folderCheck("state", state, err, "allow it, or set XDG_STATE_HOME to another folder: sessions and the log are kept there"))
	cache, cacheErr := d.app.cacheFolder(d.config)
	c := folderCheck("cache", cache, cacheErr, "allow it, or keep the index elsewhere with --index-dir or XDG_CACHE_HOME")
	if dir := filepath.Join(cache, collectionsDir); cacheErr == nil && isThere(dir) {
		size := float64(folderSize(dir)) / (1 << 20)
		c.Details = []string{fmt.Sprintf("%.1f MB of collections that were measured, in %s", size, dir)}
		c.Figures = []figure{{"collections_mb", size}}
	}
	d.add(c)
	if err == nil {
		d.add(d.app.sessionsCheck())
	}
}

// folderSize is how many bytes the files of a folder have, as far as it can be read.
func folderSize(dir string) (size int64) {
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil
		}
		if info, err := e.Info(); err == nil {
			size += info.Size()
		}
		return nil
	})
	return size
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

// writable tries to write in a folder, or where it would be made. Nothing is left behind.
func writable(dir string) error {
	for !isThere(dir) && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir)
	}
	f, err := os.CreateTemp(dir, ".ibid-doctor-*")
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) { // its path is one that nobody knows
			return path.Err
		}
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
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
