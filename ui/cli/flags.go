package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/ui/config"
)

// The settings that commands have as flags. Every command that reads documents takes the limits: the same documents
// with other limits would be read again.
var (
	documentSettings  = []string{"docs", "index.dir", "index.max_text_mb", "index.max_pdf_mb", "index.wait"}
	retrievalSettings = []string{"engine.hits", "engine.rerank", "api.cards", "api.cluster", "api.recipes", "api.surfaces"}
	answerSettings    = []string{"engine.chunks", "engine.characters", "engine.refusal_text", "engine.generator", "engine.fallback", "engine.max_rounds", "engine.max_time",
		"engine.rewrite_followups", "engine.reformulate", "guard.similarity", "guard.similarity_threshold", "guard.cosine_threshold", "guard.selection_threshold", "guard.premise_threshold",
		"guard.key_terms", "guard.confidence", "guard.confidence_threshold", "guard.support", "guard.llm_check",
		"guard.symbols", "guard.reread", "guard.registry", "inspector.command"}
	sourceSettings   = []string{"projects", "guard.registry", "inspector.command"}
	modelSettings    = []string{"ollama.model"}
	embedderSettings = []string{"engine.embedder", "ollama.host", "ollama.embed_model", "ollama.keep_alive", "ollama.allow_remote"}
	logSettings      = []string{"log.questions"}
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
		f := cmd.Flags().VarPF(&settingValue{setting: s}, s.Flag, "", s.Help)
		if s.Kind == "bool" {
			f.NoOptDefVal = "true"
		}
		if s.Choices != nil {
			_ = cmd.RegisterFlagCompletionFunc(s.Flag, cobra.FixedCompletions(s.Choices, cobra.ShellCompDirectiveNoFileComp))
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
	switch d := v.setting.Default.(type) {
	case string:
		return d
	case int64:
		return strconv.FormatInt(d, 10)
	case float64:
		return strconv.FormatFloat(d, 'g', -1, 64)
	case bool:
		return strconv.FormatBool(d)
	case []string:
		return strings.Join(d, " ")
	}
	return ""
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
		if f := cmd.Flags().Lookup(s.Flag); f != nil {
			if v, ok := f.Value.(*settingValue); ok {
				given[s.Key] = v.given
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

// wantsJSON looks for --json where it may stand, also behind a flag that could not be parsed.
func wantsJSON(args []string) bool {
	for _, arg := range args {
		if arg == "--" {
			return false
		}
		if arg == "--json" {
			return true
		}
		if v, ok := strings.CutPrefix(arg, "--json="); ok {
			on, _ := strconv.ParseBool(v)
			return on
		}
	}
	return false
}
