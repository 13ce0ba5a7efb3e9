import type { Dice } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sideBetween } from '../../../../kit/hex/hex-map.ts';
import { one } from '../../../../kit/order-rules.ts';
import {
  type Battle,
  battleHexes,
  blocksAt,
  controllerOf,
  hexesHeld,
  isHeldBy,
  losingStep,
  nearestEnemyFirst,
  placing,
  type State,
  stepsOf,
} from '../../state.ts';
import { type Block, blockOf, hexsideLimit, type Theatre } from '../../theatre.ts';
import {
  type BlockId,
  type Destination,
  type Event,
  type Going,
  type OrderOf,
  otherSide,
  type Side,
} from '../../vocabulary.ts';
import { acted, moveFault } from '../cards.ts';
import { type Done, type Moment, NOT_LISTED, notNow, type Reason, ROLLED_FOR, type Rule, reason } from '../moment.ts';
import {
  allowanceOf,
  entriesInto,
  freeToLeave,
  type Leg,
  type LegTerms,
  legSlots,
  legsOf,
  type Reached,
  reachOf,
  readDestination,
  regroupReach,
  roomBy,
} from './reach.ts';

function canStart(theatre: Theatre, state: State, side: Side, hex: HexId): boolean {
  const free = freeToLeave(theatre, state, side, hex);
  if (free === 0) return false;
  for (const block of unmoved(theatre, state, side, hex))
    for (const to of reachOf(theatre, state, block, hex).values())
      if (roomFor(theatre, state, side, to, free) > 0) return true;
  return false;
}

/** Hexes from which a side can still make a group move, in the order of their ids. */
export function startsOf(theatre: Theatre, state: State, side: Side): readonly HexId[] {
  return hexesHeld(theatre, state, side).filter((hex) => canStart(theatre, state, side, hex));
}

export function unmoved(theatre: Theatre, state: State, side: Side, hex: HexId): readonly Block[] {
  return blocksAt(theatre, state, hex, side).filter(({ id }) => !state.moved.includes(id));
}

