package file

import (
	"bytes"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// TempSuffix ends the name of a file that is to take the place of another.
const TempSuffix = ".new"

// write makes a file of all that is read, and returns when its bytes are on the disk.
func write(path string, from io.Reader) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if _, err = io.Copy(f, from); err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// WriteBytes makes a file of bytes.
func WriteBytes(path string, data []byte) error { return write(path, bytes.NewReader(data)) }

// Replace puts a file of bytes in the place of another, which stays whole until then.
func Replace(path string, data []byte) error {
	temp := path + TempSuffix
	err := WriteBytes(temp, data)
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		_ = os.Remove(temp)
		return err
	}
	SyncDir(filepath.Dir(path))
	return nil
}

// Copy copies a file.
func Copy(from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	return write(to, f)
}

// SyncDir makes the names in a folder last. Some systems cannot, which is no error.
func SyncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sum is the CRC-32C of bytes, which processors compute.
func Sum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// NewSum computes the same of what is written to it.
func NewSum() hash.Hash32 { return crc32.New(castagnoli) }
