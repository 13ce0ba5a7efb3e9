import { type Choice, LONGEST_CHOICE } from '../../game/index.ts';
import { capital } from '../../kit/plain-english.ts';
import type { GameRecord } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { ReadAhead, type Reading } from '../base/reading.ts';
import { clipped } from '../base/reply.ts';
import { openPoints, visibleWorth } from '../messages/odds-visibility.ts';
import { type Completion, notice } from '../messages/order-completions.ts';
import type { GameSources } from '../table/game-tables.ts';
import { titleInBrief, titleInList, WHAT_IF_ANSWERS } from '../table/game-words.ts';
import { playedGameOf } from '../table/played-game.ts';
import { ifCompatible, isLongLog } from '../table/replay-log.ts';
import { turningPointsOf } from '../table/turning-points.ts';

/** A point of a game that another may branch from. */
export interface BranchPoint {
  readonly game: GameRecord;
  /** The last log entry that both games share. */
  readonly seq: number;
}

/** A point for lists. It is cached, so it must not hold data of members. */
export interface Listed {
  readonly seq: number;
  /** The next order of the game; null if none was given, or none may be told. */
  readonly next: { readonly number: number; readonly text: string } | null;
  readonly turning: boolean;
}

interface PointsTask {
  readonly game: string;
  readonly isSolved: boolean;
}

/** How many games of a channel are listed, the latest first. */
const MOST_GAMES = 25;
const MOST_CACHED = 50;
/** So many short games are read in this thread. With more, all are read in the worker thread. */
const FEW = 2;

interface Offered extends Listed {
  readonly game: GameRecord;
  readonly full: string;
  /** `full`, cut to what a list has room for. */
  readonly label: string;
}

export type BranchPoints = ReturnType<typeof createBranchPoints>;

export function createBranchPoints(
  sources: GameSources,
  hasSolution: (game: GameRecord) => boolean,
  reading: Reading<PointsTask, readonly Listed[]>,
) {
  const { store, tables } = sources;

  const listed = new ReadAhead(reading, MOST_CACHED);

  /**
   * Resolves when the points of all games for a caller's list are loaded; null if they are already. Rejects if the
   * database can't be read.
   */
  function ready(caller: Caller): Promise<void> | null {
    const games = gamesOf(caller);
    const lacking = games.flatMap((game) => {
      const table = game.ended ? null : tables.ready(game);
      const points = () => readAhead(game, games.length > FEW);
      return (table ? table.then(points) : points()) ?? [];
    });
    if (lacking.length === 0) return null;
    return Promise.all([...lacking, tables.forList(games)]).then(() => {});
  }

  function readAhead(game: GameRecord, isOneOfMany: boolean): Promise<void> | null {
    const wanted = ifCompatible(() => wantedOf(game));
    return wanted && listed.ready(...wanted, isOneOfMany || isLongLog(store, game));
  }

  /** Ends and turning points of games come first, then all other points. Later games come before earlier ones. */
  function completions(caller: Caller): Completion[] {
    const all = allPoints(caller);
    if (all.length === 0)
      return [notice(gamesOf(caller).length > 0 ? WHAT_IF_ANSWERS.pointsLater : WHAT_IF_ANSWERS.noPoints)];
    const inOrder = [...all.filter(isFirst), ...all.filter((point) => !isFirst(point))];
    return inOrder.map((point) => ({ label: point.label, value: choiceOf(point), full: point.full }));
  }

  /** At most `most` points of a game, spread over its length. Null if it was not played in the caller's channel. */
  function ofGame(caller: Caller, game: string, most: number): readonly Choice[] | null {
    const origin = gamesOf(caller).find(({ id }) => id === game);
    if (!origin) return null;
    const all = pointsOf(origin);
    const others = all.filter((point) => !isFirst(point));
    const room = most - (all.length - others.length);
    const share = Math.min(1, room / Math.max(1, others.length));
    const some = new Set(others.filter((_, at) => Math.floor(at * share) !== Math.floor((at - 1) * share)));
    return all
      .filter((point) => isFirst(point) || some.has(point))
      .map((point) => ({
        value: choiceOf({ game: origin, seq: point.seq }),
        label: clipped(capital(pointWords(point)), LONGEST_CHOICE - markWords(point).length) + markWords(point),
      }));
  }

  /** The point with this value or label, or the only one that contains what was typed. */
  function meant(caller: Caller, chosen: string): BranchPoint | null {
    const wanted = chosen.trim().toLowerCase();
    const all = allPoints(caller);
    const exact = all.find((point) => choiceOf(point) === wanted || point.label.toLowerCase() === wanted);
    const [only, another] = all.filter(({ full }) => full.toLowerCase().includes(wanted));
    return exact ?? (only && !another ? only : null);
  }

  function allPoints(caller: Caller): Offered[] {
    return gamesOf(caller).flatMap((game) => {
      const points = pointsOf(game);
      if (points.length === 0) return [];
      const title = titleInList(sources, game, caller.at);
      const inBrief = titleInBrief(sources, game, caller.at);
      return points.map((point) => ({ ...point, game, ...labelled(title, inBrief, point) }));
    });
  }

  /** A thread's own games come first, then those of its channel. */
  function gamesOf({ channel, threads }: Caller): GameRecord[] {
    const places = threads.kind === 'thread' ? [channel, threads.of] : [channel];
    return places.flatMap((place) => {
      const running = store.runningIn(place);
      return [...(running ? [running] : []), ...store.endedIn(place, MOST_GAMES)];
    });
  }

  function pointsOf(game: GameRecord): readonly Listed[] {
    // Nobody can branch from a log that today's rules do not accept.
    return (
      ifCompatible(() => {
        const wanted = wantedOf(game);
        return wanted && listed.get(...wanted);
      }) ?? []
    );
  }

  /** The key and task to read a game's points. Null if nothing may be told of them. */
  function wantedOf(game: GameRecord): [key: string, task: PointsTask] | null {
    const visible = game.ended ? 'all' : visibleWorth(tables.table(game));
    if (visible === 'nothing') return null;
    const isSolved = hasSolution(game);
    return [`${game.id} ${store.lastSeq(game.id)} ${visible} ${isSolved}`, { game: game.id, isSolved }];
  }

  return { ready, completions, ofGame, meant };
}

