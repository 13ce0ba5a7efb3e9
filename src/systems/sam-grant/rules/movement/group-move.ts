import type { Dice, Draft } from '../../../../game/index.ts';
import { type DraftStep, one } from '../../../../kit/draft-steps.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../../kit/hex/hex-names.ts';
import { blocksAt, hexesHeld, losingStep, nearestEnemyFirst, placing, stepsOf } from '../../board.ts';
import type { Event, Going } from '../../events.ts';
import type { State } from '../../state.ts';
import { type Block, blockOf, type Theatre } from '../../theatre.ts';
import { type BlockId, LEGS, type OrderOf, type Side } from '../../vocabulary.ts';
import { blockChoice, hexChoice, QUESTIONS, ROLLED_FOR } from '../../words/questions.ts';
import { type Leg, type LegTerms, legSteps, legsOf } from './legs.ts';
import { freeToLeave, type Reached, reachOf, readDestination, regroupReach, roomBy } from './reach.ts';

/** Hexes from which a side can still make a group move, in the order of their ids. */
export function startsOf(theatre: Theatre, state: State, side: Side): readonly HexId[] {
  return hexesHeld(theatre, state, side).filter((hex) => {
    const free = freeToLeave(theatre, state, side, hex);
    return unmoved(theatre, state, side, hex).some((block) =>
      [...reachOf(theatre, state, block, hex).values()].some((to) => roomFor(theatre, state, side, to, free) > 0),
    );
  });
}

export function unmoved(theatre: Theatre, state: State, side: Side, hex: HexId): readonly Block[] {
  return blocksAt(theatre, state, hex, side).filter(({ id }) => !state.moved.includes(id));
}

/** Destinations of the blocks of a hex that can still move, each place by its cheapest block, battles first. Nothing while none can. */
export function reachOfGroup(theatre: Theatre, state: State, side: Side, from: HexId): readonly Reached[] {
  if (!startsOf(theatre, state, side).includes(from)) return [];
  const found = new Map<string, Reached>();
  for (const block of unmoved(theatre, state, side, from))
    for (const [to, reached] of reachOf(theatre, state, block, from)) {
      const known = found.get(to);
      if (!known || (known.forced && !reached.forced)) found.set(to, reached);
    }
  return [...found.values()].sort((a, b) => Number(b.by !== null) - Number(a.by !== null) || a.cost - b.cost);
}

function roomFor(theatre: Theatre, state: State, side: Side, { hex, by }: Reached, free: number): number {
  return by === null ? free : Math.min(free, roomBy(theatre, state, side, hex, by));
}

function termsFrom(theatre: Theatre, state: State, side: Side, from: HexId): LegTerms {
  const free = freeToLeave(theatre, state, side, from);
  return {
    blocks: unmoved(theatre, state, side, from),
    most: free,
    reach: (block) => reachOf(theatre, state, block, from),
    room: (to) => roomFor(theatre, state, side, to, free),
    choice: (block, reached) => blockChoice(block, stepsOf(state, block.id), reached.forced),
    must: true,
  };
}

/** The slots of a group move [5.2]. */
export function moveSteps(theatre: Theatre, state: State, side: Side): readonly DraftStep[] {
  const legs = (draft: Draft) => legSteps(theatre, termsFrom(theatre, state, side, one(draft.from)));
  return [
    () => ({
      slot: 'from',
      prompt: QUESTIONS.from,
      choices: nearestEnemyFirst(theatre, state, side, startsOf(theatre, state, side)).map((hex) =>
        hexChoice(theatre, hex),
      ),
    }),
    ...LEGS.flat().map((_, at): DraftStep => {
      return (draft) => legs(draft)[at]?.(draft) ?? null;
    }),
  ];
}

/** The slots of a regrouping: as a group move, but into one's own hexes alone, or nobody goes [7.8]. */
export function regroupSteps(theatre: Theatre, state: State, side: Side, from: HexId): readonly DraftStep[] {
  const blocks = blocksAt(theatre, state, from, side);
  return legSteps(theatre, {
    blocks,
    most: blocks.length,
    reach: (block) => regroupReach(theatre, state, block, from),
    room: () => blocks.length,
    choice: (block) => blockChoice(block, stepsOf(state, block.id), false),
    must: false,
  });
}

export interface Marched {
  readonly state: State;
  readonly events: readonly Event[];
}

/** Carries out a group move: blocks by a forced march roll for it as they arrive [5.5]. */
export function march(theatre: Theatre, state: State, side: Side, order: OrderOf<'move'>, dice: Dice): Marched {
  const { from } = order;
  const events: Event[] = [];
  const going: Going[] = [];
  const forced: { readonly block: BlockId; readonly to: HexId; readonly by: HexId | null }[] = [];
  let after = state;
  for (const { to, blocks } of legsOf(order)) {
    const { hex, by } = readDestination(to);
    going.push({ to: hex, by, blocks });
    after = arriving(after, blocks, hex, by);
    for (const block of blocks)
      if (reachOf(theatre, state, blockOf(theatre, block), from).get(to)?.forced) forced.push({ block, to: hex, by });
  }
  events.push({ type: 'moved', side, from, mode: 'march', going });
  for (const { block, to, by } of forced) {
    const die = dice.roll(6, ROLLED_FOR.forcedMarch(hexLabel(theatre, to)));
    const lost = die <= theatre.rules.forcedMarchLoss;
    if (lost) after = losingStep(after, block, 'prisoner');
    const captured = stepsOf(after, block) === 0;
    if (captured && by !== null) after = { ...after, fallen: [...after.fallen, { side, hex: to, by }] };
    events.push({ type: 'marched', side, block, to, die, lost, captured });
  }
  return { state: after, events };
}

/** Blocks in a hex, moved for this game-turn [5.3]; `by`: how they came to where they fight. */
export function arriving(state: State, blocks: readonly BlockId[], hex: HexId, by: HexId | null): State {
  const entered = { ...state.entered };
  if (by !== null) for (const id of blocks) entered[id] = by;
  return {
    ...placing(
      state,
      blocks.map((id) => [id, { at: hex }]),
    ),
    moved: [...state.moved, ...blocks],
    entered,
  };
}

export function regroup(state: State, side: Side, from: HexId, legs: readonly Leg[]): Marched {
  if (legs.length === 0) return { state, events: [] };
  const going = legs.map(({ to, blocks }): Going => ({ to, by: null, blocks }));
  const moves = legs.flatMap(({ to, blocks }) => blocks.map((id) => [id, { at: to }] as const));
  return { state: placing(state, moves), events: [{ type: 'moved', side, from, mode: 'regroup', going }] };
}
