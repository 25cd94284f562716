package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func (a *App) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the man pages into a folder",
		Args:   cobra.ExactArgs(1),
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := os.MkdirAll(args[0], 0o755)
			if err == nil {
				cmd.Root().DisableAutoGenTag = true // no date: the same pages from the same source
				err = doc.GenManTree(cmd.Root(), &doc.GenManHeader{Section: "1", Source: "ibid"}, args[0])
			}
			if err != nil {
				return outputError{fmt.Errorf("man pages: %w", err)}
			}
			return nil
		},
	}
}
