package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/ui/config"
)

func (a *App) trustCommand() *cobra.Command {
	var revoke bool
	cmd := &cobra.Command{
		Use:   "trust [FOLDER]",
		Short: "Let a folder's .ibid.toml set more than what narrows",
		Long: `Let the .ibid.toml of a folder, the working folder if none is given, set what only you decide otherwise: documents outside the folder, models and their host, weaker gates, the log, a registry, where the index is kept. What it sets of that is shown. Read it first: a folder that came from somebody else may point ibid at files that are not its own.

The very content is trusted, in this folder; a file that has changed needs trust again. ollama.allow_remote, inspector.command and the keys stay yours alone. The hash is kept in $XDG_STATE_HOME/ibid/trust, else ~/.local/state/ibid/trust.`,
		Example: `  ibid trust
  ibid trust --revoke ~/papers`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			src := config.Sources{Env: a.Env, Dir: a.Dir}
			if len(args) > 0 {
				src.Dir = args[0]
			}
			p := a.newPage(false)
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
