import { type Prospect, prospects, type Solution } from '../../advisor/index.ts';
import type { State, System } from '../../game/index.ts';
import { BoundedCache } from '../../render/bounded-cache.ts';

/** Positions of a solution whose orders are kept, at most this many: some kilobytes each. */
const KEPT = 500;

type Kept = BoundedCache<readonly Prospect[] | null>;

const known = new WeakMap<System, WeakMap<Solution, Kept>>();

function keptOf(system: System, solution: Solution): Kept {
  const solutions = known.get(system) ?? new WeakMap<Solution, Kept>();
  known.set(system, solutions);
  const kept = solutions.get(solution) ?? new BoundedCache(KEPT);
  solutions.set(solution, kept);
  return kept;
}

/**
 * `prospects`, kept by the position: whatever table it comes about at, its orders are worth the same, and every order of a member asks
 * for what might have been ordered instead.
 */
export function prospectsIn(system: System, solution: Solution, state: State): readonly Prospect[] | null {
  const kept = keptOf(system, solution);
  const key = JSON.stringify(state);
  const before = kept.get(key);
  return before === undefined ? kept.keep(key, prospects(system, solution, state), 1) : before;
}
