import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { System } from '../../src/game/index.ts';
import { type Request, readLibrary } from '../../src/host/index.ts';
import { Replay } from '../../src/host/table/replay-log.ts';
import { StoredPositions } from '../../src/host/table/stored-positions.ts';
import { drawnCases } from '../trials/long.ts';
import { type Camp, camp, camped, DAWN, GRANT, SIGEL } from './camp.ts';
import { counting } from './counted-overland.ts';
import { folderOf, headquarters, REFUSING, said, temporary } from './fixture.ts';
import { expectSame, happening, played as playedAtRandom } from './random-log.ts';

/** Where a game stood is stored for every twenty-fifth entry or so. The log is the truth: whatever is stored, what it says is what counts. */

describe.each(['overland', 'road-to-richmond', 'wilderness'])('of a game of %s', (of) => {
  test('a log gone on with from any stored position leads where it leads from its start', () => {
    fc.assert(
      fc.property(fc.array(happening, { minLength: 20, maxLength: 50 }), fc.nat(), (happenings, pick) => {
        const { system: rules, variant, store, id } = playedAtRandom(happenings, of);
        // Every order brings something to light.
        const system: System = { ...rules, knowledge: { ...rules.knowledge, reveals: (events) => events.length } };
        const game = store.game(id);
        if (!game) throw new Error('The game is gone');
        const stored = new StoredPositions(store, () => system);
        const log = new Replay(system, variant);
        const told = store.entries(id).map((entry) => {
          log.play(entry);
          return log.position();
        });
        // One is stored early, so that an undo that goes back beyond the other needs it, or the start.
        for (const seq of [Math.floor((pick % told.length) / 3), pick % told.length])
          stored.storeIfDue({ ...game, whatIf: { game: id, seq: 0 } }, told[seq] as never, -1);
        // What is found within a transaction is not stored.
        store.transaction(() => {
          for (const position of told) {
            const found = stored.after(game, [position.seq]).get(position.seq);
            expectSame(found as never, position);
            expect(found?.before).toEqual(position.before);
          }
          const all = stored.after(game, [...told.keys()].reverse());
          for (const position of told) expectSame(all.get(position.seq) as never, position);
        });
      }),
      { numRuns: drawnCases(of === 'overland' ? 8 : 3) },
    );
  });
});

const ROUNDS = 60;

let played: Buffer | null = null;

/** A campaign of more than a hundred entries, with its positions as they were stored as it went. It is played once, and copied for each test. */
function long(): Camp {
  const file = temporary('games.sqlite');
  if (played) writeFileSync(file, played);
  const c = camped(headquarters(), {}, 'front', DAWN);
  if (played) {
    // The process that has played it has its last position in memory.
    c.cy.maps.forChannel();
    return c;
  }
  // Interactions of its own: a copy would take those of a test for its own ones, come again.
  c.member('Ada', { interaction: 'begin' }).games.start({ systemId: 'overland' });
  lengthened(c, ROUNDS, 'long');
  c.database.pragma('wal_checkpoint(TRUNCATE)');
  played = readFileSync(file);
  return c;
}

function short(rounds: number): Camp {
  return lengthened(camp(), rounds, 'first');
}

function lengthened(c: Camp, rounds: number, name: string): Camp {
  for (let round = 0; round < rounds; round++) {
    c.member('Bo', { interaction: `${name} ${round}` }).orders.give(GRANT);
    c.member('Ada', { interaction: `${name} ${round} back` }).undo.takeBack(null, true, 'A slip');
  }
  c.member('Bo', { interaction: `${name} ends` }).orders.give(GRANT);
  return c;
}

const rows = ({ database }: Camp) =>
  database.prepare('SELECT seq, body FROM state ORDER BY seq').all() as { seq: number; body: string }[];

const mapOf = (c: Camp) => c.cy.maps.forChannel().text;

