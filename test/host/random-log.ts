import fc from 'fast-check';
import { expect } from 'vitest';
import { DEFAULT_COUNCIL } from '../../src/council/index.ts';
import { isRefusal, orderKey, sealedDice, walkToOrder } from '../../src/game/index.ts';
import { type GamePosition, type OrderEntry, positionWith, withoutLast } from '../../src/host/table/game-position.ts';
import { replayLog } from '../../src/host/table/replay-log.ts';
import { seenIn } from '../../src/host/table/rolls-taken-back.ts';
import { type EntryBody, type EntryRecord, type OrderCause, openDatabase, openStore } from '../../src/store/index.ts';
import { hmacUnder } from '../dice/sealed.ts';
import { LIBRARY } from './fixture.ts';

/** What happens in a game: an order by a member, by a machine or a clock, in one go with the one before or not; or something else. */
export type Happening =
  | { readonly what: 'order'; readonly cause?: OrderCause; readonly run: boolean; readonly pick: number }
  | { readonly what: 'undo' | 'council' };

export const happening: fc.Arbitrary<Happening> = fc.oneof(
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
export function played(happenings: readonly Happening[], of = 'overland') {
  const edition = LIBRARY.editions.find(({ system }) => system.id === of);
  if (!edition) throw new Error(`There is no ${of}`);
  const { system, dataset } = edition;
  const variant = system.about.variants[0]?.id ?? '';
  const revealed = new Map<number, number>();
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
  const start = sealedDice(hmacUnder('a secret'), { game: id, turn: 0, order: 'start' });
  system.rules.start(variant, start);
  append({ kind: 'start', throws: start.thrown });
  let position = replayLog(system, variant, store.entries(id)).position;
  const order = ({ cause, run, pick }: Happening & { readonly what: 'order' }) => {
    const seat = system.rules.asked(position.state)[0]?.seat;
    const chosen = seat === undefined ? null : walkToOrder(system.rules, position.state, seat, (count) => pick % count);
    if (seat === undefined || !chosen || system.rules.outcome(position.state)) return;
    if (!run) at += 1;
    const dice = sealedDice(hmacUnder('a secret'), { game: id, turn: position.turn, order: orderKey(chosen) });
    const applied = system.rules.apply(position.state, seat, chosen, dice);
    if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
    const given = { seat, order: chosen, throws: dice.thrown, reason: null, ballot: null };
    const entry = append({ kind: 'order', ...given, ...(cause ? { cause } : {}) }) as OrderEntry;
    revealed.set(entry.seq, system.knowledge.reveals?.(applied.events) ?? 0);
    position = positionWith(system, position, entry, applied);
  };
  for (const one of happenings) {
    const last = position.latest.at(-1);
    if (one.what === 'order') order(one);
    else if (one.what === 'undo' && last) {
      append({ kind: 'undo', takesBack: last.seq });
      // What is given after it is no part of what was given before.
      at += 1;
      const before = () => replayLog(system, variant, store.entries(id).slice(0, last.seq)).position;
      position = withoutLast(
        position,
        { orders: [last], seen: [seenIn(last.throws, revealed.get(last.seq) ?? 0)] },
        before,
      );
    } else if (one.what === 'council') {
      const seat = system.about.seats[at % system.about.seats.length]?.id ?? '';
      const council = { ...DEFAULT_COUNCIL, odds: at % 2 === 0 ? ('off' as const) : ('always' as const) };
      const { seq } = append({ kind: 'council', seat, council, cause: 'member', ballot: null });
      position = { ...position, seq, councils: { ...position.councils, [seat]: council } };
    }
  }
  return { system, variant, store, id, position };
}

/** A position, with no more of what came before than another one has. */
function within(position: GamePosition, other: GamePosition): GamePosition {
  const cut = <Thing>(things: readonly Thing[], like: readonly unknown[]) =>
    things.slice(things.length - Math.min(things.length, like.length));
  return { ...position, latest: cut(position.latest, other.latest), earlier: cut(position.earlier, other.earlier) };
}

export function expectSame(one: GamePosition, other: GamePosition): void {
  expect(within(one, other)).toEqual(within(other, one));
  expect(one.latest.length > 0).toBe(one.turn > 0);
}
