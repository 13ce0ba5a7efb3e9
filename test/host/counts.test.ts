import { describe, expect, test } from 'vitest';
import { DEFAULT_COUNCIL } from '../../src/council/index.ts';
import { orderKey, type Throw } from '../../src/game/index.ts';
import type { Reply } from '../../src/host/index.ts';
import type { EntryBody } from '../../src/store/index.ts';
import { type Asked, counting } from '../store/asking.ts';
import { type Camp, camp, GRANT, SIGEL } from './camp.ts';
import { outdatedIn, said } from './fixture.ts';

/**
 * What members do asks the database the same things, and reads as many rows, whether a log has a hundred entries or two thousand, and whether
 * there is one game or there are hundreds. What is done is counted to the row, so that whatever grows with them shows, and no test depends
 * on how fast anything is.
 */

interface Counted extends Camp {
  asked(work: () => unknown): Asked;
}

function counted(options: Readonly<Record<string, string>> = {}): Counted {
  let asked: Counted['asked'] = () => {
    throw new Error('Nothing is counted yet');
  };
  const watching = (database: Camp['database']) => {
    ({ asked } = counting(database));
  };
  const file = `counted-${++files}.sqlite`;
  return { ...camp(options, { file, watching, durable: true }), asked };
}
let files = 0;

const gameIn = ({ store, channel }: Camp) => store.latestIn(channel)?.id ?? '';

/** One of the ways in which a log grows: an order, what goes with it, and its being taken back. */
type Round = (c: Camp, throws: readonly Throw[], at: number) => void;

function appended(c: Camp, body: EntryBody): number {
  const game = gameIn(c);
  const [seq, member] = [c.store.lastSeq(game) + 1, c.store.member('200', 'Bo').id];
  c.store.append({ game, seq, member, interaction: null, at: c.now(), body });
  return seq;
}

const ordered = (throws: readonly Throw[], ballot: number | null = null): EntryBody => ({
  kind: 'order',
  seat: 'us',
  order: GRANT,
  throws,
  reason: null,
  ballot,
});

const byHand: Round = (c, throws) => {
  appended(c, { kind: 'undo', takesBack: appended(c, ordered(throws)) });
};

/** Command is handed on with every order, and back with it. */
const inTurn: Round = (c, throws) => {
  const order = appended(c, ordered(throws));
  for (const cause of ['order', 'undo'] as const) {
    if (cause === 'undo') appended(c, { kind: 'undo', takesBack: order });
    const council = c.store.councilAt(gameIn(c), 'us', order) ?? DEFAULT_COUNCIL;
    appended(c, { kind: 'council', seat: 'us', council, cause, ballot: null });
  }
};

const byVote: Round = (c, throws) => {
  const { store } = c;
  const game = gameIn(c);
  const [open] = store.openBallots(game);
  if (!open) throw new Error('No ballot is open');
  const member = store.member('200', 'Bo').id;
  const interaction = `press ${open.id}`;
  store.cast({ ballot: open.id, member, choice: orderKey(GRANT), reason: 'Why not', interaction, at: c.now() });
  const decision = { choice: orderKey(GRANT), votes: 1, of: 1, tie: null };
  store.closeBallot(open.id, { at: c.now() - 60_000, how: 'decided', why: 'time', by: null, decision });
  appended(c, { kind: 'ballot', seat: 'us', ballot: open.id, decision, throws: [] });
  const seq = appended(c, { kind: 'undo', takesBack: appended(c, ordered(throws, open.id)) });
  const { seat, subject, rules } = open;
  store.addBallot({ game, seat, seq, subject, rules, opener: null, casting: null, openedAt: c.now(), closes: null });
};

/** Plays rounds until a log has so many entries. */
function lengthened(c: Counted, entries: number, round: Round): void {
  const order = c.ada.orders.overrule(orderKey(GRANT));
  expect(order.to).toBe('channel');
  const throws = c.entries().flatMap((entry) => (entry.kind === 'order' ? entry.throws : []));
  c.ada.undo.takeBack(null, true, 'A slip');
  c.store.transaction(() => {
    while (c.store.lastSeq(gameIn(c)) < entries) round(c, throws, entries);
  });
  c.store.delivered(gameIn(c), entries + 10);
  c.pass(60_000);
  // Folded once; from then on it is kept.
  c.bo.maps.forChannel();
}

