import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  type CountedGame,
  type GameResult,
  MADE_BY,
  mergedTotals,
  totalsOfGames,
} from '../../src/host/afterwards/record/record-totals.ts';
import { type Camp, camp, camped, DAWN, PEOPLE } from './camp.ts';
import { breaking, by, headquarters, orderPresses, playedOut, said } from './fixture.ts';

function reckonings({ store }: Camp): GameResult[] {
  // Whatever round they were counted in.
  const kept = store.uncounted('army', Number.MAX_SAFE_INTEGER, MADE_BY, 100);
  return kept.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body) as GameResult]));
}

describe('what is reckoned', () => {
  test('is reckoned once, a few at once, and the others one by one while nobody waits', () => {
    const c = camp();
    for (let number = 0; number < 13; number++) {
      c.ada.games.abandon(null);
      c.ada.games.start({ systemId: 'overland' });
    }
    expect(c.host.timers.next()).toBeNull();
    expect(c.bo.record.show(false).text).toContain('3 more games still being counted. Ask again in a minute.');
    expect(reckonings(c)).toHaveLength(10);
    const rounds = [];
    while ((c.host.timers.next() ?? Number.POSITIVE_INFINITY) <= c.now()) rounds.push(c.host.timers.tick(c.now()).more);
    expect(rounds).toEqual([true, true, false]);
    expect(reckonings(c)).toHaveLength(13);
    expect(c.bo.record.show(false).text).not.toContain('still being counted');
    expect(c.host.timers.next()).toBeNull();
  });

  test('is reckoned anew where it was by another version', () => {
    const c = camp();
    c.ada.games.abandon(null);
    c.store.keepResult({ game: 'campaign01', madeBy: 'of old', body: '{}' });
    c.bo.record.show(false);
    expect(reckonings(c)).toMatchObject([{ orders: 0, result: null }]);
  });

  test('holds a piece that fails back, and does it later', () => {
    const { broken, through } = breaking('keepResult', 'the disk is full');
    const c = camp({}, { through });
    for (let number = 0; number < 11; number++) {
      c.ada.games.abandon(null);
      c.ada.games.start({ systemId: 'overland' });
    }
    c.bo.record.show(false);
    broken.now = true;
    expect(c.host.timers.tick(c.now()).missed).toMatchObject([{ what: 'record' }]);
    expect(c.host.timers.next()).toBe(c.now() + 300_000);
    broken.now = false;
    c.wait(300_000);
    expect(reckonings(c)).toHaveLength(11);
  });
});

