package eval

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/index/regular"
)

// Limits of what is read.
const (
	maxLineBytes = 64 << 20
	maxMistakes  = 10 // reported at once
)

var errLongLine = fmt.Errorf("the line is longer than %d MB; each question has a line of its own", maxLineBytes>>20)

// Load reads a question set: a JSONL file with one question a line.
//
// The fields of a question are qid (or id), question, answerable, kind, project, gold, gold_answer, must_contain,
// contains, contains_any, not_contains, gold_sentences, also_gold, also_sentences, near, correction_ok, want_sources,
// symbols_must_exist, require_symbols and forbid_symbols, and for SQuAD's rows context and answers. An id may be a
// number, a list of texts one text; texts that are blank are left out. A place in gold has a doc_id with start_page
// and end_page, or start_line and end_line, or neither for the whole document; or it has a symbol, of which the
// doc_id may be left out. An end that is left out is the start. Where answerable is left out a question is
// answerable, unless it has answers and these hold no text, which is how SQuAD says so. The answers are a list of
// texts or of objects with a text, or an object with a list. Rows with a context make a set of Passages, and then all
// must have one.
//
// What is passed over is told in Warnings: one for each unknown field. What is wrong is told in the
// error, with file and line, ten mistakes at most.
func Load(path string) (*Set, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("no question set: %w; name a JSONL file", err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder and no question set; name a JSONL file", path)
	}
	l := &loader{sum: sha256.New(), set: Set{Name: filepath.Clean(path)}}
	if err := l.file(l.set.Name, newQuestions(l).row); err != nil {
		return nil, err
	}
	return l.finish()
}

// loader reads the file of one set.
type loader struct {
	set      Set
	sum      hash.Hash // of all bytes read
	mistakes []error
	unknown  []unknownField // in the order of their first lines
	line     []byte         // kept for its memory
}

// finish completes a set that was read to its end.
func (l *loader) finish() (*Set, error) {
	if len(l.mistakes) > 0 {
		return nil, errors.Join(l.mistakes...)
	}
	if len(l.set.Questions) == 0 {
		return nil, fmt.Errorf("%s holds no questions; write one JSON object on each line", l.set.Name)
	}
	l.set.SHA256 = hex.EncodeToString(l.sum.Sum(nil))
	l.set.Warnings = append(l.unknownFields(), l.set.Warnings...)
	return &l.set, nil
}

// file reads a file line by line.
func (l *loader) file(path string, each func(at position, text []byte) error) error {
	f, _, err := regular.Open(path)
	if err != nil {
		return fmt.Errorf("question set: %w", err)
	}
	defer f.Close()
	return l.lines(path, f, each)
}

// position is a line of a file, counted from 1.
type position struct {
	file string
	line int
}

func (p position) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// lines gives each line that is not blank, without the space around it, to a function and keeps what that objects to.
// Its error ends the reading.
func (l *loader) lines(name string, r io.Reader, each func(at position, text []byte) error) error {
	in := bufio.NewReader(io.TeeReader(r, l.sum))
	for at := (position{name, 1}); ; at.line++ {
		text, err := l.readLine(in)
		if err != nil && err != io.EOF {
			return errors.Join(append(l.mistakes, fmt.Errorf("%v: %w", at, err))...)
		}
		if at.line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			mistake := errors.New("the line is not valid UTF-8; save the file in this encoding")
			if utf8.Valid(text) {
				mistake = each(at, text)
			}
			if mistake != nil {
				l.mistakes = append(l.mistakes, fmt.Errorf("%v: %w", at, mistake))
			}
		}
		if len(l.mistakes) >= maxMistakes {
			return errors.Join(append(l.mistakes, fmt.Errorf("%s was not read further", name))...)
		}
		if err == io.EOF {
			return nil
		}
	}
}

// readLine reads to the end of the line, with it. The result is good until the next call.
func (l *loader) readLine(in *bufio.Reader) ([]byte, error) {
	l.line = l.line[:0]
	for {
		part, err := in.ReadSlice('\n')
		if len(l.line)+len(part) > maxLineBytes {
			return nil, errLongLine
		}
		l.line = append(l.line, part...)
		if err != bufio.ErrBufferFull {
			return l.line, err
		}
	}
}

// unknownField is a field that was passed over; that of an object inside another has the outer name before it:
// gold.page.
type unknownField struct {
	file, name  string
	first, last int // lines
	rows        int
}

