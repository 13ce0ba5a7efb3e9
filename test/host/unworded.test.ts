import { describe, expect, test } from 'vitest';
import { legalOrders, type Order } from '../../src/game/index.ts';
import { readLibrary } from '../../src/host/index.ts';
import { systems } from '../../src/systems/index.ts';
import { changed, laterVersion } from '../changed-system.ts';
import { type Camp, camp, GRANT } from './camp.ts';
import { folderOf, said } from './fixture.ts';
import { twoSides } from './two-sides.ts';

/** What of a game makes the words and pictures of a message about its table. */
const WORDS = {
  orderWords: ['label', 'describe'],
  eventWords: ['tell', 'summaryCoversOrder', 'digest'],
  positionWords: ['when', 'summary', 'agenda', 'step'],
  pictures: ['picture', 'places'],
} as const;

/** A library of one game, of which one function throws while `fault.in` names it. */
function faulty(fault: { in: string | null }, id = 'overland'): ReturnType<typeof readLibrary> {
  const modules = systems
    .filter((module) => module.id === id)
    .map((module) =>
      laterVersion(module, (system) => {
        const broken = Object.entries(WORDS).map(([facet, names]) => {
          const members = new Map<string, (...given: unknown[]) => unknown>(
            Object.entries(system[facet as keyof typeof WORDS]),
          );
          const throwing = names.flatMap((name) => {
            const made = members.get(name);
            const thrower = (...given: unknown[]) => {
              if (fault.in === name) throw new Error(`No words: ${name}`);
              return made?.(...given);
            };
            return made ? [[name, thrower]] : [];
          });
          return [facet, Object.fromEntries(throwing)];
        });
        return changed(system, Object.fromEntries(broken));
      }),
    );
  return readLibrary(modules, folderOf);
}

/** A table whose channel has seen all so far, and a request of a member at it. */
function request({ host, store, as, channel }: Camp, order: Order, member: 'Bo' | 'Cy' = 'Bo') {
  const game = store.runningIn(channel)?.id ?? '';
  for (const { seq } of host.undelivered.undeliveredMaps()) host.undelivered.delivered({ game, seq });
  const caller = as(member);
  const asked = { about: { game }, pressed: () => null, run: () => host.orders.give(caller, order) };
  return { game, give: () => host.requests.handle(caller, asked) };
}

describe.each(['overland', 'road-to-richmond', 'wilderness', 'sam-grant'])('%s', (id) => {
  test.each(Object.values(WORDS).flat())(
    'an order is kept once whose message throws in `%s`, and a later map is right',
    async (name) => {
      const fault: { in: string | null } = { in: null };
      const library = faulty(fault, id);
      const made = id === 'overland' ? camp({}, { library }) : twoSides(id, { library });
      const { host, store, channel } = made;
      const running = store.runningIn(channel);
      if (!running) throw new Error('No game has begun');
      const { system, position } = host.tables.table(running);
      const seat = system.rules.asked(position.state)[0]?.seat ?? '';
      const [order] = legalOrders(system.rules, position.state, seat);
      if (!order) throw new Error('There is nothing to order');
      const { game, give } = request(made, order, seat === 'confederate' ? 'Cy' : 'Bo');
      const before = store.lastSeq(game);
      fault.in = name;
      const handled = await give();
      // What only a picture needs is not asked for before it is drawn, and some games have no such words.
      if (handled.fault !== undefined) expect(handled.fault).toEqual(new Error(`No words: ${name}`));
      else expect(said(handled.answer).text).not.toBe('');
      expect(handled.writes).toContainEqual({ kind: 'order', game, seq: before + 1 });
      expect(handled.due()?.channels).toEqual([channel]);
      fault.in = null;
      expect((await give()).answer).toBeNull();
      expect(store.entriesAfter(game, before).next().value).toMatchObject({ kind: 'order', order });
      const [owed] = host.undelivered.undeliveredMaps().slice(-1);
      const map = said(owed ? host.undelivered.lateMap(owed) : null);
      expect(map.text).not.toBe('');
      expect(map.drawing?.point).toEqual({ game, seq: store.lastSeq(game) });
      expect(String(await map.drawing?.png())).not.toBe('');
    },
  );
});

test('a vote counts whose confirmation throws', async () => {
  const fault: { in: string | null } = { in: null };
  const made = camp({ mode: 'vote' }, { library: faulty(fault) });
  const { give } = request(made, GRANT);
  fault.in = 'label';
  const { fault: thrown, writes } = await give();
  expect([thrown, writes.map(({ kind }) => kind)]).toEqual([new Error('No words: label'), ['vote']]);
  expect(made.standing()).toEqual({ Bo: GRANT });
});

test('what a clock has done stands whose message throws, and it does not do it again', () => {
  const fault: { in: string | null } = { in: null };
  const made = camp({ mode: 'vote', window: '1 hour' }, { library: faulty(fault) });
  made.vote('Bo', GRANT);
  made.vote('Cy', GRANT);
  made.vote('Dee', GRANT);
  fault.in = 'summary';
  const [told] = made.wait(3_600_000);
  expect(told?.answer.fault).toEqual(new Error('No words: summary'));
  fault.in = null;
  expect(made.wait(60_000)).toEqual([]);
  expect(
    made
      .entries()
      .map(({ kind }) => kind)
      .slice(-2),
  ).toEqual(['ballot', 'order']);
});