describe('sums that are kept', () => {
  const NUMBER = 16_000;

  /** Ended games of a server that were reckoned before sums were kept, each between the same members. */
  function veterans({ database, store }: Camp): void {
    const players = ['500', '600'].map((id) => store.member(id, `Veteran ${id}`).id);
    const reckoning = (number: number): GameResult => ({
      orders: number % 100,
      result: { won: true, margin: null },
      sides: {
        winner: number % 4 === 0 ? null : 'union',
        players: players.map((member, side) => ({ member, seat: side === 0 ? 'union' : 'confederate' })),
      },
      worth: null,
      takenBack: Number(number % 10 === 0),
      choices: [],
      moments: null,
      rated: [],
    });
    const game = database.prepare(
      `INSERT INTO game (id, channel, guild, system, variant, dataset, seal, secret, starter, started_at, ended_at, ended_how)
       SELECT :id, 'old', guild, system, variant, dataset, seal, secret, starter, 1, :at, 'finished' FROM game LIMIT 1`,
    );
    database.transaction(() => {
      for (let number = 1; number <= NUMBER; number++) {
        game.run({ id: `veteran${number}`, at: number });
        store.keepResult({ game: `veteran${number}`, madeBy: MADE_BY, body: JSON.stringify(reckoning(number)) });
      }
    })();
  }

  /** What some work reads of reckonings and sums, in characters of JSON. */
  function reading(work: () => void): number {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      work();
      return parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    } finally {
      parse.mockRestore();
    }
  }

  test('are read whatever the number of games; those that were there before are added aside, some at a time', () => {
    const c = camp();
    const small = reading(() => c.bo.record.show(false));
    veterans(c);
    const show = () => c.bo.record.show(false).text;
    const first = reading(() => expect(show()).toContain('15900 more games still being counted.'));
    let [pieces, largest] = [0, first];
    while ((c.host.timers.next() ?? Number.POSITIVE_INFINITY) <= c.now()) {
      largest = Math.max(
        largest,
        reading(() => expect(c.host.timers.tick(c.now()).missed).toEqual([])),
      );
      pieces += 1;
    }
    expect(pieces).toBe(NUMBER / 100);
    // A hundred games of 300 characters each, and the sums.
    expect(largest).toBeLessThan(60_000);
    expect(show()).toContain('because rolls or reveals were taken back: 1600 games');
    expect(show()).toContain('14400 games ended: 11200 won by the union, 3200 drawn.');
    expect(reading(show)).toBeLessThan(small + 10_000);
  });

  test('have a game soon after its end, once somebody has asked for them', () => {
    const c = camp();
    const played = () =>
      (JSON.parse(c.store.recordSums('army') ?? '{}') as { sums?: { all: { played: number } } }).sums?.all.played;
    c.ada.games.abandon(null);
    expect([c.host.timers.next(), played()]).toEqual([null, undefined]);
    c.bo.record.show(false);
    expect(played()).toBe(1);
    c.ada.games.start({ systemId: 'overland' });
    c.ada.games.abandon(null);
    c.wait(1);
    expect([c.host.timers.next(), played()]).toEqual([null, 2]);
    const again = c.restarted();
    expect(again.bo.record.show(false).text).toContain('2 games ended: 2 abandoned.');
  });

  test('are made anew where another version made them, of all games', () => {
    const c = camp();
    c.ada.games.abandon(null);
    const before = c.bo.record.show(false).text;
    const kept = JSON.parse(c.store.recordSums('army') ?? '') as object;
    c.store.set('record:army', JSON.stringify({ ...kept, madeBy: 'of old', sums: 'of another form' }));
    expect(c.bo.record.show(false).text).toBe(before);
  });

  test('of a DM go with the data of its member', () => {
    const { host, store } = headquarters();
    const dm = { channel: 'dm-bo', guild: null, isModerator: true };
    said(host.games.start(by('Bo', dm), { systemId: 'overland' }));
    said(host.games.abandon(by('Bo', dm), null));
    host.record.show(by('Bo', dm), false);
    expect(store.recordSums('dm-bo')).not.toBeNull();
    said(host.myData.delete(by('Bo', dm), true));
    expect(store.recordSums('dm-bo')).toBeNull();
    expect(host.record.show(by('Bo', dm), false).text).toContain('No game has ended yet');
  });

  test('are the same in whatever order and portions games are added', () => {
    const seat = fc.constantFrom('union', 'confederate');
    const players = fc.array(fc.record({ member: fc.integer({ min: 1, max: 5 }), seat }), { maxLength: 3 });
    const tenths = fc.integer({ min: -300, max: 300 });
    const one = fc.record({
      ended: fc.record({
        game: fc.uuid(),
        system: fc.constantFrom('overland', 'wilderness'),
        variant: fc.constantFrom('a', 'b'),
        dataset: fc.constant(''),
        startedAt: fc.constant(0),
        endedAt: fc.integer({ min: 1, max: 9 }),
        how: fc.constantFrom('finished', 'abandoned'),
      }),
      reckoning: fc.record({
        orders: fc.integer({ min: 0, max: 9 }),
        result: fc.option(
          fc.record({
            won: fc.boolean(),
            margin: fc.option(fc.record({ size: fc.nat(9), words: fc.constant('points') })),
          }),
        ),
        sides: fc.option(fc.record({ winner: fc.option(seat), players })),
        worth: fc.option(
          fc.record({
            decisions: tenths,
            dice: tenths,
            best: fc.record({ chance: fc.nat(1000), after: fc.nat(9) }),
          }),
        ),
        takenBack: fc.nat(1),
        choices: fc.array(
          fc.record({
            member: fc.integer({ min: 1, max: 5 }),
            mattered: fc.integer({ min: 1, max: 9 }),
            best: fc.nat(1),
          }),
          { maxLength: 3 },
        ),
        moments: fc.constant(null),
        rated: fc.constant([]),
      }),
    }) satisfies fc.Arbitrary<CountedGame>;
    // Kinds and sides that come to the same stand in the order in which they came.
    const inOrder = ({ all, apart, byVariant, ...sums }: ReturnType<typeof totalsOfGames>) => {
      const sorted = <Row>(rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort();
      const counts = (of: typeof all | null) => of && { ...of, sides: sorted(of.sides) };
      const kinds = sorted(byVariant.map(({ tally, ...kind }) => ({ ...kind, tally: counts(tally) })));
      return { ...sums, all: counts(all), apart: counts(apart), kinds };
    };
    fc.assert(
      fc.property(
        fc.uniqueArray(one, { selector: ({ ended }) => ended.game, maxLength: 12 }),
        fc.nat(12),
        (games, at) => {
          const portions = [games.slice(at).reverse(), games.slice(0, at)];
          const kept = portions.map(
            (portion) => JSON.parse(JSON.stringify(totalsOfGames(portion))) as ReturnType<typeof totalsOfGames>,
          );
          expect(inOrder(mergedTotals(kept))).toEqual(inOrder(totalsOfGames(games)));
        },
      ),
    );
  });
});

