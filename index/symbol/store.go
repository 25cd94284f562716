package symbol

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"ibid/index/file"
	"ibid/index/symbol/decl"
)

const (
	// Schema names the form of symbols.json: one JSON object with the projects, the files, one a line, and a checksum.
	Schema = "ibid.symbols/1"

	// Revision counts the changes of what the scanners read and of how it is kept. A registry of another revision is
	// made anew.
	Revision = 29

	// FileName is what a registry is called.
	FileName = "symbols.json"

	maxRegistryBytes = 1 << 30 // the standard library of Go takes a thirtieth of it
)

// ErrUnusable is returned for a file that is no registry of this version of ibid: it has to be built anew.
var ErrUnusable = errors.New("no usable symbol registry")

// The last line of symbols.json: the CRC-32C of all lines before it, as eight hexadecimal digits.
const (
	sumStart = `],"crc32c":"`
	sumEnd   = `"}`
)

// envelope is symbols.json without its files and its checksum.
type envelope struct {
	Schema   string     `json:"schema"`
	Revision int        `json:"revision"`
	Projects []Project  `json:"projects"`
	Files    []struct{} `json:"files"`
}

// record is one line of symbols.json: the head of a file, which is read at once, then what it declares, which is read
// when it is needed.
type record struct {
	head
	declared
}

// declared is what a file declares, below what its head says already.
type declared struct{ *decl.File }

// Save writes the registry to a file, which is replaced as a whole.
func (r *Registry) Save(path string) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(path), ".symbols-*") // with mode 0600
	if err != nil {
		return fmt.Errorf("writing the symbol registry: %w", err)
	}
	defer func() {
		if err != nil {
			temp.Close()
			os.Remove(temp.Name())
			err = fmt.Errorf("writing the symbol registry: %w", err)
		}
	}()
	if err := r.Write(temp); err != nil {
		return err
	}
	if err := errors.Join(temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}

// Write writes the registry: an envelope whose list of files is left open, the records, and the end with the checksum.
func (r *Registry) Write(w io.Writer) error {
	sum := file.NewSum()
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<20)
	projects := r.projects
	if projects == nil {
		projects = []Project{}
	}
	start, err := json.Marshal(envelope{Schema: Schema, Revision: Revision, Projects: projects, Files: []struct{}{}})
	if err != nil {
		return err
	}
	out.Write(bytes.TrimSuffix(start, []byte("]}")))
	for i, f := range r.files {
		line, err := f.encode()
		if err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		out.Write(line)
	}
	out.WriteByte('\n')
	if err := out.Flush(); err != nil { // the first error of all that was written
		return err
	}
	_, err = fmt.Fprintf(w, "%s%08x%s\n", sumStart, sum.Sum32(), sumEnd)
	return err
}

// encode is the file's line.
func (f *sourceFile) encode() ([]byte, error) {
	if f.record != nil {
		return f.record, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(record{f.head, declared{f.scanned}})
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Open reads a registry. The errors wrap ErrUnusable, or that of the file.
func Open(path string) (*Registry, error) {
	data, err := file.Read(path, maxRegistryBytes)
	if err != nil {
		return nil, fmt.Errorf("reading the symbol registry: %w", err)
	}
	return decode(data)
}

// decode reads a registry from its text, which it keeps.
func decode(data []byte) (*Registry, error) {
	end := 1 + bytes.LastIndexByte(bytes.TrimSuffix(data, []byte("\n")), '\n')
	body := data[:end]
	sum := make(chan uint32, 1)
	go func() { sum <- file.Sum(body) }()
	projects, files, err := records(body)
	got := <-sum
	if err != nil {
		return nil, err
	}
	last := string(data[end:])
	if !strings.HasPrefix(last, sumStart) {
		return nil, fmt.Errorf("%w: it ends in the middle", ErrUnusable)
	}
	if last != fmt.Sprintf("%s%08x%s\n", sumStart, got, sumEnd) {
		return nil, fmt.Errorf("%w: it does not match its checksum, so it is damaged or was changed", ErrUnusable)
	}
	return assemble(projects, files), nil
}

// records reads the lines of a registry up to its checksum.
func records(body []byte) ([]Project, []*sourceFile, error) {
	first, rest, _ := bytes.Cut(body, []byte("\n"))
	var e envelope
	if err := json.Unmarshal(append(bytes.Clone(first), "]}"...), &e); err != nil {
		return nil, nil, fmt.Errorf("%w: its first line is no start of one: %w", ErrUnusable, err)
	}
	if e.Schema != Schema || e.Revision != Revision {
		return nil, nil, fmt.Errorf("%w: it was written by another version of ibid (%.40q revision %d)", ErrUnusable, e.Schema, e.Revision)
	}
	projects := make(map[string]bool, len(e.Projects))
	for _, p := range e.Projects {
		projects[p.Name] = true
	}
	files, err := filesIn(rest)
	if err != nil {
		return nil, nil, err
	}
	for i, f := range files {
		if !projects[f.Project] {
			return nil, nil, fmt.Errorf("%w: line %d: project %.40q is not listed", ErrUnusable, i+2, f.Project)
		}
	}
	return e.Projects, files, nil
}

// filesIn reads the records of files, a line each.
func filesIn(text []byte) ([]*sourceFile, error) {
	var files []*sourceFile
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte(","))
		h, err := readHead(line)
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrUnusable, len(files)+2, err)
		}
		files = append(files, &sourceFile{head: h, record: line[:len(line):len(line)]})
	}
	return files, nil
}

// Refresh is what the sources of some projects declare, by a file that keeps it: sources that did not change since
// are not read again. Where the file cannot be written the registry is whole nevertheless; the next run reads the
// sources again. progress may be nil.
func Refresh(ctx context.Context, projects []Project, path string, progress func(done, total int)) (*Registry, error) {
	var sources []Source
	for _, p := range projects {
		more, err := Collect(ctx, p)
		if err != nil {
			return nil, err
		}
		sources = append(sources, more...)
	}
	old, err := Open(path)
	if err != nil {
		old = nil // missing, damaged, or of another version: it is made anew
	} else if old.holds(projects, sources) {
		return old, nil
	}
	r, err := Build(ctx, projects, sources, old, progress)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
		_ = r.Save(path)
	}
	return r, nil
}

// holds tells whether a registry is of these projects and sources, as they are.
func (r *Registry) holds(projects []Project, sources []Source) bool {
	if !reflect.DeepEqual(r.projects, projects) || len(r.paths) != len(sources) {
		return false
	}
	for _, s := range sources {
		if f := r.paths[place{s.Project, s.Path}]; f == nil || f.Digest != s.Digest {
			return false
		}
	}
	return true
}

// Join puts registries together; names are looked up in the first that knows them. Of several projects with one name
// the first counts.
func Join(registries ...*Registry) *Registry {
	if len(registries) == 1 {
		return registries[0]
	}
	var projects []Project
	var files []*sourceFile
	known := map[string]bool{}
	for _, r := range registries {
		added := map[string]bool{}
		for _, p := range r.projects {
			if !known[p.Name] {
				known[p.Name], added[p.Name] = true, true
				projects = append(projects, p)
			}
		}
		for _, f := range r.files {
			if !added[f.Project] {
				continue
			}
			joined := &sourceFile{head: f.head, record: f.record}
			if f.record == nil {
				d := *f.scanned
				joined.scanned = &d
			}
			files = append(files, joined)
		}
	}
	return assemble(projects, files)
}
