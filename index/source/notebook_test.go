package source

import (
	"context"
	"strings"
	"testing"
)

func TestNotebookOutputs(t *testing.T) {
	for _, test := range []struct{ name, outputs, want, warning string }{
		{"a table in the richest form, once", `{"output_type": "execute_result", "data": {"text/plain": "  a\n0 1", "text/html": ["<table><thead><tr><th>well</th><th>m</th></tr></thead>\n", "<tr><td>Oak</td><td>1</td></tr></table>"]}}`,
			"well | m\nOak | 1", ""},
		{"markdown", `{"data": {"text/markdown": "## Result\n\n**3** m", "text/plain": "<IPython.core.display.Markdown object>"}}`, "Result\n\n3 m", ""},
		{"a formula", `{"data": {"text/latex": "$x^2$", "text/plain": "x**2"}}`, "$x^2$", ""},
		{"markup without text", `{"data": {"text/html": "<script>draw()</script>", "text/plain": "Chart(2)"}}`, "Chart(2)", ""},
		{"a bar, in two parts", `{"name": "stderr", "output_type": "stream", "text": ["0%\r", "50%\r"]}, {"name": "stderr", "output_type": "stream", "text": "\u001b[32m100%\u001b[0m\r\ndone\n"}`, "100%\ndone", ""},
		{"an error", `{"output_type": "error", "ename": "ValueError", "evalue": "no oil", "traceback": ["\u001b[0;31m---", "long"]}`, "ValueError: no oil", ""},
		{"values", `{"data": {"application/json": {"well": ["Oak", 3]}, "text/plain": "<JSON object>"}}`, `{"well":["Oak",3]}`, ""},
		{"a picture with its text", `{"data": {"image/png": "aaaa", "text/plain": "mean = 3"}}`, "mean = 3", ""},
		{"pictures", `{"data": {"image/png": "aaaa", "text/plain": "<Figure size 1x1>"}}, {"data": {"image/svg+xml": "<svg/>"}}`, "", "outputs that are pictures and were not read: 2"},
		{"format 3", `{"output_type": "pyout", "html": "<table><tr><td>three<td>wells</table>", "text": "3"}`, " | \nthree | wells", ""},
		{"HTML that is no table", `{"data": {"text/html": "<b>2</b> bar", "text/plain": "2 bar"}}, {"data": {"text/html": "<b>3</b> bar", "text/plain": "<Unit>"}}`, "2 bar\n\n3 bar", ""},
		{"damaged", `{"data": [1], "text": {"a": 2}, "name": 3}, 4`, "", ""},
	} {
		src := `{"cells": [{"cell_type": "code", "outputs": [` + test.outputs + `], "source": "run()"}, {"cell_type": "markdown", "source": "end"}]}`
		doc, err := Read(context.Background(), "a.ipynb", []byte(src))
		checkDocument(t, doc)
		want := strings.ReplaceAll("run()\n\n"+test.want+"\n\nend", "\n\n\n\n", "\n\n")
		if err != nil || doc.Text != want || strings.Join(doc.Warnings, "\n") != test.warning {
			t.Errorf("%s: %v, warnings %q\n%q\nwant %q\n%q", test.name, err, doc.Warnings, doc.Text, test.warning, want)
		}
		if n := len(doc.Blocks); n > 0 && len(doc.Blocks[n-1].Section) > 0 {
			t.Errorf("%s: the next cell is in section %q", test.name, doc.Blocks[n-1].Section)
		}
	}
}