// object reads a JSON object into a struct, whose fields say with the tag "field" which names they take. What they do
// not take is passed over. outer is what goes before the names.
func (l *loader) object(at position, raw []byte, outer string, into any) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return fmt.Errorf("not valid JSON at byte %d: %w; write one object on each line", syntax.Offset, err)
		}
		return fmt.Errorf("%s where a JSON object is wanted; write one on each line", jsonKind(raw))
	}
	v := reflect.ValueOf(into).Elem()
	known := reflect.VisibleFields(v.Type())
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		i := slices.IndexFunc(known, func(f reflect.StructField) bool {
			return slices.Contains(strings.Split(f.Tag.Get("field"), ","), name)
		})
		if i < 0 {
			l.passOver(at, outer+name)
			continue
		}
		field := v.FieldByIndex(known[i].Index).Addr().Interface()
		if list, ok := field.(*[]string); ok {
			field = (*jsonTexts)(list)
		}
		if err := json.Unmarshal(fields[name], field); err != nil {
			return fmt.Errorf("%q is %s where %s is wanted", outer+name, jsonKind(fields[name]), wantedKind(field))
		}
	}
	return nil
}

// wantedKind says what the value of a field must be.
func wantedKind(field any) string {
	switch field.(type) {
	case *jsonID:
		return "a text or a number"
	case *jsonTexts:
		return "a text or a list of texts"
	case *jsonAnswers:
		return "a list of texts or of objects with a text"
	case *[]json.RawMessage:
		return "a list of places"
	case *bool, **bool:
		return "true or false"
	case **int:
		return "a whole number"
	}
	return "a text"
}

// passOver counts a field that is not known.
func (l *loader) passOver(at position, name string) {
	i := slices.IndexFunc(l.unknown, func(u unknownField) bool { return u.file == at.file && u.name == name })
	if i < 0 {
		i = len(l.unknown)
		l.unknown = append(l.unknown, unknownField{file: at.file, name: name, first: at.line})
	}
	if u := &l.unknown[i]; u.last != at.line {
		u.last = at.line
		u.rows++
	}
}

// unknownFields are warnings of the fields that were passed over.
func (l *loader) unknownFields() []string {
	var out []string
	for _, u := range l.unknown {
		out = append(out, fmt.Sprintf("%v: the field %q is not known and was ignored (rows: %d)", position{u.file, u.first}, u.name, u.rows))
	}
	return out
}

// jsonKind says what a valid value is.
func jsonKind(raw []byte) string {
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case 't', 'f', 'n':
		return string(raw)
	}
	return fmt.Sprintf("the number %.20s", raw)
}

// jsonID is an identifier: a text or a number.
type jsonID string

func (id *jsonID) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err == nil {
		*id = jsonID(text)
		return nil
	}
	var number json.Number
	if err := json.Unmarshal(raw, &number); err != nil {
		return err
	}
	*id = jsonID(number)
	return nil
}

// jsonTexts is a text or a list of texts, without those that are blank.
type jsonTexts []string

func (t *jsonTexts) UnmarshalJSON(raw []byte) error {
	var list []string
	if raw[0] != '[' {
		list = make([]string, 1)
		if err := json.Unmarshal(raw, &list[0]); err != nil {
			return err
		}
	} else if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	*t = nil
	for _, s := range list {
		if strings.TrimSpace(s) != "" {
			*t = append(*t, s)
		}
	}
	return nil
}

// jsonAnswers is a list of texts, a list of objects with a text, or an object with a list of them.
type jsonAnswers struct {
	given bool
	texts []string
}

func (a *jsonAnswers) UnmarshalJSON(raw []byte) error {
	if raw[0] == 'n' {
		return nil
	}
	a.given = true
	parts := []json.RawMessage{raw}
	if raw[0] == '[' {
		parts = nil
		if err := json.Unmarshal(raw, &parts); err != nil {
			return err
		}
	}
	for _, part := range parts {
		var object struct {
			Text jsonTexts `json:"text"`
		}
		var err error
		if part[0] == '{' {
			err = json.Unmarshal(part, &object)
		} else {
			err = json.Unmarshal(part, &object.Text)
		}
		if err != nil {
			return err
		}
		for _, t := range object.Text {
			if !slices.Contains(a.texts, t) {
				a.texts = append(a.texts, t)
			}
		}
	}
	return nil
}

// questions reads the rows of a JSONL set.
type questions struct {
	*loader
	seen map[jsonID]int // line of each id
}

func newQuestions(l *loader) *questions { return &questions{l, map[jsonID]int{}} }

// row adds the question of a line.
func (s *questions) row(at position, text []byte) error {
	var r questionRow
	if err := s.object(at, text, "", &r); err != nil {
		return err
	}
	if r.QID == "" {
		r.QID = r.ID
	}
	switch first, ok := s.seen[r.QID]; {
	case strings.TrimSpace(string(r.QID)) == "":
		return errors.New(`no "qid"; give each question one of its own, by which it is found again`)
	case ok:
		return fmt.Errorf("the qid %q is that of line %d already; give each question one of its own", r.QID, first)
	case strings.TrimSpace(r.Text) == "":
		return errors.New(`no "question", or an empty one`)
	}
	q := r.made()
	for _, list := range []struct {
		field string
		raw   []json.RawMessage
		into  *[]Place
	}{{"gold", r.Gold, &q.Gold}, {"also_gold", r.Also, &q.Also}, {"near", r.Near, &q.Near}} {
		var err error
		if *list.into, err = s.places(at, list.field, list.raw); err != nil {
			return err
		}
	}
	if err := s.form(&r); err != nil {
		return err
	}
	s.seen[r.QID] = at.line
	s.set.Questions = append(s.set.Questions, q)
	return nil
}

