package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"charm.land/glamour/v2/ansi"
	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/guard/words"
	"ibid/ui/help"
	"ibid/ui/tui/markdown"
)

// helpCommand prints the help of a command, or a page of the documentation. The pages are no commands of their own:
// `ibid api` opens the folder api.
func (a *App) helpCommand(root *cobra.Command) *cobra.Command {
	var topics strings.Builder
	var names []string
	for _, p := range help.Pages() {
		names = append(names, p.Name)
		fmt.Fprintf(&topics, "\n  %-15s %s", p.Name, p.Title)
	}
	known := func() []string {
		all := slices.Clone(names)
		for _, c := range root.Commands() {
			all = append(all, c.Name())
		}
		return all
	}
	cmd := &cobra.Command{
		Use:     "help [COMMAND|TOPIC]",
		Short:   "Help about a command or a topic",
		Example: "  ibid help ask\n  ibid help keys",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				if i := slices.IndexFunc(help.Pages(), func(p help.Page) bool { return p.Name == args[0] }); i >= 0 {
					return a.printHelp(help.Pages()[i])
				}
			}
			found, rest, err := root.Find(args)
			if err != nil || found == root && len(rest) > 0 {
				meant := "`ibid help` names them"
				if near := words.Nearest(args[0], known()); near != "" {
					meant = "did you mean " + near + "?"
				}
				return usageError{fmt.Errorf("there is no command and no topic %q; %s", strings.Join(args, " "), meant)}
			}
			return found.Help()
		},
	}
	root.SetUsageTemplate(root.UsageTemplate() + "{{if not .HasParent}}\nTopics, `ibid help TOPIC`:" + topics.String() + "\n{{end}}")
	return cmd
}

// Links of a page lead to others, which are at hand here, or into the repository, which is not.
var (
	pageLink = regexp.MustCompile(`\]\(([a-z]+)\.md\)`)
	fileLink = regexp.MustCompile(`\[([^\]]*)\]\((?:\.\./)[^)]*\)`)
)

// printHelp prints a page, laid out where a terminal shows it.
func (a *App) printHelp(topic help.Page) error {
	p := a.newPage(nil)
	text := topic.Text
	if terminal(a.Out) > 0 {
		text = fileLink.ReplaceAllString(pageLink.ReplaceAllString(text, "](ibid help $1)"), "$1")
		r, err := markdown.Render(guard.Sanitize(text), markdown.Options{Width: p.width, Style: ansi.StyleConfig{}})
		if err != nil {
			return err
		}
		text = strings.Join(r.Lines, "\n") + "\n"
	}
	p.WriteString(text)
	return a.print(p)
}
