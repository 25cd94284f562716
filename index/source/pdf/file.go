package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"ibid/index/source/budget"
)

// ErrEncrypted is the error of a file that opens only with a password.
var ErrEncrypted = errors.New("the PDF is encrypted: remove the password with `qpdf --decrypt --password=… in.pdf out.pdf` and index the result")

// pageAttributes are the entries that a page inherits from the nodes above it (ISO 32000-1, table 30).
var pageAttributes = [...]string{"Resources", "MediaBox", "CropBox", "Rotate"}

// file is an open PDF: its objects, its catalog and its pages in order.
type file struct {
	objects *objects
	catalog object
	info    object
	pages   []object
	number  map[string]int // reference of a page → its number, from 1
}

// open reads the object structure. Encrypted files are tried with the empty user password.
func open(ctx context.Context, work *budget.Budget, data []byte) (f *file, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, err = nil, fmt.Errorf("damaged object structure: %v", r)
		}
	}()
	if err := boundObjects(data); err != nil {
		return nil, err
	}
	conf := &model.Configuration{
		Reader15: true, ValidationMode: model.ValidationRelaxed, Offline: true,
		UnsupportedResourcePolicy: model.UnsupportedResourceSkip, Limits: limits(len(data)),
	}
	c, err := pdfcpu.ReadWithContext(ctx, bytes.NewReader(data), conf)
	if err != nil {
		if errors.Is(err, pdfcpu.ErrWrongPassword) || errors.Is(err, pdfcpu.ErrUnsupportedEncryptionFeature) {
			return nil, fmt.Errorf("%w (%v)", ErrEncrypted, err)
		}
		return nil, err
	}
	f = &file{objects: &objects{table: c.XRefTable, work: work}, number: map[string]int{}}
	if c.XRefTable.Root == nil {
		return nil, errors.New("no document catalog")
	}
	f.catalog = f.objects.wrap(*c.XRefTable.Root)
	if c.XRefTable.Info != nil {
		f.info = f.objects.wrap(*c.XRefTable.Info)
	}
	nodes := 0
	f.walkPages(f.catalog.key("Pages"), types.Dict{}, map[string]bool{}, &nodes)
	if !slices.ContainsFunc(f.pages, object.isDict) {
		return nil, errors.New("no pages")
	}
	return f, nil
}

// limits are what the library may make of a file of size bytes.
func limits(size int) model.ResourceLimits {
	const objects, bytesPerObject = 50_000, 8
	l := model.DefaultResourceLimits()
	l.MaxStreamBytes, l.MaxDecodeBytes = int64(size)+1, maxStreamBytes
	l.MaxObjectCount = objects + size/bytesPerObject
	l.MaxXRefEntries, l.MaxObjectStreamCount = l.MaxObjectCount, l.MaxObjectCount
	return l
}

var errObjects = errors.New("its object streams decompress to too much")

var objectStream = regexp.MustCompile(`/ObjStm\b`)

// boundObjects adds up what the object streams of a file decompress to, since the library parses them all. It takes
// a stream that begins soon after the name of its type for one; a name that is disguised is no file of good faith.
func boundObjects(data []byte) error {
	const longest = len("/#4F#62#6A#53#74#6D")
	for at := bytes.IndexByte(data, '#'); at >= 0; {
		before := data[max(0, at-longest):at]
		if slash := bytes.LastIndexByte(before, '/'); slash >= 0 {
			name := lexer{data: data[at-len(before)+slash+1 : min(len(data), at+longest)]}
			if unescapeName(name.regular()) == "ObjStm" {
				return errObjects
			}
		}
		next := bytes.IndexByte(data[at+1:], '#')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	const dictionary = 4096 // bytes from the name to the stream
	left := objectBytes + objectBytesPerByte*len(data)
	for _, at := range objectStream.FindAllIndex(data, -1) {
		rest := data[at[1]:]
		i := bytes.Index(rest[:min(len(rest), dictionary)], streamStart)
		if i < 0 {
			return errObjects
		}
		rest = bytes.TrimPrefix(bytes.TrimPrefix(rest[i+len(streamStart):], []byte("\r")), []byte("\n"))
		r, err := zlib.NewReader(bytes.NewReader(rest))
		if err != nil {
			continue
		}
		n, _ := io.Copy(io.Discard, io.LimitReader(r, int64(left)+1)) // what is damaged ends where the damage is
		if left -= int(n); left < 0 {
			return errObjects
		}
	}
	return nil
}

// walkPages collects the leaves of the page tree with the attributes that they inherit. A lost page is null.
func (f *file) walkPages(node object, inherited types.Dict, seen map[string]bool, nodes *int) {
	*nodes++
	if seen[node.ref] || *nodes > maxTreeNodes || len(f.pages) >= maxPages {
		return
	}
	d := node.dict()
	if d == nil {
		if node.ref != "" { // a lost object still counts as a page
			f.pages = append(f.pages, object{file: f.objects, ref: node.ref})
		}
		return
	}
	if node.ref != "" {
		seen[node.ref] = true
	}
	attributes := maps.Clone(inherited)
	for _, k := range pageAttributes {
		if v, ok := d[k]; ok {
			attributes[k] = v
		}
	}
	if kids := node.key("Kids"); kids.isArray() {
		for i := range kids.len() {
			f.walkPages(kids.at(i), attributes, seen, nodes)
		}
		return
	}
	f.addPage(node, attributes)
}

// addPage appends a page with what it inherits.
func (f *file) addPage(page object, inherited types.Dict) {
	d := maps.Clone(inherited)
	maps.Copy(d, page.dict())
	f.pages = append(f.pages, object{file: f.objects, value: d, ref: page.ref})
	if page.ref != "" {
		f.number[page.ref] = len(f.pages)
	}
}
