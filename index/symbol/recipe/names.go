package recipe

import (
	"ibid/index/symbol/python"
	"ibid/index/symbol/resolve"
)

// Names lists the qualified names of known symbols that code in a language uses. Nil stands for nobody who knows.
type Names func(language, code string) []string

// NamesBy lists the names that a resolver finds declared, each where it is declared. To import a name is not to use it.
func NamesBy(x *resolve.Resolver) Names {
	return func(language, code string) []string {
		imported := map[int]bool{} // where names stand that Python imports
		if language == inPython {
			for _, s := range python.Read(code).Statements {
				if s.Import != nil {
					imported[s.Import.ModuleSpan.Start] = true
					imported[max(s.Import.NameSpan.Start, s.Import.ModuleSpan.Start)] = true
				}
			}
		}
		var out []string
		for _, u := range x.Resolve([]resolve.Piece{{Kind: resolve.CodeBlock, Language: language, Text: code}}) {
			if u.Entry.Symbol != nil && !imported[u.Start] {
				out = append(out, u.Entry.Origin)
			}
		}
		return out
	}
}

func (n Names) of(language, code string) []string {
	if n == nil || code == "" {
		return nil
	}
	return unique(n(language, code))
}
