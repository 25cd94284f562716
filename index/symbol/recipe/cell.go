package recipe

import (
	"encoding/json"
	"regexp"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol/python"
)

// cell is a code cell of a notebook that holds Python.
type cell struct {
	src   string // with IPython's own commands blanked, line by line
	lines []int  // of the notebook file, by line of src
	fails bool   // it raises on purpose, or did when it was run
}

// line is the line of the file that line n of the cell, counted from 0, stands on.
func lineOf(lines []int, n int) int {
	if len(lines) == 0 {
		return 1
	}
	return lines[min(max(n, 0), len(lines)-1)]
}

var (
	shellValue = regexp.MustCompile(`^[ \t]*[\w., \t]+=[ \t]*[%!]`)
	helpLine   = regexp.MustCompile(`^[ \t]*[\w.*%]+\?{1,2}[ \t]*$`)
	cellMagic  = regexp.MustCompile(`^\s*%%[ \t]*(\w*)`)
)

// pythonCell makes Python of a code cell. It is false where the cell is in another language, as %%bash is.
func pythonCell(c source.Cell) (cell, bool) {
	if c.Lang != "" && !strings.HasPrefix(c.Lang, "python") && !strings.HasPrefix(c.Lang, "ipython") {
		return cell{}, false
	}
	text := c.Text
	if m := cellMagic.FindStringSubmatch(text); m != nil {
		switch m[1] {
		case "time", "timeit", "capture", "prun", "memit", "mprun", "python", "python3":
		default:
			return cell{}, false
		}
	}
	return cell{src: withoutCommands(text), lines: c.Lines}, true
}

// withoutCommands blanks the lines that IPython would not give to Python. Inside a block something must stay.
func withoutCommands(src string) string {
	var out strings.Builder
	at := 0
	for _, l := range python.Lines(src) {
		line := src[l.Start:l.End]
		if !l.Command && !helpLine.MatchString(line) && !shellValue.MatchString(line) {
			continue
		}
		out.WriteString(src[at:l.Start])
		if indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]; indent != "" {
			out.WriteString(indent + "pass")
		}
		out.WriteString(strings.Repeat("\n", strings.Count(line, "\n")))
		at = l.End
	}
	return out.String() + src[at:]
}

// notebookFacts is what a notebook says of its cells beside their text.
type notebookFacts struct {
	Cells []struct {
		Metadata struct {
			Tags []string `json:"tags"`
		} `json:"metadata"`
		Outputs []struct {
			Type string `json:"output_type"`
		} `json:"outputs"`
	} `json:"cells"`
}

// failing tells which of n cells raise.
func failing(text string, n int) []bool {
	out := make([]bool, n)
	var facts notebookFacts
	_ = json.Unmarshal([]byte(text), &facts) // values of an unexpected type are passed over; damage was found before
	if len(facts.Cells) != n {
		return out
	}
	for i, c := range facts.Cells {
		for _, tag := range c.Metadata.Tags {
			out[i] = out[i] || tag == "raises-exception"
		}
		for _, o := range c.Outputs {
			out[i] = out[i] || o.Type == "error" || o.Type == "pyerr"
		}
	}
	return out
}
