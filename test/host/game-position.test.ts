import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPEN_COUNCIL } from '../../src/council/index.ts';
import { isRefusal, orderKey, sealedDice, walkToOrder } from '../../src/game/index.ts';
import {
  type GamePosition,
  type OrderEntry,
  positionWith,
  recentStates,
  standingIn,
  togetherFrom,
  withoutLast,
} from '../../src/host/table/game-position.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { replayLog } from '../../src/host/table/replay-log.ts';
import { seenIn } from '../../src/host/table/rolls-taken-back.ts';
import { type EntryBody, type EntryRecord, type OrderCause, openDatabase, openStore } from '../../src/store/index.ts';
import { hmacUnder } from '../dice/sealed.ts';
import { LIBRARY } from './fixture.ts';

/** Of what came before a position only the last is kept. Whatever is made of that is what the whole log says. */

const edition = LIBRARY.editions.find(({ system }) => system.id === 'overland');
if (!edition) throw new Error('There is no Overland');
const { system, dataset } = edition;
const [seat] = system.seats;
const variant = system.variants[0]?.id ?? '';

/** What happens in a game: an order by a member, by a machine or a clock, in one go with the one before or not; or something else. */
type Happening =
  | { readonly what: 'order'; readonly cause?: OrderCause; readonly run: boolean; readonly pick: number }
  | { readonly what: 'undo' | 'council' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        what: fc.constant('order' as const),
        cause: fc.constantFrom<OrderCause>('machine', 'clock'),
        run: fc.boolean(),
        pick: fc.nat(1000),
      },
      { requiredKeys: ['what', 'run', 'pick'] },
    ),
  },
  { weight: 2, arbitrary: fc.constant<Happening>({ what: 'undo' }) },
  { weight: 1, arbitrary: fc.constant<Happening>({ what: 'council' }) },
);

/** A game with its log in a store, and where it stands as it went. */
function played(happenings: readonly Happening[]) {
  const store = openStore(openDatabase(':memory:'));
  const starter = store.member('100', 'Ada').id;
  const id = 'campaign01';
  store.keepDataset(dataset);
  store.addGame({
    id,
    channel: 'front',
    guild: 'army',
    system: system.id,
    variant,
    dataset: dataset.hash,
    seal: '',
    secret: '',
    starter,
    startedAt: 0,
    whatIf: null,
  });
  let at = 0;
  const append = (body: EntryBody) => {
    const seq = (store.lastSeq(id) ?? -1) + 1;
    store.append({ game: id, seq, member: starter, interaction: null, at, body });
    return store.entry(id, seq) as EntryRecord;
  };
  append({ kind: 'start', throws: [] });
  let position = replayLog(system, variant, store.entries(id)).position;
  const order = ({ cause, run, pick }: Happening & { readonly what: 'order' }) => {
    const chosen = seat && walkToOrder(system, position.state, seat.id, (count) => pick % count);
    if (!seat || !chosen || system.outcome(position.state)) return;
    if (!run) at += 1;
    const dice = sealedDice(hmacUnder('a secret'), { game: id, turn: position.turn, order: orderKey(chosen) });
    const applied = system.apply(position.state, seat.id, chosen, dice);
    if (isRefusal(applied)) throw new Error(system.refusal(applied));
    const given = { seat: seat.id, order: chosen, throws: dice.thrown, reason: null, ballot: null };
    const entry = append({ kind: 'order', ...given, ...(cause ? { cause } : {}) }) as OrderEntry;
    position = positionWith(system, position, entry, applied);
  };
  for (const one of happenings) {
    const last = position.latest.at(-1);
    if (one.what === 'order') order(one);
    else if (one.what === 'undo' && last) {
      append({ kind: 'undo', takesBack: last.seq });
      // What is given after it is no part of what was given before.
      at += 1;
      position =
        withoutLast(position, [seenIn(last.throws, 0)]) ?? replayLog(system, variant, store.entries(id)).position;
    } else if (one.what === 'council' && seat) {
      const council = { ...OPEN_COUNCIL, odds: at % 2 === 0 ? ('off' as const) : ('always' as const) };
      const { seq } = append({ kind: 'council', seat: seat.id, council, cause: 'member', ballot: null });
      position = { ...position, seq, councils: { [seat.id]: council } };
    }
  }
  return { store, id, position };
}

/** A position, with no more of what came before than another one has. */
function within(position: GamePosition, other: GamePosition): GamePosition {
  const cut = <Thing>(things: readonly Thing[], like: readonly unknown[]) =>
    things.slice(things.length - Math.min(things.length, like.length));
  return { ...position, latest: cut(position.latest, other.latest), earlier: cut(position.earlier, other.earlier) };
}

function expectSame(one: GamePosition, other: GamePosition): void {
  expect(within(one, other)).toEqual(within(other, one));
  expect(one.latest.length > 0).toBe(one.turn > 0);
}

test('a position that has gone on from order to order is what its log says', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      const { store, id, position } = played(happenings);
      const log = store.entries(id);
      const told = replayLog(system, variant, log);
      expectSame(position, told.position);
      expect(standingIn(log)).toEqual(told.standing);
      const known = togetherFrom(position.latest);
      // What is taken back together is seen from what is kept, unless that says itself that there may be more.
      if (known > 0) expect(position.latest.slice(known)).toEqual(told.standing.slice(togetherFrom(told.standing)));
    }),
    { numRuns: 25 },
  );
});

test('where a game stood after an order, and after any entry, is what its log up to there says', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 24 }), (happenings) => {
      const { store, id, position } = played(happenings);
      const tables = new GameTables(store, LIBRARY);
      const game = store.game(id);
      if (!game) throw new Error('The game is gone');
      const table = { game, system, position };
      const log = store.entries(id);
      for (const { seq, kind } of log) {
        const then = replayLog(system, variant, log.slice(0, seq + 1)).position;
        expect(tables.stateAfter(table, seq)).toEqual(then.state);
        const found = kind === 'order' ? tables.positionsAfter(table, [seq]).get(seq) : null;
        // What came afterwards is in a chain, and doesn't come out again.
        if (found) expectSame({ ...found, chain: then.chain }, then);
        else expect(kind).not.toBe('order');
      }
    }),
    { numRuns: 20 },
  );
});

test('orders taken back one after the other lead where the log says, whether that is kept or not', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 24 }), fc.integer({ min: 1, max: 6 }), (happenings, orders) => {
      const { store, id, position } = played(happenings);
      const taken = [...position.latest].reverse().slice(0, orders);
      const seen = Array.from({ length: orders }, (_, at) => seenIn(taken[at]?.throws ?? [], 0));
      const back = withoutLast(position, seen);
      if (taken.length < orders) {
        expect(back).toBeNull();
        return;
      }
      for (const { seq } of taken) {
        const undo = { kind: 'undo', takesBack: seq } as const;
        store.append({ game: id, seq: store.lastSeq(id) + 1, member: null, interaction: null, at: 0, body: undo });
      }
      const { position: told } = replayLog(system, variant, store.entries(id));
      if (back) expectSame(back, told);
      else expect(recentStates(position).length).toBeLessThanOrEqual(orders + 1);
    }),
    // The seventh order is the first at which earlier ones are let go.
    { numRuns: 20, examples: [[Array(7).fill({ what: 'order', run: false, pick: 0 }), 2]] },
  );
});
