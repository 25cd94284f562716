package resolve_test

import (
	"strings"
	"testing"

	"ibid/index/symbol"
	"ibid/index/symbol/resolve"
)

// acme is a small TypeScript package.
var acme = map[string]string{
	"src/index.ts": `
export * from "./core";
export * as shapes from "./shapes";
export { hidden as shown } from "./core";
export type { Options } from "./core";
import { helper } from "./util";
export { helper };
export default class Kit {
	open(name: string): Engine { return new Engine(); }
}
import { Engine } from "./core";
`,
	"src/core.ts": `
import { Outside } from "elsewhere";
export interface Options { depth: number; owner?: Owner; on(event: string, fn: () => void): this; [Symbol.iterator](): Iterator<Gear> }
export interface Loose { [key: string]: any }
export interface Owner { rename(name: string): void }
export class Base {
	log(): void {}
	get owner(): Owner { return null; }
}
export class Engine extends Base {
	power: number;
	readonly gears: Gear[] = [];
	private secret = 1;
	static make(name: string): Engine { return new Engine(); }
	start(speed = 1): this { return this; }
	async load(): Promise<Gear> { return new Gear(); }
	async plain() { return new Gear(); }
	gear(n: number): Gear | undefined { return this.gears[n]; }
	pick(name: string): Gear;
	pick(n: number): Owner;
	pick(x: any) { return x; }
	first<T>(list: T[]): T { return list[0]; }
}
export class Gear { teeth = 1; shift(): void {} }
export class Odd extends Outside { own() {} }
export class Box<T> { item: T; all(): T[] { return []; } map<U>(f: (x: T) => U): Box<U> { return null; } }
export enum Colour { Red, Green }
export namespace deep { export class Inner { go() {} } export function make(): Inner { return new Inner(); } }
export type Id = string;
export type Name = Engine;
export type Mixed = Base & { extra: Gear };
export const engine = new Engine();
export const defaults = { depth: 3, gear: new Gear(), run() {} };
function hidden() {}
export { hidden };
export const build = (options: Options): Engine => new Engine();
export function create(options?: Partial<Options>) { return new Engine(); }
export function both(a: string): Gear;
export function both(a: number): Owner;
export function both(a: any): any { return a; }
export let either: Gear | Owner;
`,
	"src/shapes.ts": "export const Circle = (props: { r: number }) => null;\nexport class Square { area(): number { return 1; } }\n",
	"src/util.ts":   "export function helper(): void {}\n",
	"src/old.cjs":   "class Legacy { run() {} }\nmodule.exports = Legacy;\nmodule.exports.extra = function extra() {};\n",
	"src/bag.cjs":   "module.exports = { pack() {}, size: 1 };\n",
	"src/named.ts":  "export function only(): void {}\n",
}

func acmeResolver(t testing.TB) *resolve.Resolver {
	t.Helper()
	entries := map[string]string{".": "src/index.ts", "old": "src/old.cjs", "bag": "src/bag.cjs", "named": "src/named.ts"}
	project := symbol.Project{Name: "acme", JavaScript: &symbol.NodePackage{Name: "@acme/kit", Entries: entries}}
	return resolve.New(projectOf(t, project, acme).In("acme"))
}

func typescript(code string) string { return "```ts\n" + strings.TrimPrefix(code, "\n") + "\n```\n" }

