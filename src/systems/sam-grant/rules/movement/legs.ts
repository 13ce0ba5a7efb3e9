import type { Draft, SlotValue } from '../../../../game/index.ts';
import { many } from '../../../../kit/order-rules.ts';
import type { Block } from '../../theatre.ts';
import { type BlockId, type Destination, LEGS } from '../../vocabulary.ts';
import type { Moment, Reason, Slot } from '../moment.ts';
import type { Reach, Reached } from './reach.ts';

/** Limits for blocks of one hex that go to several [5.2, 7.8]. */
export interface LegTerms {
  readonly blocks: readonly Block[];
  /** How many may leave the hex. */
  readonly most: number;
  reach(block: Block): Reach;
  /** How many may still go to a place; the number of blocks if there is no limit. */
  room(to: Reached): number;
}

export interface LegRules {
  terms(moment: Moment, draft: Draft): LegTerms;
  /** Whether at least one block has to go. */
  readonly must: boolean;
  /** Why the named blocks can't go to a place. */
  fault?(moment: Moment, order: Draft, leg: Leg): Reason | null;
  /** The reason if no other applies. */
  readonly other: Reason;
}

/** Slots of an order that sends blocks of one hex to several: a place and its blocks, in turn. */
export function legSlots({ terms, must, fault, other }: LegRules): readonly Slot[] {
  return LEGS.flatMap(([toSlot, blocksSlot], leg): Slot[] => {
    const isNeeded = must && leg === 0;
    return [
      {
        slot: toSlot,
        candidates: (moment, draft) => {
          const before = partOf(draft, leg);
          return before ? placesOpen(moment, terms(moment, draft), before) : [];
        },
        fault: (moment, draft, to, order) => {
          // A leg counts only its first place.
          if (order && fault)
            return placeIn(order[toSlot]) === to ? fault(moment, order, { to, blocks: many(order[blocksSlot]) }) : null;
          const before = partOf(draft, leg);
          return before && reachedBy(terms(moment, draft), before, to) ? null : other;
        },
        ...(isNeeded
          ? {}
          : {
              isAsked: (moment: Moment, draft: Draft) => {
                const before = partOf(draft, leg);
                return before !== null && !waysOpen(terms(moment, draft), before).next().done;
              },
              several: () => ({ least: 0, most: 1 }),
            }),
      },
      {
        slot: blocksSlot,
        ...(isNeeded
          ? {}
          : { isAsked: (_: Moment, draft: Draft) => partOf(draft, leg) !== null && placeIn(draft[toSlot]) !== null }),
        candidates: (moment, draft) => terms(moment, draft).blocks.map(({ id }) => id),
        fault: (moment, draft, id) => {
          const part = partOf(draft, leg);
          const { blocks, reach } = terms(moment, draft);
          const block = blocks.find((one) => one.id === id);
          const to = placeIn(draft[toSlot]) ?? '';
          return block && part && !part.blocks.includes(id) && reach(block).has(to) ? null : other;
        },
        several: (moment, draft, choices) => {
          const part = partOf(draft, leg);
          const all = terms(moment, draft);
          const to = part && reachedBy(all, part, placeIn(draft[toSlot]) ?? '');
          return { least: 1, most: part && to ? Math.max(1, Math.min(choices, roomLeft(all, part, to))) : 1 };
        },
      },
    ];
  });
}

interface Part {
  readonly blocks: readonly BlockId[];
  readonly places: readonly Destination[];
}

/** Blocks and places of the earlier legs; `null` if one of them has no place, which ends the order. */
function partOf(draft: Draft, leg: number): Part | null {
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

function roomLeft({ most, room }: LegTerms, { blocks }: Part, to: Reached): number {
  return Math.min(most - blocks.length, room(to));
}

/** How remaining blocks reach a place: by a forced march only if none can march normally; `null` if they can't. */
function reachedBy(terms: LegTerms, part: Part, to: Destination): Reached | null {
  if (part.places.includes(to)) return null;
  let best: Reached | null = null;
  for (const block of terms.blocks) {
    const reached = part.blocks.includes(block.id) ? undefined : terms.reach(block).get(to);
    if (!reached || roomLeft(terms, part, reached) < 1) continue;
    if (!reached.forced) return reached;
    best ??= reached;
  }
  return best;
}

export interface OpenPlace extends Reached {
  /** How many blocks can still go there. */
  readonly room: number;
}

export function placeOpen(terms: LegTerms, draft: Draft, leg: number, to: Destination): OpenPlace | null {
  const part = partOf(draft, leg);
  const place = part && reachedBy(terms, part, to);
  return part && place ? { ...place, room: roomLeft(terms, part, place) } : null;
}

/** Places for each remaining block; the same place can come up several times. */
function* waysOpen(terms: LegTerms, part: Part): Generator<readonly [Destination, Reached]> {
  if (terms.most <= part.blocks.length) return;
  for (const block of terms.blocks)
    if (!part.blocks.includes(block.id))
      for (const way of terms.reach(block))
        if (!part.places.includes(way[0]) && roomLeft(terms, part, way[1]) >= 1) yield way;
}

/** Open places: battles first, then cities with points, forced marches last. */
function placesOpen({ theatre }: Moment, terms: LegTerms, part: Part): readonly Destination[] {
  const found = new Map<Destination, Reached>();
  for (const [to, reached] of waysOpen(terms, part)) if (found.get(to)?.forced ?? true) found.set(to, reached);
  const use = ({ hex, by, forced }: Reached) =>
    by !== null ? -9 : Number(forced) - (theatre.city.get(hex)?.points ?? 0);
  const sorted = [...found].sort(([a, one], [b, other]) => use(one) - use(other) || (a < b ? -1 : 1));
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

/** The legs of a legal order. */
export function legsOf(order: Draft): readonly Leg[] {
  return LEGS.flatMap(([toSlot, blocksSlot]) => {
    const to = placeIn(order[toSlot]);
    return to === null ? [] : [{ to, blocks: many(order[blocksSlot]) }];
  });
}
