//go:build unix

package regular

import "syscall"

// nonblock lets the opening of a FIFO that nobody writes to return.
const nonblock = syscall.O_NONBLOCK
