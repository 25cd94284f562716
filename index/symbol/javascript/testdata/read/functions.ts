import { Base, Props } from 'lib';
export async function load<T extends Base>(url: string, { retries = 3, signal }: Props, ...rest: number[]): Promise<T[]> {
  const res = await fetch(url, { signal });
  return (await res.json()) as T[];
}
const twice = async (n: number): Promise<number> => n * 2;
const curry = a => b => a.plus(b);
export default class Server<T> extends Base<T> implements Runnable {
  static #count = 0;
  private readonly map = new Map<string, T>();
  handler = (req: Request) => this.handle(req);
  constructor(private name: string, public port?: number) { super(name); this.port = port }
  get size(): number { return this.map.size }
  @log('x') async *items(): AsyncGenerator<T> { yield* this.map.values() }
  [Symbol.iterator]() { return this.map[Symbol.iterator]() }
}
interface Shape extends Base, Other<string> { kind: 'circle'; area(scale?: number): number; readonly [key: string]: unknown }
type Pair<A> = { left: A; right: Foo };
type Id = Foo | null;
enum Color { Red = 1, Green }
namespace Util { export const pi = 3.14 }
declare const VERSION: string;
const el = <Server<string>>make();
const made = make() as unknown as Base;
items.map((item) => item.name).filter(Boolean).forEach(function (name) { print(name) });
const server = new Server<Foo>("a", 80).start!();
