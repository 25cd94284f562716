package index

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"ibid/index/reader"
	"ibid/index/weaviate"
)

// Options says which documents an index is made of and where it is kept.
type Options struct {
	Roots        []string      // folders or files, as the user wrote them; paths in results start with them
	Dir          string        // folder of the index; it is created
	MaxTextBytes int64         // larger text files are skipped; 0 means DefaultMaxTextBytes
	MaxPDFBytes  int64         // larger PDFs, office documents and e-books are skipped; 0 means DefaultMaxPDFBytes
	Wait         time.Duration // for another process that writes the index, where there is one to answer from
	Verify       bool          // read the index whole before it is built upon or called up to date
	Doubted      []string      // ids of documents whose bytes are compared, whatever their times say
	Rebuild      bool          // read everything anew; what an external embedder made of the same texts is kept
	Embedder     Embedder      // makes the vectors, as a part of the index; nil means the reader
	Reader       *reader.Model // makes them where no Embedder does, see Embed; nil means that none are made
	Vectors      string        // what the reader makes them of: DocumentVectors, which "" means, AllVectors or NoVectors
	Projects     []Project     // folders among the documents that are projects of this name
	After        *Report       // what Refresh has told just before, which Open need not read again; nil for nothing

	part time.Duration // that a part of a build takes, 0 for the usual

	// Server is given what the index holds, for those who only ask: where it is read-only, the chunks are found there, and
	// no documents are needed. nil for none.
	Server *weaviate.Class
}

// served tells whether somebody else has the documents.
func (o *Options) served() bool { return o.Server != nil && o.Server.ReadOnly }

// What the reader makes vectors of: all documents but the sources of programs; these too; or nothing.
const (
	DocumentVectors = "documents"
	AllVectors      = "all"
	NoVectors       = "none"
)

// Project names a folder.
type Project struct{ Name, Path string }

// projectAt is the name that the options give to a folder, "" for none. The folder is without symbolic links.
func (o *Options) projectAt(folder string) string {
	for _, p := range o.Projects {
		path, err := filepath.Abs(p.Path)
		if err == nil {
			path, err = filepath.EvalSymlinks(path)
		}
		if err == nil && path == folder {
			return p.Name
		}
	}
	return ""
}

// DirFor is where the index of a set of roots is kept below the cache folder: the same roots in the same order share
// it, however they are spelled.
func DirFor(cache string, roots []string) (string, error) {
	abs, err := absolute(roots)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(strings.Join(abs, "\x00")))
	return filepath.Join(cache, hex.EncodeToString(sum[:8])), nil
}

func absolute(roots []string) (abs []string, err error) {
	for _, r := range roots {
		a, err := filepath.Abs(r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", printable(r), err)
		}
		abs = append(abs, a)
	}
	return abs, nil
}

// Skip is a file or folder that was not indexed, and why. Where many entries of one folder are left out for the same
// everyday reason, one Skip with the path of the folder counts them.
type Skip struct {
	Path   string `json:"path"` // printable, starting with the root as the user wrote it
	Reason string `json:"reason"`
}

// Stage is a phase of building an index.
type Stage string

// The stages, in order.
const (
	StageWait    Stage = "waiting for another ibid"
	StageScan    Stage = "looking for changes"
	StageRead    Stage = "reading"
	StageEmbed   Stage = "embedding"
	StageSymbols Stage = "reading declarations"
	StageDerive  Stage = "making symbol cards and recipes"
	StageSend    Stage = "sending to the server"
	StageSave    Stage = "saving"
	StageFetch   Stage = "fetching from the server"
)

// Step is one report of progress. Done and Total count files while reading, and chunks while embedding.
// What an external embedder has made before counts as done.
type Step struct {
	Stage       Stage
	Done, Total int
	Chunks      int // made so far
}

// String tells of the step in words.
func (s Step) String() string {
	text := string(s.Stage)
	if s.Total == 0 {
		return text + " …"
	}
	text += fmt.Sprintf(" %d/%d", s.Done, s.Total)
	if s.Stage == StageRead {
		text += fmt.Sprintf(" files, %d chunks", s.Chunks)
	}
	return text
}

// Share is how much of a stage is done, of 1; 0 where nobody knows.
func (s Step) Share() float64 { return float64(s.Done) / float64(max(s.Total, 1)) }

// Progress hears of the steps of long work, from one goroutine at a time.
type Progress func(Step)

// State is how an index stands to its documents.
type State struct {
	Chunks     int      `json:"chunks"`
	Stale      []string `json:"stale" jsonschema:"what is not up to date, and why"`
	Skipped    []Skip   `json:"skipped" jsonschema:"what was left out, and why"` // by path
	Reembedded string   `json:"reembedded" jsonschema:"why the chunks got other vectors than before, \"\" where they did not"`
	Rebuilt    string   `json:"rebuilt,omitempty" jsonschema:"why everything was read anew, not there where it was not"`
}

// Report is what Refresh did.
type Report struct {
	State
	Added, Changed, Removed int      // files
	Files                   int      // in the index now
	Warnings                []string // what was lost inside files that were read
	Busy                    bool     // another process is writing the index, and nothing was done
	Built                   bool     // a new generation was written
	Resumed                 int      // files that were not read now, because an interrupted run had read them

	manifest *manifest // of the newest generation, nil where that is not known
	dir      string    // its folder
}
