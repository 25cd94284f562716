package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ibid/engine"
	"ibid/index"
)

func (a *App) searchCommand() *cobra.Command {
	var why bool
	var projects []string
	cmd := a.command(&cobra.Command{
		Use:               "search [flags] QUERY… | -",
		Short:             "Show what is found for a question, and why",
		Long:              `Show the passages that are found for a question, best first, with their places; --why adds what decided about their order.`,
		Example:           `  ibid search --docs ~/papers --why "key confirmation"`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}, "ibid.search/1 object", func(ctx context.Context, r *call) error {
		query, err := r.question(ctx)
		if err != nil {
			return err
		}
		return r.withDocuments(ctx, func(d *index.Index) error {
			res, err := r.shared().Search(ctx, r.config, d, query, projects)
			if err != nil {
				return err
			}
			return r.show(res.Search(query, why), func(p *page) { p.hits(res, why) })
		})
	}, documentSettings, screenSettings, []string{"engine.hits"})
	cmd.Flags().StringArrayVar(&projects, "project", nil, "search the documents of the project of this `name` alone; may be repeated")
	cmd.Flags().BoolVar(&why, "why", false, "show what each search added to each hit")
	return cmd
}

func (p *page) hits(res index.Result, why bool) {
	if len(res.Hits) == 0 {
		p.line("nothing found")
	}
	for i := range res.Hits {
		h := &res.Hits[i]
		p.hang(p.style.bold(fmt.Sprintf("%2d  ", h.Rank)), engine.Place(&h.Chunk), nil)
		p.line("    %s", clip(clean(h.Text), p.width-4))
		p.line("    %s", p.style.faint(fmt.Sprintf("score %.3f · lexical %s · dense %s", h.Score, rankText(h.LexicalRank), rankText(h.DenseRank))))
		if !why {
			continue
		}
		for _, c := range h.Contributions {
			p.line("      %-9s %-7s  rank %-3s %8.3f → %.3f", c.Variant, c.Retriever, rankText(c.Rank), c.Score, c.Part)
		}
		if h.Promoted != "" {
			p.hang("      ", "promoted: "+clean(h.Promoted), nil)
		}
	}
	if why {
		p.line("")
		p.line("searched for")
		for _, v := range res.Variants {
			p.hang(fmt.Sprintf("  %-9s × %.1f  ", v.Name, v.Weight), clean(v.Text), nil)
		}
		p.line("fused by  %s", res.Fusion)
	}
}

func rankText(r int) string {
	if r == 0 {
		return "–"
	}
	return fmt.Sprint(r)
}
