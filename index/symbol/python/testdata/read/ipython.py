In [1]: import os

In [2]: for x in os.listdir("."):
   ...:     print(x.upper())
   ...:
A
Out[2]: 'x'
In [3]: os.sep
