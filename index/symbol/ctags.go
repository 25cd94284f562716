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
	"sync"
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

// ctags reads the declarations of files in many languages through one process of universal-ctags, which gets their text
// and nothing else: its sandbox takes its system calls from it. Close it after use.
type ctags struct {
	mu      sync.Mutex
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
	useless bool // it cannot be started as it is needed
	lost    int  // files that ended it
}

var errCtags = errors.New(unscanned)

// scan reads one file. The result is labelled best effort; where nothing could be read it says so.
func (c *ctags) scan(ctx context.Context, file string, src []byte) decl.File {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := decl.File{Language: string(language.Other), BestEffort: true}
	if deepest(src) > ctagsDepth {
		d.Open = unscanned
		return d
	}
	tags, err := c.tags(ctx, file, src)
	if err != nil {
		c.stop()
		c.lost++
		c.useless = c.useless || c.lost >= ctagsLost
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

// tags asks for the tags of a file.
func (c *ctags) tags(ctx context.Context, file string, src []byte) ([]tag, error) {
	if err := c.start(); err != nil {
		return nil, err
	}
	process := c.cmd.Process
	watch, cancel := context.WithTimeout(ctx, ctagsTime)
	defer cancel()
	defer context.AfterFunc(watch, func() { process.Kill() })()
	request, err := json.Marshal(struct {
		Command  string `json:"command"`
		Filename string `json:"filename"`
		Size     int    `json:"size"`
	}{"generate-tags", path.Base(file), len(src)})
	if err != nil {
		return nil, err
	}
	if _, err := c.in.Write(append(append(request, '\n'), src...)); err != nil {
		return nil, err
	}
	var tags []tag
	for read := 0; c.out.Scan(); {
		if read += len(c.out.Bytes()); read > ctagsOutput || len(tags) > maxSymbols {
			c.stop() // what it has left to say would be taken for the next file's
			return tags, nil
		}
		var t tag
		if err := json.Unmarshal(bytes.ToValidUTF8(c.out.Bytes(), nil), &t); err != nil {
			return nil, err
		}
		switch t.Type {
		case "tag":
			tags = append(tags, t)
		case "completed":
			return tags, nil
		case "error":
			return nil, errCtags
		}
	}
	return nil, errors.Join(errCtags, c.out.Err())
}

// start starts the process where none runs.
func (c *ctags) start() error {
	if c.cmd != nil {
		return nil
	}
	if c.useless {
		return errCtags
	}
	cmd := exec.Command(ctagsProgram, "--options=NONE", "--_interactive=sandbox", "--sort=no", "--fields=*")
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		c.useless = true
		return err
	}
	c.cmd, c.in, c.out = cmd, in, bufio.NewScanner(out)
	c.out.Buffer(nil, ctagsLine)
	first := time.AfterFunc(ctagsTime, func() { cmd.Process.Kill() })
	defer first.Stop()
	if !c.out.Scan() || !bytes.Contains(c.out.Bytes(), []byte(`"program"`)) { // another ctags, or one without JSON
		c.useless = true
		return errCtags
	}
	return nil
}

// stop ends the process where one runs.
func (c *ctags) stop() {
	if c.cmd == nil {
		return
	}
	c.in.Close()
	c.cmd.Process.Kill()
	_ = c.cmd.Wait() // it was killed
	c.cmd = nil
}

// close ends the process.
func (c *ctags) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stop()
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
