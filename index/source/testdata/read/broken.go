package broken

// F is whole.
func F() {}

func G( {
