package source

import (
	"context"
	"strings"
	"testing"
)

func TestLaTeX(t *testing.T) {
	for _, test := range []struct{ name, text, want, warning string }{
		{"marks", `Oil\textsuperscript{a} boils at 250\textsuperscript{9} or 80$^3$ in 2 m$^2$, CO$_2$, $10^{-6}$, $25^{\circ}$C.

\textsuperscript{a} Light.`, "Oil boils at 250^9 or 80^3 in 2 m^2, CO2, 10^-6, 25°C.\n\nLight.", ""},
		{"quantities", `\SI{3}{\kilo\metre\per\square\second}, \qty{2e-3}{\mega\pascal}, \num{1e5}, \unit{\joule\per\mole\per\kelvin}, \ang{5}, \SIrange{1}{2}{m.s^{-1}}`,
			"3 kilometre per square second, 2×10^-3 megapascal, 1×10^5, joule per mole per kelvin, 5°, 1 to 2 m s^-1", ""},
		{"arguments that are no text", `\hspace{2cm}\textcolor{red}{a} \resizebox{1cm}{!}{b} \href{u}{c} \gap{3pt} \other{d}\rule{1pt}{2pt}`, "a b c d", ""},
		{"commands of the document", "\\newcommand{\\key}[2][bar]{#2 #1}\\def\\both#1{#1 and #1}\n\\key{4}, \\key[Pa]{5}, \\both{oil}", "4 bar, 5 Pa, oil and oil", ""},
		{"a command that stands for itself", "\\newcommand\\me{x \\me\\me}\n\\me", "x", ""},
		{"footnotes", "The pump\\footnote{Made in \\emph{Oslo}.} runs.\n\nThe end.", "The pump runs.\n\nMade in Oslo.\n\nThe end.", ""},
		{"what is not in force", `It \sout{never} runs\st{ dry}.\iffalse no \else{} Yes.\fi \phantom{x}\if0 no\fi`, "It runs. Yes.", "2 passages are struck out and were left out"},
		{"spans and a head of two rows", `\begin{tabular}{lrr}\toprule & \multicolumn{2}{c}{Depth} \\ \cmidrule(lr){2-3} Well & min & max \\ \midrule
\multirow{2}{*}{Oak} & 1 & 2 \\ \cline{2-3}
 & 3 & 4 \\[2pt] \multicolumn{3}{l}{North} \\ Elm \& Ash & \makecell{5\\ 6} & \begin{tabular}{l}7\\ 8\end{tabular} \\ \bottomrule\end{tabular}`,
			"Well | Depth min | Depth max\nOak | 1 | 2\nOak | 3 | 4\nNorth |  | \nElm & Ash | 5 6 | 7 8", ""},
		{"a long table", `\begin{longtable}{ll}\caption{Wells}\\ Well & Depth \\ \hline \endfirsthead Well & Depth \\ \endhead
more \\ \endfoot \hline \endlastfoot Oak & 1 \\ Elm & 2 \\ \end{longtable}`, "Wells\n\nWell | Depth\nOak | 1\nElm | 2", ""},
		{"a grid without a head", `\begin{tabular}{ll}\hline Oak & 1 \\ \hline Elm & 2 \\ \hline\end{tabular}`, " | \nOak | 1\nElm | 2", ""},
	} {
		doc, err := Read(context.Background(), "a.tex", []byte(test.text))
		checkDocument(t, doc)
		if err != nil || doc.Text != test.want || strings.Join(doc.Warnings, "\n") != test.warning {
			t.Errorf("%s: %v, warnings %q\n%q\nwant %q\n%q", test.name, err, doc.Warnings, doc.Text, test.warning, test.want)
		}
	}
}
