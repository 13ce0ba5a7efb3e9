import type { HexId } from '../../kit/hex/hex-grid.ts';
import { isHex } from './board.ts';
import { actionsOf } from './rules/cards.ts';
import { type Battle, type BlockState, newBattle, type Placed, type State } from './state.ts';
import type { Theatre } from './theatre.ts';
import { type BattleView, openOf, type View } from './view.ts';
import { type BlockId, eachSide, SIDES, type Side } from './vocabulary.ts';

/**
 * A position consistent with a side's view: its own blocks as they are, and in place of unseen enemy blocks others that could stand there, at
 * full strength. The side's legal orders are the same as in the true position, since they never depend on hidden facts.
 */
export function positionFromView(theatre: Theatre, view: View, side: Side): State {
  const { phase, active, cuts, actions, battle } = view;
  const guess: State = {
    ...openOf(view),
    ...placesIn(theatre, view, side),
    version: 1,
    hands: eachSide((one) => view.hands[one] ?? []),
    undealt: [],
    cuts,
    chosen: eachSide((one) => (view.chosen[one] === 'face down' ? null : view.chosen[one])),
    used: 0,
    built: actions.built,
    battle: battle && battleIn(view, battle),
  };
  return phase === 'actions' ? { ...guess, used: actionsOf(guess, active) - actions.left } : guess;
}

/** A position with the right sides in each hex, but any of their blocks: enough for control, supply and open water, which are public. */
export function holdersFromView(theatre: Theatre, { stacks }: Pick<View, 'stacks'>): Placed {
  const blocks: Record<BlockId, BlockState> = Object.fromEntries(
    theatre.blocks.map(({ id }) => [id, { at: 'pool', steps: 0 }]),
  );
  const left = eachSide((side) => theatre.blocks.filter((block) => block.side === side));
  for (const { hex, side } of stacks) {
    const block = left[side].shift();
    if (block) blocks[block.id] = { at: hex, steps: block.full };
  }
  return { blocks };
}

/** Seen blocks in their places; unseen places get enemy blocks that could be there, those that began on the map first. */
function placesIn(theatre: Theatre, view: View, side: Side) {
  const blocks: Record<BlockId, BlockState> = {};
  const entered: Record<BlockId, HexId> = {};
  const moved: BlockId[] = [];
  for (const { id, start } of theatre.blocks)
    blocks[id] = { at: start === 'gulf' && !view.bragg ? 'gulf' : 'pool', steps: 0 };
  for (const one of SIDES) for (const id of view.prisoners[one]) blocks[id] = { at: 'prisoner', steps: 0 };
  for (const { hex, known } of view.stacks)
    for (const block of known) {
      blocks[block.id] = { at: hex, steps: block.steps };
      if (block.moved) moved.push(block.id);
      if (block.from !== null) entered[block.id] = block.from;
    }
  const unseen = theatre.blocks.filter(({ id, side: whose }) => whose !== side && blocks[id]?.at === 'pool');
  const likely = new Set(
    [...unseen].sort((a, b) => Number(!isHex(a.start)) - Number(!isHex(b.start)) || a.index - b.index),
  );
  const hidden = view.stacks.filter((stack) => stack.side !== side);
  // Blocks that the scenario sets up in a hex are assumed to be there still.
  const stayed = new Map(
    hidden.map(({ hex, count, known }) => {
      const there = unseen.filter(({ start }) => start === hex).slice(0, count - known.length);
      for (const block of there) likely.delete(block);
      return [hex, there];
    }),
  );
  for (const { hex, count, known, entries } of hidden) {
    const froms = entries.flatMap(([from, number]) => Array.from({ length: number }, () => from));
    const there = [...(stayed.get(hex) ?? []), ...likely].slice(0, count - known.length);
    for (const [place, block] of there.entries()) {
      likely.delete(block);
      blocks[block.id] = { at: hex, steps: block.full };
      const from = froms[place];
      if (from !== undefined) entered[block.id] = from;
    }
  }
  return { blocks, entered, moved };
}

function battleIn(view: View, { plans, ...seen }: BattleView): Battle {
  const there = view.stacks.find(({ hex, side }) => hex === seen.hex && side === seen.attacker);
  return {
    ...newBattle(seen.hex, seen.attacker, there?.entries.map(([from]) => from) ?? []),
    ...seen,
    plans: eachSide((one) => (typeof plans[one] === 'boolean' ? null : plans[one])),
  };
}
