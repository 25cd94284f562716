package index

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ibid/index/durable"
	"ibid/index/source"
)

// A writer keeps a log, beside the chunk store that it fills, of the files that it has read: where it is interrupted
// or killed, the next one takes their chunks from that store. Each line is the CRC-32C of the rest of it, a space and
// JSON: first a logHead, then a logged for each file. A line is written after the chunks that it speaks of, and these
// have checksums: where a crash of the machine keeps the one and loses the others, the file is read again.
const readLog = "read.log"

type logHead struct {
	Schema int
	Roots  []string // absolute
}

type logged struct {
	Entry entry // without its number of tokens
	Rows  table // of its chunks
}

func createReadLog(dir string, roots []string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, readLog), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err == nil {
		err = writeLine(f, logHead{schema, roots})
	}
	return f, err
}

func logRead(f *os.File, e *entry, rows table) error {
	stored := *e
	stored.Rel, stored.Tokens = encodePath(e.Rel), 0
	return writeLine(f, logged{stored, rows})
}

func writeLine(f *os.File, v any) error {
	body, err := json.Marshal(v)
	if err == nil {
		_, err = fmt.Fprintf(f, "%08x %s\n", durable.Sum(body), body)
	}
	return err
}

// readLine reads what writeLine wrote; io.EOF at the end, and where a line is torn or damaged.
func readLine(r *bufio.Reader, v any) error {
	line, err := r.ReadBytes('\n')
	if err != nil {
		return io.EOF
	}
	digits, body, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
	sum, err := strconv.ParseUint(string(digits), 16, 32)
	if err != nil || uint32(sum) != durable.Sum(body) || json.Unmarshal(body, v) != nil {
		return io.EOF
	}
	return nil
}

// earlier is what writers have read that did not come to their end.
type earlier struct {
	folders []string // that something is in
	stores  []*store
	files   map[place]written
}

// openEarlier finds what was read of the same documents. Where several writers read a file, the one counts that read
// the most.
func openEarlier(dir string, roots []string) *earlier {
	type unfinished struct {
		name  string
		store *store
		files []written
	}
	var all []unfinished
	list, _ := entries(dir) // who writes has looked at them
	for _, e := range list {
		path := filepath.Join(dir, e.Name())
		if number(e.Name(), buildingPrefix) == 0 || !made(path) {
			continue
		}
		if s, files, err := openUnfinished(path, roots); err == nil {
			all = append(all, unfinished{e.Name(), s, files})
		}
	}
	slices.SortFunc(all, func(a, b unfinished) int {
		return cmp.Or(cmp.Compare(len(b.files), len(a.files)), strings.Compare(a.name, b.name))
	})
	found := &earlier{files: map[place]written{}}
	for _, u := range all {
		before := len(found.files)
		for _, f := range u.files {
			at := f.entry.place
			if _, ok := found.files[at]; !ok {
				found.files[at] = f
			}
		}
		found.stores = append(found.stores, u.store)
		if len(found.files) > before {
			found.folders = append(found.folders, u.name)
		}
	}
	return found
}

// openUnfinished opens a store without its table, by the log beside it.
func openUnfinished(dir string, roots []string) (_ *store, files []written, err error) {
	f, err := os.Open(filepath.Join(dir, readLog))
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	var head logHead
	if err := readLine(r, &head); err != nil || head.Schema != schema || !slices.Equal(head.Roots, roots) {
		return nil, nil, fmt.Errorf("%s is of another version or of other documents", dir)
	}
	data, err := os.Open(filepath.Join(dir, storeData))
	if err != nil {
		return nil, nil, err
	}
	s := &store{data: data}
	for {
		var l logged
		if readLine(r, &l) != nil || len(l.Rows) != l.Entry.Chunks {
			return s, files, nil
		}
		l.Entry.Rel = decodePath(l.Entry.Rel)
		files = append(files, written{l.Entry, s, len(s.rows)})
		s.rows = append(s.rows, l.Rows...)
	}
}

func (e *earlier) close() {
	for _, s := range e.stores {
		s.close()
	}
	e.stores = nil
}

// take returns what an earlier writer made of a file, where the file is still the one that it read, or holds the same.
func (e *earlier) take(f *file) (parsed, bool) {
	b, ok := e.files[f.place]
	racy := f.racy()
	if !ok || !b.entry.unchanged(f) && !b.entry.sameBytes(f) {
		return parsed{}, false
	}
	p := parsed{entry: b.entry, resumed: true}
	p.entry.stamp, p.entry.Racy = f.stamp, racy || b.entry.SHA256 == ""
	p.chunks = make([]source.Chunk, b.entry.Chunks)
	for i := range p.chunks {
		r, err := b.store.get(b.first + i)
		if err != nil || r.DocID != f.DocID {
			return parsed{}, false
		}
		p.chunks[i] = r.Chunk
	}
	return p, true
}

// Interrupted is the error of a Refresh that was interrupted while it read: what it has read is kept for the next one.
type Interrupted struct {
	Kept, Files int // how many files the next one need not read, of all
	Err         error
}

func (i *Interrupted) Error() string {
	return fmt.Sprintf("interrupted after %d of %d files were read: %v", i.Kept, i.Files, i.Err)
}

func (i *Interrupted) Unwrap() error { return i.Err }

// leave ends a writer that failed: what the next one can take over stays, and an interruption is told how much that is.
func (b *builder) leave(ctx context.Context, roots []string, err error) error {
	found := openEarlier(b.opt.Dir, roots)
	found.close()
	sweep(b.opt.Dir, b.plan.generation, found.folders...)
	if ctx.Err() == nil {
		return err
	}
	out := &Interrupted{Files: len(b.plan.files), Err: err}
	for i := range b.plan.files {
		f := &b.plan.files[i]
		if _, ok := found.files[f.place]; b.plan.keep[i] >= 0 || ok {
			out.Kept++
		}
	}
	return out
}
