package main

import "strings"

// The registers for the fields of reader's struct product, by the offsets of these.
var (
	x86Product = []string{0: "DI", 8: "R8", 16: "R9", 24: "R10", 32: "R11", 40: "R12", 48: "R13"}
	armProduct = []string{0: "R1", 8: "R2", 16: "R3", 24: "R4", 32: "R5", 48: "R6", 64: "R7", 72: "R14"}
)

// product begins a product and reads its fields.
func (e *emitter) product(name, move, argument string, registers []string) {
	e.function(name, "product")
	e.p("%s p+0(FP), %s", move, argument)
	for offset, register := range registers {
		if register != "" {
			e.p("%s %d(%s), %s", move, offset, argument, register)
		}
	}
}

// x86Row is where 4 bytes of each row of A are: AX points to row 0, BX to row 4, R11 is a row's length, DX that of
// three.
var x86Row = strings.Fields("(AX) (AX)(R11*1) (AX)(R11*2) (AX)(DX*1) (BX) (BX)(R11*1) (BX)(R11*2) (BX)(DX*1)")

// productX86 writes a product of rows by as many columns as two vector registers have sums, which lie in the registers
// 0 to 2·rows-1. step adds to them what four more k give.
func (e *emitter) productX86(name string, rows int, step func(e *emitter, rows int)) {
	move, xor, vector, width := "VMOVDQU", "VPXOR", "Y", 32
	if name == "productVNNI512" {
		move, xor, vector, width = "VMOVDQU32", "VPXORD", "Z", 64
	}
	e.product(name, "MOVQ", "SI", x86Product)
	e.p("LEAQ (R11)(R11*2), DX")
	if name == "productAVX2" {
		e.p("VPCMPEQW Y15, Y15, Y15")
		e.p("VPSRLW $15, Y15, Y15") // 16 words of 1
	}
	e.begin()
	for i := range 2 * rows {
		e.p("%s %s%d, %[2]s%[3]d, %[2]s%[3]d", xor, vector, i)
	}
	e.p("MOVQ R8, AX")
	e.p("LEAQ (R8)(R11*4), BX")
	e.p("MOVQ R9, CX")
	e.p("MOVQ 56(SI), R15") // groups
	e.begin()
	step(e, rows)
	e.p("ADDQ $4, AX")
	e.p("ADDQ $4, BX")
	e.p("ADDQ R13, CX")
	e.end("SUBQ", "R15", "JNZ")
	for r := range rows {
		e.p("%s %s%d, (DI)", move, vector, 2*r)
		e.p("%s %s%d, %d(DI)", move, vector, 2*r+1, width)
		e.p("ADDQ R10, DI")
		e.p("ADDQ R11, R8")
	}
	e.end("SUBQ", "64(SI)", "JNZ") // tiles
	e.p("VZEROUPPER")
	e.p("RET")
}

// vnni512 multiplies four bytes and adds them up, in each of the 16 lanes of a Z register.
func vnni512(e *emitter, rows int) {
	e.p("VMOVDQU32 (CX), Z24")
	e.p("VMOVDQU32 (CX)(R12*1), Z25")
	for r := range rows {
		e.p("VPBROADCASTD %s, Z%d", x86Row[r], 26+r%4)
		e.p("VPDPBUSD Z24, Z%d, Z%d", 26+r%4, 2*r)
		e.p("VPDPBUSD Z25, Z%d, Z%d", 26+r%4, 2*r+1)
	}
}

// avxVNNI does so in Y registers. Go's assembler has VPDPBUSD only as AVX512 encodes it; here it is as in AVX-VNNI.
func avxVNNI(e *emitter, rows int) {
	e.p("VMOVDQU (CX), Y12")
	e.p("VMOVDQU 32(CX), Y13")
	for r := range rows {
		a := 14 + r%2
		e.p("VPBROADCASTD %s, Y%d", x86Row[r], a)
		for i := range 2 {
			d, b := 2*r+i, 12+i
			second, third := (^d>>3&1)<<7|1<<6|(^b>>3&1)<<5|2, (^a&15)<<3|1<<2|1
			e.p("BYTE $0xC4; BYTE $0x%02X; BYTE $0x%02X; BYTE $0x50; BYTE $0x%02X // VPDPBUSD Y%d, Y%d, Y%d",
				second, third, 0xC0|(d&7)<<3|b&7, b, a, d)
		}
	}
}

// maddubs adds two products in 16 bits, which saturate, so it is exact for weights of 7 bits only: 2·255·63 = 32130.
func maddubs(e *emitter, rows int) {
	e.p("VMOVDQU (CX), Y8")
	e.p("VMOVDQU 32(CX), Y9")
	for r := range rows {
		e.p("VPBROADCASTD %s, Y14", x86Row[r])
		for i := range 2 {
			e.p("VPMADDUBSW Y%d, Y14, Y%d", 8+i, 12+i)
			e.p("VPMADDWD Y15, Y%d, Y%[1]d", 12+i)
			e.p("VPADDD Y%d, Y%d, Y%[2]d", 12+i, 2*r+i)
		}
	}
}

