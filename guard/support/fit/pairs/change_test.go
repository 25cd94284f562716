package main

import "testing"

func TestChanges(t *testing.T) {
	const chunk = "Open opens the file. The caller must close the handle when it is done with the archive. ErrClosed and ErrShort are returned."
	for _, tt := range []struct{ kind, sentence, want string }{
		{"copy", "The reader (a file) is closed, see (*Reader).Close and below.", "The reader is closed, see (*Reader).Close and below."},
		{"passive", "Size returns the length of the table in bytes.", "The length of the table in bytes is returned by Size."},
		{"reordered", "If the file is empty, Read returns an error.", "Read returns an error if the file is empty."},
		{"condition-first", "The handle is closed if the file is empty.", "If the file is empty, the handle is closed."},
		{"number-word", "The header has four bytes that are zero.", "The header has 4 bytes that are zero."},
		{"obligation", "The caller must close the handle.", "The caller has to close the handle."},
		{"quantifier", "It holds for some of the files.", "It holds for all of the files."},
		{"only", "The flag is cleared when reading.", "The flag is only cleared when reading."},
		{"noun", "Read fills the buffer.", "Read fills the file."},
		{"entity", "Read returns ErrClosed.", "Read returns ErrShort."},
		{"condition-dropped", "The handle is closed if the file is empty.", "The handle is closed."},
		{"number", "The header has 16 bytes.", "The header has 25 bytes."},
		{"negation-added", "The handle is closed by Read.", "The handle is not closed by Read."},
		{"negation-added", "The handle is not closed by Read.", ""},
		{"negation-dropped", "The handle is not closed by Read.", "The handle is closed by Read."},
	} {
		for _, c := range changes {
			if c.kind != tt.kind {
				continue
			}
			got := c.apply(tt.sentence, chunk)
			if got == tt.sentence {
				got = ""
			}
			if got != tt.want {
				t.Errorf("%s of %q: %q, want %q", tt.kind, tt.sentence, got, tt.want)
			}
		}
	}
}
