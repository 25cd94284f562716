package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/ui/config"
	"ibid/ui/tui/cells"
	"ibid/ui/wire"
)

func (a *App) configCommand() *cobra.Command {
	return a.command(&cobra.Command{
		Use:   "config",
		Short: "Print every setting, its value and where it comes from",
		Long: `Print every setting, in TOML, with where its value comes from. A later source wins: default, user file ($XDG_CONFIG_HOME/ibid/config.toml, else ~/.config/ibid/config.toml), project file (.ibid.toml in the working folder), environment (IBID_…), flag.

In a file relative paths start at its folder, and "~/" is the home folder. IBID_DOCS may hold several paths, separated as in PATH.

A project file may have come with somebody else's documents. It may choose among the documents in its folder, change what things look like and ask for stricter gates; for anything else it needs ` + "`ibid trust`" + `.

Your own file may also bind the keys of the screen, in the table [keys]: an action, and a key or a list of keys.`,
		Example: `  ibid config > .ibid.toml # a project file to start from`,
		Args:    cobra.NoArgs,
	}, "ibid.config/1 object", func(_ context.Context, r *call) error {
		c := r.config
		settings := settingsOf(c)
		return r.show(configJSON{"ibid.config/1", settings, wire.List(c.Warnings), projectFile(c.ProjectFile)}, func(p *page) {
			p.line("# %s", guard.Sanitize(aboutProject(c.ProjectFile)))
			for _, s := range settings {
				if s.Env != "" {
					for _, l := range cells.Words(s.Help+" ("+s.Env+", "+s.Flag+")", p.width-len("# ")) {
						p.line("%s", p.style.faint("# "+l))
					}
				}
				p.line("%s", guard.Sanitize(s.given("  # ")))
			}
		})
	}, documentSettings)
}

// configJSON is the wire schema ibid.config/1. Fields are only ever added.
type configJSON struct {
	Schema   string        `json:"schema"`
	Settings []settingJSON `json:"settings"`
	Warnings []string      `json:"warnings" jsonschema:"of files that were passed over"`

	ProjectFile *projectJSON `json:"project_file" jsonschema:"null for none"`
}

type projectJSON struct {
	Path       string   `json:"path"`
	Trusted    bool     `json:"trusted"`
	Sets       []string `json:"sets" jsonschema:"keys"`
	NeedsTrust []string `json:"needs_trust" jsonschema:"those that count because the file is trusted"`
}

func projectFile(f *config.ProjectFile) *projectJSON {
	if f == nil {
		return nil
	}
	return &projectJSON{f.Path, f.Trusted(), wire.List(f.Sets), wire.Each(f.Needs, func(g config.Given) string { return g.Key })}
}

// aboutProject says of the project's file whether it is there and trusted, and what it sets.
func aboutProject(f *config.ProjectFile) string {
	if f == nil {
		return "no project file (" + projectSettings + ") in the working folder"
	}
	trust, sets := "needs no trust", "nothing"
	if f.Trusted() {
		trust = "trusted"
	}
	if len(f.Sets) > 0 {
		sets = strings.Join(f.Sets, ", ")
	}
	return fmt.Sprintf("project file %s: %s, sets %s", f.Path, trust, sets)
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
	settings := wire.Each(config.All(), func(s config.Setting) settingJSON {
		return settingJSON{s.Key, s.Value(c), c.Origin(s.Key), s.Env(), "--" + s.Flag, s.Help}
	})
	return append(settings, wire.Each(c.Actions(), func(action string) settingJSON {
		return settingJSON{Key: "keys." + action, Value: wire.List(c.Keys[action]), Origin: c.Origin("keys." + action), Help: "keys of the screen"}
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
		return "[" + strings.Join(wire.Each(v, func(s string) string { return literal(s) }), ", ") + "]"
	}
	return fmt.Sprint(v)
}

func (a *App) trustCommand() *cobra.Command {
	var revoke bool
	cmd := &cobra.Command{
		Use:   "trust [FOLDER]",
		Short: "Let a folder's .ibid.toml set more than what narrows",
		Long: `Let the .ibid.toml of a folder, the working folder if none is given, set what only you decide otherwise: documents outside the folder, models and their host, weaker gates, the log, a registry, where the index is kept. What it sets of that is shown. Read it first: a folder that came from somebody else may point ibid at files that are not its own.

The very content is trusted, in this folder; a file that has changed needs trust again. ollama.allow_remote, index.backend, weaviate and the keys stay yours alone. The hash is kept in $XDG_STATE_HOME/ibid/trust, else ~/.local/state/ibid/trust.`,
		Example: `  ibid trust
  ibid trust --revoke ~/papers`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			src := config.Sources{Env: a.Env, Dir: a.Dir}
			if len(args) > 0 {
				src.Dir = args[0]
			}
			p := a.newPage(nil)
			if revoke {
				was, err := config.Distrust(src)
				if err != nil {
					return err
				}
				p.line("%s", map[bool]string{true: "no longer trusted", false: "it was not trusted"}[was])
				return a.print(p)
			}
			f, err := config.Trust(src)
			switch {
			case err != nil:
				return err
			case f == nil:
				return usageError{fmt.Errorf("there is no %s to trust; name its folder", filepath.Join(src.Dir, projectSettings))}
			case len(f.Needs) == 0:
				p.line("%s", guard.Sanitize(aboutProject(f)))
				return a.print(p)
			}
			p.line("%s", guard.Sanitize(f.Path))
			for _, g := range f.Needs {
				p.line("  %s = %s", g.Key, literal(g.Value))
			}
			p.line("trusted as it is now; `ibid trust --revoke` takes that back")
			return a.print(p)
		},
	}
	cmd.Flags().BoolVar(&revoke, "revoke", false, "trust it no longer")
	return cmd
}
