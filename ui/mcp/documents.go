package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/index"
	"ibid/index/crash"
	"ibid/index/source"
	"ibid/ui/app"
	"ibid/ui/report"
)

// textType is that of a document as it is read: PDF and notebooks are text by then.
const textType = "text/plain"

const listed = 1000 // documents on one page of their list

// resources makes the documents resources.
func (s *server) resources() {
	s.protocol.AddResourceTemplate(&sdk.ResourceTemplate{Name: "document", Title: "A document", MIMEType: textType, URITemplate: "file:///{+path}",
		Description: "The text of a document, as ibid reads it: citations are taken from this text."}, s.read)
}

// receive gives a request its place, lists the documents, and makes a panic an error: the server goes on.
func (s *server) receive(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (res sdk.Result, err error) {
		defer func() {
			if fault := (*crash.Error)(nil); errors.As(err, &fault) {
				err = s.protocolError(err)
			}
		}()
		defer crash.Catch(&err)
		at := s.places(req)
		if err := at.Acquire(ctx, 1); err != nil {
			return nil, err
		}
		defer at.Release(1)
		switch req := req.(type) {
		case *sdk.ListResourcesRequest:
			res, err := s.list(ctx, req)
			return res, s.protocolError(err)
		case *sdk.ReadResourceRequest:
			if !json.Valid([]byte(strconv.Quote(req.Params.URI))) { // the library says which resource it has not found, in Go's quotation
				return nil, s.protocolError(app.Misuse("the address of the resource holds a character that no address has"))
			}
		}
		return next(ctx, method, req)
	}
}

// list is a page of the documents.
func (s *server) list(ctx context.Context, req *sdk.ListResourcesRequest) (*sdk.ListResourcesResult, error) {
	res := &sdk.ListResourcesResult{Cacheable: sdk.Cacheable{CacheScope: private}, Resources: []*sdk.Resource{}}
	l, err := s.library()
	if err != nil {
		return nil, err
	}
	from := 0
	if req.Params != nil && req.Params.Cursor != "" {
		if from, err = strconv.Atoi(req.Params.Cursor); err != nil {
			return nil, app.Misuse("the cursor is none of this server")
		}
	}
	_, err = l.With(ctx, unseen, func(ix *index.Index) error {
		all := ix.Documents()
		to := min(max(from, 0)+listed, len(all))
		for _, d := range all[min(max(from, 0), to):to] {
			res.Resources = append(res.Resources, &sdk.Resource{Name: d.ID, Title: d.Title, URI: report.FileURL(absolute(d.Path), 0), MIMEType: textType})
		}
		if to < len(all) {
			res.NextCursor = strconv.Itoa(to)
		}
		return nil
	})
	return res, err
}

// absolute is a path as addresses have it.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// filePath is the path that the address of a file on this machine stands for, "" for any other address.
func filePath(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
		return ""
	}
	return filepath.Clean(path)
}

// read is the text of a document that can be found in the library, and of no other file.
func (s *server) read(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	l, err := s.library()
	wanted, path := filePath(req.Params.URI), ""
	if err == nil {
		_, err = l.With(ctx, unseen, func(ix *index.Index) error {
			for _, d := range ix.Documents() {
				if absolute(d.Path) == wanted && index.Within(d.Path, s.Config.Docs) != "" {
					path = d.Path
				}
			}
			return nil
		})
	}
	if err != nil {
		return nil, s.protocolError(err)
	}
	if path == "" {
		return nil, sdk.ResourceNotFoundError(req.Params.URI)
	}
	data, err := app.ReadDocument(s.Config, path)
	if err != nil {
		return nil, s.protocolError(err)
	}
	doc, err := source.Read(ctx, path, data)
	if err != nil {
		return nil, s.protocolError(err)
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: req.Params.URI, MIMEType: textType, Text: doc.Text}}}, nil
}
