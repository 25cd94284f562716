p = Path("a")
q = r = p.parent / "b" / name
x: int = 3
table: "dict[str, list[Path]]" = {}
opt: Optional[pathlib.Path]
total += f(1)
p /= "c"
a, b = b, a
first, *rest = line.split()
*init, last = line.split()
(k, v), [w] = pair
self.items["key"], obj.attr = g(), h
if (m := re.match(r"a", s)) is not None:
    print(m.group(1), file=sys.stderr)
conf["section"]["opt"] = data[0][1:n, ::2]
lazy = a or B()
same = -1, 2.5e3, 3j, 0xfe, b"x", None, True, ..., "a" "b", f""
e = x if cond else y
neg = not x in y
power = -a ** b @ c
s = *a, *b
del d["k"], e
assert isinstance(x, int), "no"
type Pair[T] = tuple[T, T]
type = type(x)
print = 3
