package wire

import (
	"ibid/engine"
	"ibid/guard"
)

// EventSchema names the objects that tell of an answer in the making.
const EventSchema = "ibid.event/1"

// Event is one thing that happened on the way to an answer. Of the last five fields those are there that its kind has.
type Event struct {
	Schema    string     `json:"schema"`
	Event     string     `json:"event" jsonschema:"retrieved, drafting, token, gate, rewrite"`
	Evidence  []Evidence `json:"evidence,omitempty" jsonschema:"retrieved"`
	Generator string     `json:"generator,omitempty" jsonschema:"drafting; what came of a draft before is void"`
	Reason    string     `json:"reason,omitempty" jsonschema:"drafting"`
	Text      string     `json:"text,omitempty" jsonschema:"token: of the draft, not verified"`
	Gate      *Gate      `json:"gate,omitempty"`
	Rewrite   *Rewrite   `json:"rewrite,omitempty"`
}

// Events is an engine.Listener that hands on what it hears. The answer itself is not among it.
type Events func(Event)

// Retrieved implements engine.Listener.
func (e Events) Retrieved(evidence []engine.Evidence) {
	e(Event{Schema: EventSchema, Event: "retrieved", Evidence: Each(evidence, fromEvidence)})
}

// Drafting implements engine.Listener.
func (e Events) Drafting(generator, reason string) {
	e(Event{Schema: EventSchema, Event: "drafting", Generator: generator, Reason: reason})
}

// Token implements engine.Listener.
func (e Events) Token(text string) { e(Event{Schema: EventSchema, Event: "token", Text: text}) }

// Gated implements engine.Listener.
func (e Events) Gated(g guard.Gate) {
	gate := fromGate(g)
	e(Event{Schema: EventSchema, Event: "gate", Gate: &gate})
}

// Rewritten implements engine.Listener.
func (e Events) Rewritten(r engine.Rewrite) {
	rewrite := fromRewrite(r)
	e(Event{Schema: EventSchema, Event: "rewrite", Rewrite: &rewrite})
}

// Done implements engine.Listener.
func (e Events) Done(*engine.Answer) {}
