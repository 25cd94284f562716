package tui

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ibid/ui/report"
)

// shownFiles are the endings of documents that a desktop shows when their link is followed, and never runs.
var shownFiles = []string{".pdf", ".md", ".markdown", ".txt", ".rst", ".adoc", ".org", ".csv", ".tsv"}

// link makes a hyperlink (OSC 8) of a text where the terminal has them.
func (m *Model) link(text, address string) string {
	if !m.opt.Links || address == "" {
		return text
	}
	return ansi.SetHyperlink(address) + text + ansi.ResetHyperlink()
}

// fileLink is the address of a document whose path starts from a folder, "" where following it may do more than show
// it. Whatever a name holds is escaped in it.
func fileLink(path, folder string, page int) string {
	if !slices.Contains(shownFiles, strings.ToLower(filepath.Ext(path))) {
		return ""
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	if !filepath.IsAbs(path) {
		return ""
	}
	return report.FileURL(path, page)
}
