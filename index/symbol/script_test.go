package symbol

import (
	"ibid/index/symbol/decl"
	"testing"
)

// TestEntriesThatAreNotThere: what an entry has whose file is to be built from something else is not known, and not absent.
func TestEntriesThatAreNotThere(t *testing.T) {
	names{
		"kit.start":         "kit.start function",
		"kit.stop":          "absent",
		"kit/wasm":          "foreign",
		"kit/wasm.load":     "foreign",
		"kit/wasmer.load":   "absent",
		"kit/icons/up.Up":   "foreign",
		"kit/nothing.Other": "absent",
	}.check(t, registry(t, nil, tree(t, `
-- package.json --
{"name": "kit", "exports": {".": "./index.js", "./wasm": "./made/wasm.js", "./icons/*": "./icons/*.js"}}
-- index.js --
export function start() {}
`)))
}

func TestScriptNames(t *testing.T) {
	r := registry(t, nil, tree(t, `
-- package.json --
{"name": "@acme/kit", "types": "./dist/index.d.ts", "exports": {".": {"import": "./dist/index.js"}, "./extra": {"types": "./dist/extra.d.ts"}}}
-- src/index.ts --
export * from "./core.js";
export * as shapes from "./shapes";
export { Engine as Motor, hidden as shown } from "./core";
import { helper } from "./util/index";
import fallback, { type Options } from "./fallback";
import old from "./old.cjs";
import outside from "left-pad";
export { helper, fallback, old, outside };
export type Settings = Options;
function inner() {}
export default class Kit { open(): void {} }
-- src/core.ts --
import { Base } from "./base";
import { Other } from "somewhere";
export class Engine extends Base implements Startable {
	power: number;
	private gear: Gear;
	static make(): Engine { return new Engine(); }
	start(speed = 1): this { return this; }
}
export class Odd extends Other {}
interface Startable { ready: boolean }
export interface Gear { shift(): void }
export interface Gear { stop(): void }
export enum Colour { Red, Green }
export const engine = new Engine();
function hidden() {}
export { hidden };
export * from "./cycle";
export const defaults: Options = { depth: 3, deep: { deeper: 1 } };
-- src/base.ts --
export abstract class Base { log(): void {} }
-- src/cycle.ts --
export * from "./core";
export const last = 1;
-- src/shapes.ts --
export const Circle = () => null;
-- src/util/index.ts --
export function helper() {}
-- src/fallback.ts --
export interface Options { depth: number }
export default function fallback() {}
-- src/old.cjs --
module.exports = { legacy() {}, version: "1" };
-- src/extra.ts --
export const more = 1;
-- plain.js --
function global1() {}
-- aliased.js --
const all = module.exports;
all.go = () => {};
-- node_modules/left-pad/index.js --
module.exports = function pad() {};
`))
	names{
		"@acme/kit":                    "@acme/kit module",
		"@acme/kit.Engine":             "@acme/kit/src/core.Engine class",
		"@acme/kit.Motor.start":        "@acme/kit/src/core.Engine.start method",
		"@acme/kit.Motor.log":          "@acme/kit/src/base.Base.log method",
		"@acme/kit.Motor.stop":         "absent",
		"@acme/kit.Motor.toString":     "@acme/kit/src/core.Engine.toString attribute",
		"@acme/kit.Odd.anything":       "foreign",
		"@acme/kit.Gear.shift":         "@acme/kit/src/core.Gear.shift method",
		"@acme/kit.Gear.stop":          "@acme/kit/src/core.Gear.stop method",
		"@acme/kit.Colour.Green":       "@acme/kit/src/core.Colour.Green enum_member",
		"@acme/kit.Colour.Blue":        "absent",
		"@acme/kit.engine.start":       "@acme/kit/src/core.Engine.start method",
		"@acme/kit.shown":              "@acme/kit/src/core.hidden function",
		"@acme/kit.shapes.Circle":      "@acme/kit/src/shapes.Circle function",
		"@acme/kit.helper":             "@acme/kit/src/util.helper function",
		"@acme/kit.fallback":           "@acme/kit/src/fallback.fallback function",
		"@acme/kit.old.legacy":         "@acme/kit/src/old.legacy function",
		"@acme/kit.outside":            "foreign",
		"@acme/kit.Settings.depth":     "@acme/kit/src/fallback.Options.depth field",
		"@acme/kit.inner":              "absent",
		"@acme/kit.last":               "@acme/kit/src/cycle.last constant",
		"@acme/kit.defaults.depth":     "@acme/kit/src/core.defaults.depth attribute",
		"@acme/kit.defaults.width":     "absent",
		"@acme/kit.nothing":            "absent",
		"@acme/kit.default.open":       "@acme/kit.Kit.open method",
		"@acme/kit/extra.more":         "@acme/kit/extra.more constant",
		"@acme/kit/plain.global1":      "@acme/kit/plain.global1 function",
		"@acme/kit/aliased.go":         "unread",
		"@acme/kit/nothing.more":       "absent",
		"@acme/other.thing":            "foreign",
		"@acme/kit/src/base.Base.log":  "@acme/kit/src/base.Base.log method",
		"@acme/kit/src/base.Base.nope": "absent",
	}.check(t, r)
	for e := range r.All {
		if _, finding, why := r.Lookup(e.Name); finding == decl.Absent {
			t.Errorf("%s is listed and not found: %s", e.Name, why)
		}
	}
}
