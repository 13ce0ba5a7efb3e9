import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'vitest';
import { orderKey } from '../../../src/game/index.ts';
import type { Sandbox, SeenMessage } from '../../../src/sandbox/sandbox.ts';
import { CHANNEL } from '../table.ts';
import { type Ballot, ballotOf, type Choice, withoutOdds } from './channel.ts';
import type { Ledger, Line, Press, Vote } from './ledger.ts';

/** How the title of a ballot begins that has been decided. */
const DECIDED = 'The next order: ';

/** What the program's database file says, read beside the program or while it is dead. */
class Books {
  readonly #database: BetterSqlite3.Database;

  constructor(path: string) {
    this.#database = new BetterSqlite3(path, { readonly: true });
  }

  close(): void {
    this.#database.close();
  }

  ballots(): BallotRow[] {
    return this.#database
      .prepare('SELECT id, game, closed_how AS how, decision, message FROM ballot ORDER BY id')
      .all() as BallotRow[];
  }

  /** The entries of the log that a ballot decided. */
  entries(ballot: number): { readonly kind: string; readonly seq: number; readonly body: string }[] {
    return this.#database
      .prepare('SELECT kind, seq, body FROM entry WHERE ballot = ? ORDER BY seq')
      .all(ballot) as never;
  }

  votes(ballot: number): VoteRow[] {
    return this.#database
      .prepare(
        'SELECT interaction, choice, reason, name FROM vote JOIN member ON member.id = vote.member WHERE ballot = ?',
      )
      .all(ballot) as VoteRow[];
  }

  /** How much the channel has still to see. */
  behind(): number {
    return this.#database
      .prepare(
        "SELECT (SELECT count(*) FROM ballot WHERE shown < revision AND message IS NOT NULL) + (SELECT count(*) FROM outbox WHERE kind IN ('map', 'edit'))",
      )
      .pluck()
      .get() as number;
  }
}

interface BallotRow {
  readonly id: number;
  readonly game: string;
  readonly how: string | null;
  readonly decision: string | null;
  readonly message: string | null;
}

interface VoteRow {
  readonly interaction: string;
  readonly choice: string | null;
  readonly reason: string | null;
  readonly name: string;
}

export function read<Result>(path: string, work: (books: Books) => Result): Result {
  const books = new Books(path);
  try {
    return work(books);
  } finally {
    books.close();
  }
}

/** Whether a ballot is closed. */
export function isClosed(path: string, id: number): boolean {
  return read(path, (books) => books.ballots().some((ballot) => ballot.id === id && ballot.how !== null));
}

/**
 * What members were told, what the database holds and what the channel reads are one, for every ballot of a campaign that is over.
 * @returns how many presses counted that nobody was told of, since the program died with them and the ballot with it
 */
export async function expectAgreement(
  sandbox: Sandbox,
  path: string,
  ledger: Ledger,
  ballots: readonly Ballot[],
): Promise<number> {
  await expect.poll(() => read(path, (books) => books.behind()), { interval: 100 }).toBe(0);
  return read(path, (books) => {
    const rows = books.ballots();
    expect(rows.map(({ id, how }) => [id, how])).toEqual(ballots.map(({ id }) => [id, 'decided']));
    const untold = ballots.map((ballot) => expectVotes(books.votes(ballot.id), ledger, ballot));
    for (const ballot of ballots) {
      const row = rows.find(({ id }) => id === ballot.id) as BallotRow;
      const lines = ledger.tally(ballot.id);
      expectDecision(books, row, lines, ballot);
      expectCard(sandbox, row, lines);
      expectResult(sandbox, books, row, lines);
    }
    // Nothing in the channel looks as if it could still be voted on.
    expect(sandbox.messages(CHANNEL).filter((message) => !message.ephemeral && ballotOf(message) !== null)).toEqual([]);
    const cards = sandbox.messages(CHANNEL).flatMap(({ embeds }) => embeds as { title?: string }[]);
    expect(cards.filter(({ title }) => title?.startsWith(DECIDED))).toHaveLength(ballots.length);
    return untold.reduce((sum, one) => sum + one, 0);
  });
}

