import type { Draft } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { many } from '../../../../kit/order-rules.ts';
import { isHeldBy, isHex, placing, type State, stepsOf } from '../../state.ts';
import { type BlockId, type Card, isSupply, numberOf, otherSide, type Side } from '../../vocabulary.ts';
import { type Moment, NOT_LISTED, notNow, type Reason, type Rule, reason } from '../moment.ts';
import { isSupplied } from './supply-lines.ts';

/** The block of a step: `c-hardee` names the first step that a card gives it, `c-hardee+2` the second. */
export function blockOfStep(step: string): BlockId {
  return step.replace(/\+\d$/, '');
}

export function supplyCardOf({ played }: State, side: Side): Card | null {
  const card = played[side].at(-1);
  return card && isSupply(card) ? card : null;
}

/** How many steps a side's card gives anywhere, and how many only west of the Mississippi and in Georgia [11.4]. */
export function stepsOfCard(state: State, side: Side): { readonly free: number; readonly west: number } {
  const card = supplyCardOf(state, side);
  const printed = card ? numberOf(card) : 0;
  const west = side === 'csa' && state.river ? Math.min(1, printed) : 0;
  return { free: printed - west, west };
}

/** Steps that a side's blocks could gain from one card [5.8]. */
function stepsMissing({ theatre, state, side }: Moment): readonly string[] {
  return theatre.blocks.flatMap(({ id, side: owner, full }) => {
    if (owner !== side || !isHex(state.blocks[id]?.at ?? 'pool')) return [];
    const room = Math.min(theatre.rules.supplyStepsPerBlock, full - stepsOf(state, id));
    return Array.from({ length: room }, (_, step) => (step === 0 ? id : `${id}+${step + 1}`));
  });
}

/**
 * The reason why a block can't take a step [5.8]; `null` if it can.
 * @param isWest whether the step goes only west of the Mississippi or to Georgia [11.4]
 */
function stepFault(moment: Moment, isWest: boolean, draft: Draft, step: string, order?: Draft): Reason | null {
  const { theatre, state, side } = moment;
  const id = blockOfStep(step);
  const block = theatre.block.get(id);
  const at = state.blocks[id]?.at ?? 'pool';
  if (block?.side !== side) return reason('not-yours', '5.8', { block: id });
  if (!isHex(at)) return reason('not-on-map', '5.8', { block: id });
  if (!isSupplied(theatre, state, side, at)) return reason('no-supply', '5.8', { hex: at });
  const ordinal = step === id ? 1 : Number(step.at(-1));
  const wanted = order ? stepsIn(order).filter((one) => blockOfStep(one) === id).length : ordinal;
  const number = block.full - stepsOf(state, id);
  if (wanted > number) return reason('full', '5.8', { block: id, number });
  if (wanted > theatre.rules.supplyStepsPerBlock) return reason('two-steps', '5.8', { block: id });
  // For a complete order, the number of steps is checked elsewhere.
  if (order) return null;
  const isHexBarred = isHeldBy(theatre, state, at, otherSide(side)) || (isWest && theatre.behindRiver.has(at));
  // "c-hardee+1" names no step: the first one is "c-hardee".
  const isNoStep = step !== id && ordinal < 2;
  const isGiven = isWest && many(draft.steps).includes(step);
  return isHexBarred || isNoStep || isGiven ? NOT_LISTED : null;
}

function stepsIn(order: Draft): readonly string[] {
  return [...many(order.steps), ...many(order.west)];
}

function canTake(moment: Moment, isWest: boolean, draft: Draft): boolean {
  return stepsMissing(moment).some((step) => stepFault(moment, isWest, draft, step) === null);
}

/** A Supply card gives steps to blocks [5.8]. */
export const SUPPLY: Rule<'supply'> = {
  verb: 'supply',
  closed: (moment) => {
    const { free, west } = stepsOfCard(moment.state, moment.side);
    if (moment.state.phase !== 'supply') return notNow(moment.state, 'supply');
    return canTake(moment, free === 0 && west > 0, {}) ? null : reason('all-full', '5.8');
  },
  slots: [
    {
      slot: 'steps',
      isAsked: ({ state, side }) => stepsOfCard(state, side).free > 0,
      candidates: stepsMissing,
      fault: (moment, draft, step, order) => stepFault(moment, false, draft, step, order),
      several: ({ state, side }, _, choices) => {
        return { least: 1, most: Math.max(1, Math.min(stepsOfCard(state, side).free, choices)) };
      },
    },
    {
      slot: 'west',
      isAsked: (moment, draft) => {
        const { free, west } = stepsOfCard(moment.state, moment.side);
        return west > 0 && (free === 0 || canTake(moment, true, draft));
      },
      candidates: stepsMissing,
      fault: (moment, draft, step, order) => stepFault(moment, true, draft, step, order),
      several: ({ state, side }) => {
        const { free, west } = stepsOfCard(state, side);
        return { least: free > 0 ? 0 : 1, most: west };
      },
    },
  ],
  otherwise: ({ state, side }, order) => {
    const { free, west } = stepsOfCard(state, side);
    if (west === 0 && many(order.west).length > 0) return reason('west-needless', '11.4');
    if (many(order.steps).length === 0) return reason('no-steps', '5.8');
    if (stepsIn(order).length > free + west) return reason('card-steps', '5.8', { number: free + west });
    return west > 0 ? reason('west', '11.4') : NOT_LISTED;
  },
  carry: ({ state, side }, { steps = [], west = [] }) => {
    const given = [...steps, ...west].map(blockOfStep);
    const hexes = new Map<HexId, number>();
    let after: State = state;
    for (const id of given) {
      const { at } = state.blocks[id] as { at: HexId };
      hexes.set(at, (hexes.get(at) ?? 0) + 1);
      after = placing(after, [[id, { steps: stepsOf(after, id) + 1 }]]);
    }
    return {
      state: { ...after, supplied: [...state.supplied, ...hexes] },
      events: [
        { type: 'supplied', side, steps: given, hexes: [...hexes] },
        { type: 'finished', side, phase: 'supply', pass: false },
      ],
    };
  },
};
