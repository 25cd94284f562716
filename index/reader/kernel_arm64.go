package reader

import "golang.org/x/sys/cpu"

func machineKernels() (all []kernel) {
	if cpu.ARM64.HasASIMDDP {
		all = append(all, kernel{"sdot", 4, 1, true, productSDOT, plainRows()})
	}
	return append(all, kernel{"smull", 2, 1, true, productSMULL, plainRows()})
}
