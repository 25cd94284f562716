package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"

	"ibid/engine"
	"ibid/engine/verify"
	"ibid/guard"
	"ibid/index"
	"ibid/index/file"
	"ibid/index/source"
	"ibid/ui/app"
)

// rowJSON is one row to verify. Other fields are ignored.
type rowJSON struct {
	ID       json.RawMessage `json:"id"`
	Text     *string         `json:"text"`
	Evidence evidenceList    `json:"evidence"`
	Project  string          `json:"project"` // whose API its names are judged by, "" for all that are known
}

// evidenceList is a text or a list of texts; the first is c1.
type evidenceList []string

// UnmarshalJSON implements json.Unmarshaler.
func (l *evidenceList) UnmarshalJSON(data []byte) error {
	var one string
	if data[0] == '[' || bytes.Equal(data, []byte("null")) {
		return json.Unmarshal(data, (*[]string)(l))
	}
	if json.Unmarshal(data, &one) != nil {
		return errors.New(`"evidence" is neither a text nor a list of texts`)
	}
	*l = evidenceList{one}
	return nil
}

// rowResult is what became of one row.
type rowResult struct {
	object any // verify.Report or, of a row that could not be read, app.Error
	ok     bool
}

// rows verifies rows on all cores and writes one object for each, in order, as soon as it is ready.
func (v *verification) rows(ctx context.Context, in io.Reader) error {
	j, err := v.judges(ctx, nil)
	if err != nil {
		return err
	}
	check := rowCheck{judges: j, symbols: v.symbols()}
	if !v.symbolsOnly {
		judge, err := v.shared().NamedJudge(ctx, v.config)
		if err != nil {
			return err
		}
		check.verifier, check.strict = verify.New(nil, verify.Options{Judge: judge}), v.strict
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cores := runtime.GOMAXPROCS(0)
	queue := make(chan chan rowResult, 2*cores) // rows in their order, each with the place for its result
	failed := make(chan error, 1)
	go func() {
		failed <- readRows(ctx, in, check, cores, queue)
		close(queue)
	}()
	ok, any := true, false
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case place, more := <-queue:
			if !more {
				switch err := <-failed; {
				case err != nil:
					return err
				case !any:
					return usageError{errors.New("there are no rows to verify")}
				case !ok:
					return errUnsupported
				}
				return nil
			}
			any = true
			select {
			case <-ctx.Done():
				return ctx.Err()
			case res := <-place:
				ok = ok && res.ok
				if err := writeJSON(v.Out, res.object); err != nil {
					return err
				}
			}
		}
	}
}

// readRows reads rows and starts their verification, no more than cores at a time.
func readRows(ctx context.Context, in io.Reader, check rowCheck, cores int, queue chan<- chan rowResult) error {
	r := bufio.NewReaderSize(in, 64<<10)
	free := make(chan struct{}, cores)
	for line := 1; ; line++ {
		row, whole, err := readLine(r)
		if err != nil && err != io.EOF {
			return fmt.Errorf("line %d: %w", line, err)
		}
		if len(bytes.TrimSpace(row)) > 0 {
			place := make(chan rowResult, 1)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case queue <- place:
			}
			free <- struct{}{}
			go func() {
				place <- check.row(ctx, row, line, whole)
				<-free
			}()
		}
		if err == io.EOF {
			return nil
		}
	}
}

// readLine reads to the end of the line. Of a line that is too long it keeps the beginning and reports false.
func readLine(r *bufio.Reader) (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := r.ReadSlice('\n')
		if n := app.MaxTextBytes - len(line); len(part) > n {
			part, whole = part[:n], false
		}
		line = append(line, part...)
		if err != bufio.ErrBufferFull {
			return line, whole, err
		}
	}
}

// rowCheck is what rows are verified with.
type rowCheck struct {
	verifier *verify.Verifier // nil to look at symbols alone
	judges   *app.Judges
	strict   bool // only what is proven passes
	symbols  bool // the names of an API are looked at
}

func (k rowCheck) row(ctx context.Context, data []byte, line int, whole bool) (res rowResult) {
	bad := func(id json.RawMessage, format string, args ...any) rowResult {
		return rowResult{object: app.Error{Schema: app.ErrorSchema, ID: id, Line: line, Code: "bad_row", Message: fmt.Sprintf("line %d: ", line) + fmt.Sprintf(format, args...),
			Hint: `a row is {"id":…,"text":"…","evidence":"…" or ["…"]} on one line`}}
	}
	var row rowJSON
	var fault error
	defer func() {
		if fault != nil {
			res = bad(row.ID, "%v", fault)
		}
	}()
	defer file.Catch(&fault)
	if !whole {
		return bad(nil, "the row is longer than %d MB", app.MaxTextBytes>>20)
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &row); err != nil {
		if typed := (*json.UnmarshalTypeError)(nil); errors.As(err, &typed) {
			if err = fmt.Errorf("the row is no object (%s)", typed.Value); typed.Field != "" { // the library names types of Go
				err = fmt.Errorf("%q has another kind of value (%s)", typed.Field, typed.Value)
			}
		}
		return bad(nil, "%v", err)
	}
	if len(row.ID) > 0 && (row.ID[0] == '{' || row.ID[0] == '[') {
		return bad(nil, `"id" is neither a text nor a number`)
	}
	if row.Text == nil {
		return bad(row.ID, `the row has no "text"`)
	}
	given := make([]engine.Evidence, len(row.Evidence))
	for i, text := range row.Evidence {
		given[i] = engine.Evidence{Key: "c" + strconv.Itoa(i+1), Chunk: index.Chunk{Chunk: source.Chunk{Text: text}}}
	}
	if k.symbols && row.Project != "" && !k.judges.Has(row.Project) {
		return bad(row.ID, "there is no project %q; name its sources with --project %s=PATH", row.Project, row.Project)
	}
	text := guard.ParseForeign(*row.Text)
	out := verify.NewReport()
	if k.verifier != nil {
		var err error
		if out, err = k.verifier.Text(ctx, text, given); err != nil {
			return bad(row.ID, "%v", err)
		}
	}
	out.AddSymbols(k.judges.Symbols(text, row.Project))
	out.ID, out.Notes = row.ID, append(out.Notes, k.judges.Unread(text)...)
	return rowResult{out, out.OK && (!k.strict || out.Proven())}
}
