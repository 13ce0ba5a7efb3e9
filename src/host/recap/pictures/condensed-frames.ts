import type { Event, State } from '../../../game/index.ts';
import type { Campaign } from '../campaign.ts';
import { type Passage, type PassageStroke, strokesOf, swingBetween, type Tide, tideOf } from '../passages.ts';
import { type Beat, beatOf, beatsOf, startOf } from './beats.ts';

/** Of the frames, the start and the end are always shown. */
const ENDS = 2;
/** The throws that mattered most; each takes two frames. */
const THROWS = { most: 16, least: 10 };

/**
 * A campaign for pictures: of one that is told by its chance of winning, every order. Of a long one that is told by points, a beat for each phase,
 * all it did marked at once, and one for each throw that changed the lead most; never without the start, the end, or what turned it.
 * @param frames that an animation has at most
 */
export function stillsOf(campaign: Campaign, frames: number): readonly Beat[] {
  const tide = tideOf(campaign);
  const room = frames - ENDS;
  return tide && isLong(campaign, tide, room) ? condensed(campaign, tide, room) : beatsOf(campaign);
}

/** Whether its orders are too many to be shown one by one, and its phases fewer. */
function isLong({ givenOrders }: Campaign, { passages }: Tide, room: number): boolean {
  const rolled = givenOrders.filter(({ entry }) => entry.throws.length > 0).length;
  return passages.length < givenOrders.length && givenOrders.length + rolled > room;
}

function condensed(campaign: Campaign, tide: Tide, room: number): readonly Beat[] {
  const turning = new Set(tide.turning.map(({ passage }) => passage));
  const strokes = mattering(campaign, tide, room);
  const passages = keptOf(campaign, tide, turning, room - 2 * strokes.length);
  const shown = [
    ...strokes.map((stroke) => ({ at: stroke.end, stroke, passage: null })),
    ...passages.map((index) => ({ at: (tide.passages[index] as Passage).end, stroke: null, passage: index })),
  ].sort((a, b) => a.at - b.at || Number(a.stroke === null) - Number(b.stroke === null));
  const beats: Beat[] = [startOf(campaign)];
  let from = 0;
  for (const [index, { at, stroke, passage }] of shown.entries()) {
    // The map of a throw that ends a phase is the map of the phase.
    const next = shown[index + 1];
    const doubled = stroke !== null && next?.at === at && next.stroke === null;
    if (stroke) beats.push(thrown(campaign, tide, stroke, from, turning.has(next?.passage ?? -1) && doubled));
    else if (passage !== null && shown[index - 1]?.at !== at)
      beats.push(phase(campaign, tide, passage, from, turning.has(passage)));
    from = at;
  }
  return beats;
}

/** The throws that changed the lead most, in the order of time. */
function mattering(campaign: Campaign, tide: Tide, room: number): readonly PassageStroke[] {
  const { givenOrders } = campaign;
  const swing = ({ first, end }: PassageStroke) => swingBetween(tide.points, first, end);
  const spare = Math.floor((room - tide.passages.length) / 2);
  return tide.passages
    .flatMap((passage) => strokesOf(campaign, passage))
    .filter((stroke) => swing(stroke) > 0 && givenOrders[stroke.first]?.entry.throws.some(({ kind }) => kind === 'die'))
    .sort((a, b) => swing(b) - swing(a) || a.first - b.first)
    .slice(0, Math.min(THROWS.most, Math.max(THROWS.least, spare)))
    .sort((a, b) => a.first - b.first);
}

/** So many phases: first those without a throw give way, evenly; the last one and those that turned it never do. */
function keptOf(campaign: Campaign, tide: Tide, turning: ReadonlySet<number>, most: number): readonly number[] {
  const all = [...tide.passages.keys()];
  const last = all.length - 1;
  const rolled = (index: number) => {
    const { first, end } = tide.passages[index] as Passage;
    return campaign.givenOrders.slice(first, end).some(({ entry }) => entry.throws.length > 0);
  };
  let kept = all;
  for (const spare of [(index: number) => !rolled(index), () => true]) {
    const free = kept.filter((index) => index !== last && !turning.has(index) && spare(index));
    const gone = new Set(evenly(free, kept.length - most));
    kept = kept.filter((index) => !gone.has(index));
  }
  return kept;
}

function thrown(campaign: Campaign, tide: Tide, { first, end }: PassageStroke, from: number, turning: boolean): Beat {
  const beat = beatOf(campaign, first);
  return {
    ...beat,
    after: campaign.states[end] as State,
    moment: { order: beat.moment?.order ?? null, events: eventsIn(campaign, first, end) },
    from: { after: campaign.states[first] as State, moment: { order: null, events: eventsIn(campaign, from, first) } },
    points: tide.points[end] ?? null,
    turning,
  };
}

function phase(campaign: Campaign, tide: Tide, index: number, from: number, turning: boolean): Beat {
  const { end, when } = tide.passages[index] as Passage;
  return {
    number: end,
    after: campaign.states[end] as State,
    moment: { order: null, events: eventsIn(campaign, from, end) },
    words: when,
    isPhase: true,
    dice: [],
    worth: null,
    points: tide.points[end] ?? null,
    turning,
  };
}

function eventsIn({ givenOrders }: Campaign, from: number, end: number): readonly Event[] {
  return givenOrders.slice(from, end).flatMap(({ events }) => events);
}

/** So many of some, evenly; all where there are fewer. */
export function evenly<T>(all: readonly T[], count: number): readonly T[] {
  if (count >= all.length) return all;
  return Array.from(
    { length: Math.max(0, count) },
    (_, index) => all[Math.floor(((index + 0.5) * all.length) / count)] as T,
  );
}
