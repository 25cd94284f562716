package recipe

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/python"
)

// pythonTests makes recipes of the tests of one file.
type pythonTests struct {
	*work
	file     File
	names    Names
	docs     map[string]string // of the top level, by name
	program  *program
	lines    []string
	scanned  decl.File
	fixtures map[string]Derived // of conftest.py files, by name, the nearest file's
	always   []int              // steps with fixtures that every test uses
	wanted   []string           // titles of those that the current recipe needs
}

// FromPythonTests makes a recipe of each test of a Python file: test functions, and the methods of test classes with
// what of their class they use. Each comes with the imports, constants, helpers and fixtures of its file that it
// needs. What it needs of other files, the fixtures of conftest.py, is named by the ids of their recipes: see
// FromFixtures.
func FromPythonTests(ctx context.Context, f File, fixtures []Derived, names Names) []Derived {
	t := newPythonTests(ctx, f, names)
	for _, d := range fixtures {
		t.fixtures[d.Symbol] = d
	}
	var out []Derived
	for i := range t.program.steps {
		s := &t.program.steps[i]
		for _, def := range s.defs {
			if def.class == "" && s.word != "class" && strings.HasPrefix(def.name, "test") && t.more() {
				out = append(out, t.recipe(i, nil, def)...)
			}
		}
		if s.word == "class" {
			out = append(out, t.class(i)...)
		}
	}
	return out
}

// FromFixtures makes a recipe of each pytest fixture of a conftest.py. Its Symbol is the name of the fixture.
func FromFixtures(ctx context.Context, f File, names Names) []Derived {
	t := newPythonTests(ctx, f, names)
	var out []Derived
	for i := range t.program.steps {
		s := &t.program.steps[i]
		for _, def := range s.defs {
			if s.word != "class" && t.isFixture(s) && t.more() {
				for _, d := range t.recipe(i, nil, def) {
					d.Symbol, d.Title = def.name, "fixture "+def.name+" ("+f.Path+")"
					d.Document.Title = d.Title
					out = append(out, d)
				}
			}
		}
	}
	return out
}

func newPythonTests(ctx context.Context, f File, names Names) *pythonTests {
	t := &pythonTests{work: newWork(ctx), file: f, names: names, program: newProgram([]piece{{src: f.Text}}), lines: strings.Split(f.Text, "\n"),
		scanned: python.Scan([]byte(f.Text)), fixtures: map[string]Derived{}, docs: map[string]string{}}
	for i := range t.scanned.Symbols {
		t.docs[t.scanned.Symbols[i].Name] = t.scanned.Symbols[i].Doc
	}
	for i := range t.program.steps {
		if s := &t.program.steps[i]; t.isFixture(s) && autouse.MatchString(f.Text[s.code:s.end]) {
			t.always = append(t.always, i)
		}
	}
	return t
}

var (
	fixtureMark = regexp.MustCompile(`^@[\w.]*fixture\b`)
	autouse     = regexp.MustCompile(`\bautouse\s*=\s*True\b`)
	ofSelf      = regexp.MustCompile(`\b(?:self|cls)\.(\w+)`)
)

func (t *pythonTests) isFixture(s *step) bool {
	return fixtureMark.MatchString(t.file.Text[s.code:s.end])
}

// class makes the recipes of the methods of a test class.
func (t *pythonTests) class(at int) []Derived {
	s := &t.program.steps[at]
	all := t.scanned.Symbols // in the order of the source
	i, _ := slices.BinarySearchFunc(all, s.first+1, func(c decl.Symbol, line int) int { return c.Start - line })
	for i < len(all) && all[i].Start <= s.last+1 && all[i].Kind != decl.Class {
		i++
	}
	if i == len(all) || all[i].Start > s.last+1 {
		return nil
	}
	class := &keptClass{symbol: &t.scanned.Symbols[i], named: map[string][]*decl.Symbol{}}
	for i := range class.symbol.Members {
		m := &class.symbol.Members[i]
		class.named[m.Name] = append(class.named[m.Name], m)
	}
	defs := map[string]*function{} // the first of each name
	for _, def := range s.defs {
		if def.class == class.symbol.Name && defs[def.name] == nil {
			defs[def.name] = def
		}
	}
	isTest := strings.HasPrefix(class.symbol.Name, "Test") || slices.ContainsFunc(class.symbol.Bases, func(b string) bool { return strings.HasSuffix(b, "TestCase") })
	if !isTest {
		return nil
	}
	var out []Derived
	for i := range class.symbol.Members {
		m := &class.symbol.Members[i]
		if m.Kind != decl.Method || !strings.HasPrefix(m.Name, "test") || !t.more() {
			continue
		}
		if def := defs["."+m.Name]; def != nil {
			t.keep(class, m.Name)
			out = append(out, t.recipe(at, class, def)...)
		}
	}
	return out
}

// aroundTests are the methods that run around every test of a class.
var aroundTests = [...]string{"setUp", "setUpClass", "tearDown", "tearDownClass", "asyncSetUp", "asyncTearDown", "setup_method", "teardown_method",
	"setup_class", "teardown_class", "__init__"}

// keep notes which methods of a class a test method needs: what runs around it, and what it takes from self.
func (t *pythonTests) keep(k *keptClass, name string) {
	k.methods = map[string]bool{}
	todo := append([]string{name}, aroundTests[:]...)
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, m := range k.named[n] {
			if !inClass(m) || k.methods[n] {
				continue
			}
			k.methods[n] = true
			for _, used := range ofSelf.FindAllStringSubmatch(t.text(m.Start, m.End), -1) {
				todo = append(todo, used[1])
			}
		}
	}
}