// productARM writes a product of rows by 16 columns. R9 to R12 point to rows of A, R13 to B, R8 counts 16 k. Flipping
// the top bit makes A signed, so the sums start from 128·ΣB, where R14 points. step does 16 k; sums leaves the sums of
// row r in four registers from the one on that it names.
func (e *emitter) productARM(name string, rows int, begin, step func(), sums func(r int) int) {
	e.product(name, "MOVD", "R0", armProduct)
	e.p("VMOVI $128, V31.B16")
	e.begin()
	e.p("MOVD R2, R9")
	for r := 1; r < 4; r++ {
		e.p("ADD R5, R%d, R%d", 8+r, 9+r)
	}
	e.p("MOVD R3, R13")
	e.p("MOVD 56(R0), R8") // groups
	e.p("LSR $2, R8, R8")
	begin()
	e.begin()
	step()
	e.end("SUBS", "R8", "BNE")
	for r := range rows {
		v := sums(r)
		e.p("VST1 [V%d.S4, V%d.S4, V%d.S4, V%d.S4], (R1)", v, v+1, v+2, v+3)
		e.p("ADD R4, R1, R1")
		e.p("ADD R5, R2, R2")
	}
	e.end("SUBS", "R7", "BNE")
	e.p("RET")
}

// word writes an instruction that Go's assembler lacks, and its name. Registers are the result and the operands.
func (e *emitter) word(name string, code uint32, registers ...int) {
	for i, r := range registers {
		code |= uint32(r) << []int{0, 5, 16}[i]
	}
	e.p("WORD $0x%08X // %s %v", code, name, registers)
}

// productSDOT uses the dot product of ARMv8.2, by element, on 4 rows.
func (e *emitter) productSDOT() {
	e.productARM("productSDOT", 4, func() {
		e.p("VLD1 (R14), [V0.S4, V1.S4, V2.S4, V3.S4]")
		for i := 4; i < 16; i++ {
			e.p("VMOV V%d.B16, V%d.B16", i%4, i)
		}
	}, func() {
		for r := range 4 {
			e.p("VLD1.P 16(R%d), [V%d.B16]", 9+r, 16+r)
			e.p("VEOR V31.B16, V%d.B16, V%[1]d.B16", 16+r)
		}
		for k := range 4 {
			b := 20 + 4*(k&1)
			e.p("VLD1 (R13), [V%d.B16, V%d.B16, V%d.B16, V%d.B16]", b, b+1, b+2, b+3)
			e.p("ADD R6, R13, R13")
			for i := range 16 {
				e.word("SDOT", 0x4F80E000|uint32(k&1)<<21|uint32(k>>1)<<11, i, b+i%4, 16+i/4)
			}
		}
	}, func(r int) int { return 4 * r })
}

// productSMULL runs on any arm64, on 2 rows. It adds four products in 16 bits: exact for weights of 7 bits, 4·128·63 =
// 32256.
func (e *emitter) productSMULL() {
	e.productARM("productSMULL", 2, func() {
		for i := range 16 {
			e.p("VEOR V%d.B16, V%[1]d.B16, V%[1]d.B16", i)
		}
	}, func() {
		for i := range 8 { // four bytes of a row of A in each word of a register
			e.p("VLD1R.P 4(R%d), [V%d.S4]", 9+i/4, 16+i)
			e.p("VEOR V31.B16, V%d.B16, V%[1]d.B16", 16+i)
		}
		for c := range 4 { // of four columns each
			e.p("ADD $%d, R13, R15", 16*c)
			for k := range 4 {
				e.p("VLD1 (R15), [V28.B16]")
				e.p("ADD R6, R15, R15")
				name, code := "SMLAL", uint32(0x0E208000)
				if k == 0 {
					name, code = "SMULL", 0x0E20C000
				}
				for r := range 2 {
					e.word(name, code, 24+2*r, 28, 16+4*r+k)
					e.word(name+"2", code|1<<30, 25+2*r, 28, 16+4*r+k)
				}
			}
			for i := range 4 {
				e.word("SADALP", 0x4E606800, 8*(i/2)+2*c+i%2, 24+i)
			}
		}
		e.p("ADD R6<<2, R13, R13")
	}, func(r int) int {
		if r == 0 {
			e.p("VLD1 (R14), [V16.S4, V17.S4, V18.S4, V19.S4]")
		}
		for c := range 4 {
			a, d := 8*r+2*c, 8*r+c
			e.word("ADDP", 0x4EA0BC00, d, a, a+1)
			e.p("VADD V%d.S4, V%d.S4, V%[2]d.S4", 16+c, d)
		}
		return 8 * r
	})
}
