package words

import (
	"fmt"
	"strconv"
	"strings"
)

// file is an embedded list of words: the lines of its sections, comments and empty lines aside.
type file map[string][]string

func read(text string) file {
	f := make(file)
	section := ""
	for line := range strings.SplitSeq(text, "\n") {
		switch line = strings.TrimSpace(line); {
		case line == "", line[0] == '#':
		case line[0] == '[':
			section = strings.Trim(line, "[]")
		default:
			f[section] = append(f[section], line)
		}
	}
	return f
}

// set is the words of a section.
func (f file) set(section string) map[string]bool {
	out := make(map[string]bool)
	for _, line := range f[section] {
		for w := range strings.FieldsSeq(line) {
			out[w] = true
		}
	}
	return out
}

// numbers is a section of lines "12: twelve", by word.
func (f file) numbers(section string) map[string]float64 {
	out := make(map[string]float64)
	for _, line := range f[section] {
		value, names := cutColon(line)
		for w := range strings.FieldsSeq(names) {
			out[w] = number(value)
		}
	}
	return out
}

// cutColon cuts a line "what: words". What is embedded is right, or no test passes.
func cutColon(line string) (what, words string) {
	what, words, ok := strings.Cut(line, ": ")
	if !ok {
		panic(fmt.Sprintf("words: no colon in %q", line))
	}
	return what, words
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(fmt.Sprintf("words: %v", err))
	}
	return v
}
