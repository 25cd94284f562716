package index

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// ignoreFiles are read in every folder. Within one folder the later file is asked first, so that .ibidignore may take
// back in what .gitignore keeps out.
var ignoreFiles = [...]string{".gitignore", ".ibidignore"}

// pattern is one line of an ignore file, in the syntax and with the meaning of gitignore(5).
type pattern struct {
	folder     string   // slash-separated path below the root of the folder that the file stands in
	names      []string // of the path below that, for path.Match; "**" stands for any number
	folderOnly bool
	negated    bool // takes back in what an earlier pattern excluded
}

// trailingSpace is a line and the spaces at its end, but for one that a backslash protects.
var trailingSpace = regexp.MustCompile(`^((?:\\.|[^\\])*?) *$`)

// asMatch writes classes as path.Match reads them.
var asMatch = strings.NewReplacer("[!]", `[^\]`, "[]", `[\]`, "-]", `\-]`, "[!", "[^", "[:digit:]", "0-9", "[:alpha:]", "a-zA-Z", "[:alnum:]", "0-9a-zA-Z", "[:upper:]", "A-Z",
	"[:lower:]", "a-z", "[:xdigit:]", "0-9a-fA-F", "[:space:]", " \t", `\/`, "/")

// parseIgnore reads an ignore file. Every line means something to git, so there are no errors; one that can match
// nothing is left out.
func parseIgnore(folder, data string) (patterns []pattern) {
	for line := range strings.SplitSeq(strings.TrimPrefix(data, "\ufeff"), "\n") {
		line = trailingSpace.ReplaceAllString(strings.TrimSuffix(line, "\r"), "$1")
		if strings.HasPrefix(line, "#") {
			continue
		}
		p := pattern{folder: folder}
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

// ignored tells whether the patterns of the folders above keep an entry out. The last one that matches decides, and so
// the deepest folder. What lies below an ignored folder is never asked about.
func ignored(stack []pattern, rel string, isFolder bool) bool {
	for _, p := range slices.Backward(stack) {
		below := strings.Split(strings.TrimPrefix(rel[len(p.folder):], "/"), "/")
		if (isFolder || !p.folderOnly) && p.matches(below) {
			return !p.negated
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
		if name == "**" {
			for i := range below {
				at[i+1] = at[i+1] || at[i]
			}
			continue
		}
		for i := len(below); i > 0; i-- {
			if at[i] = at[i-1]; at[i] {
				at[i], _ = path.Match(name, below[i-1])
			}
		}
		at[0] = false
	}
	return at[len(below)]
}
