import type { Draft, SlotValue } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../../kit/hex/hex-map.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { many } from '../../../../kit/order-rules.ts';
import { blocksAt, controllerOf, isHeldBy, type State } from '../../state.ts';
import { type Block, costOfStep, hexsideLimit, isWinter, type Theatre } from '../../theatre.ts';
import { type BlockId, type Destination, LEGS, type Order, otherSide, type Side } from '../../vocabulary.ts';
import type { Moment, Reason, Slot } from '../moment.ts';

export interface Reached {
  readonly hex: HexId;
  /** The hex from which a battle hex is entered; `null` for hexes without the enemy. */
  readonly by: HexId | null;
  /** Whether only a forced march gets there [5.5]. */
  readonly forced: boolean;
  /** Movement points. The first hex never costs more than the block has [5.4]. */
  readonly cost: number;
}
type Reach = ReadonlyMap<Destination, Reached>;

function destinationOf({ hex, by }: Pick<Reached, 'hex' | 'by'>): Destination {
  return by === null ? hex : `${hex} by ${by}`;
}
export function readDestination(value: Destination): Pick<Reached, 'hex' | 'by'> {
  const [hex = '', by = null] = value.split(' by ');
  return { hex, by };
}

/** Movement points of a block on land; one fewer in Winter [9.1]. */
export function allowanceOf(theatre: Theatre, state: Pick<State, 'turn'>, { speed }: Block): number {
  return Math.max(0, speed - (isWinter(theatre, state) ? theatre.rules.winterMovePenalty : 0));
}

