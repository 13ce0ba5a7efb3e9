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
import { tideOf, turningPointsOf } from '../../../table/turning-points.ts';
import { WHAT_IF } from '../../../table/what-if-words.ts';
import { fortuneAt } from '../luck-and-losses.ts';
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
    turning: turningIn(playedGame).has(place),
  };
}

interface Shared {
  readonly balance: Balance | null;
  readonly turning: ReadonlySet<number>;
  /** Places that all maps of it show, so that the map stands still from one to the next; null: they show the whole map anyhow. */
  readonly inUse: readonly string[] | null;
}

const known = new WeakMap<PlayedGame, Shared>();

/** What the figures of all orders rest on, worked out once. */
function sharedBy(playedGame: PlayedGame): Shared {
  const { course, system, states } = playedGame;
  let shared = known.get(playedGame);
  if (!shared) {
    const { viewer } = openEyes(playedGame);
    const places = system.inUse && new Set(states.flatMap((state) => system.inUse?.(state, viewer) ?? []));
    shared = {
      balance: course && balanceOf(course),
      turning: turningPointsOf(playedGame),
      inUse: places ? [...places] : null,
    };
    known.set(playedGame, shared);
  }
  return shared;
}

function turningIn(playedGame: PlayedGame): ReadonlySet<number> {
  return sharedBy(playedGame).turning;
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
