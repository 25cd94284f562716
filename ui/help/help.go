// Package help holds the pages that the README links to, for `ibid help TOPIC` to print where there is no network.
package help

import (
	"embed"
	"io/fs"
	"regexp"
	"strings"
)

//go:embed *.md
var files embed.FS

var comment = regexp.MustCompile(`(?m)^<!--.*-->\n`) // for those who make the page

// Page is one of them.
type Page struct {
	Name  string // the topic, and the name of the file without .md
	Title string // its first heading
	Text  string // Markdown
}

// Pages are all pages, by name.
func Pages() []Page {
	var pages []Page
	names, err := fs.Glob(files, "*.md")
	if err != nil { // the pattern is right
		panic(err)
	}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil { // it is in the program
			panic(err)
		}
		shown := comment.ReplaceAllString(string(text), "")
		title, _, _ := strings.Cut(shown, "\n")
		pages = append(pages, Page{strings.TrimSuffix(name, ".md"), strings.TrimPrefix(title, "# "), shown})
	}
	return pages
}