/** Every press that was acknowledged is a row, once, as it was acknowledged; and no other is, but what nobody was told of. */
function expectVotes(rows: readonly VoteRow[], ledger: Ledger, ballot: Ballot): number {
  const where = `Ballot ${ballot.id}`;
  const row = ({ words, interaction, member }: Press) => ({
    interaction,
    name: member,
    choice: words === null ? null : orderKey(choiceOf(ballot, words).order),
  });
  const found = rows.map(({ interaction, name, choice }) => ({ interaction, name, choice }));
  for (const press of ledger.presses(ballot.id)) {
    expect(
      found.filter(({ interaction }) => interaction === press.interaction),
      where,
    ).toEqual([row(press)]);
  }
  const doubts = ledger.doubts(ballot.id);
  let untold = 0;
  for (const doubt of doubts) {
    const counted = rows.find(({ interaction }) => interaction === doubt.interaction);
    if (!counted) continue;
    expect({ ...row(doubt) }, where).toEqual({
      interaction: counted.interaction,
      name: counted.name,
      choice: counted.choice,
    });
    // A row without a reason says nothing of one: the reason of the vote before it for the same order stays.
    const before = ledger.votes(ballot.id).find(({ member }) => member === doubt.member);
    const kept = before?.words === doubt.words ? before.reason : null;
    ledger.acknowledged({ ...doubt, reason: counted.reason ?? kept });
    untold += 1;
  }
  expect(found.map(({ interaction }) => interaction).sort(), where).toEqual(
    ledger
      .presses(ballot.id)
      .map(({ interaction }) => interaction)
      .sort(),
  );
  return untold;
}

function choiceOf({ choices, id }: Ballot, words: string): Choice {
  const choice = choices.find((one) => one.words === words);
  if (!choice) throw new Error(`Ballot ${id} has no order “${words}”`);
  return choice;
}

const isTie = ([first, second]: readonly Line[]) => first?.votes.length === second?.votes.length;
const countOf = (lines: readonly Line[]) => lines.reduce((sum, { votes }) => sum + votes.length, 0);

/** Decided once, by the order with the most votes, or on a tie by the one that has had so many the longest. */
function expectDecision(books: Books, { id, decision }: BallotRow, lines: readonly Line[], ballot: Ballot): void {
  const where = `Ballot ${id}`;
  const [winner] = lines as [Line];
  const { order } = choiceOf(ballot, winner.words);
  expect(JSON.parse(decision ?? 'null'), where).toMatchObject({
    choice: orderKey(order),
    votes: winner.votes.length,
    of: countOf(lines),
    tie: isTie(lines) ? { rule: 'held-longest' } : null,
  });
  const entries = books.entries(id);
  expect(
    entries.map(({ kind }) => kind),
    where,
  ).toEqual(['ballot', 'order']);
  expect(JSON.parse(entries[1]?.body ?? 'null'), where).toEqual(order);
}

/** The ballot's own message has become the card of its decision, with the whole tally. */
function expectCard(sandbox: Sandbox, { id, message }: BallotRow, lines: readonly Line[]): void {
  const carrier = sandbox.message(CHANNEL, message ?? '') as SeenMessage;
  const cards = carrier.embeds as { title?: string; description?: string }[];
  const card = cards.find(({ title }) => title?.startsWith(DECIDED));
  expect(card?.title, `Ballot ${id}`).toBe(`${DECIDED}${lines[0]?.words}`);
  const [head, ...rest] = (card?.description ?? '').split('\n');
  expect(head, `Ballot ${id}`).toContain(`${countOf(lines)} vote${countOf(lines) === 1 ? '' : 's'} counted.`);
  const tally = rest.flatMap((line) => [...line.matchAll(/^(\*\*\d+\*\*) · ([^:]+): (.+)$/g)]);
  expect(
    tally.map(([, count, label = '']) => `${count} · ${withoutOdds(label)}`),
    `Ballot ${id}`,
  ).toEqual(lines.map(({ words, votes }) => `**${votes.length}** · ${words}`));
  for (const [at, { votes }] of lines.entries()) expectNames(tally[at]?.[3] ?? '', votes);
  expect(carrier.buttons, `Ballot ${id}`).toEqual([]);
}