// form checks that a row is asked of what the rows before it are asked of.
func (s *questions) form(r *questionRow) error {
	form := Documents
	if r.Context != nil {
		form = Passages
		if strings.TrimSpace(*r.Context) == "" {
			return errors.New(`an empty "context"; write the passage that the question is asked of`)
		}
	}
	if s.set.Form == "" {
		s.set.Form = form
	}
	switch {
	case s.set.Form == form:
		return nil
	case form == Passages:
		return errors.New(`a "context", which the rows before do not have; keep questions about passages in a set of their own`)
	}
	return errors.New(`no "context", which the rows before have; keep questions about passages in a set of their own`)
}

// places reads the places in a field of a question, in their order, also those that are there twice.
func (s *questions) places(at position, field string, raw []json.RawMessage) ([]Place, error) {
	var out []Place
	for i, data := range raw {
		var p placeRow
		err := s.object(at, data, field+".", &p)
		if err == nil {
			err = p.check()
		}
		if err != nil {
			return nil, fmt.Errorf("place %d in %q: %w", i+1, field, err)
		}
		out = append(out, p.made())
	}
	return out, nil
}

// questionRow is a row as it is written.
type questionRow struct {
	Question
	QID       jsonID            `field:"qid"`
	ID        jsonID            `field:"id"`
	Answers   jsonAnswers       `field:"answers"`
	Gold      []json.RawMessage `field:"gold"`
	Also      []json.RawMessage `field:"also_gold"`
	Near      []json.RawMessage `field:"near"`
	Judged    *bool             `field:"answerable"`
	MustExist bool              `field:"symbols_must_exist"`
	Require   []string          `field:"require_symbols"`
	Forbid    []string          `field:"forbid_symbols"`
	Context   *string           `field:"context"`
	ForPeople json.RawMessage   `field:"note,title,trap,absent"` // whoever reads the file
}

// made is the question but for its places.
func (r *questionRow) made() Question {
	q := r.Question
	q.ID, q.Texts, q.Symbols = string(r.QID), r.Answers.texts, SymbolRule{r.MustExist, r.Require, r.Forbid}
	if r.Context != nil {
		q.Passage = *r.Context
	}
	q.Answerable = !r.Answers.given || len(r.Answers.texts) > 0
	if r.Judged != nil {
		q.Answerable = *r.Judged
	}
	return q
}

// placeRow is a place as it is written.
type placeRow struct {
	DocID     string          `field:"doc_id"`
	Symbol    string          `field:"symbol"`
	StartPage *int            `field:"start_page"`
	EndPage   *int            `field:"end_page"`
	StartLine *int            `field:"start_line"`
	EndLine   *int            `field:"end_line"`
	ForPeople json.RawMessage `field:"path,sentence,sentence_plain"` // whoever looks the place up
}

// check says what is wrong with a place.
func (p *placeRow) check() error {
	hasPages, hasLines := p.StartPage != nil || p.EndPage != nil, p.StartLine != nil || p.EndLine != nil
	switch {
	case p.DocID == "" && p.Symbol == "":
		return errors.New(`no "doc_id" and no "symbol"; name the document`)
	case p.DocID == "" && (hasPages || hasLines):
		return errors.New(`no "doc_id"; name the document that the pages or lines are of`)
	case hasPages && hasLines:
		return errors.New("pages and lines; a document has either, leave out the others")
	case hasPages:
		return checkSpan("page", p.StartPage, p.EndPage)
	case hasLines:
		return checkSpan("line", p.StartLine, p.EndLine)
	}
	return nil
}

func checkSpan(what string, start, end *int) error {
	switch {
	case start == nil:
		return fmt.Errorf(`"end_%s" without "start_%s"`, what, what)
	case *start < 1:
		return fmt.Errorf(`"start_%s" is %d; %ss are counted from 1`, what, *start, what)
	case end != nil && *end < *start:
		return fmt.Errorf(`"start_%s" %d comes after "end_%s" %d`, what, *start, what, *end)
	}
	return nil
}

// made is the place, after check.
func (p *placeRow) made() Place {
	out := Place{DocID: p.DocID, Symbol: p.Symbol}
	out.StartPage, out.EndPage = span(p.StartPage, p.EndPage)
	out.StartLine, out.EndLine = span(p.StartLine, p.EndLine)
	return out
}

func span(start, end *int) (from, to int) {
	switch {
	case start == nil:
		return 0, 0
	case end == nil:
		return *start, *start
	}
	return *start, *end
}
