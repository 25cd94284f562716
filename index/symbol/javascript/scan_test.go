package javascript

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/code/codetest"
	"ibid/index/symbol/decl"
)

// TestScan compares what files declare with golden files.
func TestScan(t *testing.T) {
	for path, src := range snippets(t, "scan") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			file := Scan([]byte(src), isTypeScript(path))
			codetest.Golden(t, path+".golden", dumpFile(file))
			if windows := dumpFile(Scan([]byte(strings.ReplaceAll(src, "\n", "\r\n")), isTypeScript(path))); windows != dumpFile(file) {
				t.Errorf("with the line ends of Windows\n%s", windows)
			}
		})
	}
}

func dumpFile(f decl.File) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q open %q\n", f.Language, f.Doc, f.Open)
	for _, in := range f.Imports {
		fmt.Fprintf(&b, "%d import %q name %q as %q", in.Line, in.Module, in.Name, in.As)
		if in.Export {
			b.WriteString(" export")
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "exports %s\nexports of %s\n", strings.Join(f.Exports, " "), strings.Join(f.ExportsOf, " "))
	dumpSymbols(&b, f.Symbols, "")
	return b.String()
}

func dumpSymbols(b *strings.Builder, list []decl.Symbol, indent string) {
	for _, s := range list {
		fmt.Fprintf(b, "%s%d-%d %s %s", indent, s.Start, s.End, s.Kind, s.Name)
		for _, field := range []struct{ name, text string }{
			{"signature", s.Signature}, {"type", s.Type}, {"value", s.Value}, {"doc", s.Doc}, {"open", s.Open},
			{"types", strings.Join(s.TypeParams, ", ")}, {"returns", strings.Join(s.Returns, ", ")}, {"gives", strings.Join(s.Gives, ", ")},
			{"bases", strings.Join(s.Bases, ", ")}, {"decorators", strings.Join(s.Decorators, ", ")},
		} {
			if field.text != "" {
				fmt.Fprintf(b, " %s %q", field.name, field.text)
			}
		}
		b.WriteByte('\n')
		for _, p := range s.Parameters {
			fmt.Fprintf(b, "%s  (%s %s %q", indent, p.Kind, p.Name, p.Type)
			if p.Optional {
				fmt.Fprintf(b, " = %q", p.Default)
			}
			b.WriteString(")\n")
		}
		dumpSymbols(b, s.Members, indent+"\t")
	}
}
