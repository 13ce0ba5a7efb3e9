import type { Json, Order } from '../../src/game/index.ts';
import { textOf } from '../../src/host/afterwards/replay-file/export-game.ts';
import { type Finding, findingInWords } from '../../src/host/afterwards/replay-file/findings.ts';
import { type Inspection, inspect } from '../../src/host/afterwards/replay-file/inspect.ts';
import {
  digestsOf,
  type ExportedBallot,
  type ExportedEntry,
  type ExportedGame,
  type Undigested,
} from '../../src/host/afterwards/replay-file/replay-schema.ts';
import type { Caller } from '../../src/host/index.ts';
import { picker } from '../dice/sealed.ts';
import { discordIdOf, type Exporting, exporting, IDS, type Name } from './exporting.ts';
import { chanceOf, LIBRARY, said, textIn } from './fixture.ts';

const MINUTE = 60_000;
const VOTERS: readonly Name[] = ['Bo', 'Cy', 'Dee', 'Eli'];
const PEOPLE = Object.fromEntries(VOTERS.map((name) => [discordIdOf(name), name]));
const REASONS = [null, 'Lee is tired', 'Über die Brücke', `as <@${discordIdOf('Bo')}> says`, '**now** `or` never', ''];
/** Members agree now and then. */
const LEADERS = ['grant', 'butler', 'sigel'];
const THREAD = '1100000000000000009';

/** The files of one table: while its campaign went on, when it had ended, of a “what if” that goes out from it, and later. */
export interface Files {
  readonly running: string;
  readonly ended: string;
  readonly whatIf: string;
  /** The ended one again, when two of its members have let what is known of them be deleted. */
  readonly forgotten: string;
}

let tables = 0;

const campaigns = new Map<number, Files>();

/** A campaign of members who do whatever can be done at a table, the same for the same seed. */
export function campaignBy(seed: number): Files {
  const known = campaigns.get(seed) ?? randomCampaign(seed);
  campaigns.set(seed, known);
  return known;
}

function randomCampaign(seed: number): Files {
  tables += 1;
  const pick = picker(seed);
  const table = exporting('overland', { file: `replay-${tables}.sqlite`, chance: chanceOf(`${seed}`) });
  const { host, store, game, as } = table;
  let minutes = 0;
  const at = (who: Name): Caller => {
    minutes += 1;
    return as(who, { at: Date.UTC(2026, 10, 21, 8) + minutes * MINUTE });
  };
  const running: string[] = [];
  if (pick(4) > 0) host.council.set(at('Ada'), { mode: 'vote', tie: pick(2) ? 'die' : 'first', quorum: '1' }, {});
  else {
    host.council.set(at('Ada'), { mode: 'commander', commander: discordIdOf('Bo'), rotate: 'order' }, PEOPLE);
    for (const who of VOTERS) host.council.rota(at(who), true);
    for (const who of VOTERS) host.orders.give(at(who), { verb: 'attack', leader: 'grant' });
  }
  for (let step = 0; step < 70 && !game().ended; step++) {
    act(table, at, pick, (later) => {
      minutes += later;
    });
    if (step % 7 === 0) running.push(fileOf(table, at('Ada')));
  }
  if (!game().ended) host.games.abandon(at('Ada'), null);
  const ended = fileOf(table, at('Ada'));

  const inThread = (who: Name): Caller => ({
    ...at(who),
    channel: THREAD,
    threads: { kind: 'thread', of: IDS.channel, openedBy: 'caller' },
  });
  const points = host.branchPoints.completions(inThread('Ada'));
  const point = points[pick(points.length)];
  if (point) said(host.whatIfs.ask(inThread('Ada'), point.value));
  for (let step = 0; step < 4 && store.runningIn(THREAD); step++) {
    const orders = host.completions.overrule(inThread('Ada'), '');
    host.orders.overrule(inThread('Ada'), orders[pick(orders.length)]?.value ?? '');
  }
  if (pick(2) === 0 && store.runningIn(THREAD)) host.games.abandon(inThread('Ada'), null);
  const whatIf = fileOf(table, inThread('Ada'));
  for (const who of ['Bo', 'Dee'] as const) host.myData.delete(at(who), true);
  return { running: running[pick(running.length)] ?? '', ended, whatIf, forgotten: fileOf(table, at('Ada')) };
}

