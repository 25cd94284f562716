package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/config"
)

// call is one run of a command.
type call struct {
	*App
	config   *config.Config
	args     []string
	json     bool              // what is found is printed as one object, and nothing is told beside it
	given    func(string) bool // tells whether a flag was given
	progress *progress         // cleared before something is printed
}

// command completes a command that the settings matter to: it gets a flag for each setting of the groups and, where
// object says what one JSON object holds, --json. work is done once the settings are read.
func (a *App) command(cmd *cobra.Command, object string, work func(context.Context, *call) error, groups ...[]string) *cobra.Command {
	settingFlags(cmd, groups...)
	var asJSON bool
	if object != "" {
		cmd.Flags().BoolVar(&asJSON, "json", false, "print one "+object)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := a.load(cmd)
		if err != nil {
			return err
		}
		r := a.newCall(c, args, asJSON)
		r.given = cmd.Flags().Changed
		defer r.progress.clear()
		return work(cmd.Context(), r)
	}
	return cmd
}

func (a *App) newCall(c *config.Config, args []string, asJSON bool) *call {
	return &call{App: a, config: c, args: args, json: asJSON, progress: a.newProgress(c, asJSON)}
}

// shared is what this face shares with others.
func (a *App) shared() *app.App {
	return &app.App{Env: a.Env, Generator: a.Generator, Reader: a.Reader, Note: a.note}
}

// show prints what a command found: as one JSON object where that is asked for, else as text.
func (r *call) show(object any, text func(*page)) error {
	r.progress.clear()
	if r.json {
		return writeJSON(r.Out, object)
	}
	p := r.newPage(r.config)
	text(p)
	return r.print(p)
}

// note tells a person something beside what was found.
func (r *call) note(format string, args ...any) {
	if !r.json {
		r.progress.clear()
		r.App.note(format, args...)
	}
}

// tell notes each line.
func (r *call) tell(lines []string) {
	for _, l := range lines {
		r.note("%s", l)
	}
}

// withDocuments brings the index up to date, runs work on it, and tells what is to be known of both.
func (r *call) withDocuments(ctx context.Context, work func(*index.Index) error) error {
	l, err := r.shared().NewLibrary(r.config, app.Wanted{})
	if err != nil {
		return err
	}
	report, err := l.With(ctx, r.progress.step, func(ix *index.Index) error {
		r.progress.clear()
		return work(ix)
	})
	if err = errors.Join(err, l.Close()); err == nil || errors.Is(err, errRefused) {
		r.tell(l.Notes())
		r.notes(report)
	}
	return err
}

// The settings that commands have as flags: what one says anew each time. All others are set by file and environment.
var (
	documentSettings = []string{"docs", "index.dir"}
	answerSettings   = []string{"engine.generator", "ollama.model"}
	screenSettings   = []string{"ui.color", "ui.plain"}
)

// settingFlags gives a command one flag for each setting of the groups.
func settingFlags(cmd *cobra.Command, groups ...[]string) {
	wanted := map[string]bool{}
	for _, g := range groups {
		for _, key := range g {
			wanted[key] = true
		}
	}
	for _, s := range config.All() {
		if !wanted[s.Key] {
			continue
		}
		if s.Key == "engine.generator" {
			cmd.Flags().Bool(s.Flag, false, "the documents' own sentences answer")
			continue
		}
		f := cmd.Flags().VarPF(&settingValue{setting: s}, s.Flag, "", s.Help)
		if s.Kind == "bool" {
			f.NoOptDefVal = "true"
		}
	}
}

// settingValue is a flag's value as it was given; config.Load parses it, as it parses variables and files.
type settingValue struct {
	setting config.Setting
	given   []string
}

// String implements pflag.Value: the default, where nothing was given.
func (v *settingValue) String() string {
	if len(v.given) > 0 {
		return strings.Join(v.given, " ")
	}
	if list, many := v.setting.Default.([]string); many {
		return strings.Join(list, " ")
	}
	return fmt.Sprint(v.setting.Default)
}

// Set implements pflag.Value.
func (v *settingValue) Set(s string) error {
	v.given = append(v.given, s)
	return nil
}

// Type implements pflag.Value.
func (v *settingValue) Type() string { return v.setting.Kind }

// load reads the configuration as one command sees it: the flags that were given win.
func (a *App) load(cmd *cobra.Command) (*config.Config, error) {
	given := map[string][]string{}
	for _, s := range config.All() {
		if f := cmd.Flags().Lookup(s.Flag); s.Flag != "" && f != nil {
			if v, ok := f.Value.(*settingValue); ok {
				given[s.Key] = v.given
			} else if s.Key == "engine.generator" && f.Value.String() == "true" {
				given[s.Key] = []string{"extractive"}
			}
		}
	}
	c, err := config.Load(config.Sources{Flags: given, Env: a.Env, Dir: a.Dir})
	if f := cmd.Flags().Lookup("json"); err == nil && (f == nil || f.Value.String() != "true") {
		for _, w := range c.Warnings {
			a.note("%s", w)
		}
	}
	return c, err
}

// wantsJSON looks for --json, or --format json, where it may stand, also behind a flag that could not be parsed.
func wantsJSON(args []string) bool {
	for i, arg := range args {
		if arg == "--" {
			return false
		}
		if arg == "--json" || arg == "--format=json" || arg == "json" && i > 0 && args[i-1] == "--format" {
			return true
		}
		if v, ok := strings.CutPrefix(arg, "--json="); ok {
			on, _ := strconv.ParseBool(v)
			return on
		}
	}
	return false
}
