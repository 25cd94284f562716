package index

import (
	"path"
	"slices"
	"strings"
)

// ignoreFiles are read in every folder. Within one folder the later file is asked first, so that .ibidignore may take
// back in what .gitignore keeps out.
var ignoreFiles = [...]string{".gitignore", ".ibidignore"}

// rules are the ignore patterns that stand in one folder, in the syntax and with the meaning of gitignore(5).
type rules struct {
	folder   string // slash-separated path below the root, "" for the root
	patterns []pattern
}

// pattern is one line of an ignore file.
type pattern struct {
	names      []string // of the path below the folder of the ignore file, for path.Match; "**" stands for any number
	folderOnly bool
	negated    bool // takes back in what an earlier pattern excluded
}

// asMatch writes classes as path.Match reads them.
var asMatch = strings.NewReplacer("[!]", `[^\]`, "[]", `[\]`, "-]", `\-]`, "[!", "[^", "[:digit:]", "0-9", "[:alpha:]", "a-zA-Z", "[:alnum:]", "0-9a-zA-Z", "[:upper:]", "A-Z",
	"[:lower:]", "a-z", "[:xdigit:]", "0-9a-fA-F", "[:space:]", " \t", `\/`, "/")

// parseIgnore reads an ignore file. Every line means something to git, so there are no errors; one that can match
// nothing is left out.
func parseIgnore(data string) []pattern {
	var patterns []pattern
	for line := range strings.SplitSeq(strings.TrimPrefix(data, "\ufeff"), "\n") {
		line = trimUnescapedSpace(strings.TrimSuffix(line, "\r"))
		if strings.HasPrefix(line, "#") {
			continue
		}
		var p pattern
		line, p.negated = strings.CutPrefix(line, "!")
		line, p.folderOnly = strings.CutSuffix(line, "/")
		if line == "" {
			continue
		}
		p.names = strings.Split(asMatch.Replace(strings.TrimPrefix(line, "/")), "/")
		if !strings.Contains(line, "/") {
			p.names = []string{"**", p.names[0]}
		}
		for i, name := range p.names {
			if len(name) > 1 && strings.Trim(name, "*") == "" {
				p.names[i] = "**"
			}
		}
		if p.names[len(p.names)-1] == "**" { // at least one entry
			p.names = append(p.names, "*")
		}
		broken := func(name string) bool { _, err := path.Match(name, ""); return err != nil }
		if !slices.ContainsFunc(p.names, broken) {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// trimUnescapedSpace drops the spaces at the end of a line, but for one that a backslash protects.
func trimUnescapedSpace(line string) string {
	trimmed := strings.TrimRight(line, " ")
	if len(trimmed) < len(line) && (len(trimmed)-len(strings.TrimRight(trimmed, `\`)))%2 == 1 {
		return line[:len(trimmed)+1]
	}
	return trimmed
}

// ignored tells whether the rules of the folders above keep an entry out. The deepest folder is asked first and its
// last pattern first: the first that matches decides. What lies below an ignored folder is never asked about.
func ignored(stack []rules, rel string, isFolder bool) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		below := strings.Split(strings.TrimPrefix(rel[len(stack[i].folder):], "/"), "/")
		for j := len(stack[i].patterns) - 1; j >= 0; j-- {
			p := &stack[i].patterns[j]
			if (isFolder || !p.folderOnly) && p.matches(below) {
				return !p.negated
			}
		}
	}
	return false
}

// matches tells whether a path, name by name, is one that the pattern stands for. Its time is bounded by the product
// of both lengths.
func (p *pattern) matches(below []string) bool {
	at := make([]bool, len(below)+1) // at[i]: the names of the pattern so far stand for the first i of the path
	at[0] = true
	for _, name := range p.names {
		next := make([]bool, len(at))
		for i := range at {
			if name == "**" {
				next[i] = at[i] || i > 0 && next[i-1]
			} else if i > 0 && at[i-1] {
				next[i], _ = path.Match(name, below[i-1])
			}
		}
		at = next
	}
	return at[len(below)]
}
