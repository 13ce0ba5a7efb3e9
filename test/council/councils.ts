import { type Council, OPEN_COUNCIL } from '../../src/council/index.ts';

/** A council that votes and has a commander. */
export const ready: Council = { ...OPEN_COUNCIL, mode: 'vote', commanders: [1] };

/** A council of commanders among whom command passes on after each order. */
export function rota(...commanders: readonly number[]): Council {
  return { ...OPEN_COUNCIL, mode: 'commander', commanders, rotate: { after: 'order' } };
}
