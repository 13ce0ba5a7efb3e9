import { EventEmitter, once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { Solution } from '../../src/advisor/index.ts';
import { type Order, type SystemModule, walkToOrder } from '../../src/game/index.ts';
import { type Reply, readLibrary, type Solver } from '../../src/host/index.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { GAME_ANSWERS } from '../../src/host/table/game-words.ts';
import { MOST_ENTRIES } from '../../src/host/table/log-words.ts';
import { IncompatibleLog } from '../../src/host/table/replay-log.ts';
import { noneMade } from '../../src/host/table/solutions.ts';
import { type Camp, camp, camped, cardIn, GRANT, SIGEL } from './camp.ts';
import { counting } from './counted-overland.ts';
import { folderOf, LIBRARY, REFUSING, type Setting, said } from './fixture.ts';
import { lengthened } from './lengthened.ts';

/** A log may have more than a thousand orders: what is asked again and again does not play all of it again. */

/** Two votes for an order close its ballot. */
function decide(c: Camp, order: Order): Reply {
  c.vote('Bo', order);
  return c.vote('Cy', order);
}

/** Gives orders, whatever is legal: fewer than end the game. @returns how many stand */
function given(c: Camp): number {
  for (let left = 8; left > 0; left--) {
    const game = c.store.latestIn(c.channel);
    const table = game && new GameTables(c.store, LIBRARY).table(game);
    const order = table && walkToOrder(table.system.rules, table.position.state, 'us', () => 0);
    if (order) c.bo.orders.give(order);
  }
  return c.entries().filter(({ kind }) => kind === 'order').length;
}

describe('with a long log', () => {
  test('the card of a ballot that has closed says what was voted for, and nothing is played again', () => {
    const { module, begun } = counting();
    const c = camp({ mode: 'vote', early: '2' }, { library: readLibrary([module], folderOf) });
    decide(c, SIGEL);
    c.host.ballotMessages.carried(c.bo.maps.forChannel().cards, c.channel, '900');
    decide(c, GRANT);
    const before = begun();
    const face = c.host.ballotMessages.update({ channel: c.channel, message: '900' });
    expect(face && cardIn(face)).toContain('Grant attacks');
    expect(begun()).toBe(before);
  });

  test('orders are taken back one after the other, and only now and then the log is played for it', () => {
    const { module, begun } = counting();
    const c = camp({}, { library: readLibrary([module], folderOf) });
    const standing = given(c);
    expect(standing).toBe(8);
    const before = begun();
    for (let left = standing; left > 0; left--)
      expect(c.ada.undo.takeBack(null, true, 'A slip').text).toContain('takes back');
    expect(begun() - before).toBe(2);
    expect(c.ada.undo.takeBack(null, true, 'A slip').text).not.toContain('takes back');
  });
});

test('what might have been ordered in a position is worked out once, at whatever table it comes about', () => {
  const { module, applied } = counting();
  const c = camp({}, { library: readLibrary([module], folderOf) });
  const other = camped(c, {}, 'rear', c.now());
  other.ada.games.start({ systemId: 'overland' });
  const takes = (order: () => Reply | null) => {
    const before = applied();
    expect(said(order()).text).toContain('Winning chances with this order');
    return applied() - before;
  };
  const first = takes(() => c.bo.orders.give(GRANT));
  const second = takes(() => other.bo.orders.give(GRANT));
  expect(first).toBeGreaterThan(5 * second);
});

describe('a long log of which no position is stored', () => {
  /** A campaign of more than eighty entries, and another process over its file, by whose rules no position is stored. */
  function again(module?: SystemModule, setting: Setting = {}) {
    const before = camp();
    for (let round = 0; round < 40; round++) {
      before.bo.orders.give(GRANT);
      before.ada.undo.takeBack(null, true, 'A slip');
    }
    before.bo.orders.give(GRANT);
    before.database.exec("UPDATE state SET rules = 'those before'");
    const counted = counting();
    const library = readLibrary([module ?? counted.module], folderOf);
    return { c: before.restarted({ library, aside: true, ...setting }), begun: counted.begun, library };
  }

  test('is read aside before its channel is answered, and not again', async () => {
    const { c, begun, library } = again();
    const ready = c.host.preloading.forChannel(c.channel);
    expect(ready).not.toBeNull();
    expect(begun()).toBe(0);
    await ready;
    expect(begun()).toBe(1);
    expect(c.host.preloading.forChannel(c.channel)).toBeNull();
    expect(c.bo.orders.give(SIGEL).to).toBe('channel');
    expect(begun()).toBe(1);
    // What was found is stored: the next process asks for it.
    said(c.restarted({ library }).host.maps.forChannel(c.as('Cy')));
    expect(begun()).toBe(1);
  });

  /** Answers as the bot does, in the order in which that comes about. */
  function answering(c: Camp) {
    const answered: string[] = [];
    const answer = async (who: string) => {
      const ready = c.host.preloading.forChannel(c.channel);
      if (ready) await ready;
      answered.push(who);
    };
    return { answered, answer };
  }

  test('lets nobody by who comes when only the solution is still to be made', async () => {
    const asked = new EventEmitter<{ solve: [give: (solution: Solution) => void] }>();
    const solver: Solver = () => new Promise((give) => void asked.emit('solve', give));
    const { c } = again(undefined, { solver, made: noneMade() });
    const { answered, answer } = answering(c);
    const begun = once(asked, 'solve');
    const first = answer('first');
    const [give] = await begun;
    const second = answer('second');
    give(new Map());
    await Promise.all([first, second]);
    expect(answered).toEqual(['first', 'second']);
  });

  test('is told of where it is asked for, if the rules do not fit it any more', async () => {
    const { c } = again(REFUSING);
    await c.host.preloading.forChannel(c.channel);
    expect(() => c.bo.orders.give(SIGEL)).toThrow(IncompatibleLog);
  });

  test('is not kept under names that are gone since it was begun', async () => {
    const { c } = again();
    const ready = c.host.preloading.forChannel(c.channel);
    c.bo.myData.delete(true);
    await ready;
    const owed = c.host.undelivered.undeliveredMap(c.game());
    if (!owed) throw new Error('Every post has been delivered');
    const { text } = said(c.host.undelivered.lateMap(owed, new Set()));
    expect(text).toMatch(/\*\*Officer 1\*\* orders Grant to attack/);
    expect(text).not.toContain('**Bo**');
  });
});

test('a log says how much room it has left, until it is full: then nothing but its end is taken', () => {
  const c = camp();
  c.bo.orders.give(GRANT);
  lengthened(c, c.host.tables.game(c.game()), MOST_ENTRIES - 3);
  const left = () => /has room for ([\w ]+)\. Each take-back/.exec(c.bo.maps.forChannel().text)?.[1];
  const before = MOST_ENTRIES - c.entries().length;
  expect(before).toBeGreaterThan(0);
  const texts: string[] = [];
  for (let act = 0; act < before; act++) {
    const answer = act % 2 === 0 ? c.ada.undo.takeBack(null, true, 'A slip.') : c.bo.orders.give(GRANT);
    texts.push(said(answer).text);
  }
  expect(c.entries()).toHaveLength(MOST_ENTRIES);
  expect(texts.at(-1)).toContain('This game’s log is full.');
  expect(texts.at(-2) ?? '').toContain('has room for 1 more entry.');
  expect(left()).toBeUndefined();
  for (const refused of [
    c.bo.orders.give(GRANT),
    c.ada.undo.takeBack(null, true, 'A slip.'),
    c.ada.council.set({ mode: 'vote' }, {}),
  ])
    expect(said(refused)).toMatchObject({ to: 'member', text: GAME_ANSWERS.logFull });
  expect(c.wait(24 * 3_600_000)).toEqual([]);
  expect(c.entries()).toHaveLength(MOST_ENTRIES);
  expect(c.ada.games.abandon(null).text).toContain('ends the game');
});