func TestScriptImports(t *testing.T) {
	x := acmeResolver(t)
	tests := []struct{ name, code, want string }{
		{"named", "import { Engine, Motor } from '@acme/kit';\nnew Motor()", "known @acme/kit.Engine\nunknown @acme/kit.Motor\nunknown @acme/kit.Motor"},
		{"under another name", "import { Engine as E } from '@acme/kit';\nnew E().stop()", "known @acme/kit.Engine\nknown @acme/kit.Engine\nunknown @acme/kit.Engine.stop"},
		{"default", "import Kit from '@acme/kit';\nnew Kit().open('x').start();\nnew Kit().close()",
			"known @acme/kit.default\nknown @acme/kit.default\nknown @acme/kit.default.open\nknown @acme/kit.Engine.start\nknown @acme/kit.default\nunknown @acme/kit.default.close"},
		{"default and named", "import Kit, { helper, helpers } from '@acme/kit';", "known @acme/kit.default\nknown @acme/kit.helper\nunknown @acme/kit.helpers"},
		{"namespace", "import * as kit from '@acme/kit';\nkit.helper();\nkit.help();\nnew kit.Engine().stop();\nkit.shapes.Circle;\nkit.shapes.Oval",
			"known @acme/kit\nknown @acme/kit.helper\nunknown @acme/kit.help\nknown @acme/kit.Engine\nunknown @acme/kit.Engine.stop\nknown @acme/kit.shapes.Circle\nunknown @acme/kit.shapes.Oval"},
		{"require", "const kit = require('@acme/kit');\nkit.helper();\nkit.help();\nconst { Engine, Motor } = require('@acme/kit');\nEngine.make('x').stop();",
			"known @acme/kit\nknown @acme/kit.helper\nunknown @acme/kit.help\nknown @acme/kit.Engine\nunknown @acme/kit.Motor\nknown @acme/kit.Engine.make\nunknown @acme/kit.Engine.stop"},
		{"import that is awaited", "const { helper, help } = await import('@acme/kit');", "known @acme/kit.helper\nunknown @acme/kit.help"},
		{"what a module is as a whole", "const Old = require('@acme/kit/old');\nnew Old();\nOld.extra();\nconst bag = require('@acme/kit/bag');\nbag.pack();\nbag.unpack();",
			"known @acme/kit/old\nknown @acme/kit/old.extra\nknown @acme/kit/bag\nknown @acme/kit/bag.pack\nunknown @acme/kit/bag.unpack"},
		{"a default that nothing declares", "import named from '@acme/kit/named';\nnamed.only();\nnamed.other();", "known @acme/kit/named\nknown @acme/kit/named.only\nunknown @acme/kit/named.other"},
		{"passed on", "export { Engine, Motor } from '@acme/kit';\nexport * from '@acme/kit';", "known @acme/kit.Engine\nunknown @acme/kit.Motor\nknown @acme/kit"},
		{"types", "import type { Options, Settings } from '@acme/kit';", "known @acme/kit.Options\nunknown @acme/kit.Settings"},
		{"renamed by the package", "import { shown, hidden } from '@acme/kit';", "known @acme/kit.shown\nknown @acme/kit.hidden"},
		{"a module that is not there", "import { x } from '@acme/kit/nowhere';", "unknown @acme/kit/nowhere"},
		{"others", "import React, { useState } from 'react';\nimport fs from 'node:fs';\nimport { a } from './local';\nfs.readFileSync('x');\nconst [n, set] = useState(0);\na.b()",
			"foreign react\nforeign node:fs\nforeign node:fs.readFileSync\nforeign react.useState"},
		{"no import", "helper();\nkit.helper();\nconsole.log(new Engine())", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, x, typescript(tt.code), tt.want) })
	}
}

