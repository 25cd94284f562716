package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/ui/config"
)

func (a *App) configCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print every setting, its value and where it comes from",
		Long: `Print every setting. A later source wins: default, user file ($XDG_CONFIG_HOME/ibid/config.toml), project file
(.ibid.toml in the working folder), environment (IBID_…), flag.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			type settingJSON struct {
				Key    string `json:"key"`
				Value  string `json:"value"`
				Origin string `json:"origin"`
				Env    string `json:"env"`
				Flag   string `json:"flag"`
				Help   string `json:"help"`
			}
			var all []settingJSON
			for _, s := range config.All() {
				all = append(all, settingJSON{s.Key, s.Value(c), c.Origin(s.Key), s.Env(), "--" + s.Flag, s.Help})
			}
			if asJSON {
				return writeJSON(a.Out, struct {
					Schema   string        `json:"schema"`
					Settings []settingJSON `json:"settings"`
				}{"ibid.config/1", all})
			}
			for _, s := range all {
				fmt.Fprintf(a.Out, "%-30s %-28s # %s; %s\n", s.Key+" =", fmt.Sprintf("%q", guard.Sanitize(s.Value)), s.Origin, s.Help)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one ibid.config/1 object")
	return cmd
}
