import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/council/index.ts';
import type { Caller } from '../../src/host/index.ts';
import { camp, cardAt, cardIn, GRANT, heard, PEOPLE, told } from './camp.ts';
import { labels, pressOf, said } from './fixture.ts';
import { fords } from './fords.ts';

/** Of ballots, what `golden/voting.md`, `closing.md` and `motions.md` don't tell as members see it. */

const emoji = '🏴‍☠️'.repeat(40);
test.each([
  ['120 characters', 'x'.repeat(120)],
  ['far more', 'long '.repeat(400)],
  ['emoji', emoji],
  ['Markdown', '**bold** `code` ||hidden|| # no [link](https://example.org) <@100> @everyone'],
  ['lines', 'one\n# two\n> three'],
])('a reason of %s does no harm', (_what, reason) => {
  const { vote, wait, dee } = camp({ mode: 'vote', quorum: '1' });
  const mine = vote('Bo', GRANT, reason);
  const answers = [mine, vote('Cy', GRANT), dee.maps.forChannel(), heard(wait(15 * MINUTE)), dee.log.page(null, 0)];
  for (const answer of answers) {
    expect(answer.text.length).toBeLessThanOrEqual(2000);
    for (const label of labels(answer)) expect(label.length).toBeLessThanOrEqual(80);
    const text = [answer.text, ...answer.cards.map((card) => card.text)].join('\n');
    expect(text).not.toMatch(/@everyone|(?<!\\)<@|(?<!\\)\|\||(?<!\\)`|\n# /);
    expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
  }
  expect(mine.text).toMatch(/“.{1,260}”/);
});

test('a motion takes half of those who took part lately: three of nine change nothing', () => {
  const c = camp({ mode: 'vote' });
  const many = Array.from({ length: 9 }, (_, at) => ({ discordId: `${700 + at}`, name: `Member ${at}` }));
  const as = (at: number) => c.as('Bo', { member: many[at] as Caller['member'] });
  const vote = (at: number) => said(c.host.orders.give(as(at), GRANT, { game: c.game(), seq: c.entries().length - 1 }));
  for (const members of [
    [0, 1, 2, 3],
    [3, 4, 5],
    [6, 7],
  ]) {
    for (const at of members) vote(at);
    c.ada.ballots.count(null, true);
  }
  // One who only votes in the ballot that is open has not taken part in any that decided.
  vote(8);
  const moved = said(c.host.council.set(as(0), { mode: 'open' }, PEOPLE));
  expect(moved.channelReply && cardIn(moved.channelReply)).toContain('at least 4 voters; with fewer');
  const inFavour = (at: number) => said(c.host.ballots.voteOnMotion(as(at), c.open('council').id, true));
  for (const at of [1, 2]) inFavour(at);
  c.wait(HOUR);
  expect(c.wait(HOUR).map(({ answer }) => answer.text)).toContainEqual(
    expect.stringContaining('Not passed: it needed 4 voters, and only 3 voted.'),
  );
  expect(c.entries().findLast((entry) => entry.kind === 'council')?.council.mode).toBe('vote');
});

describe('what a ballot decides and the rules have come to refuse', () => {
  const rules = (orders: number) => ({ library: fords({ orders }) });
  const FIFTH = { verb: 'ford', ford: 'f4x' };

  test('makes it void, says why, and opens another', () => {
    const before = camp({ mode: 'vote' }, rules(6), 'fords');
    before.host.ballotMessages.carried(before.bo.maps.forChannel().cards, 'front', '900');
    before.vote('Bo', FIFTH);
    before.vote('Cy', FIFTH);
    const c = before.restarted(rules(2));
    const { text, cards } = heard(c.wait(15 * MINUTE));
    expect(text.split('\n').slice(0, 1)).toEqual([
      'The rules have changed since the ballot opened, so its result can’t be carried out. That cannot be done.',
    ]);
    const [first, second] = c.ballots();
    expect(first?.closed).toMatchObject({ how: 'void', why: 'refused', by: null, decision: null });
    expect(cards.map(({ ballot }) => ballot)).toEqual([second?.id]);
    expect(c.open().id).toBe(second?.id);
    expect(c.entries().filter(({ kind }) => kind === 'order' || kind === 'ballot')).toEqual([]);
    expect(cardAt(c, '900')).toContain('was cancelled\nIts result is no longer possible.\n**2** · Ford');
    expect(c.bo.log.page(null, 0).text).toContain('with 2 votes is cancelled: its result is no longer possible.');
    c.vote('Bo', { verb: 'ford', ford: 'f1x' });
    c.vote('Cy', { verb: 'ford', ford: 'f1x' });
    expect(heard(c.wait(15 * MINUTE)).text).toContain('with both votes.');
    expect(c.entries().at(-1)).toMatchObject({ kind: 'order', order: { ford: 'f1x' } });
  });

  test('as well where a moderator closes it, and where the table does not vote otherwise', () => {
    const before = camp({}, rules(6), 'fords');
    before.ada.ballots.open();
    before.vote('Bo', FIFTH);
    const c = before.restarted(rules(2));
    const { text } = c.ada.ballots.count(c.open().id, true);
    expect(text).toContain('its result can’t be carried out.');
    expect(c.ballots().map(({ closed }) => closed?.why)).toEqual(['refused']);
    expect(c.host.timers.next()).toBeNull();
  });
});

test('a button that voted gives no order where the table has ceased to vote, nor the other way round', () => {
  const { decree, entries, open, store, bo, cy } = camp();
  const ordering = pressOf(bo.maps.forChannel(), 'Grant attacks', 'order');
  decree({ mode: 'vote' });
  const voting = pressOf(bo.maps.forChannel(), 'Grant attacks', 'order');
  const early = bo.orders.give(ordering.order, ordering.point);
  expect(early.text).toContain('The game has moved on since that map.');
  expect(early).toMatchObject({ to: 'member', cards: [{ ballot: open().id }] });
  expect(store.votes(open().id)).toHaveLength(0);
  decree({ quorum: '3' });
  expect(bo.orders.give(voting.order, voting.point).text).toContain('Your vote:');
  decree({ mode: 'open' });
  expect(cy.orders.give(voting.order, voting.point)).toMatchObject({
    to: 'member',
    text: 'That ballot had already closed, so your vote wasn’t counted.',
  });
  decree({ mode: 'commander', commander: '200' });
  expect(bo.orders.give(voting.order, voting.point).to).toBe('member');
  expect(entries().filter(({ kind }) => kind === 'order')).toEqual([]);
});

test('in a game whose orders are secret, ballots are seen by their side alone, whatever is asked for', () => {
  const { host, as, decree, store, ada, cy } = camp();
  ada.games.abandon(null);
  ada.games.start({ systemId: 'picket-line' });
  for (const member of ['Ada', 'Bo'] as const) host.seats.join(as(member), 'union');
  expect(decree({ secret: 'false' }).text).toContain('In this game a side’s orders are secret');
  const regiment = ada.completions.order({ verb: 'commit' }, 'regiment', '')[0]?.value ?? '';
  const commit = { verb: 'commit', regiment };
  expect(ada.ballots.open().to).toBe('channel');
  const voted = ada.orders.give(commit);
  expect(voted).toMatchObject({ to: 'member', text: expect.stringContaining('Your vote:') });
  const [{ id = 0 } = {}] = store.openBallots(store.runningIn('front')?.id ?? '');
  expect(store.votes(id)).toHaveLength(1);
  expect(JSON.stringify(cy.ballots.mine(id))).not.toContain(regiment);
  expect(JSON.stringify(cy.maps.forChannel())).not.toContain('Your vote');
  expect(told(decree({ mode: 'commander', commander: '200' }))).toContain('**Bo** commands');
  ada.ballots.count(id, true);
  expect(ada.orders.give(commit).text).toContain('Only **Bo** can give orders now.');
});