/** The places that unmoved blocks of a hex can reach, battles first. It is empty if no block may leave. */
export function reachOfGroup(theatre: Theatre, state: State, side: Side, from: HexId): readonly Reached[] {
  if (!canStart(theatre, state, side, from)) return [];
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

export function termsFrom({ theatre, state, side }: Moment, from: HexId): LegTerms {
  const free = freeToLeave(theatre, state, side, from);
  return {
    blocks: unmoved(theatre, state, side, from),
    most: free,
    reach: (block) => reachOf(theatre, state, block, from),
    room: (to) => roomFor(theatre, state, side, to, free),
  };
}

/** The reason why some blocks can't leave a hex together; `null` if they can. */
export function leavingFault({ theatre, state, side }: Moment, from: HexId, ids: readonly BlockId[]): Reason | null {
  for (const id of ids) {
    if (theatre.block.get(id)?.side !== side) return reason('not-yours', '5.2', { block: id });
    if (state.blocks[id]?.at !== from) return reason('not-there', '5.2', { block: id, hex: from });
    if (state.moved.includes(id)) return reason('moved', '5.3', { block: id });
  }
  if (!isHeldBy(theatre, state, from, side)) return reason('nobody-there', '5.2', { hex: from });
  const free = freeToLeave(theatre, state, side, from);
  if (ids.length > free)
    return reason('pinned', '5.9', { hex: from, number: unmoved(theatre, state, side, from).length - free });
  return new Set(ids).size < ids.length ? reason('twice', '5.3') : null;
}

/** The reason why blocks can't go from a hex to a place; `null` if they can. */
function goingFault(moment: Moment, from: HexId, { to, blocks }: Leg): Reason | null {
  const { theatre, state, side } = moment;
  const { hex, by } = readDestination(to);
  const isFought = isHeldBy(theatre, state, hex, otherSide(side));
  if (hex === from) return reason('already-there', '5.2', { hex });
  if (by === null && isFought) return reason('by-missing', '6.2', { hex });
  if (by !== null && !isFought) return reason('by-needless', '6.2', { hex });
  const left = blocks.find((id) => !reachOf(theatre, state, blockOf(theatre, id), from).has(to));
  if (left !== undefined) return marchFault(moment, from, to, left);
  if (by === null || blocks.length <= roomBy(theatre, state, side, hex, by)) return null;
  return reason('hexside', '2.5', { hex, from: by, number: hexsideLimit(theatre, state, by, hex) });
}

function marchFault({ theatre, state, side }: Moment, from: HexId, to: Destination, id: BlockId): Reason {
  const { hex, by } = readDestination(to);
  const allowance = allowanceOf(theatre, state, blockOf(theatre, id));
  if (allowance === 0) return reason('winter', '9.1', { block: id });
  const before = by ?? from;
  if (sideBetween(theatre, before, hex)?.barred) return reason('unbridged', '2.6', { hex, from: before });
  const enemy = otherSide(side);
  if (entriesInto(theatre, state, hex, enemy).has(before) || entriesInto(theatre, state, before, enemy).has(hex))
    return reason('used-hexside', '5.9', { hex, from: before });
  return reason('too-far', '5.4', { block: id, hex, number: allowance });
}

const NO_MOVE = reason('no-move', '5.2');

/** Blocks of one hex march to up to four places [5.2]. */
export const MOVE: Rule<'move'> = {
  verb: 'move',
  closed: (moment) => {
    const { theatre, state, side } = moment;
    const shut = moveFault(moment, 'move');
    if (shut) return shut;
    return hexesHeld(theatre, state, side).some((hex) => canStart(theatre, state, side, hex)) ? null : NO_MOVE;
  },
  slots: [
    {
      slot: 'from',
      candidates: ({ theatre, state, side }) =>
        nearestEnemyFirst(theatre, state, side, hexesHeld(theatre, state, side)),
      fault: (moment, _, from, order) => {
        if (order)
          return leavingFault(
            moment,
            from,
            legsOf(order).flatMap(({ blocks }) => blocks),
          );
        return canStart(moment.theatre, moment.state, moment.side, from) ? null : NO_MOVE;
      },
    },
    ...legSlots({
      terms: (moment, draft) => termsFrom(moment, one(draft.from)),
      must: true,
      fault: (moment, order, leg) => goingFault(moment, one(order.from), leg),
      other: NOT_LISTED,
    }),
  ],
  otherwise: () => NOT_LISTED,
  carry: ({ theatre, state, side }, order, dice) =>
    acted(withTaken(theatre, state, march(theatre, state, side, order, dice))),
};

const NO_REGROUPING = reason('regroup', '7.8');

/** A group move of the winner's blocks, into hexes that their side controls. No block has to go [7.8]. */
export const REGROUP: Rule<'regroup'> = {
  verb: 'regroup',
  closed: ({ state }) => (state.battle?.waiting?.for === 'regroup' ? null : notNow(state, 'regroup')),
  slots: legSlots({
    terms: ({ theatre, state, side }) => {
      const { hex } = state.battle as Battle;
      const blocks = blocksAt(theatre, state, hex, side);
      const most = blocks.length;
      return { blocks, most, reach: (block) => regroupReach(theatre, state, block, hex), room: () => most };
    },
    must: false,
    other: NO_REGROUPING,
  }),
  otherwise: () => NO_REGROUPING,
  carry: ({ theatre, state, side }, order) => regroup(theatre, state, side, legsOf(order)),
};

/** Moves the winner's blocks and ends the battle. The hexsides over which its blocks came are forgotten. */
export function regroup(theatre: Theatre, state: State, side: Side, legs: readonly Leg[]): Done {
  const { hex: from } = state.battle as Battle;
  const moves = legs.flatMap(({ to, blocks }) => blocks.map((id) => [id, { at: to }] as const));
  const after = placing(state, moves);
  const fought = battleHexes(theatre, after);
  const entered = Object.entries(after.entered).filter(([id]) => fought.includes(after.blocks[id]?.at ?? ''));
  const going = legs.map(({ to, blocks }): Going => ({ to, by: null, blocks }));
  return {
    state: { ...after, battle: null, entered: Object.fromEntries(entered) },
    events: going.length > 0 ? [{ type: 'moved', side, from, mode: 'regroup', going }] : [],
  };
}

/** Adds to a `moved` event the cities that changed hands, also if the blocks that took one have left it since [2.3]. */
export function withTaken(theatre: Theatre, before: State, { state, events }: Done): Done {
  const taken = [...theatre.city.values()].flatMap(({ hex, points }): (readonly [HexId, Side])[] => {
    const now = points > 0 ? controllerOf(theatre, state, hex) : null;
    return now === null || now === controllerOf(theatre, before, hex) ? [] : [[hex, now]];
  });
  if (taken.length === 0) return { state, events };
  return { state, events: events.map((event) => (event.type === 'moved' ? { ...event, taken } : event)) };
}

/** Moves blocks; those on a forced march roll as they arrive [5.5]. */
function march(theatre: Theatre, state: State, side: Side, order: OrderOf<'move'>, dice: Dice): Done {
  const { from } = order;
  const events: Event[] = [];
  const going: Going[] = [];
  const forced: { readonly block: BlockId; readonly to: HexId; readonly by: HexId | null }[] = [];
  let after = state;
  for (const { to, blocks } of legsOf(order)) {
    const { hex, by } = readDestination(to);
    going.push({ to: hex, by, blocks });
    after = movingInto(after, blocks, hex, by);
    for (const block of blocks)
      if (reachOf(theatre, state, blockOf(theatre, block), from).get(to)?.forced) forced.push({ block, to: hex, by });
  }
  events.push({ type: 'moved', side, from, mode: 'march', going });
  for (const { block, to, by } of forced) {
    const die = dice.roll(6, ROLLED_FOR.forcedMarch(theatre, to));
    const lost = die <= theatre.rules.forcedMarchLoss;
    if (lost) after = losingStep(after, block, 'prisoner');
    const captured = stepsOf(after, block) === 0;
    if (captured && by !== null) after = { ...after, fallen: [...after.fallen, { side, hex: to, by }] };
    events.push({ type: 'marched', side, block, to, die, lost, captured });
  }
  return { state: after, events };
}

/**
 * Puts blocks in a hex and marks them as moved [5.3].
 * @param by the hex from which they enter a battle; `null` if there is none
 */
export function movingInto(state: State, blocks: readonly BlockId[], hex: HexId, by: HexId | null): State {
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
