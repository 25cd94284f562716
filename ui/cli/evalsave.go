package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"ibid/engine/eval"
	"ibid/ui/wire"
)

// saver writes reports into a folder. The nil saver writes nothing.
type saver struct {
	dir   string
	names []string // of the sets' files
}

// newSaver makes the folder, and fails where nothing can be written into it: nobody should learn that after the last question.
func newSaver(dir string, sets []string) (*saver, error) {
	if dir == "" {
		return nil, nil
	}
	s := &saver{dir, eval.FileNames(sets)}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, usageError{fmt.Errorf("--save %s is a file; give a folder", dir)}
	}
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var probe *os.File
		if probe, err = os.CreateTemp(dir, ".ibid-eval-*"); err == nil {
			err = errors.Join(probe.Close(), os.Remove(probe.Name()))
		}
	}
	switch path := (*fs.PathError)(nil); {
	case errors.Is(err, syscall.ENOSPC):
		return nil, usageError{fmt.Errorf("--save %s: the disk is full; make room, or give a folder elsewhere", dir)}
	case errors.Is(err, syscall.ENOTDIR):
		return nil, usageError{fmt.Errorf("--save %s lies below a file; give another folder", dir)}
	case errors.As(err, &path):
		return nil, usageError{fmt.Errorf("--save %s cannot be written to: %w; allow it, or give another folder", dir, path.Err)}
	}
	return s, err
}

// rows is the file with the rows of a set, "" where nothing is written.
func (s *saver) rows(i int) string {
	if s == nil {
		return ""
	}
	return filepath.Join(s.dir, s.names[i]+eval.RowsEnding)
}

// set writes one report: its rows, and what is printed of it with --json.
func (s *saver) set(i int, r *eval.Report) error {
	if s == nil {
		return nil
	}
	var rows bytes.Buffer
	for i := range r.Rows {
		line, err := wire.Encode(&r.Rows[i])
		if err != nil {
			return err
		}
		rows.Write(line)
	}
	summary, err := wire.Encode(r.Store())
	if err != nil {
		return err
	}
	if err = replaceFile(s.rows(i), rows.Bytes()); err == nil {
		err = replaceFile(filepath.Join(s.dir, s.names[i]+eval.SummaryEnding), summary)
	}
	if err != nil {
		return saveError{s.dir, err}
	}
	return nil
}

// replaceFile writes a file that is there as a whole or not at all.
func replaceFile(path string, data []byte) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(path), ".ibid-eval-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = temp.Close()
			_ = os.Remove(temp.Name())
		}
	}()
	if _, err = temp.Write(data); err != nil {
		return err
	}
	if err = errors.Join(temp.Chmod(0o644), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}