function act(
  { host, store, game }: Exporting,
  at: (who: Name) => Caller,
  pick: (count: number) => number,
  pass: (minutes: number) => void,
): void {
  const one = <Item>(items: readonly Item[]): Item => items[pick(items.length)] as Item;
  const who = one(VOTERS);
  const orders = host.completions.overrule(at('Ada'), '').map(({ value }) => value);
  const chosen = () => one(orders);
  const ballot = () => store.openBallots(game().id)[0]?.id ?? null;
  const motion = () => store.openBallots(game().id).find(({ subject }) => subject.kind === 'council');
  const settings = (): Record<string, string> => ({
    mode: one(['vote', 'vote', 'vote', 'vote', 'open', 'commander']),
    commander: discordIdOf(one(VOTERS)),
    tie: one(['first', 'commander', 'die', 'die']),
    quorum: String(1 + pick(3)),
    sealed: String(pick(3) === 0),
    ...(pick(2) === 0 ? { voters: IDS.role } : {}),
    ...(pick(2) === 0 ? { rotate: 'order' } : {}),
    ...(pick(3) === 0 ? { reminder: 'true', 'reminder-role': IDS.role } : {}),
  });
  const vote = () => host.orders.give(at(who), { verb: 'attack', leader: one(LEADERS) }, null, one(REASONS));
  const inFavour = () => {
    for (const member of VOTERS) if (motion()) host.ballots.voteOnMotion(at(member), motion()?.id ?? 0, pick(6) > 0);
    if (motion() && pick(2)) host.ballots.count(at('Ada'), motion()?.id ?? null, true);
  };
  const acts = [
    () => host.undo.takeBack(at('Ada'), null, true, one(REASONS)),
    () => host.orders.overrule(at('Ada'), chosen()),
    () => host.council.set(at('Ada'), settings(), PEOPLE),
    () => host.council.set(at(who), settings(), PEOPLE),
    () => host.ballots.withdraw(at(who), null),
    () => host.council.rota(at(who), true),
    () => {
      for (const member of VOTERS) host.orders.give(at(member), { verb: 'attack', leader: one(LEADERS) });
    },
    inFavour,
    inFavour,
    () => host.ballots.count(at('Ada'), ballot(), true),
    () => host.ballots.count(at('Ada'), ballot(), true),
    () => {
      pass(1 + pick(90));
      host.timers.tick(at('Ada').at);
    },
  ];
  (acts[pick(acts.length * 3)] ?? vote)();
}

/** A campaign of these orders and no other, abandoned then. */
export function campaignOf(...orders: readonly Order[]): string {
  tables += 1;
  const table = exporting('overland', { file: `replay-${tables}.sqlite`, chance: chanceOf('1864') });
  for (const order of orders) table.bo.orders.give(order);
  table.ada.games.abandon(null);
  return fileOf(table, table.as('Ada'));
}

function fileOf({ host }: Exporting, caller: Caller): string {
  return textIn(said(host.log.file(caller)));
}

export function inspected(file: string | Uint8Array): Inspection {
  return inspect(typeof file === 'string' ? Buffer.from(file) : file, LIBRARY);
}

/** All that is found in a file, in words, a line each. */
export function foundIn(file: string | Uint8Array): string {
  return inspected(file).findings.map(findingInWords).join('\n');
}

/** A file after somebody has changed it who knows how its digests are made. */
export function forged(file: string, change: (game: Forgeable) => void): string {
  const game = JSON.parse(file) as Forgeable;
  change(game);
  return textOf({ ...game, digests: digestsOf(game as unknown as Undigested) } as unknown as Json);
}

/** A value in a file that holds no others. */
export interface Leaf {
  readonly file: string;
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** All of them but digests and rules data. */
export function leavesOf(file: string): readonly Leaf[] {
  const leaves = (value: unknown, path: readonly (string | number)[]): readonly Leaf[] => {
    if (path[0] === 'digests' || path.join().startsWith('dataset,files')) return [];
    if (typeof value !== 'object' || value === null) return [{ file, path, value }];
    const isList = Array.isArray(value);
    return Object.entries(value).flatMap(([key, part]) => leaves(part, [...path, isList ? Number(key) : key]));
  };
  return leaves(JSON.parse(file), []);
}

/** A file with one of them changed by somebody who knows how its digests are made. */
export function withLeaf(file: string, path: Leaf['path'], value: unknown): string {
  return forged(file, (game) => {
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((part, key) => (part as Record<string | number, unknown>)[key], game);
    (holder as Record<string | number, unknown>)[path.at(-1) ?? ''] = value;
  });
}

/** A game whose parts may be written to. */
export interface Forgeable extends Writable<Omit<ExportedGame, 'version' | 'log' | 'ballots'>> {
  version: number;
  readonly log: Writable<ExportedEntry>[];
  readonly ballots: Writable<ExportedBallot>[];
}
type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Lines of the part of an untouched file that a byte belongs to, from 1: an entry, a ballot, or a member of the whole. */
export function partAround(file: string, offset: number): { readonly first: number; readonly last: number } {
  const lines = file.split('\n');
  const line = Buffer.from(file).subarray(0, offset).toString('utf8').split('\n').length - 1;
  const found = (from: number, step: 1 | -1, what: RegExp) => {
    let at = from;
    while (at > 0 && at < lines.length - 1 && !what.test(lines[at] ?? '')) at += step;
    return at;
  };
  // Without its first bracket the file is another value, and what comes after that is found wherever that value ends.
  if (line === 0) return { first: 1, last: 4 };
  const member = found(line, -1, /^ {2}"/);
  // Without a version the file is not read any further, and that is said of its first line.
  if (lines[member]?.startsWith('  "version"')) return { first: 1, last: member + 1 };
  // A bracket that is missing is missed at either end of what it holds; those of the last member and of the file, in each other's lines.
  if (lines[member]?.startsWith('  "digests"')) return { first: member + 1, last: lines.length };
  if (/^ {2}(".*[[{]$|[\]}])/.test(lines[line] ?? ''))
    return { first: member + 1, last: found(member, 1, /^ {2}[\]}]/) + 1 };
  const begins = /^ {2}["\]}]|^ {4}\{|^[{}]/;
  return { first: found(line, -1, begins) + 1, last: found(line + 1, 1, begins) };
}

export function isWithin(
  { line }: Finding,
  { first, last }: { readonly first: number; readonly last: number },
): boolean {
  // What is missing at the very end of a part is missed in the line after it, and in one before at its beginning.
  return line >= first - 1 && line <= last + 1;
}
