package source

import (
	"context"

	"ibid/index/source/pdf"
)

// readPDF extracts a PDF page by page. A section goes on over page breaks until the next heading. The error is
// pdf.ErrEncrypted, ctx's, or says why no page can be read.
func readPDF(ctx context.Context, name string, data []byte) (Document, error) {
	file, err := pdf.Read(ctx, data)
	if err != nil {
		return Document{}, err
	}
	b := newBuilder(ctx, Document{
		Title: file.Title, Kind: Docs, Pages: len(file.Pages), Labels: file.Labels, Warnings: file.Warnings,
	}, len(data))
	for i, page := range file.Pages {
		for _, block := range page.Blocks {
			before := len(b.doc.Blocks)
			if block.Kind == pdf.Heading {
				b.heading(block.Level, block.Text, 0, 0)
			} else {
				b.add(Block{Kind: blockKind(block.Kind)}, block.Text)
			}
			for n := before; n < len(b.doc.Blocks); n++ {
				b.doc.Blocks[n].Page = i + 1
			}
		}
	}
	return titled(b.document(), name), nil
}

func blockKind(k pdf.Kind) BlockKind {
	switch k {
	case pdf.Item:
		return Item
	case pdf.Table:
		return Table
	case pdf.Code:
		return Code
	}
	return Paragraph
}
