package cli

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"ibid/ui/app"
	"ibid/ui/mcp"
)

func (a *App) mcpCommand() *cobra.Command {
	var cmd *cobra.Command
	cmd = a.command(&cobra.Command{
		Use:   "mcp [flags] [PATH…]",
		Short: "Serve the documents to other programs (Model Context Protocol)",
		Long: `Serve the documents in PATHs to one client of the Model Context Protocol, on standard input and output. A client starts it; "ibid help scripts" has the settings of some.

Tools: ask, search, verify and read answer with what --json prints; the documents are resources. Nothing is changed.`,
		Example: `  ibid mcp ~/papers
  npx @modelcontextprotocol/inspector ibid mcp ~/papers`,
		Args:        documentPaths,
		Annotations: map[string]string{whenInterrupted: "nothing is lost; the client starts it again"},
	}, "", func(ctx context.Context, r *call) error {
		r.config.Name(r.args)
		if interactive(r.In) {
			r.note("a client of the Model Context Protocol speaks here; `ibid help scripts` tells how to set one up. Ctrl+D ends")
		}
		in, out := mcp.Frames(r.In, r.Out)
		return mcp.Serve(ctx, &sdk.IOTransport{Reader: in, Writer: out, MaxLineLength: -1}, mcp.Options{
			App: r.shared(), Config: r.config, Version: thisBuild().Version,
			Explain: func(err error) app.Error { return r.failure(cmd, err).object() },
		})
	}, documentSettings, answerSettings)
	return cmd
}
