import { isRefusal, type Order, orderKey, type SeatId, type System } from '../../../game/index.ts';
import { CANCELLED } from '../../base/voting-words.ts';
import { hidesSomething } from './archive.ts';
import type { Findings } from './findings.ts';
import type { JsonPath } from './json-scan.ts';
import type { ExportedBallot, ExportedChoice, ExportedDecision, ReadGame } from './replay-schema.ts';

/** Whether the parts of a file fit each other, so that they can be gone through at all. What does not is found. */
export function checkFits(game: ReadGame, findings: Findings): boolean {
  const before = findings.count;
  const must = (right: boolean, path: JsonPath, what: string) => {
    if (!right) findings.add(path, what);
  };
  const { log, ballots, ended, secret, whatIf } = game;
  const isBallot = (number: number | null) => number === null || (number >= 1 && number <= ballots.length);

  log.forEach((entry, index) => {
    must(entry.seq === index, ['log', index, 'seq'], `Its number is ${entry.seq}, but ${index} comes next.`);
    must((entry.kind === 'start') === (index === 0), ['log', index], 'A log has one start, as its first entry.');
    const isLast = index === log.length - 1;
    must(entry.kind !== 'abandon' || isLast, ['log', index], 'Something follows the end of the game.');
    if (entry.kind === 'undo')
      must(entry.takesBack < index, ['log', index, 'takesBack'], 'No order before it has this number.');
    if ('ballot' in entry) must(isBallot(entry.ballot), ['log', index, 'ballot'], 'The file has no such ballot.');
  });
  ballots.forEach(({ closed, after }, index) => {
    const path = ['ballots', index];
    must(after < log.length, [...path, 'after'], 'The log has no such entry.');
    must(closed !== null || ended === null, [...path, 'closed'], 'The game has ended, but this is still open.');
    must(closed === null || closesSo(closed), [...path, 'closed', 'why'], 'No ballot closes like that.');
  });
  for (const { path, choice, of } of choicesIn(game)) {
    const fits = (typeof choice === 'string') === (of === 'council');
    must(fits, path, 'This couldn’t be voted for here.');
  }
  const [start] = log;
  const branches = start?.kind === 'start' && start.inherited !== undefined;
  must(
    branches === Boolean(whatIf),
    branches ? ['log', 0, 'inherited'] : ['whatIf'],
    'A “what if” must name the game it branches from and the orders it takes over.',
  );
  must((secret === null) === (ended === null), ['secret'], 'The secret is published when the game ends, not before.');
  must(!ended || !hidesSomething(game), ['ended'], 'The game has ended, but something in its file is still hidden.');
  must(drawsOf(game) <= MOST_DRAWS, ['log'], 'It has more rolls and cards than a game can have.');
  return findings.count === before;
}

/** A ballot is cancelled for one reason, and closes for others: a member closes it early, and nobody does where it closes by itself. */
function closesSo({ how, why, by }: NonNullable<ExportedBallot['closed']>): boolean {
  if (how === 'void') return why !== null && why in CANCELLED;
  return why === 'called' ? by !== null : (why === 'time' || why === 'early') && by === null;
}

/** Each takes a moment to be thrown again. */
const MOST_DRAWS = 200_000;

function drawsOf({ log }: ReadGame): number {
  const throws = log.flatMap((entry) => ('throws' in entry ? (entry.throws ?? []) : []));
  return throws.reduce((sum, thrown) => sum + (thrown.kind === 'die' ? 1 : (thrown.deal?.length ?? 0)), 0);
}

/** Whether every seat and order of a file is one of its game, whether or not it was legal when it was given. */
export function checkOrders(game: ReadGame, system: System, findings: Findings): boolean {
  const before = findings.count;
  const known = new Set<string>();
  for (const { path, seat, ordered, orderPath = [...path, 'order'] } of ordersIn(game)) {
    if (!system.seats.some(({ id }) => id === seat)) findings.add(path, 'The game has no such side.');
    if (ordered === null || ordered.order === null) continue;
    const key = orderKey(ordered.order);
    if (known.has(key)) continue;
    known.add(key);
    const parsed = system.parse(ordered.order);
    if (isRefusal(parsed)) findings.add(orderPath, `It isn’t an order of ${system.title}. ${system.refusal(parsed)}`);
    else if (orderKey(parsed) !== key)
      findings.add(orderPath, `It isn’t written the way ${system.title} writes orders.`);
  }
  if (!system.variants.some(({ id }) => id === game.variant.id))
    findings.add(['variant', 'id'], 'There is no such variant.');
  return findings.count === before;
}

interface Ordered {
  readonly path: JsonPath;
  readonly seat: SeatId;
  /** Null: the seat alone is named. */
  readonly ordered: { readonly order: Order | null } | null;
  /** Absent: the member `order` below the path. */
  readonly orderPath?: JsonPath;
}

function* ordersIn(game: ReadGame): Generator<Ordered> {
  for (const [index, entry] of game.log.entries()) {
    if ('seat' in entry) yield { path: ['log', index, 'seat'], seat: entry.seat, ordered: null };
    if ('agreed' in entry && entry.agreed) yield { path: ['log', index, 'agreed'], seat: entry.agreed, ordered: null };
    if (entry.kind === 'order') yield { path: ['log', index], seat: entry.seat, ordered: entry };
    if (entry.kind !== 'start') continue;
    for (const [at, taken] of (entry.inherited ?? []).entries()) {
      yield { path: ['log', index, 'inherited', at], seat: taken.seat, ordered: taken };
    }
  }
  for (const [index, { seat }] of game.ballots.entries())
    yield { path: ['ballots', index, 'seat'], seat, ordered: null };
  for (const { path, seat, choice } of choicesIn(game)) {
    if (typeof choice === 'string') continue;
    if (!('plan' in choice)) yield { path, seat, ordered: choice };
    else
      for (const [at, order] of choice.plan.entries())
        if (typeof order === 'object') yield { path, seat, ordered: { order }, orderPath: [...path, 'plan', at] };
  }
}

interface Chosen {
  readonly path: JsonPath;
  readonly seat: SeatId;
  readonly choice: ExportedChoice;
  /** What the ballot was on. */
  readonly of: 'order' | 'council';
}

/** Every choice of a ballot that is named in a file. */
function* choicesIn({ log, ballots }: ReadGame): Generator<Chosen> {
  for (const [index, entry] of log.entries()) {
    if (entry.kind !== 'ballot') continue;
    const { seat, decision } = entry;
    for (const [path, choice] of decided(decision)) {
      yield { path: ['log', index, 'decision', ...path], seat, choice, of: 'order' };
    }
  }
  for (const [index, { seat, subject: of, tally, votes, closed }] of ballots.entries()) {
    for (const [path, choice] of closed?.decision ? decided(closed.decision) : []) {
      yield { path: ['ballots', index, 'closed', 'decision', ...path], seat, choice, of };
    }
    for (const [at, { choice }] of (tally ?? []).entries()) {
      yield { path: ['ballots', index, 'tally', at, 'choice'], seat, choice, of };
    }
    for (const [at, { choice }] of (votes ?? []).entries()) {
      if (choice !== null) yield { path: ['ballots', index, 'votes', at, 'choice'], seat, choice, of };
    }
  }
}

function decided({ choice, tie }: ExportedDecision): (readonly [path: JsonPath, choice: ExportedChoice])[] {
  const among = tie?.among ?? [];
  return [[['choice'], choice], ...among.map((one, at) => [['tie', 'among', at], one] as const)];
}