/** The names beside an order are those of members who voted for it, all of them counted. */
function expectNames(said: string, votes: readonly Vote[]): void {
  const [names, others] = [said.split(/, | and /), Number(/(\d+) others?$/.exec(said)?.[1] ?? 0)];
  const members = votes.map(({ member }) => member);
  const named = names.filter((name) => !/^\d+ others?$/.test(name));
  expect(named.length + others).toBe(members.length);
  for (const name of named) expect(members).toContain(name);
}

/**
 * The channel has read what was decided and seen its map: once, or, where the program died over it, once more with a note. What it had
 * not heard by the next map was told with that one.
 */
function expectResult(sandbox: Sandbox, books: Books, { id, game }: BallotRow, lines: readonly Line[]): void {
  const [winner] = lines as [Line];
  const seq = books.entries(id)[1]?.seq;
  const open = sandbox.messages(CHANNEL).filter(({ ephemeral }) => !ephemeral);
  const posted = open.filter(({ files }) => files.some(({ filename }) => filename === `overland-${game}-${seq}.png`));
  const late = posted.filter(({ content }) => content.includes('Posted late'));
  expect(posted.length - late.length, `Ballot ${id}`).toBeLessThanOrEqual(1);
  expect(late.length, `Ballot ${id}`).toBeLessThanOrEqual(1);
  const result = `, ${share(winner.votes.length, countOf(lines))}`;
  const own = posted.map(({ content }) => decisionsIn(content).at(-1) ?? '');
  const later = open.filter(({ files }) => files.some(({ filename }) => seqOf(filename, game) > (seq ?? 0)));
  const withNext = later
    .flatMap(({ content }) => decisionsIn(content))
    .filter((told) => firstLine(told).includes(result));
  const told = own.length > 0 ? own : withNext.slice(0, 1);
  expect(told.length, `Ballot ${id}`).toBeGreaterThanOrEqual(1);
  for (const decision of told) {
    const said = firstLine(decision);
    expect(said, `Ballot ${id}`).toMatch(/^\*\*The council\*\* /);
    expect(said).toContain(result);
    expect(said.includes('the tie went to the order that had held its votes longest')).toBe(isTie(lines));
    expectReasons(decision, winner, id);
  }
}

/** What a message says of each decision, the last one that of its map. */
function decisionsIn(content: string): string[] {
  return content.split(/^(?=\*\*The council\*\* )/m).filter((part) => part.startsWith('**The council** '));
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** Which entry of a game a map's file is of; -1: it is none. */
function seqOf(filename: string, game: string): number {
  return Number(new RegExp(`^overland-${game}-(\\d+)\\.png$`).exec(filename)?.[1] ?? -1);
}

function share(votes: number, of: number): string {
  if (votes < of) return `by ${votes} of ${of} votes`;
  return of === 1 ? 'with the only vote' : of === 2 ? 'with both votes' : `with all ${of} votes`;
}

/** The reasons told with a result are those of members who stood by the order; where they gave any, at least one is told. */
function expectReasons(content: string, { votes }: Line, id: number): void {
  const told = [...content.matchAll(/^> “(.*)” · (.*?)(?: and \d+ others?)?$/gm)].map(([, reason, name]) => ({
    reason,
    member: name,
  }));
  const given = votes.filter(({ reason }) => reason !== null).map(({ reason, member }) => ({ reason, member }));
  const different = new Set(given.map(({ reason }) => reason)).size;
  expect(told, `Ballot ${id}`).toHaveLength(Math.min(3, different));
  for (const one of told) expect(given, `Ballot ${id}`).toContainEqual(one);
}
