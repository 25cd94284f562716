package symbol

import (
	_ "embed"
	"strings"
	"sync"
)

// foundation is a class that Python sources inherit from and that has no source of its own, or one that is seldom among the
// sources: what its instances have, beside the names between double underscores.
type foundation struct {
	base    string // key in foundations, "" for object
	members map[string]bool
}

//go:embed foundation.txt
var foundationText string

// foundations are the classes of foundation.txt, which tells of its form.
var foundations = sync.OnceValue(func() map[string]*foundation {
	all := map[string]*foundation{}
	class := func(name, base string) *foundation {
		if all[name] == nil {
			all[name] = &foundation{base: strings.TrimSuffix(base, "object"), members: map[string]bool{}}
		}
		return all[name]
	}
	for line := range strings.Lines(foundationText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if base, names, ok := strings.Cut(line, " > "); ok {
			for name := range strings.FieldsSeq(names) {
				class(name, base)
			}
		} else if head, members, ok := strings.Cut(line, ": "); ok {
			name, base, _ := strings.Cut(strings.TrimSuffix(head, ")"), "(")
			f := class(name, base)
			for member := range strings.FieldsSeq(members) {
				f.members[member] = true
			}
		}
	}
	return all
})

// foundationWith is the key of the foundation that has a member: the one asked for or one that it inherits from; "" where
// none has.
func foundationWith(key, member string) string {
	for f := foundations()[key]; f != nil; f = foundations()[key] {
		if f.members[member] {
			return key
		}
		key = f.base
	}
	return ""
}
