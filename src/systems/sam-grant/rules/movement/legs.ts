import type { Choice, Draft, SlotValue } from '../../../../game/index.ts';
import { type DraftStep, many } from '../../../../kit/draft-steps.ts';
import type { Block, Theatre } from '../../theatre.ts';
import { type BlockId, type Destination, LEGS } from '../../vocabulary.ts';
import { placeChoice, QUESTIONS } from '../../words/questions.ts';
import type { Reach, Reached } from './reach.ts';

/** Blocks of one hex that may part to several [5.2, 7.8]. */
export interface LegTerms {
  readonly blocks: readonly Block[];
  /** How many may leave the hex. */
  readonly most: number;
  reach(block: Block): Reach;
  /** How many may still go to a place; not limited: as many as there are. */
  room(to: Reached): number;
  /** What a block is called, and what choosing it means. */
  choice(block: Block, reached: Reached): Choice;
  /** Somebody has to go. */
  readonly must: boolean;
}

/** The slots of an order that sends blocks of one hex to several, one place after the other. */
export function legSteps(theatre: Theatre, terms: LegTerms): readonly DraftStep[] {
  return LEGS.flatMap(([toSlot, blocksSlot], leg): DraftStep[] => [
    (draft) => {
      const before = partOf(draft, leg);
      if (before === null) return null;
      const open = placesOpen(theatre, terms, before);
      const needed = terms.must && leg === 0;
      if (open.length === 0 && !needed) return null;
      const choices = open.map(([to, reached]) => placeChoice(theatre, to, reached, roomLeft(terms, before, reached)));
      const prompt = leg === 0 ? QUESTIONS.to : QUESTIONS.others;
      return { slot: toSlot, prompt, choices, ...(needed ? {} : { several: { least: 0, most: 1 } }) };
    },
    (draft) => {
      const before = partOf(draft, leg);
      const to = placeIn(draft[toSlot]);
      if (before === null || to === null) return null;
      const going = blocksTo(terms, before, to);
      const [, first] = going[0] ?? [];
      const most = first ? Math.min(going.length, roomLeft(terms, before, first)) : 0;
      const choices = most > 0 ? going.map(([block, reached]) => terms.choice(block, reached)) : [];
      return { slot: blocksSlot, prompt: QUESTIONS.blocks, choices, several: { least: 1, most: Math.max(1, most) } };
    },
  ]);
}

interface Part {
  readonly blocks: readonly BlockId[];
  readonly places: readonly Destination[];
}

/** What the legs before one have named; null: nobody else goes. */
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

function roomLeft(terms: LegTerms, { blocks }: Part, to: Reached): number {
  return Math.min(terms.most - blocks.length, terms.room(to));
}

/** Battles first, then places with points. */
function placesOpen(theatre: Theatre, terms: LegTerms, part: Part): readonly (readonly [Destination, Reached])[] {
  const found = new Map<Destination, Reached>();
  for (const block of terms.blocks) {
    if (part.blocks.includes(block.id)) continue;
    for (const [to, reached] of terms.reach(block)) {
      if (part.places.includes(to) || roomLeft(terms, part, reached) < 1) continue;
      const known = found.get(to);
      if (!known || (known.forced && !reached.forced)) found.set(to, reached);
    }
  }
  const use = ([, { hex, by, forced }]: readonly [Destination, Reached]) =>
    by !== null ? -9 : Number(forced) - (theatre.city.get(hex)?.points ?? 0);
  return [...found].sort((a, b) => use(a) - use(b) || (a[0] < b[0] ? -1 : 1));
}

function blocksTo(terms: LegTerms, part: Part, to: Destination): readonly (readonly [Block, Reached])[] {
  if (part.places.includes(to)) return [];
  return terms.blocks.flatMap((block) => {
    const reached = part.blocks.includes(block.id) ? undefined : terms.reach(block).get(to);
    return reached ? [[block, reached] as const] : [];
  });
}

/** The one place that a slot names; null: none. */
function placeIn(value: SlotValue | undefined): Destination | null {
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

export interface Leg {
  readonly to: Destination;
  readonly blocks: readonly BlockId[];
}

/** The legs of an order that has been checked. */
export function legsOf(order: Draft): readonly Leg[] {
  return LEGS.flatMap(([toSlot, blocksSlot]) => {
    const to = placeIn(order[toSlot]);
    return to === null ? [] : [{ to, blocks: many(order[blocksSlot]) }];
  });
}
