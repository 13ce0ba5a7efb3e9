import { expect, test } from 'vitest';
import { type CouncilMode, DEFAULT_COUNCIL } from '../../src/council/index.ts';
import type { Asked, Order, State, System } from '../../src/game/index.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { replayLog } from '../../src/host/table/replay-log.ts';
import { isCurrent } from '../../src/host/table/seat-rules.ts';
import {
  type EntryBody,
  type EntryRecord,
  type GameRecord,
  openDatabase,
  openStore,
  type Store,
} from '../../src/store/index.ts';
import { LIBRARY } from './fixture.ts';

/** Two seats that may plot in secret or march openly at any time; `north` is asked something new after every third order. */
interface Orders extends State {
  readonly orders: number;
}

const system = {
  about: {
    verbs: [
      { verb: 'plot', summary: 'Plot', slots: [], secret: true },
      { verb: 'march', summary: 'March', slots: [] },
    ],
  },
  knowledge: {},
  rules: {
    start: () => ({ state: { version: 1, orders: 0 }, events: [] }),
    apply: ({ orders }: Orders) => ({ state: { version: 1, orders: orders + 1 }, events: [] }),
    asked: () => [{ seat: 'north' }, { seat: 'south' }],
  },
  orderWords: {
    asking: ({ orders }: Orders, { seat }: Asked) => ({
      prompt: seat === 'north' ? `Season ${Math.floor(orders / 3)}?` : 'What now?',
    }),
  },
} as unknown as System;

const game = { id: 'campaign01', variant: 'standard' } as GameRecord;

function log(...bodies: EntryBody[]): EntryRecord[] {
  const member = { id: 1, discordId: '1', name: 'Ada' };
  return bodies.map((body, seq) => ({ game: game.id, seq, member, at: seq, ...body }));
}

/** A store that holds a log. */
function kept(entries: readonly EntryRecord[]): Store {
  const database = openDatabase(':memory:');
  database.pragma('foreign_keys = OFF');
  const store = openStore(database);
  const { id } = store.member('1', 'Ada');
  for (const { game, seq, at, member: _, ...body } of entries)
    store.append({ game, seq, member: id, interaction: null, at, body: body as EntryBody });
  return store;
}

const START: EntryBody = { kind: 'start', throws: [] };
const by = (seat: string, verb: string): EntryBody => ({
  kind: 'order',
  seat,
  order: { verb } as Order,
  throws: [],
  reason: null,
  ballot: null,
});
const decides = (mode: CouncilMode, quorum = 2, seat = 'north'): EntryBody => ({
  kind: 'council',
  seat,
  council: { ...DEFAULT_COUNCIL, mode, ballot: { ...DEFAULT_COUNCIL.ballot, quorum } },
  cause: 'member',
  ballot: null,
});
const [plot, march, own] = [by('south', 'plot'), by('south', 'march'), by('north', 'plot')];

test.each<[what: string, good: boolean, entries: EntryBody[], seq: number]>([
  ['the present one', true, [START, march], 1],
  ['before a secret order of the other seat', true, [START, plot], 0],
  ['before two of them', true, [START, plot, plot], 0],
  ['before an open order', false, [START, march], 0],
  ['before a secret order and an open one', false, [START, plot, march], 0],
  ['before a secret order of its own', false, [START, own], 0],
  ['before secret orders of both', false, [START, plot, own], 0],
  ['before an order was taken back', false, [START, plot, { kind: 'undo', takesBack: 1 }], 0],
  ['before the seat was asked something new', false, [START, plot, plot, plot], 0],
  ['ahead of the log', false, [START, plot], 2],
  ['before a change of how the table decides', true, [START, decides('open', 3)], 0],
  ['before its mode was changed', false, [START, decides('vote')], 0],
  ['before its mode was changed and changed back', true, [START, decides('vote'), decides('open')], 0],
  ['after its mode was changed', true, [START, decides('vote'), decides('vote', 3)], 1],
  ['after its mode was changed, and before it was changed back', false, [START, decides('vote'), decides('open')], 1],
  ['before the other seat’s mode was changed', true, [START, decides('vote', 2, 'south')], 0],
  ['before a change of rules and a secret order', true, [START, decides('open', 3), plot], 0],
  ['before a change of rules and an open order', false, [START, decides('open', 3), march], 0],
])('a point is good for a seat: %s, %s', (_what, good, bodies, seq) => expect(isGood(system, bodies, seq)).toBe(good));

test('a point is good while a phase goes on in which both decide at once, whatever the other orders', () => {
  const phase = ({ orders }: Orders) => ({ key: orders < 2 ? 'set-up' : 'battle', turn: '1' });
  const phased = { ...system, rules: { ...system.rules, phase } } as unknown as System;
  expect(isGood(phased, [START, march], 0)).toBe(true);
  expect(isGood(phased, [START, march, own], 0)).toBe(false);
  expect(isGood(phased, [START, march, march], 0)).toBe(false);
});

function isGood(system: System, bodies: readonly EntryBody[], seq: number): boolean {
  const entries = log(...bodies);
  const { position } = replayLog(system, game.variant, entries);
  const table = {
    game,
    system,
    position,
    ballots: [],
    machines: [],
    vacant: [],
    marches: new Map(),
    solution: () => null,
  };
  const store = kept(entries);
  const games = { store, tables: new GameTables(store, LIBRARY) };
  return isCurrent(games, table, 'north', { game: game.id, seq });
}
