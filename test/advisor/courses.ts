import fc from 'fast-check';
import type { Course, Move } from '../../src/advisor/index.ts';

/** A move from its three chances and, where they matter, what the other orders were worth. */
export function move(before: number, chosen: number, after: number, others: readonly number[] = []): Move {
  const worths = [...new Set([before, chosen, ...others])].sort((a, b) => b - a);
  const order = (worth: number) => ({ verb: 'order', worth: String(worth) });
  return {
    order: order(chosen),
    before,
    chosen,
    after,
    prospects: worths.map((worth) => ({
      order: order(worth),
      label: { text: String(worth), tone: 'plain' },
      worth,
      orders: 1,
    })),
  };
}

/** A course through these moves: each begins where the one before it ended. */
export function course(...moves: readonly Move[]): Course {
  return { start: moves[0]?.before ?? 0.5, moves, end: moves.at(-1)?.after ?? 0.5 };
}

const chance = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: 0, max: 2000 }).map((half) => half / 2000),
  fc.constantFrom(0, 1),
);

/** Any course: some orders the best, some not, some without dice. */
export const anyCourse: fc.Arbitrary<Course> = fc
  .tuple(chance, fc.array(fc.record({ worse: fc.option(chance), after: fc.option(chance) }), { maxLength: 60 }))
  .map(([start, turns]) => {
    let before = start;
    const moves = turns.map(({ worse, after }) => {
      const chosen = worse === null ? before : worse * before;
      const one = move(before, chosen, after ?? chosen);
      before = one.after;
      return one;
    });
    return { start, moves, end: before };
  });
