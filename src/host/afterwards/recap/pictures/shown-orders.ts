import { type Balance, balanceOf, tenths } from '../../../../advisor/index.ts';
import {
  ALL,
  type Event,
  type Fortune,
  isSecret,
  type Moment,
  type Picture,
  type Roll,
  type State,
  type Throw,
  type Viewer,
} from '../../../../game/index.ts';
import { hidesSomething } from '../../../table/log-head.ts';
import { orderGiven } from '../../../table/order-facts.ts';
import type { PlayedGame, PlayedOrder } from '../../../table/played-game.ts';
import {
  type Passage,
  type PassageStroke,
  strokesOf,
  swingBetween,
  type Tide,
  tideOf,
  turningPointsOf,
} from '../../../table/turning-points.ts';
import { WHAT_IF } from '../../../table/what-if-words.ts';
import { fortuneAt } from '../episodes.ts';
import { AS_IT_WAS, seenBy } from '../recap-words.ts';

/** The start of a game, or an order with its result: what a picture shows. */
export interface ShownOrder {
  /** Of the order, from 1; 0: the start. */
  readonly number: number;
  /** Where it led. */
  readonly after: State;
  /** What the map of that marks. */
  readonly moment: Moment<Event> | null;
  /** The order in the words of its button; of the start, "The start". */
  readonly words: string;
  /** It is a whole phase, `number` its last order; absent: one order. */
  readonly isPhase?: true;
  readonly dice: readonly Die[];
  /** The map its dice lie over; absent: that of the one before. */
  readonly from?: Pick<ShownOrder, 'after' | 'moment'>;
  /** What its dice were expected to bring, and what they brought; absent: that is not known. */
  readonly fortune?: Fortune;
  /** What it was worth; null: that is hidden. */
  readonly worth: ShownWorth | null;
  /** The points of each seat afterwards; null: they are not shown. */
  readonly points: readonly number[] | null;
  readonly turning: boolean;
}

/** A die that fell, and what it was for; null: no more is told than its purpose. */
export type Die = Throw & { readonly kind: 'die'; readonly roll: Roll | null };

/** The chance of winning before and after an order, and what it was when it was chosen. */
export interface ShownWorth {
  readonly before: number;
  readonly chosen: number;
  readonly after: number;
  /** What the choice cost: tenths of a percentage point, as `balanceOf` has them. */
  readonly decision: number;
  /** What the dice gave or took; null: that is still to be told. */
  readonly dice: number | null;
}

/** A game as its pictures show it: the start, and each order that stands. */
export function shownOrdersOf(playedGame: PlayedGame): readonly ShownOrder[] {
  return [startOf(playedGame), ...playedGame.givenOrders.map((_, place) => shownOrderOf(playedGame, place))];
}

export function startOf(playedGame: PlayedGame): ShownOrder {
  const { game, states, opening, course } = playedGame;
  const begun = course && { before: course.start, chosen: course.start, after: course.start, decision: 0, dice: 0 };
  return {
    number: 0,
    after: states[0] as State,
    // What a “what if” takes over has not happened in it.
    moment: game.whatIf ? null : { order: null, events: opening },
    words: 'The start',
    dice: [],
    worth: begun,
    points: tideOf(playedGame)?.points[0] ?? null,
    turning: false,
  };
}

/** An order by its place in `Game.givenOrders`. */
export function shownOrderOf(playedGame: PlayedGame, place: number): ShownOrder {
  const { system, states, givenOrders } = playedGame;
  const { entry, events } = givenOrders[place] as PlayedOrder;
  const { order, throws } = entry;
  const after = states[place + 1] as State;
  const secret = isSecret(system, order);
  const dice = diceOf(throws, secret ? [] : (system.rolls?.(after, events) ?? []));
  const fortune = dice.length > 0 && !secret ? fortuneAt(playedGame, place) : null;
  return {
    number: place + 1,
    after,
    moment: { order: secret ? null : order, events },
    // Of an order that only its side knew, the battle that its dice decided.
    words: (secret ? fortuneAt(playedGame, place)?.what : undefined) ?? orderGiven(playedGame, place),
    dice,
    ...(fortune && { fortune }),
    worth: worthOf(playedGame, place),
    points: tideOf(playedGame)?.points[place + 1] ?? null,
    turning: sharedBy(playedGame).turning.has(place),
  };
}

