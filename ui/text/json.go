package text

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Encode is an object as one line of JSON with its line end. A list in it is never null, and characters that a
// terminal obeys or that cannot be seen are escaped, so that the text stays whole and does nothing.
func Encode(v any) ([]byte, error) {
	line, err := json.Marshal(filled(reflect.ValueOf(v)).Interface())
	if err != nil {
		return nil, err
	}
	return Escape([]byte(notHTML.Replace(string(line)) + "\n")), nil
}

// notHTML takes back what is escaped for web pages alone.
var notHTML = strings.NewReplacer(`\\`, `\\`, `\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

// filled is a copy of a value whose lists are not nil; those that are left out where they are nil stay so.
func filled(v reflect.Value) reflect.Value {
	switch kind := v.Kind(); {
	case kind == reflect.Pointer && !v.IsNil():
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(filled(v.Elem()))
		return to
	case kind == reflect.Interface && !v.IsNil():
		return filled(v.Elem())
	case kind == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		to := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			to.Index(i).Set(filled(v.Index(i)))
		}
		return to
	case kind == reflect.Struct:
		to := reflect.New(v.Type()).Elem()
		to.Set(v)
		for i := range v.NumField() {
			f := v.Type().Field(i)
			leftOut := f.Type.Kind() == reflect.Slice && v.Field(i).IsNil() && strings.Contains(f.Tag.Get("json"), ",omit")
			if f.IsExported() && !leftOut {
				to.Field(i).Set(filled(v.Field(i)))
			}
		}
		return to
	}
	return v
}

// Escape is JSON whose lines end as they did, and in which all else is escaped that a terminal obeys or that cannot
// be seen.
func Escape(json []byte) []byte {
	var out bytes.Buffer
	out.Grow(len(json))
	for _, r := range string(json) {
		switch {
		case r == '\n' || !unicode.In(r, unicode.Cc, unicode.Cf):
			out.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.Bytes()
}
