package eval

import (
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzRow holds that a row that can be read is written and read again as it was.
func FuzzRow(f *testing.F) {
	for _, seed := range []string{
		`{"qid":"1","measures":{"recall@8":0.3333333333333333,"unknown":1},"question":"a < b\u202e"}`,
		`{"qid":"","measures":{}}`, `{"qid":"1","measures":{"facts":1e309}}`, `{"qid":"1","measures":null}`, `[]`, `{"qid":"1","measures":{"facts":-0}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var row, again Row
		if json.Unmarshal(data, &row) != nil {
			return
		}
		written, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(written, &again); err != nil || !reflect.DeepEqual(row, again) {
			t.Errorf("%+v became %+v, %v", row, again, err)
		}
	})
}
