package mcp

//lint:file-ignore SA1019 clients of today name roots, whatever a later protocol has in their place

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/index"
	"ibid/ui/app"
)

// rootsID names the question for the client's roots.
const rootsID = "roots"

// open is the library that a request may read, or what the client has to say before: which roots it has.
func (s *server) open(client *sdk.ClientCapabilities, said sdk.InputResponseMap) (*app.Library, sdk.InputRequestMap, error) {
	var roots []*sdk.Root
	if client != nil && client.RootsV2 != nil {
		if said == nil {
			return nil, sdk.InputRequestMap{rootsID: &sdk.ListRootsParams{}}, nil
		}
		list, ok := said[rootsID].(*sdk.ListRootsResult)
		if !ok {
			return nil, nil, errors.New("the client has roots and does not say which, so nothing is read")
		}
		roots = list.Roots
	}
	only, err := allowed(s.Config.Docs, roots)
	if err != nil {
		return nil, nil, err
	}
	l, err := s.library(only)
	return l, nil, err
}

// allowed is what a client's roots leave of the documents: nil for all of them, which is also what no roots leave.
func allowed(docs []string, roots []*sdk.Root) ([]string, error) {
	var paths, named []string
	for _, r := range roots {
		named = append(named, r.URI)
		if path := filePath(r.URI); path != "" {
			paths = append(paths, path)
		}
	}
	all, some := true, false
	for _, d := range docs {
		within := index.Within(d, paths) != ""
		all, some = all && within, some || within
	}
	some = some || slices.ContainsFunc(paths, func(p string) bool { return index.Within(p, docs) != "" })
	switch {
	case len(roots) == 0 || all:
		return nil, nil
	case !some:
		return nil, app.Misuse(fmt.Sprintf("the client allows %s alone, and the documents are in %s: start `ibid mcp` for a folder that the client allows", strings.Join(named, ", "), strings.Join(docs, ", ")))
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
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
