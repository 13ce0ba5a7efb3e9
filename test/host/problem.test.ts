import { describe, expect, test } from 'vitest';
import { prospects, solve } from '../../src/advisor/index.ts';
import { labelText } from '../../src/game/index.ts';
import { MADE_BY } from '../../src/host/afterwards/record/record-totals.ts';
import { stateOf } from './battles.ts';
import { type Camp, camped, DAWN } from './camp.ts';
import { headquarters, LIBRARY, labels, playedOut } from './fixture.ts';

const HOUR = 60 * 60_000;
const overland = LIBRARY.editions[0]?.system;
if (!overland) throw new Error('Overland is missing');
const made = () => camped(headquarters(), {}, 'front', DAWN);

/** A whole game of Overland by Bo's first buttons, which are not the best. */
function campaign(c: Camp, channel = 'front'): void {
  playedOut(c.member('Bo', { channel }), c.member('Ada', { channel }).games.start({ systemId: 'overland' }));
}

function problemIn(c: Camp) {
  const [entry] = c.store.serverEntries('army', 'problem');
  if (entry?.kind !== 'problem') throw new Error('There is no problem');
  return entry;
}

describe('a problem', () => {
  test('is the costliest order of the ended games, and its orders are worth what the solver says', () => {
    const c = made();
    for (const channel of ['front', 'front', 'front']) {
      campaign(c, channel);
      c.pass(HOUR);
    }
    const asked = c.cy.problems.ask();
    expect(asked.to).toBe('channel');
    expect(asked.files.map(({ file }) => file)).toEqual(['problem.png']);
    expect(asked.text).toMatchInlineSnapshot(`
      "**Problem: Overland**
      **9 Action Points** left · 7 May 1864
      Which of these 3 orders gives the best chance of winning? The answer comes <t:1700078400:t> (<t:1700078400:R>); until then, nobody sees yours.
      -# From a game that ended on this server. The order given there cost chances."
    `);
    const { game, entry, orders, given } = problemIn(c).body;
    expect(labels(asked)).toEqual(orders.map(({ label }) => label));
    // Solved again, and the position found by the log alone.
    const log = c.store.entries(game).filter(({ seq }) => seq < entry);
    const state = stateOf({ store: { ...c.store, entries: () => log } }, overland, 'standard', game);
    const solvable = overland.play?.solvable;
    if (!solvable) throw new Error('Overland can be solved');
    const worths = new Map(
      prospects(overland, solve(solvable.model('standard')), state)?.map(({ label, worth }) => [
        labelText(label, true),
        worth,
      ]),
    );
    expect(worths.size).toBe(orders.length);
    for (const { label, worth } of orders) expect(worth).toBe(worths.get(label));
    const cost = (Math.max(...worths.values()) - (orders[given]?.worth ?? 0)) * 1000;
    const costs = c.store
      .resultsIn('army', MADE_BY)
      .flatMap(({ body }) => JSON.parse(body).moments.costly.map(({ size }: { size: number }) => size));
    expect(Math.max(...costs)).toBeGreaterThanOrEqual(10);
    expect(Math.abs(cost - Math.max(...costs))).toBeLessThan(1.5);
  });

  test('is taken neither from a running game, nor from a channel that somebody here can’t read, nor twice', () => {
    const c = made();
    c.member('Ada', { channel: 'secret' }).games.start({ systemId: 'overland' });
    expect(c.cy.problems.ask().text).toContain('There’s no problem to ask.');
    c.member('Ada', { channel: 'secret' }).games.abandon(null);
    campaign(c, 'secret');
    expect(c.cy.problems.ask().text).toContain('There’s no problem to ask.');
    expect(c.member('Cy', { isReadHere: () => false }).problems.ask().to).toBe('member');
    const seen: string[] = [];
    for (;;) {
      const asked = c.member('Cy', { isReadHere: (channel) => channel === 'secret' }).problems.ask();
      if (asked.to === 'member') break;
      seen.push(`${problemIn(c).body.game} ${problemIn(c).body.entry}`);
      expect(c.member('Cy', { channel: 'other' }).problems.answer(problemIn(c).id, 0).text).toContain(
        'No such problem',
      );
      c.wait((problemIn(c).due ?? 0) - c.now());
    }
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
