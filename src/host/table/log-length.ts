import type { GamePosition } from './game-position.ts';
import { roomLeft } from './game-words.ts';

/**
 * Entries that a log may have. The longest played so far has some 1,100. With 20,000 the file of a game of Overland is
 * just below the 10 MB that Discord takes, and a log is still loaded in seconds. One entry may bring others with it, so a log may end
 * a little above.
 */
export const MOST_ENTRIES = 20_000;
/** How many are left when that is said. */
const NEAR = 1000;

/** Whether a log takes no more than its end. `seq`: the number of its last entry. */
export function isFull(seq: number): boolean {
  return seq + 1 >= MOST_ENTRIES;
}

/** For small print: how much room a log has left where it is nearly full. */
export function roomInWords({ seq }: Pick<GamePosition, 'seq'>): string[] {
  const left = MOST_ENTRIES - seq - 1;
  if (left > NEAR) return [];
  return [roomLeft(left)];
}