interface Shared {
  readonly balance: Balance | null;
  readonly turning: ReadonlySet<number>;
  /** Places that all maps of it show, so that the map stands still from one to the next; null: they show the whole map anyhow. */
  readonly inUse: readonly string[] | null;
}

const known = new WeakMap<PlayedGame, Shared>();

function sharedBy(playedGame: PlayedGame): Shared {
  const shared = known.get(playedGame) ?? sharedFacts(playedGame);
  known.set(playedGame, shared);
  return shared;
}

function sharedFacts(playedGame: PlayedGame): Shared {
  const { course, system, states } = playedGame;
  const { viewer } = openEyes(playedGame);
  const places = system.inUse && new Set(states.flatMap((state) => system.inUse?.(state, viewer) ?? []));
  return {
    balance: course && balanceOf(course),
    turning: turningPointsOf(playedGame),
    inUse: places ? [...places] : null,
  };
}

function worthOf(playedGame: PlayedGame, place: number): ShownWorth | null {
  const { balance } = sharedBy(playedGame);
  const move = playedGame.course?.moves[place];
  const balanced = balance?.moves[place];
  if (!balance || !move || !balanced) return null;
  return {
    before: steady(move.before, balance.moves[place - 1]?.end ?? balance.start),
    chosen: move.chosen,
    after: steady(move.after, balanced.end),
    decision: balanced.decision,
    dice: playedGame.lastDice === 'untold' && place === playedGame.givenOrders.length - 1 ? null : balanced.dice,
  };
}

/** A chance that is shown with the digits a balance has for it, wherever rounding would fall between. */
function steady(chance: number, shown: number): number {
  return tenths(chance) === shown ? chance : shown / 1000;
}

/** The dice among throws, each with what it was for, where as much is told as was thrown. */
function diceOf(throws: readonly Throw[], rolls: readonly Roll[]): readonly Die[] {
  const dice = throws.flatMap((thrown) => (thrown.kind === 'die' ? [thrown] : []));
  return dice.map((die, index) => ({ ...die, roll: (rolls.length === dice.length && rolls[index]) || null }));
}

/** Whose eyes a map is seen with, and what is said of that. */
export interface Eyes {
  readonly viewer: Viewer;
  readonly note: string | null;
}

/** A channel's while a game goes on; once it is over, nothing is hidden any more. */
function openEyes({ game }: PlayedGame): Eyes {
  return { viewer: game.ended ? 'referee' : 'public', note: null };
}

/** Of a game that hid something and is over: how one side saw it, and how it was. */
export function eyesFor(playedGame: PlayedGame): readonly Eyes[] {
  const { game, system } = playedGame;
  const [side] = system.seats;
  if (!game.ended || !side || !hidesSomething(system)) return [openEyes(playedGame)];
  return [
    { viewer: side.id, note: seenBy(side.name) },
    { viewer: 'referee', note: AS_IT_WAS },
  ];
}

/** The map that an order led to: the whole map, so that all maps of a game have one size. */
export function mapAfter(
  playedGame: PlayedGame,
  { after, moment, worth }: Pick<ShownOrder, 'after' | 'moment'> & { readonly worth?: ShownWorth | null },
  { viewer, note }: Eyes = openEyes(playedGame),
): Picture {
  const { game, system } = playedGame;
  const { inUse } = sharedBy(playedGame);
  const notes = [...(game.whatIf ? [WHAT_IF] : []), ...(note === null ? [] : [note])];
  return system.picture(system.view(after, viewer), moment, {
    seal: game.seal,
    at: ALL,
    ...(inUse ? { inUse } : {}),
    ...(notes.length > 0 ? { note: notes.join(', ') } : {}),
    ...(worth ? { worth: worth.after } : {}),
  });
}

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
