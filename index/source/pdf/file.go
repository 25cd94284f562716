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
	"ibid/index/source/pdf/draw"
)

// ErrEncrypted is the error of a file that opens only with a password.
var ErrEncrypted = errors.New("the PDF is encrypted: remove the password with `qpdf --decrypt --password=… in.pdf out.pdf` and index the result")

// pageAttributes are the entries that a page inherits from the nodes above it (ISO 32000-1, table 30).
var pageAttributes = [...]string{"Resources", "MediaBox", "CropBox", "Rotate"}

// What the structure of one file may cost. Objects take ten times the memory of their text.
const (
	maxPages           = 20_000
	maxTreeNodes       = 50_000  // nodes visited in an outline, name tree or number tree
	objectWork         = 20      // of a byte that objects are made of
	objectBytes        = 4 << 20 // that all object streams may decompress to
	objectBytesPerByte = 4       // the same, for a byte of the file
	entryWork          = 10      // of an entry of a name tree
)

// file is an open PDF: its objects, its catalog and its pages in order.
type file struct {
	objects *draw.Objects
	catalog draw.Object
	info    draw.Object
	pages   []draw.Object
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
	f = &file{objects: &draw.Objects{Table: c.XRefTable, Work: work}}
	if c.XRefTable.Root == nil {
		return nil, errors.New("no document catalog")
	}
	f.catalog = f.objects.Wrap(*c.XRefTable.Root)
	if c.XRefTable.Info != nil {
		f.info = f.objects.Wrap(*c.XRefTable.Info)
	}
	if f.collectPages(); !f.hasPages() {
		return nil, errors.New("no pages")
	}
	return f, nil
}

// limits are what the library may make of a file of size bytes.
func limits(size int) model.ResourceLimits {
	const objects, bytesPerObject = 50_000, 8
	l := model.DefaultResourceLimits()
	l.MaxStreamBytes, l.MaxDecodeBytes = int64(size)+1, draw.MaxStreamBytes
	l.MaxObjectCount = objects + size/bytesPerObject
	l.MaxXRefEntries, l.MaxObjectStreamCount = l.MaxObjectCount, l.MaxObjectCount
	return l
}

var errObjects = errors.New("its object streams decompress to too much")

var objectStream = regexp.MustCompile(`/ObjStm\b`)

// escapedName matches a name that is not spelled plainly.
var escapedName = regexp.MustCompile(`/[^\x00\s()<>\[\]{}/%#]*#[^\x00\s()<>\[\]{}/%]*`)

// boundObjects adds up what the object streams of a file decompress to, since the library parses them all. It takes
// a stream that begins soon after the name of its type for one; a name that is disguised is no file of good faith.
func boundObjects(data []byte) error {
	for _, name := range escapedName.FindAll(data, -1) {
		if draw.UnescapeName(name[1:]) == "ObjStm" {
			return errObjects
		}
	}
	const dictionary = 4096 // bytes from the name to the stream
	left := objectBytes + objectBytesPerByte*len(data)
	for _, at := range objectStream.FindAllIndex(data, -1) {
		rest := data[at[1]:]
		i := bytes.Index(rest[:min(len(rest), dictionary)], streamStart)
		if i < 0 {
			return errObjects
		}
		r, err := zlib.NewReader(bytes.NewReader(streamBody(rest[i:])))
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

// streamBody returns what follows the word "stream" and the line end behind it.
func streamBody(data []byte) []byte {
	return bytes.TrimPrefix(bytes.TrimPrefix(data[len(streamStart):], []byte("\r")), []byte("\n"))
}

// collectPages finds the leaves of the page tree with the attributes that they inherit. A lost page is null.
func (f *file) collectPages() {
	f.number = map[string]int{}
	seen := map[string]bool{}
	nodes := 0
	var walk func(node draw.Object, inherited types.Dict)
	walk = func(node draw.Object, inherited types.Dict) {
		nodes++
		if seen[node.Ref] || nodes > maxTreeNodes || len(f.pages) >= maxPages {
			return
		}
		if !node.IsDict() {
			if node.Ref != "" { // a lost object still counts as a page
				f.pages = append(f.pages, draw.Object{File: f.objects, Ref: node.Ref})
			}
			return
		}
		seen[node.Ref] = node.Ref != ""
		attributes := maps.Clone(inherited)
		for _, k := range pageAttributes {
			if v, ok := node.Dict()[k]; ok {
				attributes[k] = v
			}
		}
		kids := node.Key("Kids")
		if !kids.IsArray() {
			f.addPage(node, attributes)
		}
		for i := range kids.Len() {
			walk(kids.At(i), attributes)
		}
	}
	walk(f.catalog.Key("Pages"), types.Dict{})
}

func (f *file) hasPages() bool { return slices.ContainsFunc(f.pages, draw.Object.IsDict) }

// addPage appends a page with what it inherits.
func (f *file) addPage(page draw.Object, inherited types.Dict) {
	d := maps.Clone(inherited)
	maps.Copy(d, page.Dict())
	f.pages = append(f.pages, draw.Object{File: f.objects, Value: d, Ref: page.Ref})
	if page.Ref != "" {
		f.number[page.Ref] = len(f.pages)
	}
}
