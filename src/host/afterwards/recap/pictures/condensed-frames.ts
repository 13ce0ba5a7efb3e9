import type { Event, State } from '../../../../game/index.ts';
import type { PlayedGame } from '../../../table/played-game.ts';
import {
  type Passage,
  type PassageStroke,
  strokesOf,
  swingBetween,
  type Tide,
  tideOf,
} from '../../../table/turning-points.ts';
import { type ShownOrder, shownOrderOf, shownOrdersOf, startOf } from './shown-orders.ts';

/** Of the frames, the start and the end are always shown. */
const ENDS = 2;
/** The throws that mattered most; each takes two frames. */
const THROWS = { most: 16, least: 10 };

/**
 * A game for pictures: of one that is told by its chance of winning, every order. Of a long one that is told by points, one for each phase,
 * all it did marked at once, and one for each throw that changed the lead most; never without the start, the end, or what turned it.
 * @param frames that an animation has at most
 */
export function stillsOf(playedGame: PlayedGame, frames: number): readonly ShownOrder[] {
  const tide = tideOf(playedGame);
  const room = frames - ENDS;
  return tide && isLong(playedGame, tide, room) ? condensed(playedGame, tide, room) : shownOrdersOf(playedGame);
}

/** Whether its orders are too many to be shown one by one, and its phases fewer. */
function isLong({ givenOrders }: PlayedGame, { passages }: Tide, room: number): boolean {
  const rolled = givenOrders.filter(({ entry }) => entry.throws.length > 0).length;
  return passages.length < givenOrders.length && givenOrders.length + rolled > room;
}

function condensed(playedGame: PlayedGame, tide: Tide, room: number): readonly ShownOrder[] {
  const turning = new Set(tide.turning.map(({ passage }) => passage));
  const strokes = mattering(playedGame, tide, room);
  const passages = keptOf(playedGame, tide, turning, room - 2 * strokes.length);
  const shown = [
    ...strokes.map((stroke) => ({ at: stroke.end, stroke, passage: null })),
    ...passages.map((index) => ({ at: (tide.passages[index] as Passage).end, stroke: null, passage: index })),
  ].sort((a, b) => a.at - b.at || Number(a.stroke === null) - Number(b.stroke === null));
  const shownOrders: ShownOrder[] = [startOf(playedGame)];
  let from = 0;
  for (const [index, { at, stroke, passage }] of shown.entries()) {
    // The map of a throw that ends a phase is the map of the phase.
    const next = shown[index + 1];
    const doubled = stroke !== null && next?.at === at && next.stroke === null;
    if (stroke) shownOrders.push(thrown(playedGame, tide, stroke, from, turning.has(next?.passage ?? -1) && doubled));
    else if (passage !== null && shown[index - 1]?.at !== at)
      shownOrders.push(phase(playedGame, tide, passage, from, turning.has(passage)));
    from = at;
  }
  return shownOrders;
}

/** The throws that changed the lead most, in the order of time. */
function mattering(playedGame: PlayedGame, tide: Tide, room: number): readonly PassageStroke[] {
  const { givenOrders } = playedGame;
  const swing = ({ first, end }: PassageStroke) => swingBetween(tide.points, first, end);
  const spare = Math.floor((room - tide.passages.length) / 2);
  return tide.passages
    .flatMap((passage) => strokesOf(playedGame, passage))
    .filter((stroke) => swing(stroke) > 0 && givenOrders[stroke.first]?.entry.throws.some(({ kind }) => kind === 'die'))
    .sort((a, b) => swing(b) - swing(a) || a.first - b.first)
    .slice(0, Math.min(THROWS.most, Math.max(THROWS.least, spare)))
    .sort((a, b) => a.first - b.first);
}

/** So many phases: first those without a throw give way, evenly; the last one and those that turned it never do. */
function keptOf(playedGame: PlayedGame, tide: Tide, turning: ReadonlySet<number>, most: number): readonly number[] {
  const all = [...tide.passages.keys()];
  const last = all.length - 1;
  const rolled = (index: number) => {
    const { first, end } = tide.passages[index] as Passage;
    return playedGame.givenOrders.slice(first, end).some(({ entry }) => entry.throws.length > 0);
  };
  let kept = all;
  for (const spare of [(index: number) => !rolled(index), () => true]) {
    const free = kept.filter((index) => index !== last && !turning.has(index) && spare(index));
    const gone = new Set(evenly(free, kept.length - most));
    kept = kept.filter((index) => !gone.has(index));
  }
  return kept;
}

function thrown(
  playedGame: PlayedGame,
  tide: Tide,
  { first, end }: PassageStroke,
  from: number,
  turning: boolean,
): ShownOrder {
  const shownOrder = shownOrderOf(playedGame, first);
  return {
    ...shownOrder,
    after: playedGame.states[end] as State,
    moment: { order: shownOrder.moment?.order ?? null, events: eventsIn(playedGame, first, end) },
    from: {
      after: playedGame.states[first] as State,
      moment: { order: null, events: eventsIn(playedGame, from, first) },
    },
    points: tide.points[end] ?? null,
    turning,
  };
}

function phase(playedGame: PlayedGame, tide: Tide, index: number, from: number, turning: boolean): ShownOrder {
  const { end, when } = tide.passages[index] as Passage;
  return {
    number: end,
    after: playedGame.states[end] as State,
    moment: { order: null, events: eventsIn(playedGame, from, end) },
    words: when,
    isPhase: true,
    dice: [],
    worth: null,
    points: tide.points[end] ?? null,
    turning,
  };
}

function eventsIn({ givenOrders }: PlayedGame, from: number, end: number): readonly Event[] {
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
