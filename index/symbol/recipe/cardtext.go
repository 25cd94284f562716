package recipe

import (
	"go/token"
	"slices"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/symbol/decl"
)

// cardWriter collects the blocks of a card in the order of the lines that they come from.
type cardWriter struct {
	entry   symbol.Entry
	names   []string     // under which other modules pass it on
	subject string       // in sentences about it
	bases   []string     // quoted: what it extends or embeds
	made    *decl.Symbol // the constructor of a class that stands far from it, nil for none
	parts   []listing
}

func (w *cardWriter) add(kind source.BlockKind, first, last int, text string) {
	b := source.Block{Kind: kind, StartLine: first, EndLine: last, Section: []string{w.entry.Origin}, Symbol: w.entry.Symbol.Name}
	if w.entry.Outer != nil {
		b.Symbol = w.entry.Outer.Name + "." + b.Symbol
	}
	w.parts = append(w.parts, listing{b, text})
}

// head is the span of a declaration's first lines, which its signature stands on.
func head(s *decl.Symbol) (first, last int) {
	last = s.Start + len(s.Decorators) + len(s.Parameters) + 1
	if s.DocStart > s.Start {
		last = s.DocStart - 1
	}
	return s.Start, max(s.Start, min(last, s.End))
}

// say adds sentences about the declaration itself.
func (w *cardWriter) say(sentences ...string) {
	first, last := head(w.entry.Symbol)
	w.add(source.Paragraph, first, last, strings.Join(sentences, " "))
}

// signature adds the name and what the declaration says, as code and in words.
func (w *cardWriter) signature() {
	s, name := w.entry.Symbol, w.entry.Origin
	first, last := head(s)
	if s.DocStart > 0 && s.DocStart < first {
		w.add(source.Heading, s.DocStart, s.DocStart, name)
	} else {
		w.add(source.Heading, first, first, name)
	}
	if s.Signature != "" {
		w.add(source.Code, first, last, s.Signature)
		w.parts[len(w.parts)-1].block.Lang = w.entry.File.Language
	}
	w.say(identity(w.entry))
	for _, text := range valued(w.subject, s) {
		w.say(text)
	}
	switch {
	case callable(s):
		w.say(takes(w.subject, s))
	case w.made != nil && s.Kind == decl.Class: // said first: what follows may be long
		w.say(takes(w.subject, w.made))
	}
	if text := gives(w.subject, s); text != "" && s.Kind != decl.Class {
		w.say(text)
	}
	if len(w.bases) > 0 {
		verb := " extends "
		if w.entry.File.Language == "go" {
			verb = " embeds "
		}
		w.say(w.subject + verb + listed(w.bases, "and") + ".")
	}
	if text := imported(w.entry, w.names); text != "" {
		w.say(text)
	}
	if text := written(w.entry); text != "" {
		w.say(text)
	}
}

// introductions to the sections of a docstring.
func introduction(section docSection, subject string) string {
	switch section {
	case arguments:
		return "The arguments of " + subject + ":"
	case attributes:
		return "The attributes of " + subject + ":"
	case raises:
		return subject + " raises these errors:"
	case examples:
		return "Examples of " + subject + ":"
	}
	return ""
}

// documentation adds a docstring.
func (w *cardWriter) documentation(doc string, start int) {
	for _, r := range remarks(doc) {
		first, last := start+r.first, start+r.last
		if intro := introduction(r.section, w.subject); intro != "" && r.opens {
			w.add(source.Paragraph, max(first-1, start), max(first-1, start), intro)
		}
		text := r.text
		if r.opens && r.kind == source.Paragraph {
			switch r.section {
			case returns:
				text = w.subject + " returns: " + text
			case yields:
				text = w.subject + " yields: " + text
			}
		}
		w.add(r.kind, first, last, text)
		if r.kind == source.Code {
			w.parts[len(w.parts)-1].block.Lang = r.lang
			if r.lang == "" && w.entry.File.Language == "go" {
				w.parts[len(w.parts)-1].block.Lang = "go"
			}
		}
	}
}

// isRecord tells whether a class is made from its fields.
func isRecord(s *decl.Symbol) bool {
	has := func(names []string, wanted string) bool {
		return slices.ContainsFunc(names, func(n string) bool {
			n, _, _ = strings.Cut(n, "(")
			return n == wanted || strings.HasSuffix(n, "."+wanted)
		})
	}
	return has(s.Decorators, "dataclass") || has(s.Bases, "NamedTuple")
}

func hidden(language, name string) bool {
	if language == "go" {
		return !token.IsExported(name)
	}
	return strings.HasPrefix(name, "_")
}

// tail adds what the whole of the declaration shows.
func (w *cardWriter) tail(intro string, names []string, between string) {
	if len(names) > 0 {
		last := max(w.entry.Symbol.End, w.entry.Symbol.Start)
		w.add(source.Paragraph, last, last, intro+strings.Join(names, between)+".")
	}
}

// finish gives the card its document.
func (w *cardWriter) finish(d *Derived) {
	w.parts = inOrder(w.parts)
	p := &page{}
	for _, l := range w.parts {
		d.StartLine = min(d.StartLine, l.block.StartLine)
		p.add(l.block, l.text)
	}
	p.finish(d)
}
