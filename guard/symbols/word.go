package symbols

import (
	"strings"
	"unicode/utf8"
)

// wordForm classifies code without blanks and literals.
func wordForm(w string) form {
	if strings.Contains(w, "/*") || strings.Contains(w, "*/") || strings.Contains(w, "*.") {
		return aPath // a glob; the star of a pointer stands before a letter
	}
	if !isWord(w) {
		return aName
	}
	place := strings.TrimRight(w, "0123456789:")
	located := strings.Contains(w[len(place):], ":") // "report.csv:12:3", "example.org:8080"
	if !located {
		place = w
	}
	switch {
	case strings.Contains(w, "/"):
		return pathForm(place, located)
	case isEmail(w):
		return anEmail
	case located && extensionOf(place) != noExtension:
		return aFile
	case located:
		return aHost
	case isConstant(w):
		return maybeVariable
	case strings.Contains(w, "."):
		return dottedForm(w)
	}
	return aName
}

// pathForm classifies what has slashes. Go writes a package so, and net/http.Server for what is in it.
func pathForm(w string, located bool) form {
	if strings.ContainsAny(w[:1], "/.~-") || strings.HasSuffix(w, "/") || strings.Contains(w, "//") {
		return aPath
	}
	if located {
		return aFile
	}
	for segment := range strings.SplitSeq(w, "/") {
		if isDigit(segment[0]) || segment[0] == '.' {
			return aPath
		}
	}
	last := w[strings.LastIndexByte(w, '/')+1:]
	if !strings.Contains(last, ".") {
		return maybePath
	}
	if f := dottedForm(last); f != maybeHost {
		return f
	}
	return aName
}

// dottedForm classifies words with full stops between them.
func dottedForm(w string) form {
	for part := range strings.SplitSeq(w, ".") {
		if part != "" && isDigit(part[0]) {
			return aVersion
		}
	}
	extension := extensionOf(w)
	switch {
	case extension != noExtension && (w[0] == '.' || strings.Contains(w, "-")):
		return aFile
	case isHost(w):
		return maybeHost
	case extension == fileExtension:
		return maybeFile
	case extension == sharedExtension:
		return maybeAttribute
	}
	return aName
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

// extension says what the last part of a dotted word tells.
type extension uint8

const (
	noExtension     extension = iota
	fileExtension             // of files: log, json, yaml
	sharedExtension           // of files, and as common for an attribute: key, map, config
)

// extensionOf looks at the last part of w.
func extensionOf(w string) extension {
	i := strings.LastIndexByte(w, '.')
	if i < 0 {
		return noExtension
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
		return fileExtension
	case "bin", "class", "config", "data", "diff", "env", "key", "less", "lock", "map", "markdown", "mod", "out", "patch",
		"properties", "sig", "sum", "swift", "template":
		return sharedExtension
	}
	return noExtension
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
