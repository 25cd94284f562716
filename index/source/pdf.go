package source

import (
	"context"

	"ibid/index/source/pdf"
	"ibid/index/source/pdf/layout"
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
		b.page = i + 1
		for _, block := range page {
			if block.Kind == layout.Heading {
				b.heading(block.Level, block.Text, 0, 0)
			} else {
				b.add(Block{Kind: blockKinds[block.Kind]}, block.Text)
			}
		}
	}
	return titled(b.document(), name), nil
}

// blockKinds are the kinds of the blocks of a page.
var blockKinds = [...]BlockKind{layout.Paragraph: Paragraph, layout.Item: Item, layout.Table: Table, layout.Code: Code}
