import { vi } from 'vitest';

/**
 * How many turns the event loop has while some work goes on. By the clock that the work sees, each look at it takes a millisecond: how
 * fast the machine is does not matter.
 */
export async function turnsWhile(work: () => Promise<unknown>): Promise<number> {
  let clock = 0;
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => clock++);
  let turns = 0;
  const turn = () => {
    turns++;
    going = setImmediate(turn);
  };
  let going = setImmediate(turn);
  try {
    await work();
  } finally {
    clearImmediate(going);
    watch.mockRestore();
  }
  return turns;
}
