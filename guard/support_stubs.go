package guard

func (cmp *comparison) checkNames() {}
func (cmp *comparison) checkOrder() {}
func (cmp *comparison) checkSlots() {}