/** The points of a game. Turning points are marked only if its solution is known. */
export function readPoints({ store, tables }: GameSources, { game: id, isSolved }: PointsTask): readonly Listed[] {
  const game = tables.game(id);
  const log = tables.played(game);
  const table = tables.withBallots({ game, system: log.system, position: log.position });
  const playedGame = playedGameOf(store, game, log, isSolved ? table.solution() : null);
  const { givenOrders, states, system, position } = playedGame;
  const open = openPoints(table, playedGame);
  const turning = game.ended ? turningPointsOf(playedGame) : new Set(open.turning);
  const before = givenOrders.flatMap(({ entry, after }, at): Listed[] => {
    const state = states[at];
    if (!state || !open.places.includes(at)) return [];
    const next = { number: at + 1, text: system.orderWords.label(state, entry.order).text };
    return [{ seq: after, next, turning: turning.has(at) }];
  });
  const goesOn =
    open.places.includes(givenOrders.length) && givenOrders.length > 0 && system.rules.outcome(position.state) === null;
  return goesOn ? [{ seq: position.seq, next: null, turning: false }, ...before] : before;
}

function isFirst({ turning, next }: Listed): boolean {
  return turning || next === null;
}

function pointWords({ next }: Listed): string {
  return next === null ? 'as it stands' : `before order ${next.number}, ${next.text}`;
}

function markWords({ turning }: Listed): string {
  return turning ? ' (turning point)' : '';
}

function choiceOf({ game, seq }: BranchPoint): string {
  return `${game.id}:${seq}`;
}

function labelled(title: string, inBrief: string, listed: Listed): Pick<Offered, 'full' | 'label'> {
  const [point, mark] = [pointWords(listed), markWords(listed)];
  const full = `${title}: ${point}${mark}`;
  if (listed.next === null) return { full, label: clipped(full, LONGEST_CHOICE) };
  // The label has no room for the number of orders.
  const label = clipped(`${inBrief}: ${point}`, LONGEST_CHOICE - mark.length) + mark;
  return { full, label };
}
