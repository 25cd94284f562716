// Package themes holds the colours and type of the screen as data: TOML files, four built in, others from the user's
// folder. light.toml explains each key.
//
//	t, err := themes.Load(themes.Auto(dark), userDir)
//	line := t.Styles.Quote.Render("1184 bytes")
//
// No theme tells anything by colour alone: Load refuses one whose quote, say, differs from the text around it only in
// that.
package themes

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"charm.land/glamour/v2/ansi"

	"ibid/guard/words"
	"ibid/index/file"
)

//go:embed *.toml
var files embed.FS

const (
	light = "light"
	dark  = "dark"

	extension = ".toml"
	maxBytes  = 64 << 10 // of a theme's file; beyond that it is something else
)

// Theme is how everything looks.
type Theme struct {
	Name        string
	Description string // one line
	Dark        bool   // made for a dark background
	Styles      Styles
	Glamour     ansi.StyleConfig // for Markdown; without margins around the document
}

// Auto is the name of the built-in theme that suits a background.
func Auto(background bool) string {
	if background {
		return dark
	}
	return light
}

// builtin lists the names of the built-in themes, in the order of the documentation.
func builtin() []string { return []string{light, dark, "high-contrast", "ansi16"} }

// Load reads a theme. A file NAME.toml in userDir ("" for no such folder) wins over a built-in theme of that name. What
// is wrong with a file is told with file:line:column and the key.
func Load(name, userDir string) (Theme, error) {
	path, data, err := find(name, userDir)
	if err != nil {
		return Theme{}, err
	}
	keys := known()
	own, err := parse(path, data, keys)
	if err != nil {
		return Theme{}, err
	}
	base := Auto(own.dark)
	data, err = files.ReadFile(base + extension)
	if err != nil {
		return Theme{}, err
	}
	under, err := parse(base+extension, data, keys)
	if err != nil {
		return Theme{}, err
	}
	t := Theme{Name: name, Description: own.description, Dark: own.dark}
	if t.Styles, err = own.styles(under); err != nil {
		return Theme{}, err
	}
	if path != name+extension { // Markdown looks as the built-in themes say: a file of the user's sets roles
		own = under
	}
	t.Glamour, err = own.markdown(under)
	return t, err
}

// List names every theme, the built-in ones first and then the user's by name. One whose file cannot be used is an
// error instead.
func List(userDir string) ([]string, []error) {
	names := builtin()
	own, err := userThemes(userDir)
	var errs []error
	if err != nil {
		errs = append(errs, err)
	}
	for _, name := range own {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool {
		_, err := Load(name, userDir)
		if err != nil {
			errs = append(errs, err)
		}
		return err != nil
	}), errs
}

// userThemes lists the names in the user's folder, sorted.
func userThemes(dir string) ([]string, error) {
	if dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("your themes cannot be listed: %w", err)
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), extension); ok && isName(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// find returns the file of a theme: where it is, and what it holds.
func find(name, userDir string) (path string, data []byte, err error) {
	if isName(name) && userDir != "" {
		path = filepath.Join(userDir, name+extension)
		switch data, err = file.Read(path, maxBytes); {
		case errors.Is(err, file.ErrIrregular), errors.Is(err, file.ErrTooLarge):
			return "", nil, fmt.Errorf("%s: this is no theme, but a folder, a device or more than %d kB", path, maxBytes>>10)
		case err == nil || !errors.Is(err, fs.ErrNotExist):
			return path, data, err
		}
	}
	if slices.Contains(builtin(), name) {
		data, err = files.ReadFile(name + extension)
		return name + extension, data, err
	}
	own, err := userThemes(userDir)
	if err != nil {
		return "", nil, err
	}
	names := append(builtin(), own...)
	if near := words.Nearest(name, names); near != "" {
		return "", nil, fmt.Errorf("no such theme: %q; did you mean %s?", name, near)
	}
	return "", nil, fmt.Errorf("no such theme: %q; there are %s", name, strings.Join(names, ", "))
}

// isName keeps a name from being a path, and from needing an escape where it is printed.
func isName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}
