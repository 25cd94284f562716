Some text in front
>>> import json
>>> def f(x):
...     return json.dumps(x)
...
>>> f({"a":
...    1})
'{"a": 1}'
>>> for i in range(2):
...     print(i.bit_length())
0
1
... not code
>>> f"{i!r}"
Traceback (most recent call last):
>>>
