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
import { hidesSomething } from '../../../table/game-secret.ts';
import { orderGiven, type PlayedGame, type PlayedOrder } from '../../../table/played-game.ts';
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

/** The start of a game, or an order with its result, as pictures show it. */
export interface ShownOrder {
  /** Counted from 1; the start is 0. */
  readonly number: number;
  readonly after: State;
  /** Marked on the map of `after`. */
  readonly moment: Moment<Event> | null;
  /** The order in the words of its button, or "The start". */
  readonly words: string;
  /** Set for a whole phase, whose last order has the number. */
  readonly isPhase?: true;
  readonly dice: readonly Die[];
  /** The map under its dice; absent: that of the order before. */
  readonly from?: Pick<ShownOrder, 'after' | 'moment'>;
  readonly fortune?: Fortune;
  readonly worth: ShownWorth | null;
  /** The points of each seat afterwards; `null` if they are not shown. */
  readonly points: readonly number[] | null;
  readonly turning: boolean;
}

/** `roll` is null if only the purpose of the die is known. */
export type Die = Throw & { readonly kind: 'die'; readonly roll: Roll | null };

/** Winning chances from 0 to 1; `decision` and `dice` in tenths of a percentage point, as `balanceOf` has them. */
export interface ShownWorth {
  readonly before: number;
  readonly chosen: number;
  readonly after: number;
  readonly decision: number;
  /** `null` if it is still to be told. */
  readonly dice: number | null;
}

export function shownOrdersOf(playedGame: PlayedGame): readonly ShownOrder[] {
  return [startOf(playedGame), ...playedGame.givenOrders.map((_, place) => shownOrderOf(playedGame, place))];
}

export function startOf(playedGame: PlayedGame): ShownOrder {
  const { game, states, opening, course } = playedGame;
  const begun = course && { before: course.start, chosen: course.start, after: course.start, decision: 0, dice: 0 };
  return {
    number: 0,
    after: states[0] as State,
    // The orders that a “what if” takes over have not happened in it.
    moment: game.whatIf ? null : { order: null, events: opening },
    words: 'The start',
    dice: [],
    worth: begun,
    points: tideOf(playedGame)?.points[0] ?? null,
    turning: false,
  };
}

function shownOrderOf(playedGame: PlayedGame, place: number): ShownOrder {
  const { system, states, givenOrders } = playedGame;
  const { entry, events } = givenOrders[place] as PlayedOrder;
  const { order, throws } = entry;
  const after = states[place + 1] as State;
  const secret = isSecret(system.about, order);
  const dice = diceOf(throws, secret ? [] : (system.eventWords.rolls?.(after, events) ?? []));
  const fortune = dice.length > 0 && !secret ? fortuneAt(playedGame, place) : null;
  return {
    number: place + 1,
    after,
    moment: { order: secret ? null : order, events },
    // A secret order is named by the battle that its dice decided.
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
  /** Places that all maps show, so that the map stands still; `null` if they show the whole map anyhow. */
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
  const places =
    system.pictures.inUse && new Set(states.flatMap((state) => system.pictures.inUse?.(state, viewer) ?? []));
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

/** A chance that rounds to the digits which the balance has for it. */
function steady(chance: number, shown: number): number {
  return tenths(chance) === shown ? chance : shown / 1000;
}

/** Dice get their rolls if the game tells of as many as were thrown. */
function diceOf(throws: readonly Throw[], rolls: readonly Roll[]): readonly Die[] {
  const dice = throws.flatMap((thrown) => (thrown.kind === 'die' ? [thrown] : []));
  return dice.map((die, index) => ({ ...die, roll: (rolls.length === dice.length && rolls[index]) || null }));
}

/** The viewer of a map, and a note that names it. */
export interface Eyes {
  readonly viewer: Viewer;
  readonly note: string | null;
}

/** Nothing is hidden any more once the game is over. */
function openEyes({ game }: PlayedGame): Eyes {
  return { viewer: game.ended ? 'referee' : 'public', note: null };
}

/** A game that hid something and is over is shown as one side saw it, and as it was. */
export function eyesFor(playedGame: PlayedGame): readonly Eyes[] {
  const { game, system } = playedGame;
  const [side] = system.about.seats;
  if (!game.ended || !side || !hidesSomething(system)) return [openEyes(playedGame)];
  return [
    { viewer: side.id, note: seenBy(side.name) },
    { viewer: 'referee', note: AS_IT_WAS },
  ];
}

/** The whole map, so that all maps of a game have one size. */
export function mapAfter(
  playedGame: PlayedGame,
  { after, moment, worth }: Pick<ShownOrder, 'after' | 'moment'> & { readonly worth?: ShownWorth | null },
  { viewer, note }: Eyes = openEyes(playedGame),
): Picture {
  const { game, system } = playedGame;
  const { inUse } = sharedBy(playedGame);
  const notes = [...(game.whatIf ? [WHAT_IF] : []), ...(note === null ? [] : [note])];
  return system.pictures.picture(system.knowledge.view(after, viewer), moment, {
    seal: game.seal,
    at: ALL,
    ...(inUse ? { inUse } : {}),
    ...(notes.length > 0 ? { note: notes.join(', ') } : {}),
    ...(worth ? { worth: worth.after } : {}),
  });
}

const ENDS = 2;
/** Throws shown; each takes two frames. */
const THROWS = { most: 16, least: 10 };

/**
 * Every order; of a long game told by points, one map for each phase and one for each throw that changed the lead most. The start, the end
 * and the turning points are always there.
 * @param frames the most that an animation has
 */
export function stillsOf(playedGame: PlayedGame, frames: number): readonly ShownOrder[] {
  const tide = tideOf(playedGame);
  const room = frames - ENDS;
  return tide && isLong(playedGame, tide, room) ? condensed(playedGame, tide, room) : shownOrdersOf(playedGame);
}

/** A game is long if its orders are too many to be shown one by one, and its phases fewer. */
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

/** Leaves phases out evenly, first those without a throw; never the last one and turning points. */
function keptOf(playedGame: PlayedGame, tide: Tide, turning: ReadonlySet<number>, most: number): readonly number[] {
  const last = tide.passages.length - 1;
  const isFree = (index: number) => index !== last && !turning.has(index);
  const rolled = (index: number) => {
    const { first, end } = tide.passages[index] as Passage;
    return playedGame.givenOrders.slice(first, end).some(({ entry }) => entry.throws.length > 0);
  };
  return thinned([...tide.passages.keys()], most, [(index) => isFree(index) && !rolled(index), isFree]);
}

/** Leaves out items evenly until `most` are left: first those of the first test. Items of no test stay. */
export function thinned<T>(all: readonly T[], most: number, spare: readonly ((one: T) => boolean)[]): readonly T[] {
  return spare.reduce((kept, isSpare) => {
    const gone = new Set(evenly(kept.filter(isSpare), kept.length - most));
    return kept.filter((one) => !gone.has(one));
  }, all);
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

/** Picks `count` of all, evenly. */
export function evenly<T>(all: readonly T[], count: number): readonly T[] {
  if (count >= all.length) return all;
  return Array.from(
    { length: Math.max(0, count) },
    (_, index) => all[Math.floor(((index + 0.5) * all.length) / count)] as T,
  );
}
