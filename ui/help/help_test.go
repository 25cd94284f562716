package help

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// internal are words that nobody needs to know who uses the program.
var internal = regexp.MustCompile(`(?i)\b(rerank\w*|fus(ed?|ion)|RRF|BM25|HNSW|nDCG|contributions?|retrievers?|stages?)\b`)

var link = regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)

// The README names every page, and no page leads nowhere.
func TestPages(t *testing.T) {
	const root = "../.."
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	leads := func(folder, where, text string) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(folder, m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", where, m[1])
			}
		}
	}
	leads(root, "README.md", string(readme))
	pages := Pages()
	for _, p := range pages {
		if p.Title == "" || strings.HasPrefix(p.Title, "#") {
			t.Errorf("%s begins with %q, which is no title", p.Name, p.Title)
		}
		if !strings.Contains(string(readme), "(ui/help/"+p.Name+".md)") {
			t.Errorf("the README does not name %s", p.Name)
		}
		leads(".", p.Name, p.Text)
	}
	words := 0
	for _, p := range pages {
		words += len(strings.Fields(p.Text))
		if m := internal.FindString(p.Text); m != "" {
			t.Errorf("%s says %q, a word of the program's inside", p.Name, m)
		}
	}
	if len(pages) > 8 || words > 6000 {
		t.Errorf("%d pages, %d words", len(pages), words)
	}
}

// The picture is of the screen that is kept as text.
func TestPicture(t *testing.T) {
	page, err := os.ReadFile("screen.txt")
	if err != nil {
		t.Fatal(err)
	}
	picture, err := os.ReadFile("screen.svg")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "<!-- screen: answer -->\n```\n")
	want, _, _ := strings.Cut(rest, "```")
	tag := regexp.MustCompile("<[^>]*>")
	var got strings.Builder
	for _, m := range regexp.MustCompile("(?s)<text .*?</text>").FindAllString(string(picture), -1) {
		got.WriteString(strings.TrimRight(html.UnescapeString(tag.ReplaceAllString(m, "")), " ") + "\n")
	}
	if got.String() != want {
		t.Errorf("the picture shows\n%s\nand the page\n%s\n.ci/terminal update makes both", got.String(), want)
	}
}
