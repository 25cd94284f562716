// Package cli is ibid's command line: one file a command. Commands parse and print; what they print comes from the
// engine and the index.
package cli

import (
	"context"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"ibid/engine"
	"ibid/ui/config"
)

// App is the command line with everything it touches.
type App struct {
	In        io.Reader
	Out, Err  io.Writer
	Env       []string
	Dir       string // working folder
	Generator engine.Generator
}

// Run parses the arguments, runs one command, and returns the exit code.
func (a *App) Run(ctx context.Context, args []string) int {
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	cmd, err := root.ExecuteContextC(ctx)
	if ctx.Err() != nil && err != nil {
		err = errInterrupted
	}
	return a.report(cmd, err)
}

func (a *App) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "ibid",
		Short: "Ask your documents; check every sentence",
		Long: `ibid answers questions from your own documents. Every sentence of an answer carries a citation that ibid has
checked against the source, down to the page or line; where the documents do not say, it refuses and tells why.
Nothing leaves this machine.`,
		Example: `  ibid ask --docs ~/papers "What does MLWE mean?"
  ibid search --docs ~/papers "key confirmation"
  ibid index --docs ~/papers --status`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(a.askCommand(), a.searchCommand(), a.indexCommand(), a.configCommand(), a.manCommand())
	return root
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// settingFlags gives a command one flag for each named setting.
func settingFlags(cmd *cobra.Command, keys ...string) {
	for _, s := range config.All() {
		for _, k := range keys {
			if s.Key == k {
				addSetting(cmd.Flags(), s)
			}
		}
	}
}

func addSetting(flags *pflag.FlagSet, s config.Setting) {
	switch {
	case s.Key == "docs":
		flags.StringArray(s.Flag, nil, s.Help+" (repeatable; default "+s.Default+")")
	case s.Default == "true" || s.Default == "false":
		flags.Bool(s.Flag, s.Default == "true", s.Help)
	default:
		flags.String(s.Flag, s.Default, s.Help)
	}
}

// load reads the configuration as one command sees it: its changed flags win.
func (a *App) load(cmd *cobra.Command) (*config.Config, error) {
	changed := map[string]string{}
	for _, s := range config.All() {
		f := cmd.Flags().Lookup(s.Flag)
		if f == nil || !f.Changed {
			continue
		}
		if values, ok := f.Value.(pflag.SliceValue); ok {
			changed[s.Key] = strings.Join(values.GetSlice(), string(os.PathListSeparator))
		} else {
			changed[s.Key] = f.Value.String()
		}
	}
	return config.Load(config.Sources{Flags: changed, Env: a.Env, Dir: a.Dir})
}

func (a *App) getenv(name string) string {
	for _, kv := range a.Env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}

// terminal returns the width of a terminal, 0 for anything else.
func terminal(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return 80
	}
	return width
}
