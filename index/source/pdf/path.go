package pdf

import "math"

// rule is a straight ruling line: x0 = x1 when upright, y0 = y1 when level.
type rule struct {
	x0, y0, x1, y1 float64
}

func (r rule) level() bool { return r.y0 == r.y1 }

// path is the current path, kept as far as it can hold ruling lines: straight segments and rectangles.
type path struct {
	segments []rule // in page space, any direction
	boxes    []rule // opposite corners in page space
	x, y     float64
	startX   float64
	startY   float64
}

// pathOperator builds the path and turns it into ruling lines when it is painted (ISO 32000-1, 8.5).
func (c *content) pathOperator(op string) {
	p := &c.path
	switch op {
	case "m":
		p.x, p.y = c.state.ctm.apply(c.n(0), c.n(1))
		p.startX, p.startY = p.x, p.y
	case "l":
		p.lineTo(c.state.ctm.apply(c.n(0), c.n(1)))
	case "c":
		p.x, p.y = c.state.ctm.apply(c.n(4), c.n(5))
	case "v", "y":
		p.x, p.y = c.state.ctm.apply(c.n(2), c.n(3))
	case "h":
		p.lineTo(p.startX, p.startY)
	case "re":
		x0, y0 := c.state.ctm.apply(c.n(0), c.n(1))
		x1, y1 := c.state.ctm.apply(c.n(0)+c.n(2), c.n(1)+c.n(3))
		if len(p.boxes) < maxRules {
			p.boxes = append(p.boxes, rule{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)})
		}
	case "s", "b", "b*":
		p.lineTo(p.startX, p.startY)
		c.stroke()
	case "S", "B", "B*":
		c.stroke()
	case "f", "F", "f*":
		c.fill()
	case "n":
		*p = path{}
	}
}

func (p *path) lineTo(x, y float64) {
	if len(p.segments) < maxRules {
		p.segments = append(p.segments, rule{p.x, p.y, x, y})
	}
	p.x, p.y = x, y
}

func (c *content) stroke() {
	scale := math.Hypot(c.state.ctm[0], c.state.ctm[1])
	if c.state.lineWidth*scale <= ruleWidth {
		for _, s := range c.path.segments {
			c.addRule(s)
		}
		for _, b := range c.path.boxes {
			c.addRule(rule{b.x0, b.y0, b.x1, b.y0})
			c.addRule(rule{b.x0, b.y1, b.x1, b.y1})
			c.addRule(rule{b.x0, b.y0, b.x0, b.y1})
			c.addRule(rule{b.x1, b.y0, b.x1, b.y1})
		}
	}
	c.path = path{}
}

// fill keeps thin rectangles, which most writers use for ruling lines.
func (c *content) fill() {
	for _, b := range c.path.boxes {
		c.addRule(b)
	}
	// A thin rectangle may also be drawn as four lines.
	if s := c.path.segments; len(s) >= 3 && len(s) <= 4 {
		b := rule{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for _, r := range s {
			b.x0, b.x1 = min(b.x0, r.x0, r.x1), max(b.x1, r.x0, r.x1)
			b.y0, b.y1 = min(b.y0, r.y0, r.y1), max(b.y1, r.y0, r.y1)
		}
		c.addRule(b)
	}
	c.path = path{}
}

// addRule keeps what is thin one way and long the other.
func (c *content) addRule(r rule) {
	if len(c.rules) >= maxRules || !isFinite(r.x0, r.y0, r.x1, r.y1) {
		return
	}
	r = rule{min(r.x0, r.x1), min(r.y0, r.y1), max(r.x0, r.x1), max(r.y0, r.y1)}
	w, h := r.x1-r.x0, r.y1-r.y0
	switch {
	case h <= ruleWidth && w >= ruleLength:
		r.y0 = (r.y0 + r.y1) / 2
		r.y1 = r.y0
	case w <= ruleWidth && h >= ruleLength:
		r.x0 = (r.x0 + r.x1) / 2
		r.x1 = r.x0
	default:
		return
	}
	c.rules = append(c.rules, r)
}
