const a = 1, [b, , ...c] = foo(), { d, e: { f = g.h }, ...rest } = bar.baz;
let x, y = new Map();
[x, y] = [y, x];
({ d, e: a.b } = foo());
a.b.c = x ?? y;
x ||= new Foo(1);
for (const item of await client.list({ limit: 10 })) item.save();
for (const [key, value] of Object.entries(env)) {
  console.log(`${key}=${value.trim()}`);
}
for (const k in obj) use(k)
for (let i = 0; i < xs.length; i++) { total += xs[i].price }
for await (const chunk of stream) write(chunk)
if (a instanceof Foo && "b" in a) a.go()
else if (b) { const inner = b.make(); inner.run() }
else stop()
try { risky() } catch ({ message }) { log(message) } finally { done() }
switch (kind) {
  case Kind.A: handle(a); break;
  default: throw new Error(`bad ${kind}`)
}
do { step() } while (more())
label: while (true) { break label }
const n = a / b / c, re = /[/"]+/g.test(n)
const t = x
  .then(r => r.json())
  .catch(console.error)
const s = cond ? yes.a : no.b
