package pdf

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"ibid/index/source/budget"
	"ibid/index/source/pdf/draw"
)

var (
	objectStart = regexp.MustCompile(`(?:^|[\s>])(\d{1,9})\s+(\d{1,5})\s+obj\b`)
	encryptKey  = regexp.MustCompile(`/Encrypt\s+\d+\s+\d+\s+R`)
	streamStart = []byte("stream")
	streamEnd   = []byte("endstream")
)

// salvage opens a file whose cross references or some of whose objects are damaged, by looking for objects from its
// first byte to its last. Objects that cannot be parsed are left out. Pages that the page tree does not list follow
// those that it does, in the order of their object numbers; ordered is false where there are such pages.
func salvage(ctx context.Context, work *budget.Budget, data []byte) (f *file, ordered bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, err = nil, fmt.Errorf("damaged object structure: %v", r)
		}
	}()
	if encryptKey.Match(data) {
		return nil, false, errors.New("a damaged encrypted file cannot be recovered")
	}
	s := &salvager{found: map[int]types.Object{}, work: work}
	if err := s.scan(ctx, data); err != nil {
		return nil, false, err
	}
	f = &file{objects: &draw.Objects{Table: &model.XRefTable{Table: map[int]*model.XRefTableEntry{}}, Work: work}}
	for n, o := range s.found {
		f.objects.Table.Table[n] = model.NewXRefTableEntryGen0(o)
	}
	f.catalog.File = f.objects
	var loose []draw.Object
	for _, n := range slices.Sorted(maps.Keys(s.found)) {
		o := f.objects.Wrap(*types.NewIndirectRef(n, 0))
		switch o.Key("Type").Str() {
		case "Catalog":
			f.catalog = o
		case "Page":
			loose = append(loose, o)
		}
	}
	f.collectPages()
	f.pages = slices.DeleteFunc(f.pages, func(p draw.Object) bool { return p.IsDict() && p.Key("Type").Str() != "Page" })
	listed := len(f.pages)
	for _, p := range loose {
		if f.number[p.Ref] == 0 && len(f.pages) < maxPages {
			f.addPage(p, f.inherited(p))
		}
	}
	if !f.hasPages() {
		return nil, false, errors.New("no page is left")
	}
	return f, len(f.pages) == listed, nil
}

// inherited collects the attributes of a page from the nodes above it that are left.
func (f *file) inherited(page draw.Object) types.Dict {
	attributes := types.Dict{}
	node := page
	for range draw.MaxNesting {
		node = node.Key("Parent")
		for _, k := range pageAttributes {
			if v, ok := node.Dict()[k]; ok && attributes[k] == nil {
				attributes[k] = v
			}
		}
	}
	return attributes
}

// salvager collects objects by number; where a number comes twice, the later object is the newer one.
type salvager struct {
	found map[int]types.Object
	work  *budget.Budget
}

func (s *salvager) scan(ctx context.Context, data []byte) error {
	at := objectStart.FindAllSubmatchIndex(data, -1)
	for i, m := range at {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		end := len(data)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		number, err := strconv.Atoi(string(data[m[2]:m[3]]))
		if err != nil {
			continue
		}
		o := s.object(ctx, data[m[1]:end])
		if o == nil {
			continue
		}
		s.found[number] = o
		if d, ok := o.(types.StreamDict); ok && d.IsObjStm() {
			s.expand(ctx, d)
		}
	}
	if len(s.found) == 0 {
		return errors.New("no objects are left")
	}
	return nil
}

// object parses what stands between "obj" and the next object; nil where that is damaged.
func (s *salvager) object(ctx context.Context, body []byte) types.Object {
	stream := body
	if i := bytes.Index(body, streamStart); i >= 0 && bytes.HasSuffix(bytes.TrimRight(body[:i], " \r\n\t"), []byte(">>")) {
		body, stream = body[:i], streamBody(body[i:])
	} else {
		stream = nil
		if i := bytes.Index(body, []byte("endobj")); i >= 0 {
			body = body[:i]
		}
	}
	o := parseObject(ctx, string(body))
	d, ok := o.(types.Dict)
	if !ok || stream == nil {
		return o
	}
	if i := bytes.LastIndex(stream, streamEnd); i >= 0 {
		stream = stream[:i]
	}
	length := int64(len(stream))
	sd := types.NewStreamDict(d, 0, &length, nil, filters(d))
	sd.Raw = stream
	return sd
}

func parseObject(ctx context.Context, text string) (o types.Object) {
	defer func() {
		if recover() != nil {
			o = nil
		}
	}()
	o, err := model.ParseObjectContext(ctx, &text, 0, draw.MaxNesting)
	if err != nil {
		return nil
	}
	return o
}

// filters reads the filters of a stream dictionary. References are not followed: writers put these entries directly.
func filters(d types.Dict) []types.PDFFilter {
	list := func(o types.Object) types.Array {
		if a, ok := o.(types.Array); ok {
			return a
		}
		return types.Array{o}
	}
	parms := list(d["DecodeParms"])
	var out []types.PDFFilter
	for i, n := range list(d["Filter"]) {
		name, ok := n.(types.Name)
		if !ok {
			continue
		}
		f := types.PDFFilter{Name: name.Value()}
		if i < len(parms) {
			f.DecodeParms, _ = parms[i].(types.Dict)
		}
		out = append(out, f)
	}
	return out
}

// expand takes the objects out of an object stream (ISO 32000-1, 7.5.7).
func (s *salvager) expand(ctx context.Context, stream types.StreamDict) {
	left := min(draw.MaxStreamBytes, s.work.Left()/(2*objectWork)) // at least half is left for the pages
	if left <= 0 {
		return
	}
	data, _ := draw.Decode(stream, left) // what comes before damage is wanted
	first, _ := stream.Dict["First"].(types.Integer)
	if s.work.Spend(objectWork*len(data)) != nil || first <= 0 || int(first) > len(data) {
		return
	}
	count, _ := stream.Dict["N"].(types.Integer)
	type place struct{ number, offset int }
	var places []place
	l := draw.NewLexer(data[:first])
	for len(places) < min(int(count), draw.MaxCodes) {
		n, o := l.Next(), l.Next()
		if n.Kind != draw.TokenNumber || o.Kind != draw.TokenNumber || o.Num < 0 || o.Num > float64(len(data)) {
			break
		}
		places = append(places, place{int(n.Num), int(first) + int(o.Num)})
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.offset, b.offset) })
	for i, p := range places {
		end := len(data)
		if i+1 < len(places) {
			end = min(end, places[i+1].offset)
		}
		if p.offset >= end {
			continue
		}
		if o := parseObject(ctx, string(data[p.offset:end])); o != nil {
			s.found[p.number] = o
		}
	}
}
