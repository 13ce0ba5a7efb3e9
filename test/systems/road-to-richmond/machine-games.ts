import { fileURLToPath } from 'node:url';
import type { SeatId, System } from '../../../src/game/index.ts';
import { roadToRichmond } from '../../../src/systems/road-to-richmond/index.ts';
import { machineOf } from '../../../src/systems/road-to-richmond/machine/index.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import { readFiles } from '../../games/files.ts';
import { type Match, machinePlayer, type Player, playMatch, randomPlayer, type Terms } from '../../matches/match.ts';
import { field } from './data.ts';
import { faultsOf } from './soundness.ts';

const loaded = roadToRichmond.load(
  readFiles(fileURLToPath(new URL('../../../assets/', import.meta.url)), roadToRichmond),
);
if (!('about' in loaded)) throw new Error('The data of Road to Richmond is refused');

export const system: System = loaded;
export const machine = machineOf(field);

/** Whoever of the two is not named chooses at random. */
export function game(seed: string, machines: readonly SeatId[], terms: Terms = {}, variant = 'standard'): Match {
  const player = (seat: SeatId): Player => (machines.includes(seat) ? machinePlayer(system) : randomPlayer(system));
  const players = { confederate: player('confederate'), union: player('union') };
  return playMatch(system, variant, seed, players, terms);
}

/** The same, looked at after each run of orders. @throws Error at the first position that is not sound */
export function soundGame(seed: string, machines: readonly SeatId[], terms: Terms = {}, variant = 'standard'): Match {
  return game(
    seed,
    machines,
    {
      ...terms,
      saw(seen) {
        terms.saw?.(seen);
        if (seen.more) return;
        // What is worked out about a position is kept with it, and the system has a field of its own.
        const [fault] = faultsOf(field, structuredClone(seen.after) as State);
        if (fault !== undefined) throw new Error(`Seed ${seed}: ${fault} after ${JSON.stringify(seen.order)}`);
      },
    },
    variant,
  );
}
