import { describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/council/index.ts';
import type { BallotMessage, Reply } from '../../src/host/index.ts';
import { type Camp, camp, cardIn, heard } from './camp.ts';
import { buttons, chanceOf, facesOf, said } from './fixture.ts';
import { fords, type Wants } from './fords.ts';

/** What a message with a ballot holds, within what Discord takes, however much there is to say. */

let files = 0;
function atTheRiver(wants: Wants, options: Readonly<Record<string, string>> = { mode: 'vote', quorum: '1' }): Camp {
  files += 1;
  const setting = { library: fords(wants), chance: chanceOf('rivers'), file: `${files}.sqlite` };
  return camp(options, setting, 'fords');
}

/** Discord's limits, of a message's text, its embed and its components. */
function expectToFit({
  cards,
  rows,
  menu,
  text,
}: Pick<Reply | BallotMessage, 'cards' | 'rows' | 'menu'> & { text?: string }) {
  expect(text?.length ?? 0).toBeLessThanOrEqual(2000);
  for (const card of cards) {
    expect(card.title.length).toBeLessThanOrEqual(256);
    expect(card.text.length).toBeLessThanOrEqual(4000);
    expect(card.text.length).toBeGreaterThan(0);
    expect(card.foot.length).toBeLessThanOrEqual(300);
  }
  expect(rows.length + (menu ? 1 : 0)).toBeLessThanOrEqual(5);
  for (const row of rows) {
    expect(row.length).toBeGreaterThan(0);
    expect(row.length).toBeLessThanOrEqual(5);
    for (const { label } of row) {
      expect(label.length).toBeGreaterThan(0);
      expect(label.length).toBeLessThanOrEqual(80);
    }
  }
  expect(menu?.choices.length ?? 1).toBeGreaterThan(0);
  expect(menu?.choices.length ?? 0).toBeLessThanOrEqual(25);
  for (const { label, value } of menu?.choices ?? []) {
    expect(label.length).toBeLessThanOrEqual(100);
    expect(value.length).toBeLessThanOrEqual(100);
  }
}

const ford = (at: number) => ({ verb: 'ford', ford: `f${at}`.padEnd(3, 'x') });

/** Forty members, each with as long a name as Discord gives, vote in turn for each order, with as long a reason as there may be. */
function crowd(c: Camp, orders: number, reason: (n: number) => string) {
  for (let n = 0; n < 40; n++) {
    const member = { discordId: String(7000 + n), name: `${n}${'*_'.repeat(16)}`.slice(0, 32) };
    c.member('Dee', { member }).orders.give(ford(n % orders), null, reason(n));
  }
}

describe('a card', () => {
  test.each([
    ['plain', (n: number) => `${n} ${'why '.repeat(40)}`],
    ['Markdown', (n: number) => `${n}${'*_`|'.repeat(40)}`],
    ['emoji', (n: number) => `${n}${'🏴‍☠️'.repeat(40)}`],
  ])('holds at most 4,000 characters, with twenty orders, long names and long reasons: %s', (_what, reason) => {
    const c = atTheRiver({ orders: 20, name: 60 });
    c.host.ballotMessages.carried(c.bo.maps.forChannel().cards, 'front', '900');
    crowd(c, 20, reason);
    const map = c.bo.maps.forChannel();
    expectToFit(map);
    expect(cardIn(map)).toMatch(/\n-# and \d+ other orders with votes\n-# One vote is enough\. With none,/);
    expect(cardIn(map)).toMatch(/40 votes so far\./);
    const [open] = facesOf(c.host);
    expect(open && cardIn(open)).toBe(cardIn(map));
    const result = heard(c.wait(15 * MINUTE));
    expectToFit(result);
    expect(result.text).toContain('by 2 of 40 votes, tied with');
    expect(result.text).toMatch(/ and 16 others; the tie went to/);
    for (const face of facesOf(c.host)) expectToFit(face);
    expectToFit(c.bo.log.page(null, 0));
  });

  const members = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ discordId: String(8000 + n), name: `Recruit ${n}` }));

  test.each([
    [3, 'Recruit 0, Recruit 1 and Recruit 2'],
    [8, 'Recruit 0, Recruit 1, Recruit 2, Recruit 3, Recruit 4, Recruit 5, Recruit 6 and Recruit 7'],
    [9, 'Recruit 0, Recruit 1, Recruit 2, Recruit 3, Recruit 4, Recruit 5, Recruit 6, Recruit 7 and 1 other'],
  ])('names who voted for what only when it is closed: %i of one mind', (count, names) => {
    const c = atTheRiver({ orders: 2, name: 4 });
    c.host.ballotMessages.carried(c.bo.maps.forChannel().cards, 'front', '900');
    const said = c.vote('Cy', ford(1), 'It is dry.');
    expect(said.to).toBe('member');
    for (const member of members(count)) c.member('Dee', { member }).orders.give(ford(0));
    const [open] = facesOf(c.host);
    expect(open && cardIn(open)).not.toContain('Recruit');
    expect(open && cardIn(open)).toContain('**1** · Ford 001_ · 3 in 6\n> “It is dry.” · Cy\n');
    c.wait(15 * MINUTE);
    const [closed] = facesOf(c.host);
    expect(closed && cardIn(closed)).toBe(
      [
        'The next order: Ford 000_',
        `${count + 1} votes counted.`,
        `**${count}** · Ford 000_ · 3 in 6: ${names}`,
        '**1** · Ford 001_ · 3 in 6: Cy',
        '> “It is dry.” · Cy',
        '',
      ].join('\n'),
    );
    expect(closed?.rows).toEqual([]);
  });

  test('is told first of all in words, with the reader’s own vote', () => {
    const c = atTheRiver({ orders: 3, name: 4 }, { mode: 'vote' });
    const first = (member: 'Bo' | 'Cy') => c.member(member).maps.inWords().text.split('\n')[0];
    expect(first('Bo')).toMatch(
      /^\*\*Vote on the next order\.\*\* Closes <t:\d+:t> \(<t:\d+:R>\)\. No votes yet, 2 needed\. You haven’t voted\.$/,
    );
    c.vote('Bo', ford(1));
    expect(first('Bo')).toMatch(/1 vote so far, 1 more needed\. Ford 001_ 1\. Your vote: Ford 001_\.$/);
    expect(first('Cy')).toMatch(/Ford 001_ 1\. You haven’t voted\.$/);
    c.vote('Cy', ford(1));
    c.dee.orders.give(ford(0));
    expect(first('Cy')).toMatch(/3 votes so far\. Ford 001_ 2, Ford 000_ 1\. Your vote: Ford 001_\.$/);
    c.decree({ mode: 'open' });
    expect(first('Cy')).not.toContain('votes');
  });
});

