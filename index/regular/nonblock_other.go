//go:build !unix

package regular

// nonblock is nothing where no FIFO stands among the files.
const nonblock = 0
