import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { oncePer } from '../../../kit/memo.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { isSheltered } from '../rules/battle/fight.ts';
import { blocksAt, isHex, type State, stepsOf } from '../state.ts';
import type { Block, Theatre } from '../theatre.ts';
import { eachSide, FACES, otherSide, type Side } from '../vocabulary.ts';

/** The steps of some blocks, and the hits of a round of their fire on average. */
interface Force {
  readonly steps: number;
  readonly fire: number;
}

const NOBODY: Force = { steps: 0, fire: 0 };

/**
 * The force of some blocks as the side `own` judges it. It knows its own blocks.
 * Enemy blocks count as average ones, unless they still stand where the scenario put them.
 */
export function forceOf(theatre: Theatre, state: State, blocks: readonly Block[], own: Side): Force {
  return together(
    blocks.map(({ id, side, hits, start }) =>
      side === own || state.blocks[id]?.at === start
        ? { steps: stepsOf(state, id), fire: (stepsOf(state, id) * hits) / FACES }
        : typical(theatre)[side],
    ),
  );
}

function together(forces: readonly Force[]): Force {
  return { steps: sum(forces.map(({ steps }) => steps)), fire: sum(forces.map(({ fire }) => fire)) };
}

/** Forecasts the battle in a hex from what `own` sees. The hexside with the most fire is the main attack [6.2]. */
export function forecastAt(theatre: Theatre, state: State, hex: HexId, attacker: Side, own: Side) {
  const groups = grouped(blocksAt(theatre, state, hex, attacker), ({ id }) => state.entered[id]);
  const forces = groups.map(([, blocks]) => forceOf(theatre, state, blocks, own)).sort((a, b) => b.fire - a.fire);
  const [main = NOBODY, ...others] = forces;
  const defence = forceOf(theatre, state, blocksAt(theatre, state, hex, otherSide(attacker)), own);
  return forecast(main, together(others), defence, isSheltered(theatre, state, { hex, attacker }));
}

/**
 * Plays three rounds with average dice, the defender firing first [7.1]. The chance of winning, from 0 to 1, follows
 * from the attacker's hits. Each side has its expected losses, in steps.
 */
export function forecast(main: Force, reserves: Force, defence: Force, sheltered: boolean) {
  if (defence.steps === 0) return { chance: 1, attackers: 0, defenders: 0 };
  let [attack, left] = [main.steps, defence.steps];
  let [all, fire] = [main.steps, main.fire];
  let given = 0;
  for (let round = 1; round <= 3 && attack > 0; round++) {
    if (round === 2) {
      attack += reserves.steps;
      all += reserves.steps;
      fire += reserves.fire;
    }
    const standing = Math.max(0, left) / defence.steps;
    attack = Math.max(0, attack - defence.fire * standing * 0.6);
    const hits = (fire * attack) / Math.max(1, all) / (sheltered ? 2 : 1);
    given += hits;
    left -= hits;
    attack = Math.max(0, attack - defence.fire * (Math.max(0, left) / defence.steps) * 0.4);
  }
  const chance = 1 / (1 + Math.exp(-7 * (given / defence.steps - 1)));
  return { chance, attackers: all - attack, defenders: Math.min(given, defence.steps) };
}

/** The average steps and hits per round of each side's blocks, for one that is not seen. */
const typical = oncePer((theatre: Theatre) =>
  eachSide((side) => {
    const all = theatre.blocks.filter((block) => block.side === side && isHex(block.start));
    return {
      steps: sum(all.map(({ full }) => full)) / all.length,
      fire: sum(all.map(({ full, hits }) => (full * hits) / FACES)) / all.length,
    };
  }),
);
