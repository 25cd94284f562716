package pdf

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"

	"github.com/pdfcpu/pdfcpu/pkg/filter"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"ibid/index/source/budget"
)

// objects gives access to the objects of one file.
type objects struct {
	table *model.XRefTable
	work  *budget.Budget // that decoding streams takes from
}

// object is one PDF object with its reference resolved. The zero object is null: looking into it gives null again, so
// that a damaged file needs no check at every step.
type object struct {
	file  *objects
	value types.Object
	ref   string // "12 0 R" for an indirect object, else empty
}

func (f *objects) wrap(o types.Object) object {
	w := object{file: f, value: o}
	if r, ok := o.(types.IndirectRef); ok {
		w.ref = r.String()
		v, err := f.table.Dereference(o)
		if err != nil {
			v = nil
		}
		w.value = v
	}
	return w
}

func (o object) dict() types.Dict {
	switch v := o.value.(type) {
	case types.Dict:
		return v
	case types.StreamDict:
		return v.Dict
	case *types.StreamDict:
		return v.Dict
	}
	return nil
}

// key returns the entry of a dictionary or stream dictionary.
func (o object) key(name string) object {
	v, ok := o.dict()[name]
	if !ok {
		return object{file: o.file}
	}
	return o.file.wrap(v)
}

// at returns the i-th element of an array.
func (o object) at(i int) object {
	if a, ok := o.value.(types.Array); ok && i >= 0 && i < len(a) {
		return o.file.wrap(a[i])
	}
	return object{file: o.file}
}

// len is the number of elements of an array, 0 for anything else.
func (o object) len() int {
	a, _ := o.value.(types.Array)
	return len(a)
}

func (o object) isDict() bool { return o.dict() != nil }

func (o object) isArray() bool {
	_, ok := o.value.(types.Array)
	return ok
}

func (o object) isStream() bool {
	switch o.value.(type) {
	case types.StreamDict, *types.StreamDict:
		return true
	}
	return false
}

func (o object) isName() bool {
	_, ok := o.value.(types.Name)
	return ok
}

// number returns a numeric object and whether it is one.
func (o object) number() (float64, bool) {
	switch v := o.value.(type) {
	case types.Integer:
		return float64(v.Value()), true
	case types.Float:
		return v.Value(), true
	}
	return 0, false
}

// num returns a numeric object, 0 for anything else.
func (o object) num() float64 {
	n, _ := o.number()
	return n
}

// int returns a numeric object as an integer, 0 for anything else or outside ±2³⁰.
func (o object) int() int {
	n := o.num()
	if n != n || n < -1<<30 || n > 1<<30 {
		return 0
	}
	return int(n)
}

// str returns the bytes of a string or the characters of a name.
func (o object) str() string {
	switch v := o.value.(type) {
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
func (o object) matrix() (matrix, bool) {
	if o.len() != 6 {
		return identity, false
	}
	var m matrix
	for i := range m {
		m[i] = o.at(i).num()
	}
	return m, true
}

// data decodes a stream. Of a damaged Flate stream it returns what comes before the damage, with the error.
func (o object) data() ([]byte, error) {
	var s types.StreamDict
	switch v := o.value.(type) {
	case types.StreamDict:
		s = v
	case *types.StreamDict:
		s = *v
	default:
		return nil, errors.New("not a stream")
	}
	most := min(decodeShare*o.file.work.Left(), maxStreamBytes)
	err := o.file.work.Spend(len(s.Raw) / decodeShare)
	if err != nil {
		return nil, err
	}
	if s.Content == nil {
		err = s.DecodeWithLimit(int64(most))
		if err != nil {
			s.Content = nil
			if p := s.FilterPipeline; len(p) == 1 && p[0].Name == filter.Flate && len(p[0].DecodeParms) == 0 {
				s.Content = inflatePartly(s.Raw, most)
			}
			err = fmt.Errorf("damaged stream: %w", err)
		}
	}
	if spent := o.file.work.Spend(len(s.Content) / decodeShare); spent != nil {
		err = spent
	}
	return s.Content, err
}

// inflatePartly decompresses up to the first damaged byte or limit bytes.
func inflatePartly(raw []byte, limit int) []byte {
	r, err := zlib.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil
	}
	var out bytes.Buffer
	// The error is what ends a damaged stream; what was read before it is wanted.
	_, _ = io.Copy(&out, io.LimitReader(r, int64(limit)))
	return out.Bytes()
}
