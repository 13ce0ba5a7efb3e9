import { isRefusal, type Json, type Order, orderKey, type System } from '../../../game/index.ts';
import { CANCELLED } from '../../base/voting-words.ts';
import { hidesSomething } from './archive.ts';
import type { Findings, JsonPath } from './findings.ts';
import type { ExportedBallot, ReadGame } from './replay-schema.ts';

/** Returns false if parts of a file don't fit each other: it can't be checked any further. */
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
  ballots.forEach(({ closed, after, subject, proposed }, index) => {
    const path = ['ballots', index];
    must(
      (subject === 'council') === (proposed !== null),
      [...path, 'proposed'],
      'It doesn’t fit the ballot’s subject.',
    );
    must(after < log.length, [...path, 'after'], 'The log has no such entry.');
    must(closed !== null || ended === null, [...path, 'closed'], 'The game has ended, but this is still open.');
    must(closed === null || closesSo(closed), [...path, 'closed', 'why'], 'No ballot closes like that.');
    const decides = closed !== null && closed.how !== 'void';
    must(decides === !!closed?.decision, [...path, 'closed'], 'A ballot has a decision unless it was cancelled.');
  });
  eachMember(game, (key, value, path) => {
    const isHidden = key === 'among' && Array.isArray(value) && value.length === 0;
    must(!isHidden || !ended, path, 'The game has ended, so a tie must name its choices.');
    if (value === null || (key !== 'choice' && path.at(-2) !== 'among')) return;
    const [part, index] = path;
    const subject = part === 'ballots' ? ballots[Number(index)]?.subject : 'order';
    must((typeof value === 'string') === (subject === 'council'), path, 'This couldn’t be voted for here.');
  });
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

/** Compares facts that a file states twice, if it can't be rebuilt yet because something in it is hidden. */
export function checkRepeated(
  { startedAt, startedBy, log: [start], ballots, ended }: ReadGame,
  findings: Findings,
): void {
  if (start?.at !== startedAt) findings.add(['startedAt'], 'It is not the time of the first entry.');
  // The starter made no entry if their data was deleted before their thread opened.
  if ((start?.by ?? startedBy) !== startedBy) findings.add(['startedBy'], 'Somebody else made the first entry.');
  ballots.forEach(({ number, closed, votes, tally }, index) => {
    const path = ['ballots', index];
    if (number !== index + 1)
      findings.add([...path, 'number'], `Its number is ${number}, but ${index + 1} comes next.`);
    // Other sides' secret ballots are hidden until the game is over.
    if ((closed === null) !== (votes === null) && (ended !== null || votes || tally))
      findings.add([...path, 'votes'], 'A closed ballot must have its votes, and an open one must not.');
  });
}

/** A member closes a ballot by calling it; otherwise it closes by itself. */
function closesSo({ how, why, by }: NonNullable<ExportedBallot['closed']>): boolean {
  if (how === 'void') return why !== null && why in CANCELLED;
  return why === 'called' ? by !== null : (why === 'time' || why === 'early') && by === null;
}

const MOST_DRAWS = 200_000;

function drawsOf({ log }: ReadGame): number {
  const throws = log.flatMap((entry) => ('throws' in entry ? (entry.throws ?? []) : []));
  return throws.reduce((sum, thrown) => sum + (thrown.kind === 'die' ? 1 : (thrown.deal?.length ?? 0)), 0);
}

/** Returns false if a seat or an order is not of this game; legality comes later. */
export function checkOrders(game: ReadGame, system: System, findings: Findings): boolean {
  const before = findings.count;
  const known = new Set<string>();
  eachMember(game, (key, value, path) => {
    if ((key === 'seat' || key === 'agreed') && !system.about.seats.some(({ id }) => id === value))
      findings.add(path, 'The game has no such side.');
    if (!isOrder(value, path)) return;
    const order = orderKey(value);
    if (known.has(order)) return;
    known.add(order);
    const parsed = system.orderWords.parse(value);
    if (isRefusal(parsed))
      findings.add(path, `It isn’t an order of ${system.about.title}. ${system.orderWords.refusal(parsed)}`);
    else if (orderKey(parsed) !== order)
      findings.add(path, `It isn’t written the way ${system.about.title} writes orders.`);
  });
  if (!system.about.variants.some(({ id }) => id === game.variant.id))
    findings.add(['variant', 'id'], 'There is no such variant.');
  return findings.count === before;
}

/** Goes over everything in the log and the ballots, but not into orders. */
function eachMember(
  { log, ballots }: ReadGame,
  meet: (key: string | number, value: Json | undefined, path: JsonPath) => void,
): void {
  const inside = (whole: Json | undefined, path: JsonPath) => {
    if (typeof whole !== 'object' || whole === null || isOrder(whole, path)) return;
    for (const [name, value] of Object.entries(whole)) {
      const key = Array.isArray(whole) ? Number(name) : name;
      meet(key, value, [...path, key]);
      inside(value, [...path, key]);
    }
  };
  inside(log as Json, ['log']);
  inside(ballots as Json, ['ballots']);
}

function isOrder(value: Json | undefined, path: JsonPath): value is Json & Order {
  return typeof value === 'object' && value !== null && (path.at(-1) === 'order' || path.at(-2) === 'plan');
}
