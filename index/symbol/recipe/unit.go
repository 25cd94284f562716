package recipe

import (
	"regexp"
	"slices"
	"strings"
)

// unit is a top-level statement of Python source with its blocks and decorators, or several that share a line.
type unit struct {
	start, end int    // bytes of the source: whole lines without the last line break
	first      int    // its first line, counted from 0; comments right above it are part of it
	last       int    // its last line
	code       int    // offset of the statement itself, after those comments
	word       string // the keyword that it begins with, "" for none
}

var (
	firstWord = regexp.MustCompile(`^[a-z]+\b`)
	clause    = regexp.MustCompile(`^(?:else|elif|except|finally)\b`)
)

// keywords open the statements that are treated in a way of their own.
var keywords = regexp.MustCompile(`^(?:if|for|while|try|with|match|async|def|class|import|from|del|return|raise|assert|pass|global)$`)

// units cuts Python source into its top-level statements.
func units(src string, m masked) []unit {
	var out []unit
	comment := -1 // where the run of comment lines above the next statement begins
	decorated := false
	for i, at := range m.logical {
		end := len(src)
		if i+1 < len(m.logical) {
			end = m.logical[i+1] - 1
		}
		line := strings.TrimRight(string(m.text[at:end]), " \t\f\n")
		switch {
		case line == "" && at < len(src) && src[at] == '#':
			if comment < 0 {
				comment = at
			}
		case line == "":
			comment = -1
		case len(out) > 0 && (decorated || line[0] == ' ' || line[0] == '\t' || clause.MatchString(line)):
			u := &out[len(out)-1]
			u.end = end
			if decorated && line[0] != '@' {
				decorated, u.word = false, wordOf(line)
			}
			comment = -1
		default:
			u := unit{start: at, end: end, code: at, word: wordOf(line)}
			if comment >= 0 {
				u.start = comment
			}
			comment, decorated = -1, line[0] == '@'
			out = append(out, u)
		}
	}
	return numbered(src, out)
}

func wordOf(line string) string {
	if w := firstWord.FindString(line); keywords.MatchString(w) {
		return w
	}
	return ""
}

// numbered fills in the lines of units.
func numbered(src string, us []unit) []unit {
	line, at := 0, 0
	for i := range us {
		line += strings.Count(src[at:us[i].start], "\n")
		us[i].first = line
		line += strings.Count(src[us[i].start:us[i].end], "\n")
		us[i].last, at = line, us[i].end
	}
	return us
}

// unitAt finds the unit that holds an offset, -1 where none does.
func unitAt(us []unit, offset int) int {
	i, _ := slices.BinarySearchFunc(us, offset, func(u unit, at int) int {
		if u.end <= at {
			return -1
		}
		return 1
	})
	if i < len(us) && us[i].start <= offset {
		return i
	}
	return -1
}
