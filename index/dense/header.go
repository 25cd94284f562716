package dense

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// The two files of a Store, both little-endian. rowsFile holds after the header what appendRow writes, a row after the
// other. codesFile holds for each row
//
//	scale, error float32, codes [dims]int8
//
// where value i of the row is scale·codes[i], and error is the length of the difference between the row and that.
const (
	rowsFile  = "rows.f32"
	codesFile = "codes.i8"
)

const (
	rowsMagic  = "ibidrow1"
	codesMagic = "ibidcod1"
)

// header is the beginning of either file. It is written last: a file without one was not finished.
type header struct {
	dims uint32
	rows uint64
	body uint32 // CRC-32C of what follows the header; 0 in rowsFile, whose rows have their own
}

const headerSize = 8 + 4 + 8 + 4 + 4

func (h header) encode(magic string) []byte {
	b := []byte(magic)
	b = binary.LittleEndian.AppendUint32(b, h.dims)
	b = binary.LittleEndian.AppendUint64(b, h.rows)
	b = binary.LittleEndian.AppendUint32(b, h.body)
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

// readHeader reads the header of a file whose rows have stride(dims) bytes, and compares the size of the file with it.
func readHeader(f *os.File, magic string, stride func(dims int) int) (header, error) {
	b := make([]byte, headerSize)
	if _, err := io.ReadFull(f, b); err != nil {
		return header{}, fmt.Errorf("%w: %s: %w", ErrCorrupt, f.Name(), err)
	}
	h := header{
		dims: binary.LittleEndian.Uint32(b[8:]),
		rows: binary.LittleEndian.Uint64(b[12:]),
		body: binary.LittleEndian.Uint32(b[20:]),
	}
	if string(b[:8]) != magic || checksum(b[:headerSize-4]) != binary.LittleEndian.Uint32(b[headerSize-4:]) {
		return header{}, fmt.Errorf("%w: %s: wrong or unfinished header", ErrCorrupt, f.Name())
	}
	info, err := f.Stat()
	if err != nil {
		return header{}, err
	}
	if size := uint64(info.Size()); h.dims > maxDimensions || h.rows > size || size != headerSize+h.rows*uint64(stride(int(h.dims))) {
		return header{}, fmt.Errorf("%w: %s: %d bytes for %d vectors", ErrCorrupt, f.Name(), size, h.rows)
	}
	return h, nil
}

func rowStride(dims int) int  { return 4*dims + 4 }
func codeStride(dims int) int { return 8 + dims }
