package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Join makes one set of those of one form that ask about the same documents. Sets that ask about texts of their own stay apart.
// The order is that of the first set of each.
func Join(sets []*Set) []*Set {
	var out []*Set
	at := map[Form]int{}
	for _, s := range sets {
		i, ok := at[s.Form]
		if s.Form == Collection || !ok {
			at[s.Form] = len(out)
			out = append(out, s)
			continue
		}
		out[i] = joined(out[i], s)
	}
	return out
}

func joined(a, b *Set) *Set {
	sum := sha256.Sum256([]byte(a.SHA256 + b.SHA256))
	return &Set{
		Name:      strings.Join([]string{a.Name, b.Name}, " + "),
		SHA256:    hex.EncodeToString(sum[:]),
		Form:      a.Form,
		Questions: append(a.Questions[:len(a.Questions):len(a.Questions)], b.Questions...),
		Warnings:  append(a.Warnings[:len(a.Warnings):len(a.Warnings)], b.Warnings...),
	}
}