/** What members do, one after the other; and what the bot does for it. */
type Acts = Readonly<Record<string, (c: Counted) => unknown>>;

/** The last map. */
const shown = new WeakMap<Counted, Reply>();
const map = (c: Counted, answer: Reply | null) => shown.set(c, said(answer).channelReply ?? said(answer));
const settled = (c: Counted) => {
  const { drawing, tells } = shown.get(c) as Reply;
  if (!drawing) throw new Error('There is no map');
  c.host.undelivered.delivered(drawing.point, tells);
};
const point = (c: Counted) => ({ game: gameIn(c), seq: c.store.lastSeq(gameIn(c)) });

const AROUND: Acts = {
  'what has to be made before an answer': (c) => c.host.preloading.forChannel(c.channel),
  'which machines are to order': (c) => c.host.machines.due(c.channel),
  'which ballots are to be shown anew': (c) => outdatedIn(c.host),
  'what a clock does next': (c) => c.host.timers.next(),
  'what a channel is owed': (c) => c.host.undelivered.undeliveredUpTo(point(c)),
  'what all channels are owed': (c) => c.host.undelivered.due(),
};

const OPEN: Acts = {
  ...AROUND,
  'an order': (c) => map(c, c.bo.orders.give(GRANT, point(c))),
  'its map’s arrival': settled,
  'a press of an old map': (c) => c.bo.orders.give(SIGEL, { game: gameIn(c), seq: 0 }),
  'a press of the map before': (c) => c.bo.orders.give(SIGEL, { ...point(c), seq: point(c).seq - 1 }),
  'a typed order': (c) => map(c, c.cy.orders.give(SIGEL)),
  'a map that comes late': (c) => c.host.undelivered.lateMap(c.host.undelivered.undeliveredMap(gameIn(c)) as never),
  'what is completed': (c) => c.bo.completions.order({ verb: 'attack' }, 'leader', ''),
  'taking an order back': (c) => map(c, c.ada.undo.takeBack(null, true, 'A slip')),
  'another order': (c) => map(c, c.bo.orders.give(SIGEL, point(c))),
  'the map': (c) => c.dee.maps.forChannel(),
};

const COMMANDED: Acts = {
  ...OPEN,
  'another order': (c) => map(c, c.cy.orders.give(SIGEL, point(c))),
  'a change of the council': (c) => c.decree({ rotate: 'never' }),
};

const VOTED: Acts = {
  ...AROUND,
  'a vote': (c) => c.vote('Bo', GRANT),
  'a vote changed': (c) => c.vote('Bo', SIGEL, 'They are tired'),
  'one’s own vote': (c) => c.bo.ballots.mine(c.open().id),
  'the vote that closes the ballot': (c) => map(c, c.vote('Cy', SIGEL)),
  'its map’s arrival': settled,
  'the ballot’s message': (c) => c.host.ballotMessages.carried((shown.get(c) as Reply).cards, c.channel, '900'),
  'an order typed just before': (c) => c.dee.orders.give(GRANT),
  'a vote that comes too late': (c) => c.dee.orders.give(GRANT, { game: gameIn(c), seq: point(c).seq - 2 }),
  'a vote in the next ballot': (c) => c.vote('Dee', GRANT),
  'the card of a ballot': (c) => c.host.ballotMessages.update({ channel: c.channel, message: '900' }),
  'an order over its head': (c) => map(c, c.ada.orders.overrule(orderKey(GRANT))),
  'taking an order back': (c) => map(c, c.ada.undo.takeBack(null, true, 'A slip')),
};

const TABLES: readonly [string, Readonly<Record<string, string>>, Round, Acts][] = [
  ['whoever orders first', {}, byHand, OPEN],
  ['members in turn', { mode: 'commander', commander: '200 300', rotate: 'order' }, inTurn, COMMANDED],
  ['votes', { mode: 'vote', early: '2', quorum: '2' }, byVote, VOTED],
];

