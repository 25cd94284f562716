package ollama

import (
	"context"
	"fmt"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index/question"
)

// paraphrases are pairs of sentences that say the same with hardly a word in common. Each pair speaks of something
// else.
func paraphrases() [][2]string {
	return [][2]string{
		{"The file cannot be opened because it is missing.", "Reading fails as no such document exists on disk."},
		{"Heat the mixture until it boils.", "Warm the liquid up to the point where bubbles rise."},
		{"The contract ends after two years.", "This agreement expires 24 months from now."},
		{"She fixed the broken car by herself.", "The woman repaired the damaged vehicle without any help."},
		{"Children under six travel free.", "No ticket is needed for kids of five or younger."},
		{"The password must be changed every month.", "Users have to choose a new login secret each 30 days."},
		{"The river flooded the village.", "Water from the stream covered all houses of the settlement."},
		{"The drug lowers blood pressure.", "Hypertension is reduced by this medicine."},
		{"The plane was delayed by fog.", "Because of mist, our flight left late."},
		{"Employees may work from home.", "Staff are allowed to do their jobs remotely."},
		{"The battery lasts ten hours.", "After half a day of use one has to recharge the device."},
		{"The court found him guilty of theft.", "Judges convicted the man for stealing."},
		{"Prices rose faster than wages.", "Goods became dearer while salaries lagged behind."},
		{"The telescope discovered a new planet.", "Astronomers detected an unknown world orbiting a distant star."},
		{"Keep the medicine away from light.", "Store these tablets in the dark."},
		{"The team lost the final match.", "Our players were beaten in the last game of the tournament."},
		{"The bridge is closed for repairs.", "Nobody can cross the river while workers mend the structure."},
		{"Wheat grows best in dry soil.", "Grain thrives where the ground holds little water."},
		{"The teacher praised her pupils.", "Students were commended by their instructor."},
		{"The program crashes when memory runs out.", "With too little RAM, the software stops abruptly."},
	}
}

// Probe counts the pairs of sentences that say the same in other words which the model tells from pairs that do not:
// the two are nearer to each other than the first to the second of any other pair. An error is an *Error, or the
// context's.
func (e *Embedder) Probe(ctx context.Context) (told, pairs int, err error) {
	var said, meant []string
	for _, p := range paraphrases() {
		said, meant = append(said, p[0]), append(meant, p[1])
	}
	a, err := e.Embed(ctx, said, false)
	if err != nil {
		return 0, 0, err
	}
	b, err := e.Embed(ctx, meant, false)
	if err != nil {
		return 0, 0, err
	}
	for i := range a {
		nearest := true
		for j := range b {
			nearest = nearest && (j == i || inner(a[i], b[j]) < inner(a[i], b[i]))
		}
		if nearest {
			told++
		}
	}
	return told, len(a), nil
}

func inner(v, w []float32) float64 {
	sum := 0.0
	for i := range v {
		sum += float64(float64(v[i]) * float64(w[i]))
	}
	return sum
}

// markerProbe is a question that one of two passages answers, and what the answer holds.
type markerProbe struct {
	question, answer, key string
	passages              [2]string
}

func markerProbes() []markerProbe {
	return []markerProbe{
		{"How long is the cable?", "12", "c2", [2]string{"The pump weighs 40 kg.", "The cable is 12 m long."}},
		{"Who wrote the report?", "Amsel", "c1", [2]string{"The report was written by Ida Amsel.", "The review was written by Paul Stern."}},
		{"When does the library open?", "9:30", "c2", [2]string{"The café opens at 8:00.", "The library opens at 9:30."}},
		{"What colour is the warning lamp?", "amber", "c1", [2]string{"The warning lamp is amber.", "The power lamp is green."}},
		{"Which port does the server listen on?", "4180", "c2", [2]string{"The client opens port 7070.", "The server listens on port 4180."}},
	}
}

// Probe asks the model simple questions, and counts the drafts that keep to the rule of markers: the answer, and each
// sentence ends in the marker of a passage, the right one among them. An error is an *Error, or the context's;
// followed and asked then tell of the questions before it.
func (g *Generator) Probe(ctx context.Context) (followed, asked int, err error) {
	for _, p := range markerProbes() {
		r := engine.Request{Question: question.Parse(p.question)}
		var keys []string
		for i, text := range p.passages {
			ev := engine.Evidence{Key: fmt.Sprintf("c%d", i+1)}
			ev.DocID, ev.Text = "manual", text
			r.Evidence, keys = append(r.Evidence, ev), append(keys, ev.Key)
		}
		d, err := g.Draft(ctx, r, func(string) {})
		if err != nil {
			return followed, asked, err
		}
		asked++
		if strings.Contains(d.Text, p.answer) && strings.Contains(d.Text, "["+p.key+"]") && guard.Citations(d.Text, keys).OK() {
			followed++
		}
	}
	return followed, asked, nil
}
