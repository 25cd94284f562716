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

	"github.com/pdfcpu/pdfcpu/pkg/filter"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"ibid/index/source/budget"
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
	table := &model.XRefTable{Table: map[int]*model.XRefTableEntry{}}
	numbers := slices.Sorted(maps.Keys(s.found))
	for _, n := range numbers {
		table.Table[n] = model.NewXRefTableEntryGen0(s.found[n])
	}
	f = &file{objects: &objects{table: table, work: work}, number: map[string]int{}}
	var loose []object
	for _, n := range numbers {
		o := f.objects.wrap(*types.NewIndirectRef(n, 0))
		switch o.key("Type").str() {
		case "Catalog":
			f.catalog = o
		case "Page":
			loose = append(loose, o)
		}
	}
	f.catalog.file = f.objects
	nodes := 0
	f.walkPages(f.catalog.key("Pages"), types.Dict{}, map[string]bool{}, &nodes)
	f.pages = slices.DeleteFunc(f.pages, func(p object) bool { return p.isDict() && p.key("Type").str() != "Page" })
	listed := len(f.pages)
	for _, p := range loose {
		if f.number[p.ref] == 0 && len(f.pages) < maxPages {
			f.addPage(p, f.inherited(p))
		}
	}
	if !slices.ContainsFunc(f.pages, object.isDict) {
		return nil, false, errors.New("no page is left")
	}
	return f, len(f.pages) == listed, nil
}

// inherited collects the attributes of a page from the nodes above it that are left.
func (f *file) inherited(page object) types.Dict {
	attributes := types.Dict{}
	node := page
	for range maxNesting {
		node = node.key("Parent")
		for _, k := range pageAttributes {
			if v, ok := node.dict()[k]; ok && attributes[k] == nil {
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
		if d, ok := o.(types.StreamDict); ok && nameOf(d.Dict, "Type") == "ObjStm" {
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
		body, stream = body[:i], body[i+len(streamStart):]
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
	stream = bytes.TrimPrefix(bytes.TrimPrefix(stream, []byte("\r")), []byte("\n"))
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
	o, err := model.ParseObjectContext(ctx, &text, 0, maxNesting)
	if err != nil {
		return nil
	}
	return o
}

// filters reads the filters of a stream dictionary. References are not followed: writers put these entries directly.
func filters(d types.Dict) []types.PDFFilter {
	var names, parms types.Array
	switch v := d["Filter"].(type) {
	case types.Name:
		names = types.Array{v}
	case types.Array:
		names = v
	}
	switch v := d["DecodeParms"].(type) {
	case types.Dict:
		parms = types.Array{v}
	case types.Array:
		parms = v
	}
	var out []types.PDFFilter
	for i, n := range names {
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

func nameOf(d types.Dict, key string) string {
	n, _ := d[key].(types.Name)
	return n.Value()
}

// expand takes the objects out of an object stream (ISO 32000-1, 7.5.7).
func (s *salvager) expand(ctx context.Context, stream types.StreamDict) {
	left := min(maxStreamBytes, s.work.Left()/(2*objectWork)) // at least half is left for the pages
	if left <= 0 {
		return
	}
	if err := stream.DecodeWithLimit(int64(left)); err != nil {
		stream.Content = nil
		if p := stream.FilterPipeline; len(p) == 1 && p[0].Name == filter.Flate && len(p[0].DecodeParms) == 0 {
			stream.Content = inflatePartly(stream.Raw, left)
		}
	}
	if s.work.Spend(objectWork*len(stream.Content)) != nil {
		return
	}
	count, _ := stream.Dict["N"].(types.Integer)
	first, _ := stream.Dict["First"].(types.Integer)
	data := stream.Content
	if first <= 0 || int(first) > len(data) {
		return
	}
	type place struct{ number, offset int }
	var places []place
	l := &lexer{data: data[:first]}
	for len(places) < min(int(count), maxCodes) {
		n, o := l.next(), l.next()
		if n.kind != tokenNumber || o.kind != tokenNumber || o.num < 0 || o.num > float64(len(data)) {
			break
		}
		places = append(places, place{int(n.num), int(first) + int(o.num)})
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.offset, b.offset) })
	for i, p := range places {
		end := len(data)
		if i+1 < len(places) {
			end = places[i+1].offset
		}
		if p.offset >= end || p.offset > len(data) {
			continue
		}
		if o := parseObject(ctx, string(data[p.offset:end])); o != nil {
			s.found[p.number] = o
		}
	}
}
