package themes

import (
	rgb "image/color"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/styles"
	"github.com/charmbracelet/x/ansi"
)

// luminance and contrast are those of WCAG 2.2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
func luminance(c rgb.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		x := float64(v) / 0xffff
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func contrast(a, b rgb.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestContrast(t *testing.T) {
	for x, want := range map[[2]string]float64{{"#000000", "#ffffff"}: 21, {"#777777", "#ffffff"}: 4.48} {
		if got := contrast(lipgloss.Color(x[0]), lipgloss.Color(x[1])); math.Abs(got-want) > 0.005 {
			t.Errorf("%v: %.2f, want %.2f", x, got, want)
		}
	}
	for _, tt := range []struct {
		name        string
		backgrounds []string // that its user may have: plain, and the common tinted ones
		least       float64
	}{
		{"light", []string{"#ffffff", "#fdf6e3"}, 4.5},
		{"dark", []string{"#000000", "#1e1e1e", "#282c34", "#002b36"}, 4.5},
		{"high-contrast", nil, 7},
	} {
		theme := load(t, tt.name)
		check := func(what string, fg, bg rgb.Color, least float64) {
			_, plain := fg.(lipgloss.NoColor)
			_, bare := bg.(lipgloss.NoColor)
			behind := []rgb.Color{bg}
			switch {
			case plain && bare:
				return
			case plain:
				t.Errorf("%s: %s has a background, and leaves the text on it to the terminal", tt.name, what)
				return
			case bare && tt.backgrounds == nil:
				t.Errorf("%s: %s has a colour, and leaves what is behind it to the terminal", tt.name, what)
				return
			case bare:
				behind = nil
				for _, b := range tt.backgrounds {
					behind = append(behind, lipgloss.Color(b))
				}
			}
			for _, b := range behind {
				if got := contrast(fg, b); got < least {
					t.Errorf("%s: %s on %v: contrast %.2f is below %.1f", tt.name, what, b, got, least)
				}
			}
		}
		for _, f := range theme.Styles.fields() {
			least := tt.least
			if f.name == "border" || f.name == "bar_empty" {
				least = 3 // WCAG's for what is not text
			}
			check(f.name, f.style.GetForeground(), f.style.GetBackground(), least)
		}
		eachColor(reflect.ValueOf(theme.Glamour), "glamour", func(key, c string) {
			if strings.HasSuffix(key, ".BackgroundColor") {
				t.Errorf("%s: %s is not looked at here", tt.name, key)
			}
			if !strings.Contains(key, "HorizontalRule") {
				check(key, lipgloss.Color(c), lipgloss.NoColor{}, tt.least)
			}
		})
		code := styles.Registry[theme.Glamour.CodeBlock.Theme]
		for _, token := range code.Types() {
			entry := code.Get(token)
			if token < 0 || token == chroma.Error || !entry.Colour.IsSet() {
				continue // a background, line numbers, and what brings its own background
			}
			check("code "+token.String(), lipgloss.Color(entry.Colour.String()), lipgloss.NoColor{}, tt.least)
		}
	}
}

// eachColor calls f with every colour of a Glamour style.
func eachColor(v reflect.Value, path string, f func(key, c string)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachColor(v.Elem(), path, f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachColor(v.Field(i), path+"."+v.Type().Field(i).Name, f)
		}
	case reflect.String:
		if strings.HasSuffix(path, "Color") {
			f(path, v.String())
		}
	}
}

func TestANSI16HasOnlyThePalette(t *testing.T) {
	theme := load(t, "ansi16")
	for _, f := range theme.Styles.fields() {
		for _, c := range []rgb.Color{f.style.GetForeground(), f.style.GetBackground()} {
			switch c.(type) {
			case lipgloss.NoColor, ansi.BasicColor:
			default:
				t.Errorf("%s has %v", f.name, c)
			}
		}
	}
	eachColor(reflect.ValueOf(theme.Glamour), "glamour", func(key, c string) {
		if n, err := strconv.Atoi(c); err != nil || n > 15 {
			t.Errorf("%s is %s", key, c)
		}
	})
}
