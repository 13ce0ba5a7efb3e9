import { type DraftStep, many } from '../../../../kit/draft-steps.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { isHeldBy, isHex, placing, stepsOf } from '../../board.ts';
import type { Event } from '../../events.ts';
import type { State } from '../../state.ts';
import type { Theatre } from '../../theatre.ts';
import { type BlockId, type Card, isSupply, numberOf, otherSide, type Side } from '../../vocabulary.ts';
import { QUESTIONS, stepChoice } from '../../words/questions.ts';
import type { Marched } from '../movement/group-move.ts';
import { isSupplied } from './supply-lines.ts';

/** `c-hardee` is a block's first step of a card, `c-hardee+2` its second. */
function blockOfStep(step: string): BlockId {
  return step.replace(/\+\d$/, '');
}

/** The Supply card a side has face up; null: another one, or none. */
export function supplyCardOf({ played }: State, side: Side): Card | null {
  const card = played[side].at(-1);
  return card && isSupply(card) ? card : null;
}

/** Steps of the card, and how many of them only serve west of the Mississippi and in Georgia [11.4]. */
export function stepsOfCard(state: State, side: Side): { readonly free: number; readonly west: number } {
  const card = supplyCardOf(state, side);
  const printed = card ? numberOf(card) : 0;
  const west = side === 'csa' && state.river ? Math.min(1, printed) : 0;
  return { free: printed - west, west };
}

/** Steps that a side's blocks can take, at most so many a block [5.8]. */
function open(theatre: Theatre, state: State, side: Side, west: boolean): readonly string[] {
  return theatre.blocks.flatMap((block) => {
    const at = state.blocks[block.id]?.at ?? 'pool';
    if (block.side !== side || !isHex(at) || isHeldBy(theatre, state, at, otherSide(side))) return [];
    if (!isSupplied(theatre, state, side, at) || (west && theatre.behindRiver.has(at))) return [];
    const room = Math.min(theatre.rules.supplyStepsPerBlock, block.full - stepsOf(state, block.id));
    return Array.from({ length: room }, (_, step) => (step === 0 ? block.id : `${block.id}+${step + 1}`));
  });
}

export function canSupply(theatre: Theatre, state: State, side: Side): boolean {
  const { free, west } = stepsOfCard(state, side);
  return open(theatre, state, side, free === 0 && west > 0).length > 0;
}

/** The slots of a Supply card. */
export function supplySteps(theatre: Theatre, state: State, side: Side): readonly DraftStep[] {
  const { free, west } = stepsOfCard(state, side);
  const choice = (step: string) => stepChoice(theatre, state, blockOfStep(step), step.endsWith('+2'));
  return [
    () => {
      const steps = open(theatre, state, side, false);
      const most = Math.min(free, steps.length);
      if (free === 0 && west > 0) return null;
      const several = { least: 1, most: Math.max(1, most) };
      return { slot: 'steps', prompt: QUESTIONS.steps, choices: steps.map(choice), several };
    },
    (draft) => {
      const steps = open(theatre, state, side, true).filter((step) => !many(draft.steps).includes(step));
      if (west === 0 || (steps.length === 0 && free > 0)) return null;
      const several = { least: free > 0 ? 0 : 1, most: west };
      const prompt = QUESTIONS.west;
      return { slot: 'west', prompt, choices: steps.map(choice), several };
    },
  ];
}

export function resupply(state: State, side: Side, given: readonly string[]): Marched {
  const steps = given.map(blockOfStep);
  const gained = new Map<BlockId, number>();
  const hexes = new Map<HexId, number>();
  for (const id of steps) {
    const { at } = state.blocks[id] as { at: HexId };
    gained.set(id, (gained.get(id) ?? 0) + 1);
    hexes.set(at, (hexes.get(at) ?? 0) + 1);
  }
  const event: Event = { type: 'supplied', side, steps, hexes: [...hexes] };
  const changes = [...gained].map(([id, more]) => [id, { steps: stepsOf(state, id) + more }] as const);
  return { state: { ...placing(state, changes), supplied: [...state.supplied, ...hexes] }, events: [event] };
}
