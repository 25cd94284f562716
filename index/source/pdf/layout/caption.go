package layout

import "strings"

// placeCaptions puts the caption of each table before it. A document that prints captions below its tables does so
// throughout, so the tables that have a caption on one side only decide for those that have one on both.
func placeCaptions(pages [][]Block) {
	above, below := 0, 0
	for _, p := range pages {
		for i := range p {
			if !isTableCaption(p, i) {
				continue
			}
			before, after := isTable(p, i-1), isTable(p, i+1)
			switch {
			case after && !before:
				above++
			case before && !after:
				below++
			}
		}
	}
	for _, p := range pages {
		for i := 1; i < len(p); i++ {
			if !isTableCaption(p, i) || !isTable(p, i-1) || isTableCaption(p, i-2) {
				continue
			}
			if !isTable(p, i+1) || below > above {
				p[i-1], p[i] = p[i], p[i-1]
			}
		}
	}
}

func isTable(blocks []Block, i int) bool {
	return i >= 0 && i < len(blocks) && blocks[i].Kind == Table
}

func isTableCaption(blocks []Block, i int) bool {
	return i >= 0 && blocks[i].Kind == Paragraph && strings.HasPrefix(blocks[i].Text, "Table") && isCaption(blocks[i].Text)
}

// isCaption tells "Table 3. Sizes" and "Table 3 Sizes" from a sentence that starts with "Table 3 lists".
func isCaption(text string) bool {
	m := captionStart.FindStringSubmatch(text)
	return m != nil && (m[len(m)-2] != "" || !startsLower(m[len(m)-1]))
}
