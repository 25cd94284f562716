package support

import "unicode"

// isName tells an identifier, a path, an acronym or a designation like ML-KEM-768 from a word.
func isName(s string) bool {
	var letters, digits, uppers, marks int
	inner := false // a capital after a small letter
	prevLower := false
	for i, r := range s {
		switch {
		case unicode.IsUpper(r):
			uppers++
			letters++
			inner = inner || prevLower
			prevLower = false
		case unicode.IsLetter(r):
			letters++
			prevLower = true
		case unicode.IsDigit(r):
			digits++
			prevLower = false
		case r == '_' || r == '\\' || r == '@' || r == '=' || r == '~' || r == '#' || r == '+' || r == '$' || r == '%':
			marks++
			prevLower = false
		case r == '.' || r == ':':
			if i > 0 && i < len(s)-1 {
				marks++
			}
			prevLower = false
		case r == '-' || r == '/':
			if i == 0 {
				marks++
			}
			prevLower = false
		case r == '(' || r == '[' || r == '{' || r == '<':
			marks++
		default:
			prevLower = false
		}
	}
	if letters == 0 {
		return marks > 0 && digits > 0
	}
	return digits > 0 || marks > 0 || inner || uppers >= 2
}

// isUpper reports whether s has capitals, digits and hyphens only.
func isUpper(s string) bool {
	for _, r := range s {
		if !unicode.IsUpper(r) && !unicode.IsDigit(r) && r != '-' {
			return false
		}
	}
	return true
}

func isLowerWord(s string) bool {
	for _, r := range s {
		if !unicode.IsLower(r) {
			return false
		}
	}
	return true
}
