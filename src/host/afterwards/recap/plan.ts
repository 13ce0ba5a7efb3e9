import {
  type Balance,
  type BalancedMove,
  balanceOf,
  type Course,
  costliestDecision,
  type Move,
  tenths,
  wasBest,
} from '../../../advisor/index.ts';
import {
  ALL,
  type Episode,
  type Event,
  type Fortune,
  isSecret,
  type Moment,
  type Order,
  type Picture,
  type Roll,
  type State,
  type Throw,
  type Viewer,
} from '../../../game/index.ts';
import { clipped } from '../../base/reply.ts';
import { plainName } from '../../base/wording.ts';
import { hidesSomething } from '../../table/game-secret.ts';
import { WHAT_IF } from '../../table/game-words.ts';
import { orderGiven, type PlayedGame, type PlayedOrder } from '../../table/played-game.ts';
import {
  type PassageStroke,
  strokesOf,
  swingBetween,
  type Tide,
  tideOf,
  turningPointsOf,
} from '../../table/turning-points.ts';
import { withoutIds } from '../replay-file/export-redaction.ts';
import { AS_IT_WAS, RECAP, seenBy } from './recap-words.ts';

/** Characters of a reason quoted in a story. */
const REASON = 140;

/** A game as its system tells it: the start, and each order that stands. */
export function episodesOf(playedGame: PlayedGame): readonly Episode[] {
  const episodes = knownEpisodes.get(playedGame) ?? made(playedGame);
  knownEpisodes.set(playedGame, episodes);
  return episodes;
}

const knownEpisodes = new WeakMap<PlayedGame, readonly Episode[]>();

/** The luck of the order at this place of `givenOrders`; null if it had none, or it is hidden. */
export function fortuneAt(playedGame: PlayedGame, place: number): Fortune | null {
  if (!showsLuck(playedGame)) return null;
  return playedGame.system.afterwards?.fortunes?.([episodesOf(playedGame)[place + 1] as Episode]).each[0] ?? null;
}

/** A game with secrets shows its luck and losses once it is over. */
export function showsLuck({ system, game }: PlayedGame): boolean {
  return system.about.openHanded === true || game.ended !== null;
}

function made(playedGame: PlayedGame): Episode[] {
  const { states, opening, givenOrders, course } = playedGame;
  const turning = turningPointsOf(playedGame);
  const start = states[0] as State;
  const balance = course && balanceOf(course);
  const costliest = course && balance && course.moves.length > 0 ? costliestIn(course, balance) : null;
  return [
    { order: null, before: start, after: start, events: opening, by: null, reasons: [], turning: false, worth: null },
    ...givenOrders.map(
      ({ entry, events, by, reasons }, place): Episode => ({
        order: entry.order,
        before: states[place] as State,
        after: states[place + 1] as State,
        events,
        // A story praises nobody by name for the costliest order.
        by: by && place !== costliest ? shown(by.name) : null,
        reasons: reasons.map(({ text, by }) => ({
          text: shown(clipped(text, REASON)),
          by: shown(by.name),
        })),
        turning: turning.has(place),
        worth: worthAt(course?.moves[place], balance?.moves[place]),
      }),
    ),
  ];
}

function worthAt(move: Move | undefined, balanced: BalancedMove | undefined): Episode['worth'] {
  return move && balanced ? { decision: balanced.decision, dice: balanced.dice, best: wasBest(move) } : null;
}

/** A member's name or text, safe in Markdown and without Discord's ids: the story leaves Discord. */
function shown(text: string): string {
  return plainName(withoutIds(text));
}

/** The place of the order that cost most, as its figures say. */
export function costliestIn(course: Course, { moves }: Balance): number | null {
  const most = Math.min(...moves.map(({ decision }) => decision));
  const lost = (place: number) => {
    const { before, chosen } = course.moves[place] as Move;
    return before - chosen;
  };
  if (most === 0) return costliestDecision(course);
  const level = [...moves.keys()].filter((place) => moves[place]?.decision === most);
  return level.reduce((found, place) => (lost(place) > lost(found) ? place : found));
}

/** A game as its recap shows it: texts, charts, animation and storyboard all read it. */
export interface RecapPlan {
  readonly orders: readonly ShownOrder[];
  /** Those with a map; of a long game told by points, one for each phase and one for each throw that changed the lead most. */
  readonly shown: readonly ShownOrder[];
  /** Places that all maps show, so that the map stands still; `null` if they show the whole map anyhow. */
  readonly inUse: readonly string[] | null;
}

