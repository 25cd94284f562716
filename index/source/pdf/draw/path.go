package draw

import "math"

// Rule is a straight ruling line: x0 = x1 when upright, y0 = y1 when level.
type Rule struct {
	X0, Y0, X1, Y1 float64
}

// Level reports whether a rule is level.
func (r Rule) Level() bool { return r.Y0 == r.Y1 }

// path is the current path, kept as far as it can hold ruling lines: straight segments and rectangles.
type path struct {
	segments []Rule // in page space, any direction
	boxes    []Rule // opposite corners in page space
	x, y     float64
	startX   float64
	startY   float64
	bounds   Rule // opposite corners of what it reaches
	begun    bool
	clips    bool // what is drawn after it
}

// pathOperator builds the path and turns it into ruling lines when it is painted (ISO 32000-1, 8.5).
func (c *content) pathOperator(op string) {
	p := &c.path
	switch op {
	case "m":
		p.x, p.y = c.state.ctm.apply(c.n(0), c.n(1))
		p.startX, p.startY = p.x, p.y
		p.reach(p.x, p.y)
	case "l":
		p.lineTo(c.state.ctm.apply(c.n(0), c.n(1)))
	case "c":
		c.pictured = true
		p.reach(c.state.ctm.apply(c.n(0), c.n(1)))
		p.x, p.y = c.state.ctm.apply(c.n(4), c.n(5))
		p.reach(p.x, p.y)
	case "v", "y":
		p.x, p.y = c.state.ctm.apply(c.n(2), c.n(3))
		p.reach(p.x, p.y)
	case "h":
		p.lineTo(p.startX, p.startY)
	case "re":
		x0, y0 := c.state.ctm.apply(c.n(0), c.n(1))
		x1, y1 := c.state.ctm.apply(c.n(0)+c.n(2), c.n(1)+c.n(3))
		if len(p.boxes) < maxRules {
			p.boxes = append(p.boxes, Rule{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)})
		}
		p.reach(x0, y0)
		p.reach(x1, y1)
	case "W", "W*":
		p.clips = true
	case "s", "b", "b*":
		p.lineTo(p.startX, p.startY)
		if op != "s" {
			c.paint(p.bounds)
		}
		c.stroke()
	case "S":
		c.stroke()
	case "B", "B*":
		c.paint(p.bounds)
		c.stroke()
	case "f", "F", "f*":
		c.fill()
	case "n":
		c.endPath()
	}
}

func (p *path) lineTo(x, y float64) {
	if len(p.segments) < maxRules && (x != p.x || y != p.y) {
		p.segments = append(p.segments, Rule{p.x, p.y, x, y})
	}
	p.x, p.y = x, y
	p.reach(x, y)
}

func (p *path) reach(x, y float64) {
	if !p.begun {
		p.bounds, p.begun = Rule{x, y, x, y}, true
	}
	p.bounds = p.bounds.around(Rule{x, y, x, y})
}

// endPath forgets the path, after it has clipped what follows.
func (c *content) endPath() {
	if c.path.clips && c.path.begun {
		c.state.clip = c.state.clip.within(c.path.bounds)
	}
	c.path = path{}
}

// around is the box around two boxes, all given by opposite corners, and within what they have in common.
func (r Rule) around(o Rule) Rule {
	return Rule{min(r.X0, o.X0), min(r.Y0, o.Y0), max(r.X1, o.X1), max(r.Y1, o.Y1)}
}

func (r Rule) within(o Rule) Rule {
	return Rule{max(r.X0, o.X0), max(r.Y0, o.Y0), min(r.X1, o.X1), min(r.Y1, o.Y1)}
}

// holds reports whether a point is in a box, or at most slack away from it.
func (r Rule) holds(x, y, slack float64) bool {
	return x >= r.X0-slack && x <= r.X1+slack && y >= r.Y0-slack && y <= r.Y1+slack
}

func (c *content) stroke() {
	scale := math.Hypot(c.state.ctm[0], c.state.ctm[1])
	if b, half := c.path.bounds, c.state.lineWidth*scale/2; 2*half > RuleWidth && len(c.painted) <= maxPainted {
		c.painted = append(c.painted, Rule{b.X0 - half, b.Y0 - half, b.X1 + half, b.Y1 + half}) // a bar, of any colour
	} else {
		for _, s := range c.path.segments {
			c.addRule(s)
		}
		thin := len(c.thin)
		for _, b := range c.path.boxes {
			c.addRule(Rule{b.X0, b.Y0, b.X1, b.Y0})
			c.addRule(Rule{b.X0, b.Y1, b.X1, b.Y1})
			c.addRule(Rule{b.X0, b.Y0, b.X0, b.Y1})
			c.addRule(Rule{b.X1, b.Y0, b.X1, b.Y1})
		}
		c.thin = c.thin[:thin] // the sides of a frame strike nothing
	}
	c.endPath()
}

// fill keeps thin rectangles, which most writers use for ruling lines.
func (c *content) fill() {
	c.paint(c.path.bounds)
	for _, b := range c.path.boxes {
		c.addRule(b)
	}
	// A thin rectangle may also be drawn as four lines.
	if s := c.path.segments; len(s) >= 3 && len(s) <= 4 {
		b := Rule{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for _, r := range s {
			b.X0, b.X1 = min(b.X0, r.X0, r.X1), max(b.X1, r.X0, r.X1)
			b.Y0, b.Y1 = min(b.Y0, r.Y0, r.Y1), max(b.Y1, r.Y0, r.Y1)
		}
		c.addRule(b)
	}
	c.endPath()
}

// addRule keeps what is thin one way and long the other.
func (c *content) addRule(r Rule) {
	if len(c.rules) >= maxRules || !isFinite(r.X0, r.Y0, r.X1, r.Y1) {
		return
	}
	r = Rule{min(r.X0, r.X1), min(r.Y0, r.Y1), max(r.X0, r.X1), max(r.Y0, r.Y1)}
	w, h := r.X1-r.X0, r.Y1-r.Y0
	if min(w, h) <= RuleWidth && len(c.thin) < maxRules && c.off == 0 {
		c.thin = append(c.thin, r)
	}
	if min(w, h) <= RuleWidth && max(w, h) >= ruleLength {
		c.rules = append(c.rules, flat(r))
	}
}

// flat is the middle of a thin rule.
func flat(r Rule) Rule {
	if r.Y1-r.Y0 <= r.X1-r.X0 {
		mid := (r.Y0 + r.Y1) / 2
		return Rule{r.X0, mid, r.X1, mid}
	}
	mid := (r.X0 + r.X1) / 2
	return Rule{mid, r.Y0, mid, r.Y1}
}