describe('who stands in it', () => {
  /** Bo and Cy vote together; in another campaign Dee orders alone. Both end. */
  function company(): Camp {
    const c = camp({ mode: 'vote', quorum: '1' });
    for (let round = 0; round < 6; round++) {
      const [one, other = one] = orderPresses(c.bo.maps.forChannel());
      if (!one || !other) break;
      c.bo.orders.give(one.order, one.point);
      c.cy.orders.give(other.order, other.point);
      c.ada.ballots.count(null, true);
    }
    if (c.store.runningIn('front')) c.ada.games.abandon(null);
    c.ada.games.start({ systemId: 'overland' });
    c.decree({ mode: 'open' });
    playedOut(c.dee, c.dee.maps.forChannel());
    if (c.store.runningIn('front')) c.ada.games.abandon(null);
    return c;
  }

  test('names that would be read as Markdown stay names', () => {
    const c = company();
    c.cy.maps.forChannel();
    const odd = c.as('Cy', { member: { discordId: '300', name: '**@everyone**' } });
    c.host.record.setRecorded(odd, true);
    const { text } = c.ada.record.show(true);
    expect(text).not.toContain('@everyone');
    expect(text.length).toBeLessThan(2000);
  });
});

test('a record of many kinds, names and dates fits a message', () => {
  const c = camped(headquarters(), {}, 'front', DAWN);
  for (const variant of c.host.systems[0]?.about.variants ?? []) {
    c.ada.games.start({ systemId: 'overland', variantId: variant.id });
    c.ada.council.set({ mode: 'vote', quorum: '1' }, PEOPLE);
    for (let round = 0; round < 8; round++) {
      const [press] = orderPresses(c.bo.maps.forChannel());
      if (!press) break;
      for (let number = 0; number < 14; number++) {
        const member = { discordId: `9${number}`, name: `${'*'.repeat(31)}${String.fromCharCode(97 + number)}` };
        c.member('Bo', { member }).orders.give(press.order, press.point);
      }
      c.ada.ballots.count(null, true);
    }
    if (c.store.runningIn('front')) c.ada.games.abandon(null);
  }
  const { text } = c.member('Bo', { member: { discordId: '90', name: 'x' } }).record.show(false);
  expect(text).toMatch(/and [4-9] others/);
  expect(text.length).toBeLessThan(2000);
  expect(text).toContain('**You**');
});
