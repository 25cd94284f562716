package symbol

import "strings"

// wordIndex finds declared names by the words of their last parts.
type wordIndex struct {
	all   []declaredName
	names map[string][]int32 // by word, numbers of all in order
}

// declaredName is a name below the module of a file.
type declaredName struct {
	file  *file
	below string
}

// maxParts is the depth to which names are indexed: classes and their members.
const maxParts = 2

// index is the index of the whole registry, which is made when it is first needed.
func (s *store) index() *wordIndex {
	s.indexing.Do(func() {
		w := &wordIndex{names: map[string][]int32{}}
		for _, m := range s.ordered {
			for _, f := range m.files {
				for below := range strings.SplitSeq(f.Names, " ") {
					if below == "" || strings.Count(below, ".") >= maxParts {
						continue
					}
					number := int32(len(w.all))
					w.all = append(w.all, declaredName{f, below})
					for _, word := range wordsOf(LastPart(below)) {
						if list := w.names[word]; len(list) == 0 || list[len(list)-1] != number {
							w.names[word] = append(list, number)
						}
					}
				}
			}
		}
		s.words = w
	})
	return s.words
}

// OfSomeType tells whether some public class or type has a member of this name: then a variable is as likely to be asked for it as the
// module that the variable is called like. A name of several words is no such accident: for that the type must be of the module or
// of one below.
func (r *Registry) OfSomeType(name, module string) bool {
	if r.family == noFamily || r.family == pythonFamily {
		for _, f := range foundations {
			if strings.Contains(f.members, " "+name+" ") {
				return true
			}
		}
	}
	words := wordsOf(name)
	if len(words) == 0 {
		return false
	}
	near := func(m string) bool {
		return len(words) == 1 || m == module || strings.HasPrefix(m, module+".") || strings.HasPrefix(m, module+"/")
	}
	w := r.index()
	for _, n := range w.names[words[0]] {
		if d := &w.all[n]; strings.Contains(d.below, ".") && LastPart(d.below) == name && near(d.file.Module) && r.sees(d.file.module) && d.public() {
			return true
		}
	}
	return false
}

// public tells whether people who use the sources meet a name: not where it is private, or of tests.
func (d *declaredName) public() bool {
	if strings.HasPrefix(d.below, "_") {
		return false
	}
	for part := range strings.FieldsFuncSeq(d.file.Module, func(r rune) bool { return r == '.' || r == '/' }) {
		if strings.HasPrefix(part, "_") || part == "internal" || part == "test" || part == "tests" {
			return false
		}
	}
	return true
}
