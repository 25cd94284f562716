package scope

import (
	"slices"
	"strings"

	"ibid/index"
)

// maxCompletions is the most mentions that complete one.
const maxCompletions = 20

// Complete lists the mentions that a partial one, with its @ or #, may become: first what begins like it, then what holds
// it, each in the order of the documents or projects.
func Complete(prefix string, documents []index.DocumentInfo, projects []string) []string {
	if prefix == "" || prefix[0] != '@' && prefix[0] != '#' {
		return nil
	}
	typed := fold(strings.TrimLeft(prefix[1:], "\"“"))
	c := newCatalog(documents, projects)
	var heads, holds []*name
	for _, n := range c.names {
		switch {
		case n.sigil != prefix[0]:
		case slices.ContainsFunc(n.forms, func(f string) bool { return strings.HasPrefix(f, typed) }):
			heads = append(heads, n)
		case slices.ContainsFunc(n.forms, func(f string) bool { return strings.Contains(f, typed) }):
			holds = append(holds, n)
		}
	}
	return c.spelled(append(heads, holds...), maxCompletions)
}
