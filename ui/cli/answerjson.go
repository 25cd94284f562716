package cli

import (
	"io"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/wire"
)

// writeAnswer prints one ibid.answer/1 object.
func writeAnswer(w io.Writer, a *engine.Answer, report index.Report) error {
	return writeJSON(w, wire.FromAnswer(a, report))
}
