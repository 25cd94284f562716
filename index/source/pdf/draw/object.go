package draw

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/pdfcpu/pdfcpu/pkg/filter"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"ibid/index/source/budget"
)

// Objects gives access to the objects of one file.
type Objects struct {
	Table *model.XRefTable
	Work  *budget.Budget  // that decoding streams takes from
	Off   map[string]bool // references of the layers (optional content groups) that are not shown
	Form  Object          // the AcroForm of the catalog
}

// Object is one PDF object with its reference resolved. The zero object is null: looking into it gives null again, so
// that a damaged file needs no check at every step.
type Object struct {
	File  *Objects
	Value types.Object
	Ref   string // "12 0 R" for an indirect object, else empty
}

// Wrap returns an object of the library, looked up where it is a reference.
func (f *Objects) Wrap(o types.Object) Object {
	w := Object{File: f, Value: o}
	if r, ok := o.(types.IndirectRef); ok {
		w.Ref = strconv.Itoa(r.ObjectNumber.Value()) + " " + strconv.Itoa(r.GenerationNumber.Value()) + " R"
		v, err := f.Table.Dereference(o)
		if err != nil {
			v = nil
		}
		if s, ok := v.(*types.StreamDict); ok {
			v = *s
		}
		w.Value = v
	}
	return w
}

// Dict is a dictionary or that of a stream, nil for anything else.
func (o Object) Dict() types.Dict {
	if s, ok := o.Value.(types.StreamDict); ok {
		return s.Dict
	}
	d, _ := o.Value.(types.Dict)
	return d
}

// Key returns the entry of a dictionary or stream dictionary.
func (o Object) Key(name string) Object {
	return o.File.Wrap(o.Dict()[name])
}

// At returns the i-th element of an array.
func (o Object) At(i int) Object {
	if a, _ := o.Value.(types.Array); i < len(a) {
		return o.File.Wrap(a[i])
	}
	return Object{File: o.File}
}

// Len is the number of elements of an array, 0 for anything else.
func (o Object) Len() int {
	a, _ := o.Value.(types.Array)
	return len(a)
}

// IsDict reports whether an object is a dictionary or a stream.
func (o Object) IsDict() bool { return o.Dict() != nil }

// is reports whether an object has a type of the library.
func is[T types.Object](o Object) bool {
	_, ok := o.Value.(T)
	return ok
}

// IsArray reports whether an object is an array.
func (o Object) IsArray() bool  { return is[types.Array](o) }
func (o Object) isStream() bool { return is[types.StreamDict](o) }
func (o Object) isName() bool   { return is[types.Name](o) }

// number returns a numeric object and whether it is one.
func (o Object) number() (float64, bool) {
	switch v := o.Value.(type) {
	case types.Integer:
		return float64(v.Value()), true
	case types.Float:
		return v.Value(), true
	}
	return 0, false
}

// num returns a numeric object, 0 for anything else.
func (o Object) num() float64 {
	n, _ := o.number()
	return n
}

// Int returns a numeric object as an integer, 0 for anything else or outside ±2³⁰.
func (o Object) Int() int {
	n := o.num()
	if n != n || n < -1<<30 || n > 1<<30 {
		return 0
	}
	return int(n)
}

// Str returns the bytes of a string or the characters of a name.
func (o Object) Str() string {
	switch v := o.Value.(type) {
	case types.Name:
		return v.Value()
	case types.StringLiteral:
		b, err := types.Unescape(string(v))
		if err != nil {
			return string(v)
		}
		return string(b)
	case types.HexLiteral:
		b, err := v.Bytes()
		if err != nil {
			return ""
		}
		return string(b)
	}
	return ""
}

// matrix returns an array of six numbers.
func (o Object) matrix() (matrix, bool) {
	if o.Len() != 6 {
		return identity, false
	}
	var m matrix
	for i := range m {
		m[i] = o.At(i).num()
	}
	return m, true
}

// box returns an array of four numbers as opposite corners, in order.
func (o Object) box() Rule {
	x0, y0, x1, y1 := o.At(0).num(), o.At(1).num(), o.At(2).num(), o.At(3).num()
	return Rule{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)}
}

// isOff reports whether a layer, or what is shown where any of some layers is, is not shown (ISO 32000-1, 8.11.2).
func (o Object) isOff() bool {
	if groups := o.Key("OCGs"); groups.Len() > 0 {
		for i := range groups.Len() {
			if !o.File.Off[groups.At(i).Ref] {
				return false
			}
		}
		return true
	} else if groups.IsDict() {
		return o.File.Off[groups.Ref]
	}
	return o.Ref != "" && o.File.Off[o.Ref]
}

// data decodes a stream. With an error it returns what could be read.
func (o Object) data() ([]byte, error) {
	s, ok := o.Value.(types.StreamDict)
	if !ok {
		return nil, errors.New("not a stream")
	}
	most := min(decodeShare*o.File.Work.Left(), MaxStreamBytes)
	if err := o.File.Work.Spend(len(s.Raw) / decodeShare); err != nil {
		return nil, err
	}
	data, err := Decode(s, most)
	if spent := o.File.Work.Spend(len(data) / decodeShare); spent != nil {
		err = spent
	}
	return data, err
}

// Decode decodes a stream to at most limit bytes. Of a damaged Flate stream it returns what comes before the damage,
// with the error.
func Decode(s types.StreamDict, limit int) ([]byte, error) {
	if s.Content != nil {
		return s.Content, nil
	}
	err := s.DecodeWithLimit(int64(limit))
	if err == nil {
		return s.Content, nil
	}
	var out bytes.Buffer
	if p := s.FilterPipeline; len(p) == 1 && p[0].Name == filter.Flate && len(p[0].DecodeParms) == 0 {
		if r, err := zlib.NewReader(bytes.NewReader(s.Raw)); err == nil {
			_, _ = io.Copy(&out, io.LimitReader(r, int64(limit))) // the error is that of the damage
		}
	}
	return out.Bytes(), fmt.Errorf("damaged stream: %w", err)
}
