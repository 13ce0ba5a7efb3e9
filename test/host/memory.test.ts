import { describe, expect, test } from 'vitest';
import type { Dice } from '../../src/game/index.ts';
import { readLibrary } from '../../src/host/index.ts';
import { GameTables, MOST_POSITIONS } from '../../src/host/table/game-tables.ts';
import type { GameRecord, Store } from '../../src/store/index.ts';
import { overland } from '../../src/systems/overland/index.ts';
import { changed, laterVersion } from '../changed-system.ts';
import { stillHeld } from '../held.ts';
import { by, folderOf, headquarters, LIBRARY, labels, playedOut, pressOf, said } from './fixture.ts';

/** Positions are kept in memory beside the log. They are never ahead of it, and never many. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;
const SIGEL = { verb: 'attack', leader: 'sigel' } as const;

/** A store whose commits fail while `failing.now`, after everything in them was done. */
function failingStore() {
  const failing = { now: false };
  const through = (store: Store): Store => ({
    ...store,
    transaction: (work) =>
      store.transaction(() => {
        const result = work();
        if (failing.now) throw new Error('the disk is gone');
        return result;
      }),
  });
  return { failing, ...headquarters({ through }) };
}

describe('a commit that fails', () => {
  test.each([
    ['an order', (host: ReturnType<typeof failingStore>['host']) => host.orders.give(by('Bo'), SIGEL)],
    ['an undo', (host: ReturnType<typeof failingStore>['host']) => host.undo.takeBack(by('Ada'), null, true, 'A slip')],
    ['an abandonment', (host: ReturnType<typeof failingStore>['host']) => host.games.abandon(by('Ada'), null)],
  ])('leaves %s undone, on the table as in the log', (_what, act) => {
    const { failing, host, store, ada, bo, cy } = failingStore();
    ada.games.start();
    bo.orders.give(GRANT);
    const [map, log] = [cy.maps.forChannel(), cy.log.page(null, 0).text];

    failing.now = true;
    expect(() => act(host)).toThrow('the disk is gone');
    failing.now = false;

    expect(store.lastSeq('campaign01')).toBe(1);
    expect(store.runningIn('front')?.ended).toBeNull();
    expect(JSON.stringify(host.maps.forChannel(by('Cy')))).toBe(JSON.stringify(map));
    expect(host.log.page(by('Cy'), null, 0).text).toBe(log);
    // What was on the table still is: the button under that map is good, and what comes of it is what a fresh process sees.
    const { order, point } = pressOf(map, 'Sigel attacks', 'order');
    const after = said(host.orders.give(by('Bo'), order, point));
    expect(after.to).toBe('channel');
    const fresh = headquarters().host.maps.forChannel(by('Cy'));
    expect(after.text.split('\n').at(-1)).toBe(fresh.text.split('\n').at(-1));
    expect(labels(fresh)).toEqual(labels(after));
  });

  test('starts no campaign, and the same press starts it later', () => {
    const { failing, host, store, bo } = failingStore();
    const caller = by('Ada');
    failing.now = true;
    expect(() => host.games.start(caller)).toThrow('the disk is gone');
    expect(store.latestIn('front')).toBeNull();
    expect(bo.maps.forChannel().text).toContain('No game is being played');
    failing.now = false;
    expect(said(host.games.start(caller)).to).toBe('channel');
  });
});

test('of more games than are kept in memory, the one not asked for longest is folded from its log again', () => {
  const folded: string[] = [];
  const { store, ada } = headquarters();
  ada.games.start({ systemId: 'picket-line' });
  const first = store.runningIn('front');
  const [start] = store.entries(first?.id ?? '');
  if (!first || start?.kind !== 'start') throw new Error('Nothing has begun');
  const { throws } = start;
  const games = store.transaction(() =>
    Array.from({ length: MOST_POSITIONS + 1 }, (_, number) => {
      const [game, starter] = [`game${number}`, first.starter.id];
      store.addGame({ ...first, id: game, channel: game, starter });
      store.append({ game, seq: 0, member: starter, interaction: game, at: 0, body: { kind: 'start', throws } });
      return store.game(game) as GameRecord;
    }),
  );
  const entriesAfter: Store['entriesAfter'] = (game, seq) => {
    folded.push(game);
    return store.entriesAfter(game, seq);
  };
  const tables = new GameTables({ ...store, entriesAfter }, LIBRARY);
  const ask = (...numbers: readonly number[]) => {
    folded.length = 0;
    for (const number of numbers) tables.table(games[number] as GameRecord);
    return folded;
  };
  ask(...games.keys());
  expect(folded).toHaveLength(games.length);
  expect(ask(MOST_POSITIONS, 1)).toEqual([]);
  expect(ask(0)).toEqual(['game0']);
  // Which has made the third the one not asked for longest.
  expect(ask(0, 1, MOST_POSITIONS)).toEqual([]);
  expect(ask(2)).toEqual(['game2']);
});

test('dice, which hold the secret of their game, are let go as soon as they have been thrown, however many games there are', async () => {
  const thrown: WeakRef<Dice>[] = [];
  const module = laterVersion(overland, (system) => {
    const apply: typeof system.rules.apply = (state, seat, order, dice) => {
      thrown.push(new WeakRef(dice));
      return system.rules.apply(state, seat, order, dice);
    };
    return changed(system, { rules: { apply } });
  });
  const { member } = headquarters({ library: readLibrary([module], folderOf) });
  for (let table = 0; table < 20; table++) {
    const channel = `table-${table}`;
    playedOut(member('Bo', { channel }), member('Ada', { channel }).games.start(), () => 0, 3);
  }
  expect(thrown.length).toBeGreaterThan(50);
  expect(await stillHeld(thrown)).toBeLessThan(3);
});

test('what was looked at while members typed is kept of few games, however many there are', async () => {
  const asked: WeakRef<object>[] = [];
  const module = laterVersion(overland, (system) => {
    const next: typeof system.rules.next = (state, seat, draft) => {
      const found = { ...system.rules.next(state, seat, draft) };
      asked.push(new WeakRef(found));
      return found;
    };
    return changed(system, { rules: { next } });
  });
  const { host } = headquarters({ library: readLibrary([module], folderOf) });
  const of: number[] = [];
  for (let table = 0; table < 80; table++) {
    const channel = `table-${table}`;
    const here = by('Ada', { channel, isModerator: true });
    host.games.start(here);
    host.council.set(here, { mode: 'vote' }, {});
    const before = asked.length;
    expect(host.completions.overrule(here, 'grant')[0]?.value).toContain('"leader":"grant"');
    of.push(asked.length - before);
  }
  const each = Math.max(...of);
  expect(await stillHeld(asked)).toBeLessThanOrEqual(20 * each);
});

test('the copy that a member asks for is let go once it has been fetched', async () => {
  const { ada, bo } = headquarters();
  ada.games.start();
  bo.orders.give(GRANT);
  const answered = [bo.myData.export(), bo.myData.askDeletion()].map((answer) => new WeakRef(said(answer)));
  expect(answered[0]?.deref()?.files[0]?.file).toBe('my-data.json');
  expect(await stillHeld(answered)).toBe(0);
});
