import { describe, expect, test } from 'vitest';
import { prospects, solve } from '../../src/advisor/index.ts';
import { labelText } from '../../src/game/index.ts';
import { MADE_BY } from '../../src/host/afterwards/record/record-totals.ts';
import { stateOf } from './battles.ts';
import { type Camp, camped, DAWN } from './camp.ts';
import { headquarters, LIBRARY, labels, playedOut, pressOf, said } from './fixture.ts';

const HOUR = 60 * 60_000;
const overland = LIBRARY.editions[0]?.system;
if (!overland) throw new Error('Overland is missing');
const made = () => camped(headquarters(), {}, 'front', DAWN);

/** A whole game of Overland by Bo's first buttons, which are not the best. */
function campaign(c: Camp, channel = 'front'): void {
  playedOut(c.member('Bo', { channel }), c.member('Ada', { channel }).games.start('overland', null));
}

function posts({ host, now }: Camp) {
  return host.undelivered
    .due()
    .flatMap((due) => (due.what === 'notice' ? (host.undelivered.notice(Number(due.id), now()) ?? []) : []));
}

function problemIn(c: Camp) {
  const [entry] = c.store.serverEntries('army', 'problem');
  if (entry?.kind !== 'problem') throw new Error('There is no problem');
  return entry;
}

function answers(c: Camp, who: 'Ada' | 'Bo' | 'Cy' | 'Dee', order: number) {
  const { id, body } = problemIn(c);
  const { label = '' } = body.orders[order] ?? {};
  const press = pressOf(c.member(who).problems.ask(), label, 'answer');
  expect(press).toEqual({ do: 'answer', problem: id, order });
  return c.member(who).problems.answer(press.problem, press.order);
}

/** The places of a problem's orders, the best first. */
function ranked(c: Camp): number[] {
  const { orders } = problemIn(c).body;
  return [...orders.keys()].sort((a, b) => (orders[b]?.worth ?? 0) - (orders[a]?.worth ?? 0));
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

  test('takes the last answer of each member in secret, and tells at its end who found the best order, and how often', () => {
    let c = made();
    campaign(c);
    campaign(c);
    c.dee.record.setRecorded(false);
    for (const [round, expected] of ['', ' (2 in a row)', ' (3 in a row)'].entries()) {
      c.ada.problems.ask();
      const [best = 0, ...others] = ranked(c);
      const worst = others.at(-1) ?? 0;
      expect(answers(c, 'Bo', worst).text).toContain('You can change it until');
      expect(answers(c, 'Bo', best).to).toBe('member');
      answers(c, 'Cy', round === 1 ? worst : best);
      answers(c, 'Dee', best);
      expect(c.bo.myData.askDeletion().text).toContain(round === 0 ? '1 answer to a problem' : 'answers to problems');
      expect(c.bo.problems.ask().text).toContain('**Your answer:**');
      expect(posts(c)).toEqual([]);
      c = c.restarted();
      const { due, id } = problemIn(c);
      expect(c.host.timers.next()).toBe(due);
      expect((due ?? 0) % (24 * HOUR)).toBe(20 * HOUR);
      c.wait((due ?? 0) - c.now());
      const [post] = posts(c);
      expect(post?.channel).toBe('front');
      expect(labels(post?.answer ?? said(null))).toEqual(['Next problem']);
      const { text } = post?.answer ?? said(null);
      expect(text).toContain(`${round === 1 ? 2 : 3} of 3 members found the best order`);
      expect(text).toContain(`**Bo**${expected}`);
      // Cy missed the second.
      expect(text).not.toContain('**Cy** (');
      expect(text).not.toContain('Dee');
      if (round === 0)
        expect(text).toMatchInlineSnapshot(`
        "**The answer to the problem of <t:1700000000:D>**
        - **March to Spotsylvania · Lee is there: 21.6 %** (3 answers)
        - Sigel attacks Breckinridge · 5+: 18.4 %
        - Butler attacks Beauregard · 6: 12.9 % (the order given in the game)
        3 of 3 members found the best order: **Bo**, **Cy** and 1 other.
        -# The chance of winning after each order, with perfect play from then on.
        -# From a game that ended <t:1700000000:D> in <#front>. \`/recap\` there tells it."
      `);
      expect(c.bo.problems.answer(id, best).text).toContain('This problem has ended.');
      c.host.undelivered.heard(post?.answer.notices ?? []);
    }
  });

  test('is taken neither from a running game, nor from a channel that somebody here can’t read, nor twice', () => {
    const c = made();
    c.member('Ada', { channel: 'secret' }).games.start('overland', null);
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

  test('ends at the hour that a moderator sets', () => {
    const c = made();
    campaign(c);
    expect(c.bo.problems.setHour(6).text).toContain('Only moderators');
    for (const hour of [2.5, -1, 24]) expect(c.ada.problems.setHour(hour).text).toContain('0 to 23');
    expect(c.ada.problems.setHour(6).to).toBe('member');
    c.bo.problems.ask();
    expect((problemIn(c).due ?? 0) % (24 * HOUR)).toBe(6 * HOUR);
    expect((problemIn(c).due ?? 0) - c.now()).toBeGreaterThanOrEqual(2 * HOUR);
    expect(c.member('Bo', { guild: null }).problems.ask().text).toBe('Problems are for servers.');
  });
});