describe('with stored positions', () => {
  test('a process that has just started plays no log from its start', async () => {
    const c = long();
    expect(rows(c).map(({ seq }) => seq)).toEqual([25, 50, 75, 100]);
    const { module, begun } = counting();
    const library = readLibrary([module], folderOf);
    const again = c.restarted({ library });
    await again.host.preloading.forChannel(again.channel);
    expect(again.host.preloading.forChannel(again.channel)).toBeNull();
    expect(mapOf(again)).toBe(mapOf(c));
    const game = again.store.runningIn(again.channel);
    if (!game) throw new Error('The game is gone');
    again.host.tables.stateAfter(again.host.tables.table(game), 70);
    expect(begun()).toBe(0);
  });

  test('no name of a member is in them, and no reason', () => {
    const c = camp({ mode: 'commander', commander: '200 300' });
    for (let round = 0; round < 30; round++) {
      c.bo.orders.give(GRANT, null, 'Lee is tired');
      c.ada.undo.takeBack(null, true, 'A slip');
    }
    expect(rows(c)).not.toEqual([]);
    for (const { body } of rows(c)) expect(body).not.toMatch(/Ada|Bo|Cy|tired|slip|commander/);
    expect(mapOf(c.restarted())).toBe(mapOf(c));
  });

  test('of a game that has ended only the last ones are kept, and its last map is there at once', () => {
    const c = long();
    const map = c.ada.games.abandon(null).drawing;
    expect(rows(c).map(({ seq }) => seq)).toEqual([50, 75, 100]);
    const { module, begun } = counting();
    const again = c.restarted({ library: readLibrary([module], folderOf) });
    expect(said(again.host.maps.forChannel(c.as('Cy'))).drawing?.point).toEqual(map?.point);
    expect(begun()).toBe(0);
  });

  test('what a failed transaction did is not stored', () => {
    const c = short(24);
    const before = rows(c).length;
    const undone = () =>
      c.store.transaction(() => {
        c.ada.undo.takeBack(null, true, 'A slip');
        expect(rows(c)).toHaveLength(before + 1);
        throw new Error('the disk is gone');
      });
    expect(undone).toThrow('the disk is gone');
    expect(rows(c)).toHaveLength(before);
  });

  test.each([
    ['cannot be read', "UPDATE state SET body = 'half a lin'"],
    ['are of other rules', "UPDATE state SET rules = 'those before'"],
    ['stand after the end of the log', 'UPDATE state SET seq = seq + 1000'],
    ['name orders that the log does not have', `UPDATE state SET body = replace(body, '"latest":[', '"latest":[777,')`],
  ])('those that %s are not used', (_what, spoils) => {
    const c = long();
    c.database.exec(spoils);
    const { module, begun } = counting();
    const library = readLibrary([module], folderOf);
    expect(mapOf(c.restarted({ library }))).toBe(mapOf(c));
    expect(begun()).toBeGreaterThan(0);
  });

  test('what differs from the log is told after a start, and the log counts', async () => {
    const c = long();
    const [, second] = rows(c);
    c.database.exec(`UPDATE state SET body = replace(body, '"points":10', '"points":7')`);
    c.database.prepare('INSERT INTO state SELECT game, 700, rules, body FROM state WHERE seq = 50').run();
    const again = c.restarted();
    expect(mapOf(again)).not.toBe(mapOf(c));
    const told: unknown[] = [];
    await again.host.preloading.forAll((error) => told.push(error));
    expect(told).toEqual([new Error('Game campaign01 stood otherwise after entry 50 than was stored')]);
    expect(rows(again).map(({ seq }) => seq)).toEqual([25, 50, 75, 100]);
    expect(rows(again)[1]).toEqual(second);
    expect(mapOf(again)).toBe(mapOf(c));
    await again.host.preloading.forAll((error) => told.push(error));
    expect(told).toHaveLength(1);
  });

  test('no long part of a log lies between them: what it has been played for is stored, and the rest later', async () => {
    const c = long();
    c.database.exec('DELETE FROM state WHERE seq = 75');
    c.database.exec('DELETE FROM state WHERE seq = 100');
    for (let round = 0; round < 5; round++) {
      c.bo.orders.give(SIGEL);
      c.ada.undo.takeBack(null, true, 'A slip');
    }
    expect(rows(c).map(({ seq }) => seq)).toEqual([25, 50]);
    const again = c.restarted({ aside: true });
    await again.host.preloading.forChannel(again.channel);
    expect(mapOf(again)).toBe(mapOf(c));
    expect(rows(again).map(({ seq }) => seq)).toEqual([25, 50, 75, 100, 125]);
  });

  test('where another version has stored them, a press that shows no position waits for none', async () => {
    const c = long();
    c.database.exec("UPDATE state SET rules = 'those before'");
    const again = c.restarted({ aside: true });
    const ask = (needs: 'nothing' | undefined, run: Request['run']) =>
      again.host.requests.handle(c.as('Cy'), { about: null, pressed: () => null, run, ...(needs ? { needs } : {}) });
    await ask('nothing', (caller) => again.host.help.help(caller));
    expect(c.database.prepare('SELECT DISTINCT rules FROM state').pluck().all()).toEqual(['those before']);
    const { answer } = await ask(undefined, (caller) => again.host.maps.forChannel(caller));
    expect(answer?.text).toBe(mapOf(c));
    expect(rows(again).map(({ seq }) => seq)).toEqual([25, 50, 75, 100]);
  });

  test('of a game that has ended one is stored anew, and its title lacks the result until then', async () => {
    const c = long();
    c.ada.games.abandon(null);
    c.database.exec("UPDATE state SET rules = 'those before'");
    const again = c.restarted({ aside: true });
    const title = () => again.host.verify.completions(c.as('Cy'))[0]?.label;
    expect(title()).toMatch(/^Overland, \d+ \w+ [\d:]+ UTC · Standard, started by Ada$/);
    await again.host.preloading.position(c.channel);
    expect(title()).toContain('UTC, abandoned after 1 order · Standard');
    expect(rows(again).map(({ seq }) => seq)).toEqual([100]);
  });

  test('of many that have ended are read for a list a few at a time, the last first', async () => {
    const c = short(20);
    for (let game = 1; game < 6; game++) {
      c.ada.games.abandon(null);
      c.ada.games.start({ systemId: 'overland' });
      lengthened(c, 20, `game ${game}`);
    }
    c.ada.games.abandon(null);
    c.database.exec("UPDATE state SET rules = 'those before'");
    const { host } = c.restarted({ aside: true });
    const told = async () => {
      await host.recaps.ready(c.as('Cy'), 'overland');
      const inHand = host.readingsUnderWay();
      const results = host.recaps.completions(c.as('Cy'), 'overland').map(({ label }) => label.includes('abandoned'));
      await expect.poll(() => host.readingsUnderWay()).toBe(0);
      return [inHand, results];
    };
    const [yes, no] = [true, false];
    expect(await told()).toEqual([3, [no, no, no, no, no, no]]);
    expect(await told()).toEqual([3, [yes, yes, yes, no, no, no]]);
    expect(await told()).toEqual([0, [yes, yes, yes, yes, yes, yes]]);
  });

  test('those of a log that does not fit its rules any more go, and that is told', async () => {
    const c = long();
    const again = c.restarted({ library: readLibrary([REFUSING], folderOf) });
    const told: unknown[] = [];
    await again.host.preloading.forAll((error) => told.push(error));
    expect(told).toMatchObject([{ name: 'IncompatibleLog' }]);
    expect(rows(again)).toEqual([]);
  });

  test('what a branch inherits is not played again for it', () => {
    const c = short(2);
    c.ada.games.abandon(null);
    const thread = { channel: 'thread', threads: { kind: 'thread', of: 'front', openedBy: 'caller' } } as const;
    const [point] = c.member('Ada', thread).branchPoints.completions();
    c.member('Ada', thread).whatIfs.ask(point?.value ?? '');
    expect(rows(c).map(({ seq }) => seq)).toEqual([0]);
    const { module, begun } = counting();
    const library = readLibrary([module], folderOf);
    const { host } = c.restarted({ library });
    expect(said(host.maps.forChannel(c.as('Cy', thread))).text).toBe(c.member('Cy', thread).maps.forChannel().text);
    expect(begun()).toBe(0);
  });
});
