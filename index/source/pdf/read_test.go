package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

var update = flag.Bool("update", false, "write the golden files")

// sample is a file of four pages with everything that a report has.
func sample() []byte {
	b := newBuilder()
	header := func(n string) string {
		return at(72, 760, "R", 9, "Report 7") + at(300, 40, "R", 9, n)
	}
	b.page(header("i") + at(180, 600, "B", 20, "A Report on Things") + prose(200, 560, "by Somebody"))
	b.page(header("1") + at(72, 700, "B", 16, "1. Introduction") + prose(72, 670, longLine, longLine2, "It was shown by measure-", "ment that a post-quantum", "scheme needs more room.") +
		at(72, 560, "B", 13, "1.1 Sizes") + prose(72, 530, "Table 1 gives the sizes.") + at(150, 500, "B", 12, "Table 1. Sizes in bytes") + level(72, 540, 490) +
		at(200, 478, "R", 12, "key") + at(320, 478, "R", 12, "text") + level(72, 540, 472) + at(80, 460, "R", 12, "Set-1") + at(200, 460, "R", 12, "800") + at(320, 460, "R", 12, "768") +
		at(80, 444, "R", 12, "Set-2") + at(200, 444, "R", 12, "1184") + at(320, 444, "R", 12, "1088") + level(72, 540, 438))
	b.page(header("2") + prose(72, 700, "The section goes on here, on the next page.") + at(72, 660, "B", 12, "Algorithm 1 Double(x)") +
		at(72, 640, "R", 12, "1:") + at(90, 640, "R", 12, "for i in x do") + at(72, 626, "R", 12, "2:") + at(105, 626, "R", 12, "i := 2 i") + at(72, 612, "R", 12, "3:") + at(90, 612, "R", 12, "return x") +
		at(72, 560, "B", 16, "2. Conclusion") + prose(72, 530, longLine, longLine2))
	b.page(header("3") + at(72, 700, "B", 16, "References") + at(72, 670, "R", 12, "[1] Somebody, A Report on Things, 2024."))
	first := len(b.objects) + 1
	dest := func(page int) string { return fmt.Sprintf("[%d 0 R /XYZ 0 0 0]", b.pages[page]) }
	b.object(fmt.Sprintf("<< /First %d 0 R /Last %d 0 R >>", first+1, first+4))
	b.object(fmt.Sprintf("<< /Title (1 Introduction) /Parent %d 0 R /Next %d 0 R /First %d 0 R /Dest %s >>", first, first+3, first+2, dest(1)))
	b.object(fmt.Sprintf("<< /Title (1.1 Sizes) /Parent %d 0 R /Dest (sizes) >>", first+1))
	b.object(fmt.Sprintf("<< /Title <FEFF0032002000430068> /Parent %d 0 R /Next %d 0 R /A << /S /GoTo /D %s >> >>", first, first+4, dest(2)))
	b.object(fmt.Sprintf("<< /Title (References) /Parent %d 0 R /Dest %s >>", first, dest(3)))
	return b.bytes(fmt.Sprintf("/Outlines %d 0 R /Names << /Dests << /Names [(sizes) << /D %s >>] >> >> /PageLabels << /Nums [0 << /S /r >> 1 << /S /D >>] >>", first, dest(1)))
}

func TestGolden(t *testing.T) {
	doc := mustRead(t, sample())
	var got strings.Builder
	fmt.Fprintf(&got, "labels %q\noutline %v\nwarnings %q\n", doc.Labels, doc.Outline, doc.Warnings)
	for i, p := range doc.Pages {
		fmt.Fprintf(&got, "\npage %d\n%s", i+1, dump(p))
	}
	const file = "testdata/sample.golden"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, got.String(), string(want))
}

func TestDeterministic(t *testing.T) {
	a, b := mustRead(t, sample()), mustRead(t, sample())
	if !reflect.DeepEqual(a, b) {
		t.Error("two readings of one file differ")
	}
}

