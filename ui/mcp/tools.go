package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/engine"
	"ibid/engine/verify"
	"ibid/index"
	"ibid/ui/app"
	"ibid/ui/text"
)

// question is what ask takes.
type question struct {
	Question string   `json:"question" jsonschema:"the question, in full: it is answered without what was asked before; @NAME in it narrows it to a document"`
	Projects []string `json:"projects,omitzero" jsonschema:"answer from the documents of these projects alone"`
}

// query is what search takes.
type query struct {
	Query    string   `json:"query" jsonschema:"a question or some words"`
	Projects []string `json:"projects,omitzero" jsonschema:"search the documents of these projects alone"`
}

// claims are what verify takes.
type claims struct {
	Text string `json:"text" jsonschema:"Markdown; its sentences may cite evidence that stands in the text, [c1]: the words of the source, and are else looked up in the documents"`
}

// place is what read takes.
type place struct {
	ChunkID string `json:"chunk_id" jsonschema:"the chunk_id of a citation, a piece of evidence or a hit, or the prev or next of a passage"`
}

// tools adds the tools.
func (s *server) tools() error {
	return errors.Join(
		add(s, "ask", "Ask the documents", "Answer a question from the documents. Every sentence cites its source and was checked against it, see verdict; refused tells that the documents do not say.",
			engine.AnswerSchema, engine.Answer{}, func(ctx context.Context, l *app.Library, p *progress, in question) (any, error) {
				q, err := app.Question(in.Question)
				if err != nil {
					return nil, err
				}
				answer, _, err := l.Ask(ctx, q, in.Projects, p.step, hears{p: p})
				if err != nil {
					return nil, err
				}
				_ = s.App.Record(s.Config, answer) // an answer is never lost for it
				return answer, nil
			}),
		add(s, "search", "Search the documents", "Find passages for a question, best first.", index.SearchSchema, index.Search{},
			func(ctx context.Context, l *app.Library, p *progress, in query) (out any, err error) {
				q, err := app.Question(in.Query)
				if err != nil {
					return nil, err
				}
				_, err = l.With(ctx, p.step, func(ix *index.Index) error {
					found, err := s.App.Search(ctx, s.Config, ix, q, in.Projects)
					out = found.Search(q, false)
					return err
				})
				return out, err
			}),
		add(s, "verify", "Check a text", "Check each sentence of a text that somebody else wrote, and the API names in it: is it supported by the evidence in it or by the documents?",
			verify.Schema, verify.Report{}, func(ctx context.Context, l *app.Library, p *progress, in claims) (any, error) {
				if strings.TrimSpace(in.Text) == "" || len(in.Text) > app.MaxTextBytes {
					return nil, app.Misuse(fmt.Sprintf("the text is empty or longer than %d MB: there is nothing to verify, or too much", app.MaxTextBytes>>20))
				}
				return l.Verify(ctx, in.Text, p.step)
			}),
		add(s, "read", "Read a passage", "Read a passage of the documents by its chunk_id, whole, and the ids of those before and after it.", index.PassageSchema, index.Passage{},
			func(ctx context.Context, l *app.Library, p *progress, in place) (out any, err error) {
				_, err = l.With(ctx, p.step, func(ix *index.Index) error {
					c, err := ix.Chunk(in.ChunkID)
					if errors.Is(err, fs.ErrNotExist) {
						return app.Misuse(fmt.Sprintf("there is no passage %q by now: ask or search again for its chunk_id", in.ChunkID))
					}
					out = index.Passage{Schema: index.PassageSchema, Text: c.Text, Origin: c.Origin()}
					return err
				})
				return out, err
			}),
	)
}

// add adds a tool that reads and changes nothing. What it returns is written as the schema of that name says.
func add[In any](s *server, name, title, says, schema string, written any, work func(context.Context, *app.Library, *progress, In) (any, error)) error {
	output, err := engine.SchemaOf(schema, nil, written)
	if err != nil {
		return err
	}
	no := false
	tool := &sdk.Tool{Name: name, Title: title, Description: says, OutputSchema: output,
		Annotations: &sdk.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no}}
	sdk.AddTool(s.protocol, tool, func(ctx context.Context, req *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		l, err := s.library()
		var out any
		if err == nil {
			out, err = work(ctx, l, &progress{ctx: ctx, session: req.Session, token: req.Params.GetProgressToken()}, in)
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		failed := err != nil
		if failed {
			out = s.Explain(err)
		}
		line, err := text.Encode(out)
		if err != nil {
			return nil, nil, err
		}
		line = bytes.TrimSpace(line)
		res := &sdk.CallToolResult{IsError: failed, Content: []sdk.Content{&sdk.TextContent{Text: string(line)}}}
		if !failed {
			res.StructuredContent = json.RawMessage(line)
		}
		return res, nil, nil
	})
	return nil
}

// protocolError is an error where no tool is asked: the hint is part of its message, the whole its data.
func (s *server) protocolError(err error) error {
	if err == nil {
		return nil
	}
	e := s.Explain(err)
	data, _ := text.Encode(e)
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: e.Message + "; " + e.Hint, Data: data}
}

const progressEvery = 250 * time.Millisecond // between two steps that a client is told of

// progress tells a client what is done for a call, where it wants to know.
type progress struct {
	ctx     context.Context
	session *sdk.ServerSession
	token   any // nil where it does not

	mu   sync.Mutex
	told time.Time
	n    float64
}

// step is an index.Progress.
func (p *progress) step(step index.Step) {
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.told) >= progressEvery {
		p.told = now
		p.tell(step.String())
	}
}

// hears is an engine.Listener that tells of an answer in the making. What a model drafts is told when it is checked.
type hears struct {
	engine.Silent
	p *progress
}

func (h hears) Retrieved([]engine.Evidence) { h.tell("retrieved") }
func (h hears) Drafting(string, string)     { h.tell("drafting") }

func (h hears) tell(what string) {
	h.p.mu.Lock()
	defer h.p.mu.Unlock()
	h.p.tell(what)
}

func (p *progress) tell(message string) {
	if p.token == nil {
		return
	}
	p.n++
	_ = p.session.NotifyProgress(p.ctx, &sdk.ProgressNotificationParams{ProgressToken: p.token, Message: message, Progress: p.n}) // a client that is gone is noticed by its answer
}
