package code

import "slices"

// Lacking are the names that a piece of code reads and nothing in it binds, by what reads them first.
func (s Snippet) Lacking() []string {
	bound := map[string]bool{}
	var read []string
	see := func(e *Expr) {
		Walk(e, func(e *Expr) bool {
			if e.Op == Name && !slices.Contains(read, e.Name) {
				read = append(read, e.Name)
			}
			return true
		})
	}
	var all func([]Statement)
	bind := func(b *Bind) {
		see(b.Type)
		see(b.Value)
		if b.Target != nil && b.Target.Op == Name {
			bound[b.Target.Name] = true
		} else {
			see(b.Target)
		}
	}
	all = func(statements []Statement) {
		for i := range statements {
			switch st := &statements[i]; {
			case st.Import != nil:
				bound[st.Import.As] = true
			case st.Bind != nil:
				bind(st.Bind)
			case st.Use != nil:
				see(st.Use)
			case st.Scope != nil:
				bound[st.Scope.Name] = true
				for _, e := range st.Scope.Head() {
					see(e)
				}
				for _, p := range st.Scope.Parameters {
					bind(p)
				}
				all(st.Scope.Statements)
			}
		}
	}
	all(s.Statements)
	return slices.DeleteFunc(read, func(name string) bool { return bound[name] })
}