// keptClass is a class of which only some methods matter.
type keptClass struct {
	symbol  *decl.Symbol
	named   map[string][]*decl.Symbol // its members
	methods map[string]bool           // that matter
}

// inClass tells members with code of their own from attributes.
func inClass(m *decl.Symbol) bool {
	switch m.Kind {
	case decl.Method, decl.Property, decl.Class:
		return true
	}
	return false
}

// text is some lines of the file, counted from 1.
func (t *pythonTests) text(first, last int) string {
	return strings.Join(t.lines[max(first-1, 0):min(max(last, first-1, 0), len(t.lines))], "\n")
}

// recipe makes the recipe of a test that stands in a step; of a class only what is kept. There is none where what it
// needs cannot be told within the budget.
func (t *pythonTests) recipe(at int, class *keptClass, def *function) []Derived {
	s := &t.program.steps[at]
	end := len(t.program.steps)
	c := closure{program: t.program, from: end, in: map[int]bool{}, seen: map[need]bool{}}
	c.include(at)
	functions := []*function{def}
	if class != nil {
		functions = nil
		for _, d := range s.defs {
			if d.class == class.symbol.Name && class.methods[strings.TrimPrefix(d.name, ".")] {
				functions = append(functions, d)
			}
		}
	}
	d := t.file.recipe()
	t.wanted = nil
	t.fixturesOf(&c, &d, functions)
	for _, i := range t.always {
		c.include(i)
		t.fixturesOf(&c, &d, t.program.steps[i].defs)
	}
	if !c.work() {
		return nil
	}
	d.StartLine, d.EndLine = s.first+1, s.last+1
	name := strings.TrimPrefix(def.name, ".")
	if class != nil {
		for _, m := range class.named[name] {
			d.StartLine, d.EndLine, d.Goal = m.Start, m.End, summary(m.Doc)
		}
		name = class.symbol.Name + "." + name
	} else {
		d.Goal = summary(t.docs[name])
	}
	if d.Goal == "" {
		d.Goal = spoken(name)
	}
	d.Title = name + " (" + t.file.Path + ")"
	d.ID = recipeID + place(t.file.Doc, d.StartLine)
	t.write(&c, &d, at, class)
	looked := 0
	if class != nil {
		looked = len(class.symbol.Members) + len(s.defs)
	}
	t.made(&d, looked)
	return []Derived{d}
}

// fixturesOf takes in the fixtures that functions ask for by the names of their parameters.
func (t *pythonTests) fixturesOf(c *closure, d *Derived, functions []*function) {
	for len(functions) > 0 {
		f := functions[0]
		functions = functions[1:]
		c.call(f, c.from)
		for _, p := range sortedKeys(f.params) {
			if i := t.fixture(p); i >= 0 {
				if !c.in[i] {
					c.include(i)
					functions = append(functions, t.program.steps[i].defs...)
				}
			} else if outside, ok := t.fixtures[p]; ok {
				d.Needs = appendNew(d.Needs, outside.ID)
				t.wanted = append(t.wanted, outside.Title)
			}
		}
	}
}

// fixture is the step that defines a fixture, -1 where there is none.
func (t *pythonTests) fixture(name string) int {
	events := t.program.events[name]
	for k := len(events) - 1; k >= 0; k-- {
		if i := events[k].step; events[k].kind == bound && t.isFixture(&t.program.steps[i]) {
			return i
		}
	}
	return -1
}

// write makes the document: the steps that were taken in, in the order of the file.
func (t *pythonTests) write(c *closure, d *Derived, at int, class *keptClass) {
	p := &page{}
	steps := sortedKeys(c.in)
	for _, i := range steps {
		s := &t.program.steps[i]
		if i == at && class != nil {
			t.writeClass(p, s, class)
			continue
		}
		p.add(t.block(s.first+1, s.last+1), t.text(s.first+1, s.last+1))
	}
	if len(d.Needs) > 0 {
		p.add(source.Block{Kind: source.Paragraph, StartLine: d.EndLine, EndLine: d.EndLine}, "It needs the "+listed(t.wanted, "and the ")+".")
	}
	p.finish(d)
	d.Mentions = t.names.of(inPython, d.Program())
}

func (t *pythonTests) block(first, last int) source.Block {
	return source.Block{Kind: source.Code, StartLine: first, EndLine: last, Lang: inPython}
}

// writeClass adds a class without the methods that do not matter.
func (t *pythonTests) writeClass(p *page, s *step, class *keptClass) {
	from := s.first + 1
	for i := range class.symbol.Members {
		m := &class.symbol.Members[i]
		if !inClass(m) || m.Start < from {
			continue
		}
		p.add(t.block(from, m.Start-1), t.text(from, m.Start-1))
		if class.methods[m.Name] {
			p.add(t.block(m.Start, m.End), t.text(m.Start, m.End))
		}
		from = m.End + 1
	}
	p.add(t.block(from, s.last+1), t.text(from, s.last+1))
}

// spoken makes words of the name of a test: "load segment" of SeriesTest.test_load_segment.
func spoken(name string) string {
	name = name[strings.LastIndexByte(name, '.')+1:]
	return strings.TrimSpace(strings.ReplaceAll(strings.TrimPrefix(name, "test"), "_", " "))
}
