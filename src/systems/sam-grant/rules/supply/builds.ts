import { type DraftStep, one } from '../../../../kit/draft-steps.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { blocksIn, controllerOf, isHeldBy, nearestEnemyFirst, placing } from '../../board.ts';
import type { State } from '../../state.ts';
import { type Block, blockOf, type City, type Theatre } from '../../theatre.ts';
import { type BlockId, otherSide, type Side } from '../../vocabulary.ts';
import { HINTS, hexChoice, poolChoice, QUESTIONS } from '../../words/questions.ts';
import type { Marched } from '../movement/group-move.ts';
import { isSupplied } from './supply-lines.ts';

/** Cities where a side can build: its own, of value 1 or more, with a supply line and no enemy [5.7]. */
function sites(theatre: Theatre, state: State, side: Side): readonly HexId[] {
  return known.get(state.blocks, `${theatre.id} ${side}`, () => {
    const isSite = ({ hex, value }: City) =>
      value > 0 && controllerOf(theatre, state, hex) === side && isSupplied(theatre, state, side, hex);
    return [...theatre.city.values()].flatMap((city) => (isSite(city) ? [city.hex] : [])).sort();
  });
}
const known = new MemoPer<State['blocks'], readonly HexId[]>();

/** Steps that a block is built with: one fewer east of a Mississippi the USA controls [11.2, 11.3]. */
export function builtSteps(theatre: Theatre, state: State, { side, full }: Block, hex: HexId): number {
  return side === 'csa' && state.river && theatre.behindRiver.has(hex) ? full - 1 : full;
}

export function sitesFor(theatre: Theatre, state: State, block: Block): readonly HexId[] {
  return sites(theatre, state, block.side).filter((hex) => builtSteps(theatre, state, block, hex) > 0);
}

export function buildable(theatre: Theatre, state: State, side: Side): readonly Block[] {
  return blocksIn(theatre, state, 'pool', side).filter((block) => sitesFor(theatre, state, block).length > 0);
}

function strongestFirst(blocks: readonly Block[]): Block[] {
  return [...blocks].sort((a, b) => b.full - a.full || a.index - b.index);
}

/** The slots of a build. */
export function buildSteps(theatre: Theatre, state: State, side: Side): readonly DraftStep[] {
  return [
    () => ({
      slot: 'block',
      prompt: QUESTIONS.block,
      choices: strongestFirst(buildable(theatre, state, side)).map(poolChoice),
    }),
    (draft) => {
      const block = blockOf(theatre, one(draft.block));
      const choices = nearestEnemyFirst(theatre, state, side, sitesFor(theatre, state, block)).map((hex) => {
        const steps = builtSteps(theatre, state, block, hex);
        const choice = hexChoice(theatre, hex);
        return steps < block.full ? { ...choice, hint: HINTS.built(steps, block.full) } : choice;
      });
      return { slot: 'hex', prompt: QUESTIONS.city, choices };
    },
  ];
}

export function build(theatre: Theatre, state: State, side: Side, id: BlockId, hex: HexId): Marched {
  const steps = builtSteps(theatre, state, blockOf(theatre, id), hex);
  return {
    state: placing(state, [[id, { at: hex, steps }]]),
    events: [{ type: 'built', side, block: id, hex, steps }],
  };
}

/** Where Bragg's corps can come in, while it has not [5.10]. */
export function braggSites(theatre: Theatre, state: State): readonly HexId[] {
  const { bragg } = theatre.scenario;
  if (!bragg || state.bragg) return [];
  return bragg.entry.filter(
    (hex) => controllerOf(theatre, state, hex) === 'csa' && !isHeldBy(theatre, state, hex, otherSide('csa')),
  );
}

export function bringBragg(theatre: Theatre, state: State, hex: HexId): Marched {
  const corps = blocksIn(theatre, state, 'gulf', 'csa');
  const blocks = corps.map(({ id }) => id);
  const placed = placing(
    state,
    corps.map(({ id, full }) => [id, { at: hex, steps: full }]),
  );
  return {
    state: { ...placed, bragg: true, moved: [...state.moved, ...blocks] },
    events: [{ type: 'bragg', hex, blocks, points: theatre.scenario.bragg?.points ?? 0 }],
  };
}
