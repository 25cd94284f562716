s = f"{p.name!r:>{width.n}} {{not}} {x=} {a.b:%Y-%m} {d['k']:.2f} {f(a, b=c)}"
t = rf'''{
    obj.method(
        1)
} \N{DEGREE SIGN} {x!s}''' "plain" f"{y if z else w}"
u = f"{" + bad
v = f"{(lambda q: q.r)} {[i.j for i in k]}"
w = F"{m:{n}.{o.p}}"
x = f"{a != b}{c == d} {e:=5}"
