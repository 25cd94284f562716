package session

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ibid/index/file"
)

const (
	extension = ".jsonl"
	idTime    = "20060102-150405"
	idBytes   = 2
)

var idForm = regexp.MustCompile(`^[0-9]{8}-[0-9]{6}-[0-9a-f]{4}$`)

// ErrNotFound means that no session has the id.
var ErrNotFound = errors.New("no such session")

// Store is a folder of sessions. It may be used by several goroutines and processes at once.
type Store struct{ dir string }

// Open names the folder. It is made with the first question.
func Open(dir string) *Store { return &Store{dir} }

// Summary is what a list shows of a session.
type Summary struct {
	ID      string    `json:"id"`
	Started time.Time `json:"started"`
	Updated time.Time `json:"updated" jsonschema:"when something was asked last"`
	Turns   int       `json:"turns"`
	Title   string    `json:"title" jsonschema:"the first question"`
	Roots   []string  `json:"roots" jsonschema:"the documents, as absolute paths"`
}

// New is a session that begins now. Nothing is written before its first question.
func (st *Store) New(roots []string, now time.Time) (*Session, error) {
	abs, err := absolute(roots)
	if err != nil {
		return nil, err
	}
	id := ""
	for id == "" || exists(st.path(id)) {
		id = now.Format(idTime) + "-" + randomHex(idBytes)
	}
	return &Session{ID: id, Started: now, Roots: abs, store: st, passages: map[string]place{}}, nil
}

// Load reads the questions of a session, to be shown and to go on with.
func (st *Store) Load(id string) (*Session, error) { return st.open(id, true) }

// List tells of every session, the last used first. What is not a session is left out, with a warning that names the
// file.
func (st *Store) List() ([]Summary, []error, error) {
	all, warnings, err := st.all()
	var out []Summary
	for _, s := range all {
		sum := Summary{ID: s.ID, Started: s.Started, Updated: s.Started, Roots: s.Roots, Turns: len(s.Turns)}
		for i, t := range s.Turns {
			if t.At.After(sum.Updated) {
				sum.Updated = t.At
			}
			if i == 0 {
				sum.Title = t.Text
			}
		}
		out = append(out, sum)
	}
	slices.SortFunc(out, func(a, b Summary) int { return cmp.Or(b.Updated.Compare(a.Updated), strings.Compare(b.ID, a.ID)) })
	return out, warnings, err
}

// Latest is the id of the session over the same documents that was used last, and has a question.
func (st *Store) Latest(roots []string) (id string, ok bool, err error) {
	all, _, err := st.List()
	if err != nil {
		return "", false, err
	}
	i := slices.IndexFunc(all, func(s Summary) bool { return s.Turns > 0 && same(s.Roots, roots) })
	if i < 0 {
		return "", false, nil
	}
	return all[i].ID, true, nil
}

// Over tells whether a session is about the same documents.
func (s *Session) Over(roots []string) bool { return same(s.Roots, roots) }

// Resolve is the id that starts with a prefix. It returns ErrNotFound where there is none; where there are several, its
// error lists them.
func (st *Store) Resolve(prefix string) (string, error) {
	ids, _, err := st.ids()
	if err != nil {
		return "", err
	}
	found := slices.DeleteFunc(ids, func(id string) bool { return prefix == "" || !strings.HasPrefix(id, prefix) })
	switch len(found) {
	case 0:
		return "", fmt.Errorf("%q: %w", prefix, ErrNotFound)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%q is the start of %d sessions: %s", prefix, len(found), strings.Join(found, ", "))
}

// Delete removes a session for good.
func (st *Store) Delete(id string) error {
	if !idForm.MatchString(id) || !exists(st.path(id)) {
		return fmt.Errorf("%q: %w", id, ErrNotFound)
	}
	release, err := lock(filepath.Join(st.dir, lockFile))
	if err == nil {
		err = errors.Join(os.Remove(st.path(id)), release())
	}
	if err != nil {
		return fmt.Errorf("session %s: %w", id, err)
	}
	return nil
}

func (st *Store) path(id string) string { return filepath.Join(st.dir, id+extension) }

// open reads the file of an id; with answers to go on with it, and else what was asked alone.
func (st *Store) open(id string, answers bool) (*Session, error) {
	if !idForm.MatchString(id) {
		return nil, fmt.Errorf("%q: %w", id, ErrNotFound)
	}
	r, _, err := file.Open(st.path(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%q: %w", id, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("session %s: %w", id, err)
	}
	defer r.Close()
	s, err := read(r, answers)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", st.path(id), err)
	}
	s.ID, s.store = id, st
	return s, nil
}

// all are what was asked in every session, in the order of their ids, and what is wrong with the others.
func (st *Store) all() ([]*Session, []error, error) {
	ids, warnings, err := st.ids()
	var out []*Session
	for _, id := range ids {
		s, err := st.open(id, false)
		switch {
		case errors.Is(err, ErrNotFound): // deleted meanwhile
		case err != nil:
			warnings = append(warnings, err)
		default:
			out = append(out, s)
		}
	}
	return out, warnings, err
}

// ids are the sessions in the folder, in order. Other files that look like one are warned of.
func (st *Store) ids() (ids []string, warnings []error, err error) {
	entries, err := os.ReadDir(st.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("sessions: %w", err)
	}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), extension)
		switch {
		case !ok:
		case !idForm.MatchString(id) || !e.Type().IsRegular():
			warnings = append(warnings, fmt.Errorf("%s: %w", filepath.Join(st.dir, e.Name()), errNoHeader))
		default:
			ids = append(ids, id)
		}
	}
	return ids, warnings, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func absolute(roots []string) ([]string, error) {
	out := make([]string, len(roots))
	for i, r := range roots {
		var err error
		if out[i], err = filepath.Abs(r); err != nil {
			return nil, fmt.Errorf("session: the folder of %s is not known: %w", r, err)
		}
	}
	return out, nil
}

// same tells whether roots are the absolute ones, in any order.
func same(abs, roots []string) bool {
	others, err := absolute(roots)
	return err == nil && slices.Equal(slices.Sorted(slices.Values(abs)), slices.Sorted(slices.Values(others)))
}

// Questions are the last that were asked in all sessions, each once, at most so many, the latest at the end.
// Questions about a selected text are not among them: without the text they mean something else.
func (st *Store) Questions(most int) ([]string, error) {
	sessions, _, err := st.all()
	if err != nil {
		return nil, err
	}
	var all []Asked
	for _, s := range sessions {
		for _, t := range s.Turns {
			if t.Selected == "" && t.Text != "" {
				all = append(all, t.Asked)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Asked) int { return b.At.Compare(a.At) })
	var out []string
	for _, a := range all {
		if len(out) < most && !slices.Contains(out, a.Text) {
			out = append(out, a.Text)
		}
	}
	slices.Reverse(out)
	return out, nil
}
