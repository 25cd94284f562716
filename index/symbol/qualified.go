package symbol

import "strings"

// LastPart is what follows the last dot, slash or colon of a qualified name: encode of json.JSONEncoder.encode.
func LastPart(name string) string { return name[strings.LastIndexAny(name, "./:")+1:] }

// EndsIn tells whether a qualified name is tail, or ends in tail behind a dot or a slash: json.JSONEncoder.encode ends in
// JSONEncoder.encode, but not in coder.encode.
func EndsIn(name, tail string) bool {
	rest, ok := strings.CutSuffix(name, tail)
	return ok && (rest == "" || strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, "/"))
}