describe('buttons', () => {
  /** What a ballot has beside its orders: nothing closes it here, and nothing takes an order back. */
  const OWN_ROW = ['My vote', 'In words', 'Rules', 'Log', 'How we decide'];

  test.each([0, 1, 4, 5, 6, 10, 11, 15, 16, 19, 20, 21, 25, 26, 30])(
    'with %i legal orders fit in every state',
    (orders) => {
      const c = atTheRiver({ orders, name: 60, length: 2 });
      const look = (answer: Reply | null | undefined) => {
        expectToFit(said(answer ?? null));
        return said(answer ?? null);
      };
      const map = look(c.bo.maps.forChannel());
      const offered = buttons(map).filter(({ press }) => press.do === 'order').length;
      expect(offered).toBe(orders <= 20 ? orders : 0);
      expect(map.menu?.choices.length ?? 0).toBe(orders > 20 && orders <= 25 ? orders : 0);
      const asks = buttons(map).filter(({ press }) => press.do === 'ask').length;
      expect(asks).toBe(orders > 25 ? 1 : 0);
      expect(map.rows.at(-1)?.map(({ label }) => label)).toEqual(OWN_ROW);
      expect(map.rows).toHaveLength(1 + Math.ceil((offered + asks) / 5));
      if (orders === 0) return;
      look(c.vote('Bo', ford(orders - 1), 'why '.repeat(40)));
      look(c.vote('Cy', ford(orders - 1)));
      look(c.vote('Dee', ford(orders - 1), 'because '.repeat(20)));
      look(c.vote('Ada', ford(orders - 1)));
      look(c.bo.maps.forChannel());
      look(c.bo.council.show());
      look(heard(c.wait(15 * MINUTE)));
      look(c.decree({ mode: 'open' }).channelReply);
      look(c.ada.ballots.open());
      look(c.ada.orders.overrule(JSON.stringify({ ford: ford(0).ford, verb: 'ford' })));
      for (const face of facesOf(c.host)) expectToFit(face);
      expect(c.host.timers.next()).toBeNull();
    },
  );

  test('more orders than buttons are a list to vote from, with odds and count as they are on buttons', () => {
    const c = atTheRiver({ orders: 22, name: 8 });
    const { menu } = c.bo.maps.forChannel();
    expect(menu).toMatchObject({ prompt: 'Vote for an order', least: 1, most: 1, choosing: { what: 'order' } });
    const [, , third] = menu?.choices ?? [];
    expect(third?.label).toBe('Ford 002_____ · 3 in 6');
    if (menu?.choosing.what !== 'order' || !third) throw new Error('No list of orders');
    const mine = c.bo.orders.giveListed(third.value, menu.choosing.point);
    expect(mine).toMatchObject({ to: 'member' });
    expect(mine.text).toContain('Your vote: **Ford 002_____**.');
    expect(c.bo.maps.forChannel().menu?.choices[2]?.label).toBe('Ford 002_____ · 3 in 6 · 1 vote');
    expect(c.bo.orders.giveListed('no such', menu.choosing.point).text).toContain('isn’t possible now');
    expect(c.standing()).toEqual({ Bo: ford(2) });
  });

  test('orders too long for a list are asked for step by step, and voted for', () => {
    const c = atTheRiver({ orders: 22, value: 99 });
    const map = c.bo.maps.forChannel();
    expect(map.menu).toBeNull();
    const ask = buttons(map).find(({ press }) => press.do === 'ask')?.press;
    if (ask?.do !== 'ask') throw new Error('Nothing is asked');
    // There is only one kind of order, so its first question comes at once.
    const where = c.bo.orders.ask(ask.draft, ask.point);
    expect(where.rows.flat().map(({ label }) => label)).not.toContain('Start again');
    const value = where.menu?.choices[3]?.value ?? '';
    const mine = c.bo.orders.choose({ verb: 'ford' }, 'ford', [value], ask.point);
    expect(mine.text).toContain('Your vote: **Ford 003_______**.');
  });
});
