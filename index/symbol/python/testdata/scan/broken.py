import a
def broken(x, [y
  = "no end
def after(a, b=1):
	return a
class été(B:
	x = 1
	 def odd(self): self.y = 1
)
z = [1, 
# coding: latin-1
