//go:build !amd64 && !arm64

package reader

func machineKernels() []kernel { return nil }