/** The start of a game, an order, or a phase of a long game, with its result. */
export interface ShownOrder {
  /** Counted from 1; the start is 0, a phase has that of its last order. */
  readonly number: number;
  /** Indexes into `PlayedGame.states` of the positions before and after it. */
  readonly first: number;
  readonly end: number;
  /** Marked on its map; `null` for the start, a phase and a secret order. */
  readonly order: Order | null;
  /** The order in the words of its button, the phase, or "The start". */
  readonly words: string;
  /** The same with the number of the order. */
  readonly caption: string;
  readonly isPhase: boolean;
  readonly dice: readonly Die[];
  readonly fortune: Fortune | null;
  readonly worth: ShownWorth | null;
  /** The points of each seat afterwards; `null` if they are not shown. */
  readonly points: readonly number[] | null;
  readonly turning: boolean;
  /** Plain orders are left out first, then those with rolls; never the start, the end or a turning point. */
  readonly rank: 'plain' | 'rolled' | 'kept';
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

/** Frames of an animation, at most. */
export const MOST_FRAMES = 60;
/** Throws shown of a long game, at most; each takes two frames. */
const MOST_THROWS = 16;

const known = new WeakMap<PlayedGame, RecapPlan>();

export function planOf(playedGame: PlayedGame): RecapPlan {
  const plan = known.get(playedGame) ?? planned(playedGame);
  known.set(playedGame, plan);
  return plan;
}

function planned(playedGame: PlayedGame): RecapPlan {
  const { system, states, givenOrders } = playedGame;
  const orders = [startOf(playedGame), ...givenOrders.map((_, place) => shownOrderOf(playedGame, place))];
  const tide = tideOf(playedGame);
  const { viewer } = openEyes(playedGame);
  const places =
    system.pictures.inUse && new Set(states.flatMap((state) => system.pictures.inUse?.(state, viewer) ?? []));
  return {
    orders,
    shown: tide && isLong(playedGame, tide) ? phases(playedGame, tide, orders) : orders,
    inUse: places ? [...places] : null,
  };
}

function startOf(playedGame: PlayedGame): ShownOrder {
  const { course } = playedGame;
  const begun = course && { before: course.start, chosen: course.start, after: course.start, decision: 0, dice: 0 };
  return {
    number: 0,
    first: 0,
    end: 0,
    order: null,
    words: RECAP.start,
    caption: RECAP.start,
    isPhase: false,
    dice: [],
    fortune: null,
    worth: begun,
    points: tideOf(playedGame)?.points[0] ?? null,
    turning: false,
    rank: 'kept',
  };
}

function shownOrderOf(playedGame: PlayedGame, place: number): ShownOrder {
  const { system, states, givenOrders } = playedGame;
  const { entry, events } = givenOrders[place] as PlayedOrder;
  const isHidden = isSecret(system.about, entry.order);
  const dice = diceOf(
    entry.throws,
    isHidden ? [] : (system.eventWords.rolls?.(states[place + 1] as State, events) ?? []),
  );
  const fortune = isHidden || dice.length > 0 ? fortuneAt(playedGame, place) : null;
  // A secret order is named by the battle that its dice decided.
  const words = (isHidden ? fortune?.what : undefined) ?? orderGiven(playedGame, place);
  const turning = episodesOf(playedGame)[place + 1]?.turning ?? false;
  const isKept = turning || place === givenOrders.length - 1;
  return {
    number: place + 1,
    first: place,
    end: place + 1,
    order: isHidden ? null : entry.order,
    words,
    caption: `${place + 1}. ${words}`,
    isPhase: false,
    dice,
    fortune: isHidden ? null : fortune,
    worth: worthOf(playedGame, place),
    points: tideOf(playedGame)?.points[place + 1] ?? null,
    turning,
    rank: isKept ? 'kept' : dice.length > 0 ? 'rolled' : 'plain',
  };
}

function worthOf({ course, lastDice, givenOrders }: PlayedGame, place: number): ShownWorth | null {
  const balance = course && balanceOf(course);
  const move = course?.moves[place];
  const balanced = balance?.moves[place];
  if (!balance || !move || !balanced) return null;
  return {
    before: steady(move.before, balance.moves[place - 1]?.end ?? balance.start),
    chosen: move.chosen,
    after: steady(move.after, balanced.end),
    decision: balanced.decision,
    dice: lastDice === 'untold' && place === givenOrders.length - 1 ? null : balanced.dice,
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

/** A game is long if its orders are too many to be shown one by one, and its phases fewer. */
function isLong({ givenOrders }: PlayedGame, { passages }: Tide): boolean {
  const rolled = givenOrders.filter(({ entry }) => entry.throws.length > 0).length;
  return passages.length < givenOrders.length && givenOrders.length + rolled > MOST_FRAMES - 2;
}

/** The start, and for each phase the throws that mattered and the position at its end. */
function phases(playedGame: PlayedGame, tide: Tide, orders: readonly ShownOrder[]): readonly ShownOrder[] {
  const strokes = mattering(playedGame, tide);
  const shown = tide.passages.flatMap(({ first, end, when }, index): ShownOrder[] => {
    const isTurning = tide.turning.some(({ passage }) => passage === index);
    const shownAs = (at: number, rank: ShownOrder['rank']) => {
      const turning = isTurning && at === end;
      const isKept = turning || at === playedGame.givenOrders.length;
      return { points: tide.points[at] ?? null, turning, rank: isKept ? 'kept' : rank } as const;
    };
    const own = strokes.filter((stroke) => first <= stroke.first && stroke.first < end);
    const throws = own.map((stroke) => ({
      ...(orders[stroke.first + 1] as ShownOrder),
      end: stroke.end,
      ...shownAs(stroke.end, 'rolled'),
    }));
    const begin = own.at(-1)?.end ?? first;
    // The map of a throw that ends a phase is the map of the phase.
    if (begin === end) return throws;
    const phase = { number: end, first: begin, end, order: null, words: when, caption: when, isPhase: true };
    return [...throws, { ...phase, dice: [], fortune: null, worth: null, ...shownAs(end, 'plain') }];
  });
  return [orders[0] as ShownOrder, ...shown];
}

/** The throws that changed the lead most, with the choices they required. */
function mattering(playedGame: PlayedGame, tide: Tide): readonly PassageStroke[] {
  const swing = ({ first, end }: PassageStroke) => swingBetween(tide.points, first, end);
  const isRolled = ({ first }: PassageStroke) =>
    playedGame.givenOrders[first]?.entry.throws.some(({ kind }) => kind === 'die');
  return tide.passages
    .flatMap((passage) => strokesOf(playedGame, passage))
    .filter((stroke) => swing(stroke) > 0 && isRolled(stroke))
    .sort((a, b) => swing(b) - swing(a) || a.first - b.first)
    .slice(0, MOST_THROWS)
    .sort((a, b) => a.first - b.first);
}

/** Leaves out items until `most` are left: first those of the first test, of which some stay evenly. Items of no test stay. */
export function thinned<T>(all: readonly T[], most: number, spare: readonly ((one: T) => boolean)[]): readonly T[] {
  return spare.reduce((kept, isSpare) => {
    const some = kept.filter(isSpare);
    const room = Math.max(0, Math.min(some.length, most - kept.length + some.length));
    const staying = new Set(
      Array.from({ length: room }, (_, index) => some[Math.floor(((index + 0.5) * some.length) / room)]),
    );
    return kept.filter((one) => !isSpare(one) || staying.has(one));
  }, all);
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

/** The whole map at `end`, so that all maps of a game have one size, with what happened since `first` marked. */
export function mapOf(
  playedGame: PlayedGame,
  { first, end, order }: Pick<ShownOrder, 'first' | 'end' | 'order'>,
  { viewer, note }: Eyes = openEyes(playedGame),
): Picture {
  const { game, system, states } = playedGame;
  const { inUse, orders } = planOf(playedGame);
  const notes = [...(game.whatIf ? [WHAT_IF] : []), ...(note === null ? [] : [note])];
  const worth = orders[end]?.worth;
  return system.pictures.picture(
    system.knowledge.view(states[end] as State, viewer),
    momentOf(playedGame, first, end, order),
    {
      seal: game.seal,
      at: ALL,
      ...(inUse ? { inUse } : {}),
      ...(notes.length > 0 ? { note: notes.join(', ') } : {}),
      ...(worth ? { worth: worth.after } : {}),
    },
  );
}

function momentOf(
  { game, opening, givenOrders }: PlayedGame,
  first: number,
  end: number,
  order: Order | null,
): Moment<Event> | null {
  if (end > 0) return { order, events: givenOrders.slice(first, end).flatMap(({ events }) => events) };
  // The orders that a “what if” takes over have not happened in it.
  return game.whatIf ? null : { order: null, events: opening };
}
