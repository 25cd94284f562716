package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine"
	"ibid/index/file"
	"ibid/index/reader"
	"ibid/ui/config"
	"ibid/ui/tui/cells"
)

// App is the command line with everything it touches.
type App struct {
	In        io.Reader
	Out, Err  io.Writer
	Env       []string
	Dir       string // where the project file is looked for, "" for the working folder
	Generator engine.Generator
	Reader    *reader.Model // reads what is found with the question
}

// Run parses the arguments, runs one command, and returns the exit code.
func (a *App) Run(ctx context.Context, args []string) int {
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	began := false
	for _, cmd := range family(root) {
		work := cmd.RunE
		if work == nil {
			continue
		}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			began = true
			return work(cmd, args)
		}
	}
	cmd, err := execute(ctx, root)
	switch {
	case err == nil:
		return exitAnswered
	case ctx.Err() != nil:
		err = fmt.Errorf("%w: %w", errInterrupted, err)
	case !began: // cobra's own errors have no type; all of them are about the command line
		err = usageError{err}
	}
	return a.report(cmd, err, wantsJSON(args))
}

// execute runs a command line. A panic is its error.
func execute(ctx context.Context, root *cobra.Command) (cmd *cobra.Command, err error) {
	defer file.Catch(&err)
	return root.ExecuteContextC(ctx)
}

func (a *App) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "ibid [flags] [PATH…]",
		Short: "Ask your documents; check every sentence",
		Long: `ibid answers questions from your own documents. Without a command it opens its screen over the folders and files given: question, answer, evidence. Every sentence of an answer carries a citation that ibid has checked against the source, down to the page or line; where the documents do not say, it refuses and tells why. Nothing leaves this machine.

Exit codes: 0 answered, 1 refused, 2 usage or settings, 3 documents or index, 4 model, 5 a fault in ibid itself, 130 interrupted.`,
		Example: `  ibid ~/papers
  ibid ask --docs ~/papers "What does MLWE mean?"
  ibid search --docs ~/papers "key confirmation"
  ibid index --status ~/papers`,
		Version:       thisBuild().String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          documentPaths,

		SuggestionsMinimumDistance: 2,
	}
	var fl screenFlags
	a.command(root, "", func(ctx context.Context, r *call) error { return r.openScreen(ctx, fl) },
		documentSettings, answerSettings, screenSettings)
	describeVersion(root)
	root.Flags().BoolVar(&fl.evidence, "show-evidence", false, "start in the evidence; with --plain, print it with each answer")
	root.Flags().BoolVar(&fl.resume, "continue", false, "go on with the last session about these documents")
	root.AddCommand(a.askCommand(), a.searchCommand(), a.verifyCommand(), a.indexCommand(), a.symbolsCommand(), a.sessionsCommand(), a.evalCommand(), a.configCommand(), a.doctorCommand(), a.schemaCommand(), a.mcpCommand())
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.Hidden = true // it is set up once
		completion.Args, completion.RunE = cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError{fmt.Errorf("there are completions for bash, fish, powershell and zsh, and none for %s", args[0])}
			}
			return cmd.Help()
		}
	}
	width := a.newPage(nil).width
	for _, cmd := range family(root) {
		cmd.Long = strings.Join(cells.Words(cmd.Long, width), "\n")
	}
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "FlagUsages |", fmt.Sprintf("FlagUsagesWrapped %d |", width)))
	root.SetHelpCommand(a.helpCommand(root))
	return root
}

// family is a command with all its subcommands.
func family(cmd *cobra.Command) []*cobra.Command {
	out := []*cobra.Command{cmd}
	for _, sub := range cmd.Commands() {
		out = append(out, family(sub)...)
	}
	return out
}

func (a *App) getenv(name string) string { return config.Env(a.Env).Get(name) }
