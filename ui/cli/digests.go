package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"

	"ibid/index/regular"
)

// digests are the summaries that were written before, in a file with one JSON object a line.
type digests struct {
	path  string
	lines map[string]digest
}

// digest is what a model wrote of one recipe, or why that is of no use.
type digest struct {
	Key    string // of the recipe and the model
	Text   string
	Reason string `json:",omitempty"`
}

// openDigests reads what is kept. A line that is damaged counts for nothing: its summary is written again.
func openDigests(path string) *digests {
	d := &digests{path, map[string]digest{}}
	f, _, err := regular.Open(path)
	if err != nil {
		return d
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l digest
		if json.Unmarshal(lines.Bytes(), &l) == nil && l.Key != "" {
			d.lines[l.Key] = l
		}
	}
	return d
}

// add keeps one summary for later runs.
func (d *digests) add(l digest) error {
	line, err := json.Marshal(l)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(d.path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}
