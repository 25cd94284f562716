package index

import "encoding/binary"

// codec writes values one after the other, or reads them back in the same order: numbers as uvarints, texts and lists
// behind their length. JSON takes ten times as long to read.
type codec struct {
	writing bool
	bytes   []byte // that are written, or yet to be read
	bad     bool   // what was to be read is not there
}

func codeNumber[T int | int64 | uint64](c *codec, v *T) {
	if c.writing {
		c.bytes = binary.AppendUvarint(c.bytes, uint64(*v))
		return
	}
	x, n := binary.Uvarint(c.bytes)
	if n <= 0 {
		c.bad, n = true, 0
	}
	*v, c.bytes = T(x), c.bytes[n:]
}

func codeText[T ~string](c *codec, v *T) {
	n := len(*v)
	codeNumber(c, &n)
	switch {
	case c.writing:
		c.bytes = append(c.bytes, *v...)
	case n < 0 || n > len(c.bytes):
		c.bad = true
	default:
		*v, c.bytes = T(c.bytes[:n]), c.bytes[n:]
	}
}

func codeBool(c *codec, v *bool) {
	n := 0
	if *v {
		n = 1
	}
	codeNumber(c, &n)
	*v = n == 1
}

// codeList leaves a list nil where it was read and has nothing.
func codeList[T any](c *codec, v *[]T, each func(*codec, *T)) {
	n := len(*v)
	codeNumber(c, &n)
	if !c.writing && (n < 0 || n > len(c.bytes)) { // each takes a byte at least
		c.bad, n = true, 0
	}
	if c.writing {
		for i := range *v {
			each(c, &(*v)[i])
		}
		return
	}
	if n > 0 {
		*v = make([]T, 0, min(n, len(c.bytes)/16+1)) // what claims more than it has gets no room for it
	}
	for ; n > 0 && !c.bad; n-- {
		var one T
		each(c, &one)
		*v = append(*v, one)
	}
}

func (c *codec) entry(e *entry) {
	codeNumber(c, &e.Root)
	codeText(c, &e.Rel)
	codeText(c, &e.DocID)
	codeNumber(c, &e.Size)
	codeNumber(c, &e.Mtime)
	codeNumber(c, &e.Ctime)
	codeNumber(c, &e.Inode)
	codeText(c, &e.Title)
	codeText(c, &e.Kind)
	codeNumber(c, &e.Pages)
	codeBool(c, &e.Racy)
	codeText(c, &e.SHA256)
	codeNumber(c, &e.Chunks)
	codeNumber(c, &e.Tokens)
	codeList(c, &e.Acronyms, func(c *codec, a *Acronym) {
		codeText(c, &a.Short)
		codeText(c, &a.Long)
		codeNumber(c, &a.Count)
	})
	codeList(c, &e.Warnings, codeText[string])
	codeNumber(c, &e.Withheld)
	codeText(c, &e.Failed)
}
