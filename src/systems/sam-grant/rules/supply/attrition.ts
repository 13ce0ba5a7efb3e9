import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { losingStep, stacks, stepsOf } from '../../board.ts';
import type { State } from '../../state.ts';
import { type Block, isWinter, type Theatre } from '../../theatre.ts';
import type { BlockId, Side } from '../../vocabulary.ts';
import { type Done, type Moment, notNow, type Reason, type Rule, reason } from '../moment.ts';
import { isSupplied } from './supply-lines.ts';

/** How many blocks a hex feeds [8.3]. */
export function forageOf(theatre: Theatre, state: Pick<State, 'turn'>, hex: HexId): number {
  const terrain = theatre.hex.get(hex)?.terrain ?? 'sea';
  const grown = terrain === 'sea' ? 0 : theatre.rules.forage[terrain];
  return (isWinter(theatre, state) ? Math.floor(grown / 2) : grown) + (theatre.city.get(hex)?.value ?? 0);
}

/** A hex out of supply whose blocks have to lose steps. */
export interface Hunger {
  readonly hex: HexId;
  readonly blocks: readonly Block[];
  readonly losses: number;
}

/** The first hex with unsettled attrition. */
export function hungerOf(theatre: Theatre, state: State, side: Side): Hunger | null {
  const hungry = [...stacks(theatre, state)].flatMap(([hex, all]): Hunger[] => {
    const blocks = all.filter((one) => one.side === side);
    const losses = blocks.length - forageOf(theatre, state, hex);
    if (losses <= 0 || state.fed.includes(hex) || isSupplied(theatre, state, side, hex)) return [];
    return [{ hex, blocks, losses }];
  });
  return hungry.sort((a, b) => (a.hex < b.hex ? -1 : 1))[0] ?? null;
}

function hungry({ theatre, state, side }: Moment): Hunger | null {
  return hungerOf(theatre, state, side);
}

/** Blocks beyond the number the hex feeds lose a step each [8.3]. */
export const LOSE: Rule<'lose'> = {
  verb: 'lose',
  closed: ({ state }) => (state.phase === 'attrition' ? null : notNow(state, 'lose')),
  slots: [
    {
      slot: 'blocks',
      candidates: (moment) => hungry(moment)?.blocks.map(({ id }) => id) ?? [],
      fault: (moment, _, id) => (hungry(moment)?.blocks.some((block) => block.id === id) ? null : loseFault(moment)),
      several: (moment) => {
        const { losses = 1 } = hungry(moment) ?? {};
        return { least: losses, most: losses };
      },
    },
  ],
  otherwise: loseFault,
  carry: ({ theatre, state, side }, { blocks }) =>
    goHungry(state, side, hungerOf(theatre, state, side)?.hex as HexId, blocks),
};

function loseFault(moment: Moment): Reason {
  const hunger = hungry(moment);
  return reason('lose', '8.3', hunger ? { hex: hunger.hex, number: hunger.losses } : {});
}

/** The default: blocks with most steps first, HQ last [14.7]. */
export function defaultLosses(state: State, { blocks, losses }: Hunger): readonly BlockId[] {
  const worst = [...blocks].sort(
    (a, b) =>
      Number(a.kind === 'hq') - Number(b.kind === 'hq') ||
      stepsOf(state, b.id) - stepsOf(state, a.id) ||
      a.index - b.index,
  );
  const chosen = new Set(worst.slice(0, losses));
  return blocks.flatMap((block) => (chosen.has(block) ? [block.id] : []));
}

/** Blocks that lose their last step go to the pool, and are not captured [8.4]. */
function goHungry(state: State, side: Side, hex: HexId, blocks: readonly BlockId[]): Done {
  let after: State = { ...state, fed: [...state.fed, hex] };
  for (const id of blocks) after = losingStep(after, id, 'pool');
  const gone = blocks.filter((id) => stepsOf(after, id) === 0);
  return { state: after, events: [{ type: 'hungry', side, hex, blocks, gone }] };
}
