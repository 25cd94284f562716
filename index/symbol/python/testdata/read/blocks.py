for i, (a, *b) in enumerate(rows):
    if a: continue
    elif b:
        go(a)
else:
    done()
with open(x) as f, tempfile.TemporaryDirectory() as (d):
    f.read()
with (open(a) as g, open(b), lock as h.attr,):
    pass
with (yield_lock or other).acquire() as z:
    z.x
with (a, b):
    pass
with (a):
    pass
try:
    risky()
except (KeyError, ValueError) as err:
    err.args
except OSError as e:
    e.errno
except* Group as eg:
    eg.exceptions
except:
    raise
finally:
    close()
while (n := n - 1): step(n); more()
match command.split():
    case [action, obj] if action.ok:
        run(action)
    case Point(x=0, y=yy) | geo.Point() as p:
        yy
    case Path() as path:
        path.name
    case {"k": v, **rest}:
        v
    case Color.RED | -1 | "s" | None | (1 + 2j):
        pass
    case (a, *_):
        pass
    case _:
        pass
match (a, b):
    case 1, *others:
        others
match = re.match(x)
match.group(1)
match(x)[0]
match[0]: int = 3
