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
  type LastOrder,
  type Order,
  type Picture,
  type Roll,
  type State,
  type Throw,
  type Viewer,
} from '../../../game/index.ts';
import { plainName } from '../../base/common-words.ts';
import { clipped } from '../../base/reply.ts';
import { hidesSomething } from '../../table/game-secret.ts';
import { WHAT_IF } from '../../table/game-words.ts';
import { oncePerGame, orderGiven, type PlayedGame, type PlayedOrder } from '../../table/played-game.ts';
import {
  type OrderAndChoices,
  ordersAndChoices,
  type ScoreHistory,
  scoreHistoryOf,
  swingBetween,
  turningPointsOf,
} from '../../table/turning-points.ts';
import { withoutIds } from '../replay-file/export-redaction.ts';
import { AS_IT_WAS, RECAP, seenBy } from './recap-words.ts';

/** The longest reason that a story quotes. */
const LONGEST_REASON = 140;

/** A game as its system tells it: the start, and each order that stands. */
export const episodesOf = oncePerGame(readEpisodes);

/** The luck of the order at this index of `givenOrders`; null if it rolled no dice, or if luck is hidden. */
export function fortuneAt(playedGame: PlayedGame, place: number): Fortune | null {
  if (!showsLuck(playedGame)) return null;
  return playedGame.system.afterwards?.fortunes?.([episodesOf(playedGame)[place + 1] as Episode]).each[0] ?? null;
}

/** A game with secrets shows its luck and losses once it is over. */
export function showsLuck({ system, game }: PlayedGame): boolean {
  return system.about.openHanded === true || game.ended !== null;
}

