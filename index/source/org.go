package source

import (
	"regexp"
	"strings"
)

var (
	orgHeading = regexp.MustCompile(`^(\*+) +(?:(?:TODO|DONE|NEXT|WAITING) +)?(?:\[#[A-Z]\] +)?(.*?)(?:[ \t]+:[\w@#%:]+:)?[ \t]*$`)
	orgBlock   = regexp.MustCompile(`(?i)^\s*#\+(begin|end)_(\w+)\s*(\S*)`)
	orgTitle   = regexp.MustCompile(`(?i)^#\+title:\s*(.*)`)
	orgDrawer  = regexp.MustCompile(`^\s*:[A-Za-z_-]+:\s*$`)
	orgItem    = regexp.MustCompile(`^(\s*)([-+]|\d+[.)])\s+(?:\[[ X-]\]\s+)?(.*)$`)
	orgRule    = regexp.MustCompile(`^\s*\|[-+|]+\s*$`)
	// orgInline matches the text of a link, a link without one, code, emphasis, what is struck out, a footnote and its mark, and what is raised.
	orgInline = regexp.MustCompile(`\[\[[^\]]*\]\[([^\]]*)\]\]|\[\[([^\]]*)\]\]|\B[=~](?P<code>\S(?:[^=~]*\S)?)[=~]\B|\B[*/](\w(?:[^*/+]*\w)?)[*/]\B` +
		`|\B\+(?P<struck>\w(?:[^+]*\w)?)\+\B|\[fn:[\w-]*:(?P<note>[^\]]+)\]|[ ]?\[fn:[\w-]+\]|\b\^\{(?P<raised>[^}]*)\}|_\{([^}]*)\}`)
)

// readOrg reads the Org mode of Emacs.
func readOrg(b *builder, text string) {
	l := newLight(b)
	fence, drawer := "", false
	rules := 0
	for _, line := range strings.Split(text, "\n") {
		if l.begun > 0 && (fence != "" || !strings.HasPrefix(strings.TrimSpace(line), "|")) {
			l.end(rules > 0)
		}
		block := orgBlock.FindStringSubmatch(line)
		switch {
		case fence != "":
			if block != nil && strings.EqualFold(block[1], "end") && strings.EqualFold(block[2], fence) {
				fence, line = "", "````"
			}
			l.add(line)
		case drawer:
			drawer = !strings.EqualFold(strings.TrimSpace(line), ":end:")
			l.add("")
		case block != nil && strings.EqualFold(block[1], "begin") && (strings.EqualFold(block[2], "src") || strings.EqualFold(block[2], "example")):
			fence = block[2]
			l.add("````" + block[3])
		case orgTitle.MatchString(line):
			b.doc.Title = orgTitle.FindStringSubmatch(line)[1]
			l.add("")
		case strings.HasPrefix(strings.TrimSpace(line), "#+"), strings.HasPrefix(line, "# "):
			l.add("")
		case orgDrawer.MatchString(line):
			drawer = true
			l.add("")
		case orgHeading.MatchString(line):
			m := orgHeading.FindStringSubmatch(line)
			l.add(strings.Repeat("#", min(len(m[1]), 6)) + " " + l.orgText(m[2]))
		case strings.HasPrefix(strings.TrimSpace(line), "|"):
			if l.begun == 0 {
				l.begin()
				rules = 0
			}
			if orgRule.MatchString(line) {
				if len(l.rows) > 0 {
					rules++
				}
			} else {
				l.rows = append(l.rows, l.orgCells(line))
			}
			l.at++
		case orgItem.MatchString(line):
			m := orgItem.FindStringSubmatch(line)
			l.add(m[1] + m[2] + " " + strings.Replace(l.orgText(m[3]), " :: ", ": ", 1))
		case strings.HasPrefix(strings.TrimSpace(line), ": "):
			l.add("    " + strings.TrimSpace(line)[2:])
		default:
			l.add(l.orgText(line))
		}
	}
	if l.begun > 0 {
		l.end(rules > 0)
	}
	l.read()
}

func (l *light) orgCells(line string) []string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i, cell := range cells {
		cells[i] = l.inlined(orgInline, strings.TrimSpace(cell), true)
	}
	return cells
}

// orgText writes a line of text in Markdown.
func (l *light) orgText(line string) string { return l.inlined(orgInline, line, false) }
