package mcp

import (
	"bytes"
	"encoding/json"
	"ibid/index/file"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxFrame bounds a message, in bytes: the largest that holds a text to verify, with every character escaped.
const maxFrame = 16 << 20

// The codes of what is no message (JSON-RPC 2.0, section 5.1).
const (
	parseError     = -32700
	invalidRequest = -32600
)

// Frames are the two ends of a connection that carries one message a line. A line that is none is answered with an
// error and goes no further: the protocol would take it for the end.
func Frames(in io.Reader, out io.Writer) (io.ReadCloser, io.WriteCloser) {
	w := &frameWriter{out: out}
	r, valid := io.Pipe()
	go func() {
		err := file.Lines(in, maxFrame, func(l file.Line) {
			line := bytes.TrimPrefix(bytes.TrimSpace(l.Text), []byte("\ufeff"))
			if code, why := problem(line); code != 0 {
				w.refuse(code, why)
			} else {
				_, _ = valid.Write(append(line, '\n')) // fails where nobody reads any more
			}
		})
		valid.CloseWithError(err)
	}()
	return r, w
}

// problem says what is wrong with a line, nil where it is too long; the code is 0 where it is a message.
func problem(line []byte) (code int64, why string) {
	switch _, err := jsonrpc.DecodeMessage(line); {
	case line == nil:
		return invalidRequest, "the message is longer than 16 MB"
	case !json.Valid(line):
		return parseError, "the line is not JSON: a client of the Model Context Protocol speaks here"
	case line[0] != '{':
		return invalidRequest, "the line is no JSON-RPC message; batches are not served"
	case err != nil:
		return invalidRequest, err.Error()
	}
	return 0, ""
}

// frameWriter writes a message at a time.
type frameWriter struct {
	mu  sync.Mutex
	out io.Writer
}

func (w *frameWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(p)
}

// Close leaves the output open, which belongs to who gave it.
func (w *frameWriter) Close() error { return nil }

// refuse answers what is no message.
func (w *frameWriter) refuse(code int64, why string) {
	answer := struct {
		JSONRPC string        `json:"jsonrpc"`
		ID      any           `json:"id"` // null: it is not known which
		Error   jsonrpc.Error `json:"error"`
	}{JSONRPC: "2.0", Error: jsonrpc.Error{Code: code, Message: why}}
	if line, err := json.Marshal(answer); err == nil {
		_, _ = w.Write(append(line, '\n'))
	}
}
