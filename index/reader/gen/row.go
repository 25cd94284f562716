package main

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
)

//go:embed rows.txt
var source string

// A logical register is two Y registers; spare is one for operands that are not in one. AX points to the row, DX to its
// table of constants, CX counts.
const spare = 7

var (
	// fields are the offsets of the fields of reader's struct row.
	fields = map[string]int{"n": 0, "dst": 8, "f1": 56, "f2": 60, "i1": 64, "scale": 68, "zero": 72, "sum": 76}
	// constants are the names of reader's table of constants, in its order.
	constants = strings.Fields("rounding logE expLow e4 e3 e2 e1 one 255 " +
		"geluLow geluHigh g7 g6 g5 g4 g3 g2 g1 g0 half byte abs tiny")
	// pointers are what an operation moves along, and the registers that they are in.
	pointers  = strings.Fields("dst x p1 p2 p3")
	registers = strings.Fields("DI SI R8 R9 R10")
	// lanewise are instructions on each lane.
	lanewise = map[string]string{"add": "VADDPS", "sub": "VSUBPS", "mul": "VMULPS", "div": "VDIVPS", "max": "VMAXPS",
		"min": "VMINPS", "iadd": "VPADDD", "isub": "VPSUBD", "imul": "VPMULLD", "and": "VANDPS", "xor": "VXORPS",
		"cvt": "VCVTDQ2PS", "sqrt": "VSQRTPS"} // the last two of one operand
)

// rows writes the operations of rows.txt, which says how its instructions read.
func (e *emitter) rows() {
	for line := range strings.Lines(source) {
		line, _, _ = strings.Cut(line, "#")
		if name, found := strings.CutSuffix(strings.TrimSpace(line), ":"); found {
			e.function(name+"AVX2", "row")
			e.p("MOVQ p+0(FP), AX")
			e.p("MOVQ 48(AX), DX")
			continue
		}
		for instruction := range strings.SplitSeq(line, ";") {
			if f := strings.Fields(instruction); len(f) > 0 {
				e.instruction(f[0], f[1:])
			}
		}
	}
}

func (e *emitter) instruction(name string, operands []string) {
	number := func(i int) int { n, _ := strconv.Atoi(operands[i]); return n }
	switch name {
	case "load", "store":
		e.transfer(name == "load", number(0), operands[1])
	case "fill":
		e.fill(number(0), operands[1])
	case "shl":
		e.p("VPSLLD $%d, Y%d, Y%d", number(2), 2*number(1), 2*number(0))
		e.p("VPSLLD $%d, Y%d, Y%d", number(2), 2*number(1)+1, 2*number(0)+1)
	case "fold": // lanes 8 apart first, then 4, 2 and 1
		op, a := lanewise[operands[0]], 2*number(1)
		e.p("%s Y%d, Y%d, Y%[3]d", op, a+1, a)
		for _, shuffle := range []string{"VPERM2F128 $1, Y%d, Y%[1]d", "VPERMILPS $0x4E, Y%d", "VPERMILPS $0xB1, Y%d"} {
			e.p(shuffle+", Y%[2]d", a, a+1)
			e.p("%s Y%d, Y%d, Y%[3]d", op, a+1, a)
		}
		e.p("VMOVAPS Y%d, Y%d", a, a+1)
	case "bytes": // each lane is 0 to 255; the register is lost
		a := 2 * number(0)
		e.p("VPACKSSDW Y%d, Y%d, Y%[2]d", a+1, a)
		e.p("VPERMQ $0xD8, Y%d, Y%[1]d", a)
		e.p("VPACKUSWB Y%d, Y%[1]d, Y%[1]d", a)
		e.p("VPERMQ $0x08, Y%d, Y%[1]d", a)
		e.p("VMOVDQU X%d, %d(DI)", a, number(1))
	case "lane":
		if p := slices.Index(pointers, operands[1]); p >= 0 {
			e.p("VMOVSS X%d, (%s)", 2*number(0), registers[p])
		} else {
			e.p("VMOVSS X%d, %d(AX)", 2*number(0), fields[operands[1]])
		}
	case "loop":
		for i, register := range registers {
			e.p("MOVQ %d(AX), %s", fields["dst"]+8*i, register)
		}
		e.p("MOVQ %d(AX), CX", fields[operands[0]])
		e.p("SHRQ $%d, CX", number(1))
		e.begin()
		e.steps = operands[2:]
	case "end":
		for i, step := range e.steps {
			e.p("ADDQ $%s, %s", step, registers[i])
		}
		e.end("SUBQ", "CX", "JNZ")
	case "return":
		e.p("VZEROUPPER")
		e.p("RET")
	default:
		last := len(operands) - 1
		three := []int{number(0), number(last - 1), number(last)}
		if slices.Contains(constants, operands[last]) {
			three[2] = spare
			e.fill(spare, operands[last])
		} else if strings.ContainsAny(operands[last], "px") {
			three[2] = spare
			e.transfer(true, spare, operands[last])
		}
		e.lanes(name, three[2-last:]...)
	}
}

// lanes writes a lanewise instruction on logical registers: the result, then the operands.
func (e *emitter) lanes(name string, logical ...int) {
	for i := range 2 {
		var text []string
		for _, r := range logical {
			text = append([]string{"Y" + strconv.Itoa(2*r+i)}, text...)
		}
		e.p("%s %s", lanewise[name], strings.Join(text, ", "))
	}
}

// transfer loads a logical register from memory, a pointer with an offset, or stores it there.
func (e *emitter) transfer(load bool, r int, place string) {
	name, text, _ := strings.Cut(place, "+")
	offset, _ := strconv.Atoi(text)
	register := registers[slices.Index(pointers, name)]
	for i := range 2 {
		if load {
			e.p("VMOVUPS %d(%s), Y%d", offset+32*i, register, 2*r+i)
		} else {
			e.p("VMOVUPS Y%d, %d(%s)", 2*r+i, offset+32*i, register)
		}
	}
}

// fill makes every lane of a logical register a constant, or a field of the row.
func (e *emitter) fill(r int, name string) {
	base, offset := "AX", fields[name]
	if i := slices.Index(constants, name); i >= 0 {
		base, offset = "DX", 4*i
	}
	for i := range 2 {
		e.p("VBROADCASTSS %d(%s), Y%d", offset, base, 2*r+i)
	}
}
