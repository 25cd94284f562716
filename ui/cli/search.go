package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/index"
)

func (a *App) searchCommand() *cobra.Command {
	var asJSON, why bool
	cmd := &cobra.Command{
		Use:     "search [flags] QUERY… | -",
		Short:   "Show what is found for a question, and why",
		Example: `  ibid search --docs ~/papers --why "key confirmation"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			query, err := a.question(args)
			if err != nil {
				return err
			}
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			d, err := a.open(cmd.Context(), c, asJSON)
			if err != nil {
				return err
			}
			var res index.Result
			err = a.withRebuild(cmd.Context(), d, asJSON, func(d *documents) error {
				res, err = d.Search(cmd.Context(), index.Query{Text: query, K: c.Hits, NoRerank: !c.Rerank})
				return err
			})
			if err != nil {
				return err
			}
			if asJSON {
				return writeSearch(a.Out, query, res)
			}
			p := a.newPage(c)
			p.hits(res, why)
			_, err = io.WriteString(a.Out, p.String())
			return err
		},
	}
	settingFlags(cmd, "docs", "index.dir", "engine.hits", "engine.rerank", "ui.color", "ui.plain")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one ibid.search/1 object")
	cmd.Flags().BoolVar(&why, "why", false, "show what each retriever and variant added to each hit")
	return cmd
}

// The wire schema ibid.search/1. Fields are only ever added.
type searchJSON struct {
	Schema   string          `json:"schema"`
	Query    string          `json:"query"`
	Variants []index.Variant `json:"variants"`
	Fusion   string          `json:"fusion"`
	Hits     []hitJSON       `json:"hits"`
}

type hitJSON struct {
	Rank int `json:"rank"`
	placeJSON
	Score         float64              `json:"score"`
	LexicalRank   int                  `json:"lexical_rank"` // 0: not found by it
	DenseRank     int                  `json:"dense_rank"`
	Promoted      string               `json:"promoted"`
	Contributions []index.Contribution `json:"contributions"`
	Text          string               `json:"text"`
}

func writeSearch(w io.Writer, query string, res index.Result) error {
	out := searchJSON{Schema: "ibid.search/1", Query: query, Variants: list(res.Variants), Fusion: res.Fusion, Hits: []hitJSON{}}
	for i := range res.Hits {
		h := &res.Hits[i]
		out.Hits = append(out.Hits, hitJSON{h.Rank, placeOf("", &h.Chunk), h.Score, h.LexicalRank, h.DenseRank, h.Promoted, list(h.Contributions), h.Text})
	}
	return writeJSON(w, out)
}

func (p *page) hits(res index.Result, why bool) {
	if len(res.Hits) == 0 {
		p.line("nothing found")
	}
	for i := range res.Hits {
		h := &res.Hits[i]
		p.line("%s %s  %s", p.style.bold(fmt.Sprintf("%2d", h.Rank)), place(&h.Chunk), p.style.faint(fmt.Sprintf("score %.3f, lexical %s, dense %s", h.Score, rankText(h.LexicalRank), rankText(h.DenseRank))))
		p.line("   %s", clip(oneLine(guard.Sanitize(h.Text)), p.width-4))
		if !why {
			continue
		}
		for _, c := range h.Contributions {
			p.line("     %-10s %-8s rank %-4s %9.3f → %.3f", c.Variant, c.Retriever, rankText(c.Rank), c.Score, c.Part)
		}
		if h.Promoted != "" {
			p.line("     promoted: %s", guard.Sanitize(h.Promoted))
		}
	}
	if why {
		p.line("")
		for _, v := range res.Variants {
			p.line("variant %-10s %.1f  %s", v.Name, v.Weight, guard.Sanitize(v.Text))
		}
		p.line("fusion  %s", res.Fusion)
	}
}

func rankText(r int) string {
	if r == 0 {
		return "–"
	}
	return fmt.Sprint(r)
}
