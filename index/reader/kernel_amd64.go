package reader

import "golang.org/x/sys/cpu"

func machineKernels() (all []kernel) {
	rows := rowOperations{dequantAVX2, geluAVX2, softmaxAVX2, quantizeAVX2, layerNormAVX2, headQuantizeAVX2}
	if cpu.X86.HasAVX512VNNI && cpu.X86.HasAVX2 {
		all = append(all, kernel{name: "avx512vnni", rows: 8, panels: 2, mul: productVNNI512, rowOperations: rows})
	}
	if cpu.X86.HasAVXVNNI && cpu.X86.HasAVX2 {
		all = append(all, kernel{name: "avxvnni", rows: 6, panels: 1, mul: productAVXVNNI, rowOperations: rows})
	}
	if cpu.X86.HasAVX2 {
		all = append(all, kernel{name: "avx2", rows: 4, panels: 1, mul: productAVX2, rowOperations: rows})
	}
	return all
}