function readEpisodes(playedGame: PlayedGame): readonly Episode[] {
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
        // A story names nobody for the costliest order.
        by: by && place !== costliest ? forStory(by.name) : null,
        reasons: reasons.map(({ text, by }) => ({
          text: forStory(clipped(text, LONGEST_REASON)),
          by: forStory(by.name),
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

/** A member's name or text, safe in Markdown and without Discord's ids, since a story may be published elsewhere. */
function forStory(text: string): string {
  return plainName(withoutIds(text));
}

/**
 * The index of the order that cost most: by its rounded figure, and of equal ones by the exact figure. A rounded figure
 * is 0 or below. If all are 0, the exact figures alone decide.
 */
export function costliestIn(course: Course, { moves }: Balance): number | null {
  const lowest = Math.min(...moves.map(({ decision }) => decision));
  if (lowest === 0) return costliestDecision(course);
  const lost = (place: number) => {
    const { before, chosen } = course.moves[place] as Move;
    return before - chosen;
  };
  const level = [...moves.keys()].filter((place) => moves[place]?.decision === lowest);
  return level.reduce((found, place) => (lost(place) > lost(found) ? place : found));
}

/** The orders and maps of a recap, for its texts, charts, animation and storyboard. */
interface RecapPlan {
  readonly orders: readonly ShownOrder[];
  /** The moments that have a map: each order, or in a long game with points the phases and `decisiveOrders`. */
  readonly shown: readonly ShownOrder[];
  /** Places that every map shows, so that all maps show the same part. Null if they show the whole map anyhow. */
  readonly inUse: readonly string[] | null;
}

/** The start of a game, an order, or a phase of a long game, with its result. */
export interface ShownOrder {
  /** From 1. The start has 0, a phase the number of its last order. */
  readonly number: number;
  /** Indexes into `PlayedGame.states` of the positions before and after it. */
  readonly first: number;
  readonly end: number;
  /** The order that the map marks; null for the start, a phase and a secret order. */
  readonly order: Order | null;
  /** The order in the words of its button, the phase, or "The start". */
  readonly words: string;
  /** `words` with the number of the order. */
  readonly caption: string;
  readonly isPhase: boolean;
  readonly dice: readonly Die[];
  readonly fortune: Fortune | null;
  readonly worth: ShownWorth | null;
  /** The points of each seat afterwards; null if they are not shown. */
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
  /** Null while it is hidden. */
  readonly dice: number | null;
}

/** The most frames of an animation. */
export const MOST_FRAMES = 60;
/** The most orders shown for their rolls in a long game. Each takes two frames: its dice and its map. */
const MOST_DECISIVE = 16;

export const recapPlanOf = oncePerGame(planOf);

function planOf(playedGame: PlayedGame): RecapPlan {
  const { system, states, givenOrders } = playedGame;
  const orders = [startOf(playedGame), ...givenOrders.map((_, place) => shownOrderOf(playedGame, place))];
  const scores = scoreHistoryOf(playedGame);
  const { viewer } = usualViewer(playedGame);
  const places =
    system.pictures.inUse && new Set(states.flatMap((state) => system.pictures.inUse?.(state, viewer) ?? []));
  return {
    orders,
    shown: scores && isLong(playedGame, scores) ? phases(playedGame, scores, orders) : orders,
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
    points: scoreHistoryOf(playedGame)?.points[0] ?? null,
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
  // A secret order is named by the battle that its dice decided, and its luck is not shown.
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
    points: scoreHistoryOf(playedGame)?.points[place + 1] ?? null,
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
    before: asBalanced(move.before, balance.moves[place - 1]?.end ?? balance.start),
    chosen: move.chosen,
    after: asBalanced(move.after, balanced.end),
    decision: balanced.decision,
    dice: lastDice === 'untold' && place === givenOrders.length - 1 ? null : balanced.dice,
  };
}

/**
 * The exact chance from 0 to 1. If it doesn't round to the balance's figure, that figure as a chance.
 * @param balanced in tenths of a percentage point
 */
function asBalanced(chance: number, balanced: number): number {
  return tenths(chance) === balanced ? chance : balanced / 1000;
}

/** Dice with their rolls, if the game tells as many rolls as dice were thrown. */
function diceOf(throws: readonly Throw[], rolls: readonly Roll[]): readonly Die[] {
  const dice = throws.flatMap((thrown) => (thrown.kind === 'die' ? [thrown] : []));
  return dice.map((die, index) => ({ ...die, roll: (rolls.length === dice.length && rolls[index]) || null }));
}

/** Whether a game has too many orders to show one by one, and fewer phases. The start takes a frame; one is spare. */
function isLong({ givenOrders }: PlayedGame, { passages }: ScoreHistory): boolean {
  const rolled = givenOrders.filter(({ entry }) => entry.throws.length > 0).length;
  return passages.length < givenOrders.length && givenOrders.length + rolled > MOST_FRAMES - 2;
}

/** The start, and for each phase its decisive orders and the position at its end. */
function phases(playedGame: PlayedGame, scores: ScoreHistory, orders: readonly ShownOrder[]): readonly ShownOrder[] {
  const decisive = decisiveOrders(playedGame, scores);
  const shown = scores.passages.flatMap(({ first, end, when }, index): ShownOrder[] => {
    const isTurning = scores.turning.some(({ passage }) => passage === index);
    const shownAs = (at: number, rank: ShownOrder['rank']) => {
      const turning = isTurning && at === end;
      const isKept = turning || at === playedGame.givenOrders.length;
      return { points: scores.points[at] ?? null, turning, rank: isKept ? 'kept' : rank } as const;
    };
    const inPhase = decisive.filter((order) => first <= order.first && order.first < end);
    const shownOrders = inPhase.map((order) => ({
      ...(orders[order.first + 1] as ShownOrder),
      end: order.end,
      ...shownAs(order.end, 'rolled'),
    }));
    const begin = inPhase.at(-1)?.end ?? first;
    // If a decisive order ends the phase, its map is also the map of the phase.
    if (begin === end) return shownOrders;
    const phase = { number: end, first: begin, end, order: null, words: when, caption: when, isPhase: true };
    return [...shownOrders, { ...phase, dice: [], fortune: null, worth: null, ...shownAs(end, 'plain') }];
  });
  return [orders[0] as ShownOrder, ...shown];
}

/** The orders whose rolls changed the lead most, each with the choices it required. */
function decisiveOrders(playedGame: PlayedGame, scores: ScoreHistory): readonly OrderAndChoices[] {
  const swing = ({ first, end }: OrderAndChoices) => swingBetween(scores.points, first, end);
  const isRolled = ({ first }: OrderAndChoices) =>
    playedGame.givenOrders[first]?.entry.throws.some(({ kind }) => kind === 'die');
  return scores.passages
    .flatMap((passage) => ordersAndChoices(playedGame, passage))
    .filter((order) => swing(order) > 0 && isRolled(order))
    .sort((a, b) => swing(b) - swing(a) || a.first - b.first)
    .slice(0, MOST_DECISIVE)
    .sort((a, b) => a.first - b.first);
}

/**
 * Leaves out items until `most` are left, evenly among those of the first test, then of the next.
 * @param spare tests of items that may be left out; items of no test stay
 */
export function thinned<T>(all: readonly T[], most: number, spare: readonly ((one: T) => boolean)[]): readonly T[] {
  return spare.reduce((items, isSpare) => {
    const candidates = items.filter(isSpare);
    const room = Math.max(0, Math.min(candidates.length, most - (items.length - candidates.length)));
    const staying = new Set(
      Array.from({ length: room }, (_, index) => candidates[Math.floor(((index + 0.5) * candidates.length) / room)]),
    );
    return items.filter((one) => !isSpare(one) || staying.has(one));
  }, all);
}

/** The viewer of a map, and a note that names it. */
export interface MapViewer {
  readonly viewer: Viewer;
  readonly note: string | null;
}

/** The public. Once the game is over, the referee: nothing is hidden any more. */
function usualViewer({ game }: PlayedGame): MapViewer {
  return { viewer: game.ended ? 'referee' : 'public', note: null };
}

/** A finished game with secrets is shown twice: as one side saw it, and as it was. */
export function mapViewersFor(playedGame: PlayedGame): readonly MapViewer[] {
  const { game, system } = playedGame;
  const [side] = system.about.seats;
  if (!game.ended || !side || !hidesSomething(system)) return [usualViewer(playedGame)];
  return [
    { viewer: side.id, note: seenBy(side.name) },
    { viewer: 'referee', note: AS_IT_WAS },
  ];
}

/** The map at `end`, with what happened since `first` marked. All maps show the same part, or the whole map. */
export function mapOf(
  playedGame: PlayedGame,
  { first, end, order }: Pick<ShownOrder, 'first' | 'end' | 'order'>,
  { viewer, note }: MapViewer = usualViewer(playedGame),
): Picture {
  const { game, system, states } = playedGame;
  const { inUse, orders } = recapPlanOf(playedGame);
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
): LastOrder<Event> | null {
  if (end > 0) return { order, events: givenOrders.slice(first, end).flatMap(({ events }) => events) };
  // The orders that a “what if” inherits did not happen in it.
  return game.whatIf ? null : { order: null, events: opening };
}