/** Hundreds of games of other channels, and dozens that have ended in this one: copies, with their logs, ballots and votes. */
function crowded(c: Counted): void {
  const game = gameIn(c);
  const { database } = c;
  database.function('copied', (n: unknown) => `other${n}`);
  database.exec(`
    CREATE TEMP TABLE copy AS WITH RECURSIVE copy (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < 500) SELECT n FROM copy;
    INSERT INTO game (id, channel, guild, system, variant, dataset, seal, secret, starter, started_at, ended_at, ended_how)
      SELECT copied(n), CASE WHEN n % 10 = 1 THEN channel ELSE copied(n) END, CASE WHEN n % 2 = 0 THEN guild ELSE copied(n) END,
        system, variant, dataset, seal, secret, starter, started_at - n,
        CASE WHEN n % 10 = 0 THEN NULL ELSE started_at + n END, CASE WHEN n % 10 = 0 THEN NULL ELSE 'finished' END
      FROM game CROSS JOIN copy WHERE id = '${game}';
    INSERT INTO entry (game, seq, kind, member, seat, body, throws, reason, at)
      SELECT copied(n), seq, kind, member, seat, body, throws, reason, at FROM entry CROSS JOIN copy
      WHERE game = '${game}' AND kind != 'ballot' AND seq < 10;
    INSERT INTO ballot (id, game, seat, seq, subject, rules, opened_at, began, closed_at, closed_how, channel, message)
      SELECT ballot.id + n * 1000, copied(n), seat, seq, subject, rules, opened_at, began, opened_at, 'void', copied(n), copied(n)
      FROM ballot CROSS JOIN copy WHERE game = '${game}' AND seq < 10;
    DROP TRIGGER vote_is_in_time;
    INSERT INTO vote (ballot, member, choice, interaction, at)
      SELECT ballot + n * 1000, member, choice, interaction || '/' || n, at FROM vote CROSS JOIN copy
      WHERE ballot + n * 1000 IN (SELECT id FROM ballot);
    UPDATE ballot SET shown = revision WHERE message IS NOT NULL;
  `);
}

/** Does the same at two tables, each after the other's. */
function compared(acts: Acts, one: Counted, other: Counted): Readonly<Record<string, Asked>> {
  return Object.fromEntries(
    Object.entries(acts).map(([what, act]) => {
      const asked = one.asked(() => act(one));
      expect(
        other.asked(() => act(other)),
        what,
      ).toEqual(asked);
      return [what, asked] as const;
    }),
  );
}

const statements = ({ runs }: Asked) => Object.values(runs).reduce((sum, times) => sum + times, 0);

/** Statements and rows that anything takes at most. An order by hand takes some 15 of the ones and 6 of the others; where
 * the game stood further back is found from the 25 entries since a stored position. */
const MOST = { statements: 40, rows: 50 };

/** The disk is waited for by what members change, once each, and by nothing else. */
const isWaitedFor = (what: string) =>
  !Object.hasOwn(AROUND, what) &&
  !/arrival|message$|^what|^a map|^the (map|card)|^a press of |^one’s own vote|too late$/.test(what);

describe.each(TABLES)('at a table decided by %s', (_how, options, round, acts) => {
  test('all costs the same with a log of a hundred and of two thousand entries', () => {
    const [short, long] = [counted(options), counted(options)];
    // Both end as many entries after a stored position.
    lengthened(short, 110, round);
    lengthened(long, 2210, round);
    for (const [what, asked] of Object.entries(compared(acts, short, long))) {
      expect(asked.commits.heavy, what).toBe(Number(isWaitedFor(what)));
      expect(asked.commits.light, what).toBeLessThanOrEqual(isWaitedFor(what) ? 0 : 2);
      expect(statements(asked), what).toBeLessThanOrEqual(MOST.statements);
      expect(asked.rows, what).toBeLessThanOrEqual(MOST.rows);
    }
    expect(long.store.lastSeq(gameIn(long))).toBeGreaterThan(2000);
  });

  test('all costs the same with one game and among hundreds', () => {
    const [alone, among] = [counted(options), counted(options)];
    for (const c of [alone, among]) lengthened(c, 10, round);
    crowded(among);
    compared(acts, alone, among);
    expect(among.store.rulesInUse().length).toBeGreaterThan(0);
  });
});
