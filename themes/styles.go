package themes

import (
	"fmt"
	"maps"
	"strings"

	"charm.land/lipgloss/v2"
)

// Styles has a style for each role that text plays on the screen.
type Styles struct {
	Text          lipgloss.Style // everything that has no other role; the others start from it
	Muted         lipgloss.Style // what may be skipped: numbers, places, hints
	Heading       lipgloss.Style // headings of a sheet
	Title         lipgloss.Style // the line at the top of the screen
	Border        lipgloss.Style // frames of panes
	BorderFocus   lipgloss.Style // frame of the pane that has the keyboard
	Good          lipgloss.Style // verdicts; each has its glyph and its word too
	Warn          lipgloss.Style
	Bad           lipgloss.Style
	Quote         lipgloss.Style // the words of the evidence that support a sentence
	Sentence      lipgloss.Style // the current sentence of the answer
	Selection     lipgloss.Style // selected text, the current line of a list
	Draft         lipgloss.Style // text that is not verified yet
	Key           lipgloss.Style // names of keys
	BarFull       lipgloss.Style // the measured part of a bar
	BarEmpty      lipgloss.Style // the rest of it
	Marker        lipgloss.Style // citations: [c1]
	MarkerCurrent lipgloss.Style // the citation whose evidence is shown
	Cursor        lipgloss.Style // the place of the cursor in text
	Tab           lipgloss.Style // a pane that is behind another
	TabActive     lipgloss.Style // the pane in front
	Error         lipgloss.Style // messages of what went wrong
}

// field is a role by the name it has in a file.
type field struct {
	name  string
	style *lipgloss.Style
	alone bool // nothing but its style tells it from the text around it
}

// fields lists the roles in the order of the documentation, text first.
func (s *Styles) fields() []field {
	return []field{
		{"text", &s.Text, false},
		{"muted", &s.Muted, false},
		{"heading", &s.Heading, false},
		{"title", &s.Title, false},
		{"border", &s.Border, false},
		{"border_focus", &s.BorderFocus, false},
		{"good", &s.Good, false},
		{"warn", &s.Warn, false},
		{"bad", &s.Bad, false},
		{"quote", &s.Quote, true},
		{"sentence", &s.Sentence, true},
		{"selection", &s.Selection, true},
		{"draft", &s.Draft, true},
		{"key", &s.Key, false},
		{"bar_full", &s.BarFull, false},
		{"bar_empty", &s.BarEmpty, false},
		{"marker", &s.Marker, false},
		{"marker_current", &s.MarkerCurrent, true},
		{"cursor", &s.Cursor, true},
		{"tab", &s.Tab, false},
		{"tab_active", &s.TabActive, true},
		{"error", &s.Error, false},
	}
}

// role is what a file says of one: "fg" and "bg" as lipgloss.Color takes them, and attributes that are on or off.
type role map[string]any

func attributes() []string {
	return []string{"bold", "italic", "underline", "faint", "reverse", "strikethrough"}
}

// shape is the role without its colours, as words.
func (r role) shape() string {
	var on []string
	for _, a := range attributes() {
		if r[a] == true {
			on = append(on, a)
		}
	}
	return strings.Join(on, " ")
}

func (r role) style() lipgloss.Style {
	s := lipgloss.NewStyle()
	if c, ok := r["fg"].(string); ok {
		s = s.Foreground(lipgloss.Color(c))
	}
	if c, ok := r["bg"].(string); ok {
		s = s.Background(lipgloss.Color(c))
	}
	is := func(attribute string) bool { return r[attribute] == true }
	return s.Bold(is("bold")).Italic(is("italic")).Underline(is("underline")).
		Faint(is("faint")).Reverse(is("reverse")).Strikethrough(is("strikethrough"))
}

// styles makes the styles: each role on top of the text's, one that the file leaves out as in the theme under it.
func (f *themeFile) styles(under *themeFile) (Styles, error) {
	var s Styles
	text := f.roles["text"]
	for _, field := range s.fields() {
		own, ok := f.roles[field.name]
		if !ok && field.name != "text" {
			own = under.roles[field.name]
		}
		r := role{}
		maps.Copy(r, text)
		maps.Copy(r, own)
		if field.alone && r.shape() == text.shape() {
			at := f.at("roles." + field.name)
			return s, fmt.Errorf("%s: roles.%s: it differs from the text by colour at most; add one of %s", at, field.name, strings.Join(attributes(), ", "))
		}
		*field.style = r.style()
	}
	return s, nil
}
