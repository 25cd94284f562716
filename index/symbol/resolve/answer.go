package resolve

import (
	"slices"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/language"
)

// answer is one answer whose names are being followed.
type answer struct {
	*Resolver
	pieces []code.Piece
	blocks []*block
	speak  map[*languageView]*ground
	uses   map[int]*use // by Start
	guards map[importGuard]bool
	steps  int
}

// use is a name that was followed, and the language that it is in.
type use struct {
	code.Use
	language *languageView
	more     []*code.Misuse // what else is wrong with the call
}

// nearest are declared names that may have been meant.
func (u *use) nearest() []symbol.Entry {
	return u.language.view.Nearest(u.Name, maxNearest)
}

// block is a piece of code in the answer.
type block struct {
	piece    *code.Piece
	language *languageView
	snippet  code.Snippet
}

// ground is what the answer says in one language.
type ground struct {
	globals   *frame              // what its blocks bind at their top level, in order
	late      *frame              // all imports of all blocks, for names that are used before they are imported, or in another block
	inner     map[string]*binding // what is bound inside of functions, for the prose that speaks of it
	classes   map[string]*class
	bound     map[string]bool            // names that are bound anywhere
	set       map[string]bool            // attributes that are set anywhere
	asked     map[string]map[string]bool // names that are read from a bare name, by that name
	reads     map[string]bool            // by word and module: whether the module declares one of those
	mentioned map[string]bool            // modules that the prose names by themselves
	narrowed  map[string]bool            // names whose class is asked for
	mocks     bool                       // functions and classes may be replaced by mocks
	dynamic   bool                       // attributes are made by code, or classes are not shown whole
	topic     *value                     // of the type that the prose named last
	waiting   []func()                   // bodies of functions, which are followed once the names around them are known
}

func newAnswer(x *Resolver, pieces []code.Piece) *answer {
	a := &answer{Resolver: x, pieces: pieces, speak: map[*languageView]*ground{}, uses: map[int]*use{}, guards: map[importGuard]bool{}}
	for _, t := range x.languages {
		late := newFrame(nil)
		a.speak[t] = &ground{
			globals: newFrame(late), late: late, inner: map[string]*binding{}, classes: map[string]*class{},
			bound: map[string]bool{}, narrowed: map[string]bool{}, set: map[string]bool{}, asked: map[string]map[string]bool{}, mentioned: map[string]bool{}, reads: map[string]bool{},
		}
	}
	return a
}

// prepare reads the blocks, and notes what they bind before any of it is followed.
func (a *answer) prepare() {
	for i := range a.pieces {
		p := &a.pieces[i]
		if p.Kind != code.Fenced || len(p.Text) > maxBlock {
			continue
		}
		if t, s, ok := a.readBlock(p); ok {
			a.blocks = append(a.blocks, &block{piece: p, language: t, snippet: s})
		}
	}
	for _, b := range a.blocks {
		e := a.eval(b.language, b.piece)
		e.quiet = true
		e.ground.dynamic = e.ground.dynamic || leavesOut(b.piece.Text)
		e.survey(b.snippet.Statements, nil)
	}
	a.surveyProse()
	a.said()
}

// runBlocks follows the names in the blocks, in order.
func (a *answer) runBlocks() {
	for _, b := range a.blocks {
		e := a.eval(b.language, b.piece)
		g := e.ground
		e.run(g.globals, b.snippet.Statements)
		for len(g.waiting) > 0 {
			body := g.waiting[0]
			g.waiting = g.waiting[1:]
			body()
		}
	}
}

// readBlock reads a block in the language of its fence. Without one the language is that of the projects which reads it
// whole, or names something that the answer's other blocks or the projects know.
func (a *answer) readBlock(p *code.Piece) (*languageView, code.Snippet, bool) {
	if l := language.OfFence(p.Language); l != nil {
		i := slices.IndexFunc(a.languages, func(t *languageView) bool { return t.Family == l.Family })
		s := l.Read(p.Text)
		isJSX := s.Broken && l.Family == language.Script && strings.Contains(p.Text, "</") // which is not read
		return a.languages[i], s, !isJSX
	}
	if p.Language != "" {
		return nil, code.Snippet{}, false
	}
	for _, t := range a.languages {
		if !t.present() {
			continue
		}
		if s := t.Read(p.Text); !s.Broken && looksLikeCode(s.Statements) {
			return t, s, true
		}
	}
	return nil, code.Snippet{}, false
}

// leavesOut tells whether a block says that something is left out of it.
func leavesOut(text string) bool {
	for _, sign := range [...]string{"# ...", "# …", "// ...", "// …"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}

// looksLikeCode tells code from other text that happens to parse: it imports, binds, calls or defines something.
func looksLikeCode(statements []code.Statement) bool {
	for _, s := range statements {
		switch {
		case s.Import != nil, s.Bind != nil && s.Bind.Value != nil, s.Scope != nil:
			return true
		case s.Use != nil && (s.Use.Op == code.Call || s.Use.Op == code.Attr):
			return true
		}
	}
	return false
}

// eval follows expressions of one piece in one language.
type eval struct {
	*answer
	language *languageView
	ground   *ground
	piece    *code.Piece
	quiet    bool // nothing is reported: the text is a declaration's, or is followed again later
	lenient  bool // what is absent is not reported: the code is ready for that
	calling  bool // the member that is being read is called
	typing   bool // what is read is a type
	depth    int
}

func (a *answer) eval(t *languageView, p *code.Piece) *eval {
	return &eval{answer: a, language: t, ground: a.speak[t], piece: p}
}

// silent is the same without reports.
func (e *eval) silent() *eval {
	q := *e
	q.quiet = true
	return &q
}

// step counts the work on one answer. It tells whether there may be more.
func (e *eval) step() bool {
	e.answer.steps++
	return e.answer.steps <= maxSteps && e.depth < maxDepth
}
