package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/index"
	"ibid/index/source"
	"ibid/ui/app"
)

// textType is that of a document as it is read: PDF and notebooks are text by then.
const textType = "text/plain"

// resources makes the documents resources. They are listed as they are when somebody asks.
func (s *server) resources() {
	s.protocol.AddResourceTemplate(&sdk.ResourceTemplate{Name: "document", Title: "A document", MIMEType: textType, URITemplate: "file:///{+path}",
		Description: "The text of a document, as ibid reads it: citations are taken from this text."}, s.read)
	s.protocol.AddReceivingMiddleware(func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
			if list, ok := req.(*sdk.ListResourcesRequest); ok {
				if err := s.list(ctx, list); err != nil {
					return nil, err
				}
			}
			return next(ctx, method, req)
		}
	})
}

// list brings the list of resources up to date. A client of a later protocol cannot be asked for its roots here: it gets the documents of
// its last call, and none before the first.
func (s *server) list(ctx context.Context, req *sdk.ListResourcesRequest) error {
	s.mu.Lock()
	l := s.current
	s.asked = true
	s.mu.Unlock()
	var said sdk.InputResponseMap
	client := req.ClientCapabilities()
	if client != nil && client.RootsV2 != nil {
		roots, err := req.Session.ListRoots(ctx, nil)
		if err != nil {
			s.sync(l)
			return nil
		}
		said = sdk.InputResponseMap{rootsID: roots}
	}
	l, _, err := s.open(client, said)
	if err == nil {
		_, err = l.With(ctx, unseen, func(ix *index.Index) error {
			s.show(ix.Digest(), ix.Documents)
			return nil
		})
	}
	return s.protocolError(err)
}

// sync shows what documents a library has by now, where somebody has asked for them. It waits for nobody who uses the library.
func (s *server) sync(l *app.Library) {
	if l != nil {
		s.show(l.Digest(), l.Documents)
	}
}

// show makes the resources those of some documents, where they are others by now. The client is told.
func (s *server) show(digest string, documents func() []index.DocumentInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.asked || digest == "" || digest == s.digest {
		return
	}
	all := documents()
	if all == nil {
		return
	}
	gone := s.listed
	s.listed, s.digest = map[string]bool{}, digest
	for _, d := range all {
		address := fileAddress(d.Path)
		if s.listed[address] = true; !gone[address] {
			s.protocol.AddResource(&sdk.Resource{Name: d.ID, Title: d.Title, URI: address, MIMEType: textType}, s.read)
		}
		delete(gone, address)
	}
	for address := range gone {
		s.protocol.RemoveResources(address)
	}
}

// read is the text of a document that can be found in the library, and of no other file.
func (s *server) read(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	l, ask, err := s.open(req.ClientCapabilities(), req.Params.InputResponses)
	if ask != nil {
		return &sdk.ReadResourceResult{InputRequests: ask}, nil
	}
	wanted, path := filePath(req.Params.URI), ""
	if err == nil {
		_, err = l.With(ctx, unseen, func(ix *index.Index) error {
			for _, d := range ix.Documents() {
				if filePath(fileAddress(d.Path)) == wanted && index.Within(d.Path, s.Config.Docs) != "" {
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