func TestNotReadable(t *testing.T) {
	none := newBuilder()
	broken := newBuilder()
	broken.page("")
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":     {nil, "not a PDF"},
		"text":      {[]byte("just text"), "not a PDF"},
		"header":    {[]byte("%PDF-1.7\n"), "cannot be read"},
		"no pages":  {none.bytes(), "cannot be read"},
		"no object": {bytes.ReplaceAll(broken.bytes(), []byte("obj"), []byte("xxx")), "cannot be read"},
	} {
		if _, err := Read(context.Background(), c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

func TestEncrypted(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	encrypt := func(user string) []byte {
		var out bytes.Buffer
		if err := api.Encrypt(bytes.NewReader(sample()), &out, model.NewAESConfiguration(user, "owner", 256)); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	if _, err := Read(context.Background(), encrypt("secret")); !errors.Is(err, ErrEncrypted) || !strings.Contains(err.Error(), "qpdf --decrypt") {
		t.Errorf("error %v, want ErrEncrypted", err)
	}
	doc, err := Read(context.Background(), encrypt(""))
	if err != nil || !reflect.DeepEqual(doc.Pages, mustRead(t, sample()).Pages) {
		t.Errorf("without a user password: %v", err)
	}
}

func TestScanned(t *testing.T) {
	b := newBuilder()
	b.page("q 100 0 0 100 0 0 cm /Im Do Q")
	b.page("")
	b.page(prose(72, 700, longLine))
	doc := mustRead(t, b.bytes())
	if want := []string{"page 1 has no text (scanned?)"}; !reflect.DeepEqual(doc.Warnings, want) {
		t.Errorf("warnings %q, want %q", doc.Warnings, want)
	}
}

func TestTruncated(t *testing.T) {
	data := sample()
	full := dump(mustRead(t, data).Pages[1])
	cut := bytes.Index(data, []byte("References"))
	doc := mustRead(t, data[:cut])
	if len(doc.Pages) != 4 || dump(doc.Pages[1]) != full || len(doc.Pages[3]) != 0 {
		t.Errorf("%d pages, page 2 %q, page 4 %q", len(doc.Pages), dump(doc.Pages[1]), dump(doc.Pages[3]))
	}
	if w := strings.Join(doc.Warnings, "\n"); !strings.Contains(w, "the file is damaged") || !strings.Contains(w, "page 4 cannot be read") {
		t.Errorf("warnings %q", doc.Warnings)
	}
	for n := 0; n < len(data); n += 97 {
		_, _ = Read(context.Background(), data[:n]) // must not panic or hang
	}
}

func TestFlippedBytes(t *testing.T) {
	data := sample()
	words := func(d *Document) (n int) {
		for _, p := range d.Pages {
			n += len(strings.Fields(dump(p)))
		}
		return n
	}
	whole := words(mustRead(t, data))
	kept, rounds := 0, 40
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		broken := bytes.Clone(data)
		for range 3 {
			broken[r.IntN(len(broken))] ^= 1 << r.IntN(8)
		}
		if doc, err := Read(context.Background(), broken); err == nil {
			kept += min(words(doc), whole)
		}
	}
	if share := float64(kept) / float64(rounds*whole); share < 0.9 {
		t.Errorf("%.2f of the words survive three flipped bits, want 0.9", share)
	}
}

func TestBombs(t *testing.T) {
	form := func() []byte { // a form that draws itself twice
		b := newBuilder()
		n := len(b.objects) + 1
		b.stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F %d 0 R >> >>", n), "/F Do /F Do")
		b.page("/F Do "+at(72, 700, "R", 12, "lost"), fmt.Sprintf("/XObject << /F %d 0 R >>", n))
		b.page(prose(72, 700, longLine))
		return b.bytes()
	}
	doc := mustRead(t, form())
	if len(doc.Warnings) != 1 || !strings.Contains(doc.Warnings[0], "nested too deeply") || len(doc.Pages[1]) != 1 {
		t.Errorf("warnings %q", doc.Warnings)
	}
	b := newBuilder()
	b.page(strings.Repeat("q ", 2_000_001))
	b.page(prose(72, 700, longLine))
	if doc := mustRead(t, b.bytes()); len(doc.Warnings) != 1 || !strings.Contains(doc.Warnings[0], "too many operators") {
		t.Errorf("warnings %q", doc.Warnings)
	}
	loop := newBuilder()
	loop.page(prose(72, 700, longLine))
	loop.pages = append(loop.pages, 2) // the page tree contains itself
	if doc, err := Read(context.Background(), loop.bytes()); err == nil && len(doc.Pages) != 1 {
		t.Errorf("%d pages", len(doc.Pages))
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, sample()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// TestBoundObjects finds object streams that decompress to too much, also where their name is disguised.
func TestBoundObjects(t *testing.T) {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	w.Write(bytes.Repeat([]byte("0 "), 4<<20))
	w.Close()
	for text, want := range map[string]error{
		"<< /Type /ObjStm >> stream\nx":                  nil,
		"<< /Type /ObjStm >> stream\r\n" + z.String():    errObjects,
		"<< /Type /XObject >> stream\n" + z.String():     nil,
		"/a#20b << /Type /#4FbjS#74m >> stream\nx # / #": errObjects,
		"#": nil,
	} {
		if err := boundObjects([]byte(text)); err != want {
			t.Errorf("%.40q: %v, want %v", text, err, want)
		}
	}
}
