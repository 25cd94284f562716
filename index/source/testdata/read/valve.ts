/** Valves of a lock. */
import {Gate} from './gate.js';

const states = ['open', 'shut'];

// How far a valve opens.
export type Share = number;

/**
 * A valve.
 */
export class Valve extends Gate {
	share: Share = 0;
	label = 'valve';

	// in steps
	async open(by: Share) {
		this.share += by;
	}

	shut() {
		this.share = 0;
	}
}

// Opens all.
export const openAll = (valves: Valve[]) => {
	for (const v of valves) {
		v.open(1);
	}
};
openAll([]);
