names = [p.name for p in Path(".").iterdir() if p.is_file()]
pairs = {k: v.strip() for k, v in items.items()}
flat = {cell for row in table if row for cell in row if (n := cell.x)}
gen = (x async for x in agen())
total = sum(f(y) for y in ys)
nested = [[c.z for c in r] for r in rows]
keys = [lambda: i for i in range(3)]
print(*[a for a in b], **{c: d for c in e}, sep="")
paths = [Path(root) / f for root, _, files in os.walk(top) for f in files]
