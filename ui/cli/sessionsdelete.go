package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ibid/ui/session"
)

func (a *App) sessionsDeleteCommand() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "delete [flags] ID…",
		Short: "Delete sessions for good",
		Example: `  ibid sessions delete 20261121-163012-a1b2
  ibid sessions delete --yes 20261121-16`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			store, _, err := a.sessionStore()
			if err != nil {
				return err
			}
			var ids []string
			for _, arg := range args { // all are known before the first is deleted
				id, err := store.Resolve(arg)
				if err != nil {
					return usageError{fmt.Errorf("%w; nothing was deleted", err)}
				}
				if !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
			if !yes {
				if !interactive(a.In) {
					return usageError{errors.New("nothing was deleted: nobody can be asked; give --yes to delete without a question")}
				}
				if yes, err = a.confirm(cmd.Context(), store, ids); err != nil || !yes {
					return err
				}
			}
			for _, id := range ids {
				if err := store.Delete(id); err != nil && !errors.Is(err, session.ErrNotFound) {
					return err
				}
				if _, err := fmt.Fprintln(a.Out, "deleted", id); err != nil {
					return outputError{err}
				}
			}
			return nil
		},
		ValidArgsFunction: a.completeSessions,
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

func interactive(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// confirm shows what would be deleted and asks for a yes.
func (a *App) confirm(ctx context.Context, store *session.Store, ids []string) (bool, error) {
	all, _, err := store.List()
	if err != nil {
		return false, err
	}
	titles := map[string]string{}
	for _, s := range all {
		titles[s.ID] = fmt.Sprintf("%s (questions asked: %d)", clip(clean(s.Title), maxQuote), s.Turns)
	}
	for _, id := range ids {
		fmt.Fprintf(a.Err, "%s  %s\n", id, titles[id])
	}
	fmt.Fprintf(a.Err, "delete for good? [y/N] ")
	reply, err := await(ctx, func() (string, error) { return bufio.NewReader(a.In).ReadString('\n') })
	if err != nil && err != io.EOF {
		return false, err
	}
	switch strings.ToLower(strings.TrimSpace(reply)) {
	case "y", "yes":
		return true, nil
	}
	a.note("nothing was deleted")
	return false, nil
}