func TestScriptValues(t *testing.T) {
	x := acmeResolver(t)
	const imports = "import Kit, { Engine, Base, Box, Colour, Gear, Odd, both, build, create, deep, defaults, either, engine } from '@acme/kit';\n" +
		"import type { Id, Loose, Mixed, Name, Options } from '@acme/kit';\n"
	tests := []struct{ name, code, want string }{
		{"fields and methods", "const e = new Engine();\ne.power; e.gears; e.log(); e.secret; e.weight", "unknown @acme/kit.Engine.weight"},
		{"a method that returns itself", "new Engine().start().start(2).brake()", "unknown @acme/kit.Engine.brake"},
		{"too many arguments are none too many", "new Engine(1, 2).start(1, 2, 3)", ""},
		{"getter", "engine.owner.rename('x');\nengine.owner.remove()", "unknown @acme/kit.Owner.remove"},
		{"optional", "engine.gear(1)?.spin();\nengine.gear(1)!.shift()", "unknown @acme/kit.Gear.spin"},
		{"overloads give different types", "engine.pick('x').anything();\nboth(1).anything()", ""},
		{"one of two types", "either.anything()", ""},
		{"type parameters", "const b: Box<Gear> = load();\nb.item.spin();\nb.all()[0].spin();\nb.map(x => x).item.anything();\nengine.first([1]).anything()", "unknown @acme/kit.Gear.spin\nunknown @acme/kit.Gear.spin"},
		{"annotation", "function run(e: Engine, o: Options, l: Loose, i: Id, n: Name, m: Mixed) {\n  e.stop();\n  o.width;\n  o.owner.remove();\n  l.anything;\n  i.length;\n  n.stop();\n  m.log();\n  m.extra.spin();\n  m.missing;\n}",
			"unknown @acme/kit.Engine.stop\nunknown @acme/kit.Options.width\nunknown @acme/kit.Owner.remove\nunread @acme/kit.Loose.anything\nunknown @acme/kit.Name.stop\nunknown @acme/kit.Gear.spin\nunknown @acme/kit.Mixed.missing"},
		{"enumeration", "Colour.Red; Colour.Blue; Colour[0].length; Colour.Red.toString()", "unknown @acme/kit.Colour.Blue"},
		{"namespace", "new deep.Inner().stop();\ndeep.make().stop();\ndeep.other()", "unknown @acme/kit.deep.Inner.stop\nunknown @acme/kit.deep.Inner.stop\nunknown @acme/kit.deep.other"},
		{"constant object", "defaults.depth; defaults.run(); defaults.gear.spin(); defaults.width", "unknown @acme/kit.Gear.spin\nunknown @acme/kit.defaults.width"},
		{"functions", "build({}).stop();\ncreate().stop();\nbuild.call(null);\ncreate.name", "unknown @acme/kit.Engine.stop"},
		{"base of another library", "new Odd().own();\nnew Odd().anything()", "foreign @acme/kit.Odd.anything"},
		{"static", "Engine.make('x').stop();\nEngine.create();\nEngine.name; Engine.prototype", "unknown @acme/kit.Engine.stop\nunknown @acme/kit.Engine.create"},
		{"destructured", "const { owner, weight } = engine;\nowner.remove()", "unknown @acme/kit.Engine.weight\nunknown @acme/kit.Owner.remove"},
		{"own class", "class Own extends Engine {\n  size = 1;\n  run() {\n    this.start();\n    this.size;\n    this.stop();\n    super.log();\n    super.stop();\n    [1].map(() => this.brake());\n  }\n}\nnew Own().fly()",
			"unknown @acme/kit.Engine.stop\nunknown @acme/kit.Engine.stop\nunknown @acme/kit.Engine.brake\nunknown @acme/kit.Engine.fly"},
		{"own class that sets more", "class Own extends Engine {\n  constructor() { super(); this.extra = 1; }\n  run() { this.extra; }\n}", ""},
		{"own class of another library", "class Own extends Outside { run() { this.anything(); } }", ""},
		{"set by the answer", "engine.tag = 1;\nengine.tag; Gear.prototype.spin = f;\nnew Gear().spin()", ""},
		{"a variable with an unknown value", "let a = new Engine();\nf(() => { a = load(); });\na.anything()", ""},
		{"a variable of its own", "const a = new Engine();\n{ const a = load(); a.anything(); }\na.stop()", "unknown @acme/kit.Engine.stop"},
		{"a parameter of the name of a variable", "const a = new Engine();\nfunction f({ a }) { a.anything(); }\na.stop()", "unknown @acme/kit.Engine.stop"},
		{"types that are asked for", "function f(a: Base, b: Base, c: Base) {\n  if (a instanceof Engine) a.start();\n  if ('start' in b) b.start();\n  c.start();\n}", "unknown @acme/kit.Base.start"},
		{"private names", "engine._anything", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkWrong(t, x, typescript(imports+tt.code), tt.want) })
	}
}

func TestScriptProse(t *testing.T) {
	x := acmeResolver(t)
	answer := "```js\nimport { Engine } from '@acme/kit';\nconst e = new Engine();\n```\nCall `e.start()`, not `e.stop()`; `Engine.make('x')`, and never `Engine.build`. See `index.js`.\n" +
		"`import { helper, help } from '@acme/kit'` gives `helper()`.\n"
	check(t, x, answer, "known @acme/kit.Engine\nknown @acme/kit.Engine\nknown @acme/kit.Engine.start\nunknown @acme/kit.Engine.stop\nknown @acme/kit.Engine.make\nunknown @acme/kit.Engine.build\n"+
		"known @acme/kit.helper\nunknown @acme/kit.help\nknown @acme/kit.helper")
	for _, fence := range []string{"js", "ts", "javascript", "typescript"} {
		check(t, x, "```"+fence+"\nimport { help } from '@acme/kit'\n```", "unknown @acme/kit.help")
	}
}
