package gauge

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

const columns = 5

// Parse reads a whole segment of format version 2. It verifies the closing line and returns an error
// that wraps ErrDamaged when the number of records or the checksum is wrong.
func Parse(r io.Reader) (*Segment, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("gauge: read segment: %w", err)
	}
	end := bytes.LastIndex(data, []byte("#end "))
	if end < 0 {
		return nil, fmt.Errorf("%w: no closing line", ErrDamaged)
	}
	segment := new(Segment)
	for i, line := range strings.Split(strings.TrimSuffix(string(data[:end]), "\n"), "\n") {
		if err := segment.parseLine(line); err != nil {
			return nil, fmt.Errorf("gauge: line %d: %w", i+1, err)
		}
	}
	closing := fmt.Sprintf("#end records=%d crc16=%04X", len(segment.Records), CRC16(data[:end]))
	if got := strings.TrimSpace(string(data[end:])); got != closing {
		return nil, fmt.Errorf("%w: closing line is %q, want %q", ErrDamaged, got, closing)
	}
	return segment, nil
}

func (s *Segment) parseLine(line string) error {
	if name, value, ok := strings.Cut(line, " "); ok && strings.HasPrefix(name, "#") {
		return s.parseHeader(name, value)
	}
	if strings.HasPrefix(line, "time,") {
		return nil
	}
	record, err := parseRecord(line)
	if err != nil {
		return err
	}
	s.Records = append(s.Records, record)
	return nil
}

func (s *Segment) parseHeader(name, value string) error {
	switch name {
	case "#twd":
		if value != "2" {
			return fmt.Errorf("format version %s, want 2: run tidectl migrate", value)
		}
	case "#station":
		s.Station = value
	case "#class":
		s.Class = value
	case "#datum":
		s.Datum = value
	case "#interval":
		seconds, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("interval: %w", err)
		}
		s.Interval = time.Duration(seconds) * time.Second
	}
	return nil
}

func parseRecord(line string) (Record, error) {
	fields := strings.Split(line, ",")
	if len(fields) != columns {
		return Record{}, fmt.Errorf("%d columns, want %d", len(fields), columns)
	}
	when, err := time.Parse(time.RFC3339, fields[0])
	if err != nil {
		return Record{}, err
	}
	flag, err := strconv.ParseUint(fields[3], 10, 8)
	if err != nil {
		return Record{}, fmt.Errorf("flag: %w", err)
	}
	record := Record{Time: when, Flag: Flag(flag)}
	if record.Level, err = parseMillimetres(fields[1]); err != nil {
		return Record{}, fmt.Errorf("level: %w", err)
	}
	if record.Sigma, err = parseMillimetres(fields[2]); err != nil {
		return Record{}, fmt.Errorf("sigma: %w", err)
	}
	return record, nil
}

func parseMillimetres(field string) (int, error) {
	if field == "" {
		return 0, nil
	}
	return strconv.Atoi(field)
}

// CRC16 returns the checksum of data that frames and segments share: polynomial 0x1021, initial
// value 0xFFFF, no reflection.
func CRC16(data []byte) uint16 {
	crc := uint16(0xFFFF)
	for _, b := range data {
		crc ^= uint16(b) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}
