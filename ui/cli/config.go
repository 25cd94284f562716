package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/ui/config"
	"ibid/ui/tui/cells"
)

func (a *App) configCommand() *cobra.Command {
	return a.command(&cobra.Command{
		Use:   "config",
		Short: "Print every setting, its value and where it comes from",
		Long: `Print every setting, in TOML, with where its value comes from. A later source wins: default, user file ($XDG_CONFIG_HOME/ibid/config.toml, else ~/.config/ibid/config.toml), project file (.ibid.toml in the working folder), environment (IBID_…), flag.

In a file relative paths start at its folder, and "~/" is the home folder. IBID_DOCS may hold several paths, separated as in PATH.

A project file may have come with somebody else's documents. It may set docs and projects inside its folder, ui.theme, and engine.generator = "extractive", engine.fallback = "refuse" and guard.unproven = "quote"; a warning names what else is in it.

Your own file may also bind the keys of the screen, in the table [keys]: an action, and a key or a list of keys.`,
		Args: cobra.NoArgs,
	}, "ibid.config/1 object", func(_ context.Context, r *call) error {
		c := r.config
		settings := settingsOf(c)
		return r.show(configJSON{"ibid.config/1", settings, c.Warnings, projectFile(c.ProjectFile)}, func(p *page) {
			p.line("# %s", guard.Sanitize(aboutProject(c.ProjectFile)))
			for _, s := range settings {
				if s.Env != "" {
					for _, l := range cells.Words(s.Help+" ("+s.Env+")", p.width-len("# ")) {
						p.line("%s", p.style.faint("# "+l))
					}
				}
				p.line("%s", guard.Sanitize(s.given("  # ")))
			}
		})
	})
}

// configJSON is the wire schema ibid.config/1. Fields are only ever added.
type configJSON struct {
	Schema   string        `json:"schema"`
	Settings []settingJSON `json:"settings"`
	Warnings []string      `json:"warnings" jsonschema:"of files that were passed over"`

	ProjectFile *projectJSON `json:"project_file" jsonschema:"null for none"`
}

type projectJSON struct {
	Path string   `json:"path"`
	Sets []string `json:"sets" jsonschema:"keys"`
}

func projectFile(f *config.ProjectFile) *projectJSON {
	if f == nil {
		return nil
	}
	return &projectJSON{f.Path, f.Sets}
}

// aboutProject says of the project's file whether it is there, and what it sets.
func aboutProject(f *config.ProjectFile) string {
	if f == nil {
		return "no project file (" + projectSettings + ") in the working folder"
	}
	sets := "nothing"
	if len(f.Sets) > 0 {
		sets = strings.Join(f.Sets, ", ")
	}
	return fmt.Sprintf("project file %s: sets %s", f.Path, sets)
}

type settingJSON struct {
	Key    string `json:"key"`
	Value  any    `json:"value" jsonschema:"a string, a number, a boolean or a list of strings"`
	Origin string `json:"origin"`
	Env    string `json:"env" jsonschema:"\"\" for none"`
	Flag   string `json:"flag" jsonschema:"\"\" for none"`
	Help   string `json:"help"`
}

// settingsOf are all settings, and the keys of the screen that are bound.
func settingsOf(c *config.Config) []settingJSON {
	settings := each(config.All(), func(s config.Setting) settingJSON {
		flag := ""
		if s.Flag != "" {
			flag = "--" + s.Flag
		}
		return settingJSON{s.Key, s.Value(c), c.Origin(s.Key), s.Env(), flag, s.Help}
	})
	return append(settings, each(c.Actions(), func(action string) settingJSON {
		return settingJSON{Key: "keys." + action, Value: c.Keys[action], Origin: c.Origin("keys." + action), Help: "keys of the screen"}
	})...)
}

// given is a setting as TOML has it, and where its value comes from.
func (s *settingJSON) given(from string) string {
	return s.Key + " = " + literal(s.Value) + from + s.Origin
}

// literal writes a value as TOML does.
func literal(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(guard.Sanitize(v))
	case []string:
		return "[" + strings.Join(each(v, func(s string) string { return literal(s) }), ", ") + "]"
	}
	return fmt.Sprint(v)
}
