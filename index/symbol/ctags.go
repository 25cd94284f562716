package symbol

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

const (
	ctagsProgram = "ctags"
	ctagsTime    = 5 * time.Second // for one file
	ctagsLine    = 1 << 20         // of its output, longer ones end the reading of a file
	ctagsOutput  = 32 << 20        // of its output about one file
	ctagsDepth   = 500             // braces inside each other; it takes minutes over a few thousand
	ctagsLost    = 2               // files that ended it before it is not asked any more
)

// unscanned is said of a file that universal-ctags could not read.
const unscanned = "could not be read by universal-ctags"

// hasCtags tells whether a program called ctags is installed. Whether it is one that is of use shows when it is
// started.
func hasCtags() bool {
	_, err := exec.LookPath(ctagsProgram)
	return err == nil
}

// ctags reads the declarations of files in many languages, each through a process of universal-ctags that gets its
// text and nothing else: its sandbox takes its system calls from it.
type ctags struct{ lost atomic.Int32 } // files that it could not read

var errCtags = errors.New(unscanned)

// scan reads one file. The result is labelled best effort; where nothing could be read it says so.
func (c *ctags) scan(ctx context.Context, file string, src []byte) decl.File {
	d := decl.File{Language: string(language.Other), BestEffort: true}
	if c.lost.Load() >= ctagsLost || deepest(src) > ctagsDepth {
		d.Open = unscanned
		return d
	}
	tags, err := tagsOf(ctx, file, src)
	if err != nil {
		c.lost.Add(1)
		d.Open = unscanned
		return d
	}
	t := tagTree{nodes: map[string]*tagNode{}}
	for _, tag := range tags {
		d.Language = strings.ToLower(tag.Language)
		t.add(tag)
	}
	d.Symbols = symbolsOf(t.top)
	return d
}

// deepest is how many braces of a text are open at once. Those in strings and comments count, too.
func deepest(src []byte) int {
	depth, most := 0, 0
	for _, c := range src {
		switch c {
		case '{':
			depth++
			most = max(most, depth)
		case '}':
			depth = max(depth-1, 0)
		}
	}
	return most
}

// tag is what universal-ctags says of one name.
type tag struct {
	Type      string `json:"_type"`
	Name      string
	Language  string
	Line      int
	End       int
	Kind      string
	Scope     string
	Signature string
	Inherits  any // a text, or false
}

// tagsOf asks for the tags of a file.
func tagsOf(ctx context.Context, file string, src []byte) ([]tag, error) {
	request, err := json.Marshal(struct {
		Command  string `json:"command"`
		Filename string `json:"filename"`
		Size     int    `json:"size"`
	}{"generate-tags", path.Base(file), len(src)})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, ctagsTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, ctagsProgram, "--options=NONE", "--_interactive=sandbox", "--sort=no", "--fields=*")
	cmd.Stdin = bytes.NewReader(append(append(request, '\n'), src...))
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer cmd.Wait()
	defer cmd.Process.Kill() // which may have more to say
	lines := bufio.NewScanner(io.LimitReader(out, ctagsOutput))
	lines.Buffer(nil, ctagsLine)
	var tags []tag
	for lines.Scan() {
		var t tag
		if err := json.Unmarshal(bytes.ToValidUTF8(lines.Bytes(), nil), &t); err != nil {
			return nil, err
		}
		switch {
		case t.Type == "completed", len(tags) > maxSymbols:
			return tags, nil
		case t.Type == "tag":
			tags = append(tags, t)
		case t.Type == "error":
			return nil, errCtags
		}
	}
	return nil, errors.Join(errCtags, lines.Err())
}

// tagTree puts the tags of a file into each other, as their scopes say.
type tagTree struct {
	top   []*tagNode
	nodes map[string]*tagNode // by full name, with dots
}

type tagNode struct {
	symbol decl.Symbol
	inside []*tagNode
}

// add puts a tag to its place. What belongs to a type that the file does not declare keeps its name as an owner.
func (t *tagTree) add(g tag) {
	scope := strings.ReplaceAll(strings.ReplaceAll(g.Scope, "::", "."), "/", ".")
	kind, ok := tagKind(g.Kind, scope != "")
	name := strings.Join(strings.Fields(g.Name), " ")
	if !ok || name == "" || strings.HasPrefix(name, "__anon") {
		return
	}
	node := &tagNode{symbol: decl.Symbol{Name: name, Kind: kind, Start: g.Line, End: max(g.Line, g.End), Signature: signatureOf(g)}}
	if bases, ok := g.Inherits.(string); ok {
		for base := range strings.SplitSeq(bases, ",") {
			if base = strings.TrimSpace(base); base != "" {
				node.symbol.Bases = append(node.symbol.Bases, base)
			}
		}
	}
	full := name
	if scope != "" {
		full = scope + "." + name
	}
	if t.nodes[full] == nil {
		t.nodes[full] = node
	}
	switch outer := t.nodes[scope]; {
	case scope == "":
		t.top = append(t.top, node)
	case outer != nil && outer != node:
		outer.inside = append(outer.inside, node)
	default:
		node.symbol.Owner = scope
		t.top = append(t.top, node)
	}
}

// symbolsOf are the symbols of nodes, with those inside as members.
func symbolsOf(nodes []*tagNode) []decl.Symbol {
	var symbols []decl.Symbol
	for _, n := range nodes {
		s := n.symbol
		s.Members = symbolsOf(n.inside)
		symbols = append(symbols, s)
	}
	return symbols
}

// tagKind is the kind of what universal-ctags calls by many names; false for what is no declaration that others use.
func tagKind(kind string, inside bool) (decl.Kind, bool) {
	switch kind {
	case "class", "struct", "module", "namespace", "trait", "object", "role":
		return decl.Class, true
	case "enum", "union", "type", "typedef", "alias":
		return decl.Type, true
	case "interface", "protocol":
		return decl.Interface, true
	case "function", "subroutine", "macro", "method", "singletonMethod", "prototype", "procedure", "sub":
		if inside {
			return decl.Method, true
		}
		return decl.Function, true
	case "member", "field", "property", "accessor", "component":
		return decl.Field, true
	case "enumerator", "enumConstant":
		return decl.EnumMember, true
	case "constant", "define":
		return decl.Constant, true
	case "variable", "globalVar", "value", "val", "var":
		return decl.Variable, true
	}
	return "", false
}

// signatureOf is a name with its parameters on one line.
func signatureOf(g tag) string {
	if g.Signature == "" {
		return ""
	}
	return strings.Join(strings.Fields(g.Name+g.Signature), " ")
}
