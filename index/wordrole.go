package index

import "strings"

// role is what a word tells of a plain word beside it, which may be the name of a symbol. A word may have several.
type role uint8

const (
	kindBefore role = 1 << iota // the function encode
	kindBehind                  // the encode function
	auxiliary                   // does encode …
	verbBehind                  // … return
	useBefore                   // call encode
	partBefore                  // the arguments of encode
)

// roles are those that words have, by the words in lower case.
var roles = func() map[string]role {
	out := map[string]role{}
	for r, words := range map[role]string{
		kindBefore: "function method class property attribute decorator constructor exception",
		kindBehind: "function functions method methods class property decorator decorators exception exceptions constructor constructors object objects instance instances",
		auxiliary:  "do does can will should must",
		verbBehind: "take accept return raise throw do need expect yield give support use have inherit extend of",
		useBefore:  "call use using import invoke subclass",
		partBefore: "signature argument arguments parameter parameters default defaults example examples usage result results class classes " +
			"method methods field fields attribute attributes member members",
	} {
		for _, w := range strings.Fields(words) {
			out[w] |= r
		}
	}
	return out
}()

// usedAsNames are the words among the fields of a question, in lower case, that are used as a symbol's name is: encode in "what
// does encode return". Punctuation between a word and what tells of it parts the two.
func usedAsNames(fields []string) map[string]bool {
	out := map[string]bool{}
	for n, field := range fields {
		name, _ := bareName(field)
		starts, ends := strings.HasPrefix(field, name), strings.HasSuffix(field, name)
		before, behind := roleBefore(fields, n), role(0)
		if n+1 < len(fields) {
			behind = roles[strings.ToLower(leadingWord(fields[n+1]))]
		}
		if starts && (before&(kindBefore|useBefore|partBefore) != 0 || ends && before&auxiliary != 0 && behind&verbBehind != 0) || ends && behind&kindBehind != 0 {
			out[strings.ToLower(name)] = true
		}
	}
	return out
}

// roleBefore is that of what stands before field n: "function", "call the", "default value of the".
func roleBefore(fields []string, n int) role {
	at := func(i int) role {
		if i < 0 {
			return 0
		}
		return roles[strings.ToLower(trailingWord(fields[i]))]
	}
	is := func(i int, word string) bool { return i >= 0 && strings.EqualFold(fields[i], word) }
	r := at(n-1) & (kindBefore | auxiliary | useBefore)
	if n--; is(n, "the") {
		n--
		r |= at(n) & useBefore
	}
	if is(n, "of") || is(n, "to") {
		r |= at(n-1) & partBefore
		if n > 0 && fields[n-1] == trailingWord(fields[n-1]) {
			r |= at(n-2) & partBefore
		}
	}
	return r
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// leadingWord is what a field starts with, up to its first punctuation.
func leadingWord(field string) string {
	i := 0
	for i < len(field) && isWordByte(field[i]) {
		i++
	}
	return field[:i]
}

// trailingWord is what a field ends with, behind its last punctuation.
func trailingWord(field string) string {
	i := len(field)
	for i > 0 && isWordByte(field[i-1]) {
		i--
	}
	return field[i:]
}
