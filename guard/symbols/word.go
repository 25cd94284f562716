package symbols

import (
	"strings"
	"unicode/utf8"
)

// wordForm classifies code without blanks and literals.
func wordForm(w string) form {
	if strings.Contains(w, "/*") || strings.Contains(w, "*/") || strings.Contains(w, "*.") {
		return noName // a glob; the star of a pointer stands before a letter
	}
	if !isWord(w) {
		return aName
	}
	located := strings.Contains(w[len(strings.TrimRight(w, "0123456789:")):], ":") // "report.csv:12:3", "example.org:8080"
	switch {
	case located || isEmail(w):
		return noName
	case strings.Contains(w, "/"):
		return pathForm(w)
	case isConstant(w):
		return aDoubt
	case strings.Contains(w, "."):
		return dottedForm(w)
	}
	return aName
}

// pathForm classifies what has slashes. Go writes a package so, and net/http.Server for what is in it.
func pathForm(w string) form {
	if strings.ContainsAny(w[:1], "/.~-") || strings.HasSuffix(w, "/") || strings.Contains(w, "//") {
		return noName
	}
	for segment := range strings.SplitSeq(w, "/") {
		if isDigit(segment[0]) || segment[0] == '.' {
			return noName
		}
	}
	last := w[strings.LastIndexByte(w, '/')+1:]
	if !strings.Contains(last, ".") {
		return aPlace
	}
	if f := dottedForm(last); f != aPlace {
		return f
	}
	return aName
}

// dottedForm classifies words with full stops between them.
func dottedForm(w string) form {
	for part := range strings.SplitSeq(w, ".") {
		if part != "" && isDigit(part[0]) {
			return noName // a version
		}
	}
	ending := extensionOf(w)
	switch {
	case ending != aName && (w[0] == '.' || strings.Contains(w, "-")):
		return noName
	case isHost(w):
		return aPlace
	}
	return ending
}

// isHost tells that w is written in lower case and ends as the names of hosts do.
func isHost(w string) bool {
	return w[0] != '.' && isTopDomain(w[strings.LastIndexByte(w, '.')+1:]) && strings.ToLower(w) == w
}

func isEmail(w string) bool {
	name, host, ok := strings.Cut(w, "@")
	return ok && name != "" && strings.Contains(host, ".")
}

// isNameByte tells a byte of an identifier.
func isNameByte(c byte) bool { return isAlnum(c) || c == '_' || c >= utf8.RuneSelf }

// extensionOf tells by the last part of w whether it is a file: aDoubt for an extension of files alone, anAttribute for
// one that is as common for an attribute, else aName.
func extensionOf(w string) form {
	i := strings.LastIndexByte(w, '.')
	if i < 0 {
		return aName
	}
	switch w[i+1:] {
	case "7z", "asc", "avi", "bak", "bat", "bmp", "bz2", "c", "cc", "cer", "cert", "cfg", "conf", "cpp", "crt", "css", "csv",
		"dat", "db", "deb", "dll", "doc", "docx", "dylib", "exe", "flac", "gif", "go", "gz", "h", "hpp", "hs", "htm",
		"html", "ico", "ini", "ipynb", "iso", "jar", "java", "jpeg", "jpg", "js", "json", "jsonl", "jsx", "kt", "log", "lua",
		"md", "md5", "mjs", "mkv", "mp3", "mp4", "mpg", "odt", "ogg", "orig", "parquet", "pdf", "pem", "php", "pid",
		"png", "ppt", "pptx", "proto", "ps1", "psd", "py", "pyc", "pyd", "pyi", "rar", "rb", "rpm", "rs", "rst", "rtf",
		"scss", "sh", "sha256", "sha512", "so", "sock", "sql", "sqlite", "sqlite3", "svg", "swp", "tar", "tex", "tgz",
		"tif", "tiff", "tml", "tmp", "tmpl", "toml", "ts", "tsv", "tsx", "ttf", "txt", "vue", "war", "wasm", "wav", "webm",
		"webp", "whl", "woff", "woff2", "xls", "xlsx", "xml", "xz", "yaml", "yml", "zip", "zst":
		return aDoubt
	case "bin", "class", "config", "data", "diff", "env", "key", "less", "lock", "map", "markdown", "mod", "out", "patch",
		"properties", "sig", "sum", "swift", "template":
		return anAttribute
	}
	return aName
}

// isTopDomain lists the ends of the names of hosts that documents use, but for those that are as common for
// attributes: info, name, run.
func isTopDomain(label string) bool {
	switch label {
	case "com", "org", "edu", "gov", "io", "net", "dev", "app", "ai", "co", "uk", "de", "eu", "fr", "ch", "us",
		"local", "localdomain", "localhost", "internal", "example", "invalid", "test", "onion", "arpa":
		return true
	}
	return false
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isAlnum(c byte) bool  { return isLetter(c) || isDigit(c) }
