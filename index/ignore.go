package index

import (
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
	segments   []string // between slashes; a single one stands for a name at any depth, unless anchored
	anchored   bool     // counts from the folder of the ignore file
	folderOnly bool
	negated    bool // takes back in what an earlier pattern excluded
}

// parseIgnore reads an ignore file. Every line means something to git, so there are no errors.
func parseIgnore(data string) []pattern {
	var patterns []pattern
	data = strings.TrimPrefix(data, "\ufeff")
	for line := range strings.SplitSeq(data, "\n") {
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
		p.anchored = strings.Contains(line, "/")
		p.segments = strings.Split(strings.TrimPrefix(line, "/"), "/")
		for i, s := range p.segments[:len(p.segments)-1] {
			if endsInEscape(s) { // "\/" is a slash
				p.segments[i] = s[:len(s)-1]
			}
		}
		patterns = append(patterns, p)
	}
	return patterns
}

// trimUnescapedSpace drops the spaces at the end of a line, but for one that a backslash protects.
func trimUnescapedSpace(line string) string {
	trimmed := strings.TrimRight(line, " ")
	if len(trimmed) < len(line) && endsInEscape(trimmed) {
		return line[:len(trimmed)+1]
	}
	return trimmed
}

// endsInEscape tells whether the last character is a backslash that escapes what follows.
func endsInEscape(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}

// ignored tells whether the rules of the folders above keep an entry out. The deepest folder is asked first and its
// last pattern first: the first that matches decides. What lies below an ignored folder is never asked about.
func ignored(stack []rules, rel string, isFolder bool) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		below := rel
		if stack[i].folder != "" {
			below = rel[len(stack[i].folder)+1:]
		}
		for j := len(stack[i].patterns) - 1; j >= 0; j-- {
			if p := &stack[i].patterns[j]; p.matches(below, isFolder) {
				return !p.negated
			}
		}
	}
	return false
}

func (p *pattern) matches(path string, isFolder bool) bool {
	if p.folderOnly && !isFolder {
		return false
	}
	if !p.anchored {
		return matchName(p.segments[0], path[strings.LastIndexByte(path, '/')+1:])
	}
	return matchSegments(p.segments, path)
}

// matchSegments matches a path against segments of which "**" stands for any number of folders, at least one entry
// where it comes last. Going back to the latest "**" alone is enough, as with "*" in a name.
func matchSegments(pattern []string, path string) bool {
	names := strings.Split(path, "/")
	p, n := 0, 0
	starP, starN := -1, 0
	for n < len(names) {
		switch {
		case p < len(pattern) && isDoubleStar(pattern[p]):
			if p == len(pattern)-1 {
				return true
			}
			starP, starN = p, n
			p++
		case p < len(pattern) && matchName(pattern[p], names[n]):
			p++
			n++
		case starP >= 0:
			starN++
			p, n = starP+1, starN
		default:
			return false
		}
	}
	return p == len(pattern)
}

func isDoubleStar(segment string) bool {
	return len(segment) >= 2 && strings.Trim(segment, "*") == ""
}

// matchName matches one name against "*", "?", "[…]", escapes and literal bytes, in time of at most their product.
func matchName(pattern, name string) bool {
	p, n := 0, 0
	starP, starN := -1, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == '*' {
			starP, starN = p, n
			p++
			continue
		}
		if width := matchByte(pattern[p:], name[n]); width > 0 {
			p += width
			n++
			continue
		}
		if starP < 0 {
			return false
		}
		starN++
		p, n = starP+1, starN
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// matchByte matches the first element of a pattern, which is not "*", and returns its width, 0 where it does not match.
func matchByte(pattern string, c byte) int {
	if pattern == "" {
		return 0
	}
	switch pattern[0] {
	case '?':
		return 1
	case '[':
		return matchClass(pattern, c)
	case '\\':
		if len(pattern) > 1 && pattern[1] == c {
			return 2
		}
		return 0
	}
	if pattern[0] == c {
		return 1
	}
	return 0
}

// matchClass matches "[a-z]", "[!a-z]" or "[^a-z]" at the start of a pattern, with named classes such as "[:digit:]". A
// class that is not closed matches nothing.
func matchClass(pattern string, c byte) int {
	i := 1
	negated := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negated {
		i++
	}
	found := false
	for first := true; ; first = false {
		if i >= len(pattern) {
			return 0
		}
		if pattern[i] == ']' && !first {
			break
		}
		if name, ok := strings.CutPrefix(pattern[i:], "[:"); ok {
			if name, _, ok = strings.Cut(name, ":]"); ok {
				in, known := inNamedClass(name, c)
				if !known {
					return 0
				}
				found = found || in
				i += len("[:") + len(name) + len(":]")
				continue
			}
		}
		low, next, ok := classByte(pattern, i)
		if !ok {
			return 0
		}
		high := low
		if next+1 < len(pattern) && pattern[next] == '-' && pattern[next+1] != ']' {
			if high, next, ok = classByte(pattern, next+1); !ok {
				return 0
			}
		}
		found = found || low <= c && c <= high
		i = next
	}
	if found == negated {
		return 0
	}
	return i + 1
}

// classByte reads one byte of a class, which may be escaped, and where the next one starts.
func classByte(pattern string, i int) (c byte, next int, ok bool) {
	if pattern[i] == '\\' {
		i++
	}
	if i >= len(pattern) {
		return 0, 0, false
	}
	return pattern[i], i + 1, true
}

// inNamedClass knows the classes of POSIX, for ASCII.
func inNamedClass(name string, c byte) (in, known bool) {
	lower, upper, digit := 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9'
	graph := '!' <= c && c <= '~'
	switch name {
	case "alnum":
		return lower || upper || digit, true
	case "alpha":
		return lower || upper, true
	case "blank":
		return c == ' ' || c == '\t', true
	case "cntrl":
		return c < ' ' || c == 0x7f, true
	case "digit":
		return digit, true
	case "graph":
		return graph, true
	case "lower":
		return lower, true
	case "print":
		return graph || c == ' ', true
	case "punct":
		return graph && !lower && !upper && !digit, true
	case "space":
		return c == ' ' || '\t' <= c && c <= '\r', true
	case "upper":
		return upper, true
	case "xdigit":
		return digit || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F', true
	}
	return false, false
}
