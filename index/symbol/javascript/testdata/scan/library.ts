#!/usr/bin/env node
/** @packageDocumentation What the library is for. */
import def, { a as b, type C } from "./a";
import * as ns from 'ns';
export * from './all';
export * as sub from './sub';
export { x as y, default as Z } from './x';
export { local as renamed, Kind };

/**
 * Fetches a thing.
 * @param url where it is
 */
export async function get<T = unknown>(url: string | URL, { retries = 3 }: Options = {}, ...rest: number[]): Promise<T> {
  return fetch(url);
}
export function over(a: string): string;
export function over(a: number): number;
export function over(a: any) { return a }

export const later = async (ms: number, unit?: "s" | "ms"): Promise<void> => {};
const local = /[/'"]/g, ratio = a / b / 2;
export let { p, q: [r] } = ns.make();
export const enum Kind { A = 1, B = "b", 'C-D' }

@decorated({ a: 1 })
export abstract class Server<T extends object> extends Base<T> implements Runnable, Closer {
  static #count = 0;
  static readonly version: string = "1"
  private map = new Map<string, T>()
  handler = (req: Request): Response => respond(req)
  constructor(readonly name: string, private port?: number) { super() }
  /** How many. */
  get size(): number { return 1 }
  set size(n: number) {}
  abstract close(): void;
  async *items?(): AsyncGenerator<T> { yield* [] }
  [Symbol.iterator]() { return `${{ a: "}" }}` }
  [computed] = 1;
}
export interface Options<T = any> extends Base, Other<T> {
  /** How often. */
  retries?: number;
  readonly signal: AbortSignal
  on(event: string, listener: (e: Event) => void): this
  (call: string): void
  new (x: number): Options
  [key: string]: unknown
}
export type Shape = Base & { kind: 'a'; area(): number };
export type Alias = ns.Thing;
type Mapped<T> = { [K in keyof T]?: T[K] };
export type Cond<T> = T extends string ? { a: 1 } : never;
export namespace Util.Inner { export const pi = 3; const hidden = 1 }
declare module "other" { function f(): void; const c: string }
declare global { interface Window { extra: string } }
export default class extends Server<{}> { run() {} }
const cast = <any>window, generic = <T,>(x: T) => x;
if (a < b) { var no = 1 } else if (c > d) { }