/** Hexes from which a side's blocks entered a battle hex, each with their number. */
export function entriesInto(theatre: Theatre, state: State, hex: HexId, side: Side): ReadonlyMap<HexId, number> {
  const counts = new Map<HexId, number>();
  for (const { id } of blocksAt(theatre, state, hex, side)) {
    const from = state.entered[id];
    if (from !== undefined) counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return counts;
}

/**
 * How many blocks of a side entered a battle hex over a hexside. Blocks that died on the way count if the data say so
 * [2.5].
 */
export function cameBy(theatre: Theatre, state: State, side: Side, hex: HexId, by: HexId): number {
  const fallen = state.fallen.filter((one) => one.side === side && one.hex === hex && one.by === by);
  return (entriesInto(theatre, state, hex, side).get(by) ?? 0) + (theatre.rules.fallenCount ? fallen.length : 0);
}

/** How many more blocks may cross into battle over a hexside [2.5]. */
export function roomBy(theatre: Theatre, state: State, side: Side, hex: HexId, by: HexId): number {
  return hexsideLimit(theatre, state, by, hex) - cameBy(theatre, state, side, hex, by);
}

/** How many blocks may still leave a hex; each attacker pins one [5.9]. */
export function freeToLeave(theatre: Theatre, state: State, side: Side, hex: HexId): number {
  const there = blocksAt(theatre, state, hex, side).filter(({ id }) => !state.moved.includes(id));
  return Math.max(0, there.length - blocksAt(theatre, state, hex, otherSide(side)).length);
}

const reaches = new MemoPer<State, Reach>();

/** Everywhere that a block can march from where it stands [5.2–5.5]. */
export function reachOf(theatre: Theatre, state: State, block: Block, from: HexId): Reach {
  const { side } = block;
  const allowance = allowanceOf(theatre, state, block);
  return reaches.get(state, `${side} ${from} ${allowance}`, () =>
    marches(theatre, state, side, from, allowance, () => true),
  );
}

function marches(
  theatre: Theatre,
  state: State,
  side: Side,
  from: HexId,
  allowance: number,
  isOpen: (hex: HexId) => boolean,
): Reach {
  const enemy = otherSide(side);
  const found = new Map<Destination, Reached>();
  if (allowance === 0) return found;
  const spent = new Map<HexId, number>([[from, 0]]);
  // Hexsides that the enemy used for an attack are closed, at this hex and at other attacked ones [5.9].
  const isUsed = (hex: HexId, to: HexId) =>
    entriesInto(theatre, state, hex, enemy).has(to) || entriesInto(theatre, state, to, enemy).has(hex);
  const note = (reached: Reached) => {
    const known = found.get(destinationOf(reached));
    if (!known || reached.cost < known.cost) found.set(destinationOf(reached), reached);
  };
  // The loop also visits hexes that it adds; a hex reached more cheaply later is deleted and added again.
  for (const hex of spent.keys()) {
    const points = spent.get(hex) as number;
    for (const step of sidesOf(theatre, hex)) {
      const cost = costOfStep(theatre, step);
      if (cost === null || isUsed(hex, step.to) || !isOpen(step.to)) continue;
      // A first step is always within reach [5.4].
      const total = hex === from ? Math.min(cost, allowance) : points + cost;
      const fought = isHeldBy(theatre, state, step.to, enemy);
      if (step.to !== from) note({ hex: step.to, by: fought ? hex : null, forced: total > allowance, cost: total });
      if (fought || total > allowance || total >= (spent.get(step.to) ?? Number.POSITIVE_INFINITY)) continue;
      spent.delete(step.to);
      spent.set(step.to, total);
    }
  }
  return found;
}

/** The hexes to which a winner's block can regroup. It goes only through hexes of its side, unforced [7.8]. */
export function regroupReach(theatre: Theatre, state: State, block: Block, from: HexId): Reach {
  const allowance = allowanceOf(theatre, state, block);
  const isOwn = (hex: HexId) => controllerOf(theatre, state, hex) === block.side;
  return reaches.get(state, `regroup ${block.side} ${from} ${allowance}`, () => {
    const all = marches(theatre, state, block.side, from, allowance, isOwn);
    return new Map([...all].filter(([, { forced }]) => !forced));
  });
}

/** Limits for blocks that leave one hex for several places [5.2, 7.8]. */
export interface LegTerms {
  readonly blocks: readonly Block[];
  /** How many may leave the hex. */
  readonly most: number;
  reach(block: Block): Reach;
  /** How many may still go to a place; the number of blocks if there is no limit. */
  room(to: Reached): number;
}

interface LegRules {
  terms(moment: Moment, draft: Draft): LegTerms;
  /** Whether the order needs a first place. */
  readonly must: boolean;
  /** Why the named blocks can't go to a place. */
  fault?(moment: Moment, order: Draft, leg: Leg): Reason | null;
  /** The reason if no other applies. */
  readonly other: Reason;
}

/**
 * The slots of an order that sends blocks of one hex to several places: in turn a place, and the blocks that go there.
 */
export function legSlots({ terms, must, fault, other }: LegRules): readonly Slot[] {
  return LEGS.flatMap(([toSlot, blocksSlot], leg): Slot[] => {
    const isNeeded = must && leg === 0;
    return [
      {
        slot: toSlot,
        candidates: (moment, draft) => {
          const earlier = earlierLegs(draft, leg);
          return earlier ? placesOpen(moment, terms(moment, draft), earlier) : [];
        },
        fault: (moment, draft, to, order) => {
          // A slot's list may name several places, but only its first one is used.
          if (order && fault)
            return placeIn(order[toSlot]) === to ? fault(moment, order, { to, blocks: many(order[blocksSlot]) }) : null;
          const earlier = earlierLegs(draft, leg);
          return earlier && reachedBy(terms(moment, draft), earlier, to) ? null : other;
        },
        ...(isNeeded
          ? {}
          : {
              isAsked: (moment: Moment, draft: Draft) => {
                const earlier = earlierLegs(draft, leg);
                return earlier !== null && !waysOpen(terms(moment, draft), earlier).next().done;
              },
              several: () => ({ least: 0, most: 1 }),
            }),
      },
      {
        slot: blocksSlot,
        ...(isNeeded
          ? {}
          : {
              isAsked: (_: Moment, draft: Draft) => earlierLegs(draft, leg) !== null && placeIn(draft[toSlot]) !== null,
            }),
        candidates: (moment, draft) => terms(moment, draft).blocks.map(({ id }) => id),
        fault: (moment, draft, id) => {
          const earlier = earlierLegs(draft, leg);
          const { blocks, reach } = terms(moment, draft);
          const block = blocks.find((one) => one.id === id);
          const to = placeIn(draft[toSlot]) ?? '';
          return block && earlier && !earlier.blocks.includes(id) && reach(block).has(to) ? null : other;
        },
        several: (moment, draft, choices) => {
          const place = placeOpen(terms(moment, draft), draft, leg, placeIn(draft[toSlot]) ?? '');
          return { least: 1, most: Math.max(1, Math.min(choices, place?.room ?? 1)) };
        },
      },
    ];
  });
}

/** The blocks and places that the earlier legs of an order have used up. */
interface EarlierLegs {
  readonly blocks: readonly BlockId[];
  readonly places: readonly Destination[];
}

/** Blocks and places of the earlier legs; `null` if one of them has no place, which ends the order. */
function earlierLegs(draft: Draft, leg: number): EarlierLegs | null {
  const blocks: BlockId[] = [];
  const places: Destination[] = [];
  for (const [toSlot, blocksSlot] of LEGS.slice(0, leg)) {
    const to = placeIn(draft[toSlot]);
    if (to === null) return null;
    places.push(to);
    blocks.push(...many(draft[blocksSlot]));
  }
  return { blocks, places };
}

function roomLeft({ most, room }: LegTerms, { blocks }: EarlierLegs, to: Reached): number {
  return Math.min(most - blocks.length, room(to));
}

/**
 * How blocks that are left can reach a place, or `null`. It is a forced march only if none can march there normally.
 */
function reachedBy(terms: LegTerms, earlier: EarlierLegs, to: Destination): Reached | null {
  if (earlier.places.includes(to)) return null;
  let best: Reached | null = null;
  for (const block of terms.blocks) {
    const reached = earlier.blocks.includes(block.id) ? undefined : terms.reach(block).get(to);
    if (!reached || roomLeft(terms, earlier, reached) < 1) continue;
    if (!reached.forced) return reached;
    best ??= reached;
  }
  return best;
}

export interface OpenPlace extends Reached {
  readonly room: number;
}

/** A place to which the blocks that are left can go in a leg, and how many; `null` if none can. */
export function placeOpen(terms: LegTerms, draft: Draft, leg: number, to: Destination): OpenPlace | null {
  const earlier = earlierLegs(draft, leg);
  const place = earlier && reachedBy(terms, earlier, to);
  return earlier && place ? { ...place, room: roomLeft(terms, earlier, place) } : null;
}

/** The places open to each block that is left; the same place can come up several times. */
function* waysOpen(terms: LegTerms, earlier: EarlierLegs): Generator<readonly [Destination, Reached]> {
  if (terms.most <= earlier.blocks.length) return;
  for (const block of terms.blocks)
    if (!earlier.blocks.includes(block.id))
      for (const way of terms.reach(block))
        if (!earlier.places.includes(way[0]) && roomLeft(terms, earlier, way[1]) >= 1) yield way;
}

/** Open places: battles first, then cities by their points; a forced march counts as a point less. */
function placesOpen({ theatre }: Moment, terms: LegTerms, earlier: EarlierLegs): readonly Destination[] {
  const found = new Map<Destination, Reached>();
  for (const [to, reached] of waysOpen(terms, earlier)) if (found.get(to)?.forced ?? true) found.set(to, reached);
  const rank = ({ hex, by, forced }: Reached) =>
    by !== null ? -9 : Number(forced) - (theatre.city.get(hex)?.points ?? 0);
  const sorted = [...found].sort(([a, one], [b, other]) => rank(one) - rank(other) || (a < b ? -1 : 1));
  return sorted.map(([to]) => to);
}

/** The place in a slot, whether given alone or as a list. */
function placeIn(value: SlotValue | undefined): Destination | null {
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

export interface Leg {
  readonly to: Destination;
  readonly blocks: readonly BlockId[];
}

/** Adds legs to an order, as the slots of a move or, if the order is a `regroup`, of that. */
export function withLegs(order: Draft, legs: readonly Leg[]): Order {
  const isRegroup = order.verb === 'regroup';
  const slots = legs.map(({ to, blocks }, at) => {
    const [toSlot, blocksSlot] = LEGS[at] as (typeof LEGS)[number];
    // Only the first place of a move is a single value.
    return { [toSlot]: at > 0 || isRegroup ? [to] : to, [blocksSlot]: blocks };
  });
  return Object.assign({}, order, isRegroup && { to: [] }, ...slots) as Order;
}

export function legsOf(order: Draft): readonly Leg[] {
  return LEGS.flatMap(([toSlot, blocksSlot]) => {
    const to = placeIn(order[toSlot]);
    return to === null ? [] : [{ to, blocks: many(order[blocksSlot]) }];
  });
}
