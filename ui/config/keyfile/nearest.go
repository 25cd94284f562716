// Package keyfile finds what a person may have meant. It is index/keyfile, under the name that the eval commands know.
package keyfile

import "ibid/index/keyfile"

// Nearest is the name that may have been meant by a word, the first of equals, or "".
func Nearest(word string, names []string) string { return keyfile.Nearest(word, names) }
