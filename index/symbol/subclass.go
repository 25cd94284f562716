package symbol

import (
	"strings"

	"ibid/index/symbol/decl"
)

// maxSubclasses is how many classes with a member of one name are looked at.
const maxSubclasses = 300

// InSubclass tells whether a class of Python that inherits from another one declares a member of this name.
func (r *Registry) InSubclass(class Entry, name string) bool {
	words := wordsOf(name)
	if len(words) == 0 || class.Symbol == nil {
		return false
	}
	q := r.query()
	w := r.index()
	looked := 0
	for _, n := range w.names[words[0]] {
		d := &w.all[n]
		owner, ok := strings.CutSuffix(d.below, "."+name)
		if !ok || d.file.family != pythonFamily || d.file.module == nil {
			continue
		}
		if looked++; looked > maxSubclasses {
			return true // nobody can tell
		}
		a := q.declared(d.file.module, owner)
		if a.finding != Found || a.entry.Symbol == nil || a.entry.Kind() != decl.Class {
			continue
		}
		for _, above := range q.line(a.entry).classes {
			if above.Symbol == class.Symbol {
				return true
			}
		}
	}
	return false
}
