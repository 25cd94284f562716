package recipe

import (
	"context"
	"slices"

	"ibid/index/symbol/code"
	"ibid/index/symbol/python"
	"ibid/index/symbol/resolve"
)

// Names lists the qualified names of known symbols that code in a language uses. Nil stands for nobody who knows. It
// may be asked by several goroutines at once.
type Names func(language, code string) []string

// NamesBy lists the names that a resolver finds declared, each where it is declared. What Python code imports and
// does not use is left out.
func NamesBy(x *resolve.Resolver) Names {
	return func(language, text string) []string {
		unused := map[int]bool{} // what is imported and not read, by its place
		if language == inPython {
			s := python.Read(text)
			rest := code.Snippet{Statements: slices.DeleteFunc(slices.Clone(s.Statements), func(st code.Statement) bool { return st.Import != nil })}
			read := rest.Lacking()
			for _, st := range s.Statements {
				if i := st.Import; i != nil && i.Name != "" && i.Name != "*" && !slices.Contains(read, i.As) {
					unused[i.NameSpan.Start] = true
				}
			}
		}
		var out []string
		for _, use := range x.Follow([]code.Piece{{Kind: code.Fenced, Language: language, Text: text}}) {
			if use.Origin != "" && !unused[use.Start] {
				out = append(out, use.Origin)
			}
		}
		return out
	}
}

// until is the same until a context ends; after that nothing is known.
func (n Names) until(ctx context.Context) Names {
	if n == nil {
		return nil
	}
	return func(language, code string) []string {
		if ctx.Err() != nil {
			return nil
		}
		return n(language, code)
	}
}

func (n Names) of(language, code string) []string {
	if n == nil || code == "" {
		return nil
	}
	return unique(n(language, code))
}
