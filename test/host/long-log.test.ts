import { describe, expect, test } from 'vitest';
import { isFaulty, type Order, type SystemModule, walkToOrder } from '../../src/game/index.ts';
import { replay } from '../../src/host/fold.ts';
import { type Answer, readLibrary } from '../../src/host/index.ts';
import { Tables } from '../../src/host/table.ts';
import { overland } from '../../src/systems/overland/index.ts';
import { type Camp, camp, cardIn, GRANT, SIGEL } from './camp.ts';
import { folderOf, LIBRARY, said } from './fixture.ts';

/** A log may have more than a thousand orders: what is asked again and again does not play all of it again. */

/** The game, with a count of how often it was begun: a log is played from its start. */
function counting(): { readonly module: SystemModule; begun(): number } {
  let begun = 0;
  const module: SystemModule = {
    ...overland,
    load(files) {
      const system = overland.load(files);
      if (isFaulty(system)) return system;
      return {
        ...system,
        start(...terms: Parameters<typeof system.start>) {
          begun += 1;
          return system.start(...terms);
        },
      };
    },
  };
  return { module, begun: () => begun };
}

/** Two votes for an order close its ballot. */
function decide(c: Camp, order: Order): Answer {
  c.vote('Bo', order);
  return c.vote('Cy', order);
}

/** Gives orders, whatever is legal: fewer than end the game. @returns how many stand */
function given(c: Camp): number {
  for (let left = 8; left > 0; left--) {
    const game = c.store.latestIn(c.channel);
    const table = game && new Tables(c.store, LIBRARY).table(game);
    const order = table && walkToOrder(table.system, table.position.state, 'us', () => 0);
    if (order) said(c.host.order(c.as('Bo'), order));
  }
  return c.entries().filter(({ kind }) => kind === 'order').length;
}

describe('with a long log', () => {
  test('the card of a ballot that has closed says what was voted for, and nothing is played again', () => {
    const { module, begun } = counting();
    const c = camp({ mode: 'vote', early: '2' }, { library: readLibrary([module], folderOf) });
    decide(c, SIGEL);
    c.host.carried(c.host.map(c.as('Bo')).cards, c.channel, '900');
    decide(c, GRANT);
    const before = begun();
    const face = c.host.face({ channel: c.channel, message: '900' });
    expect(face && cardIn(face)).toContain('Grant attacks');
    expect(begun()).toBe(before);
  });

  test('how a game stood after any entry is what its log up to there says', () => {
    const c = camp();
    const deeds = [
      () => c.host.order(c.as('Bo'), GRANT),
      () => c.host.undo(c.as('Ada')),
      () => c.decree({ mode: 'vote', early: '2' }),
      () => decide(c, SIGEL),
      () => c.decree({ mode: 'open' }),
      () => c.host.order(c.as('Bo'), GRANT),
      () => c.host.undo(c.as('Ada')),
      () => c.host.order(c.as('Bo'), SIGEL),
    ];
    for (const deed of deeds) {
      said(deed());
      const game = c.store.latestIn(c.channel);
      if (!game) throw new Error('The game is gone');
      const tables = new Tables(c.store, LIBRARY);
      const table = tables.table(game);
      const log = c.entries();
      for (const seq of log.keys())
        expect(tables.stateAfter(table, seq), `after ${seq} of ${log.length}`).toEqual(
          replay(table.system, game.variant, log.slice(0, seq + 1)).position.state,
        );
    }
    expect(c.entries().map(({ kind }) => kind)).toEqual(expect.arrayContaining(['order', 'undo', 'council', 'ballot']));
  });

  test('orders are taken back one after the other, and only now and then the log is played for it', () => {
    const { module, begun } = counting();
    const c = camp({}, { library: readLibrary([module], folderOf) });
    const standing = given(c);
    expect(standing).toBe(8);
    const before = begun();
    for (let left = standing; left > 0; left--) expect(said(c.host.undo(c.as('Ada'))).text).toContain('takes back');
    expect(begun() - before).toBe(1);
    expect(said(c.host.undo(c.as('Ada'))).text).not.toContain('takes back');
  });
});
