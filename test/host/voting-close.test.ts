import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/council/index.ts';
import { NOTICES } from '../../src/host/base/voting-words.ts';
import { camp, cardAt, cardIn, DAWN, GRANT, heard, SIGEL } from './camp.ts';
import { labels, type Member, pressOf, said } from './fixture.ts';
import { fords } from './fords.ts';

/** When a ballot on the next order closes, and by whom. */

describe('a ballot closes', () => {
  test('when a moderator closes it, who is asked first what comes of it; all are told who it was', () => {
    const { host, as, vote, open, entries, ballots, bo, ada } = camp({ mode: 'vote' });
    host.ballotMessages.carried(bo.maps.forChannel().cards, 'front', '900');
    const count = (who: 'Ada' | 'Bo', sure = false) => said(host.ballots.count(as(who), open().id, sure));
    expect(count('Bo').text).toContain('Only a moderator');
    expect(count('Ada', true).text).toBe('Nobody has voted yet, so there’s nothing to decide. Vote first.');
    vote('Bo', GRANT);
    const asked = count('Ada');
    expect(asked).toMatchObject({
      to: 'member',
      text: '1 vote so far, and it needs 2 voters. Close the ballot now, and carry out **Grant attacks Lee**?',
    });
    expect(labels(asked)).toEqual(['Close the ballot', 'Leave it open']);
    const press = pressOf(asked, 'Close the ballot', 'count');
    expect(press).toEqual({ do: 'count', ballot: open().id, sure: true });
    expect(bo.ballots.count(press.ballot, press.sure).text).toContain('Only a moderator');
    const closed = ada.ballots.count(press.ballot, press.sure);
    const early = '**Ada** closed the ballot early, with fewer than the 2 voters it needed.';
    expect(closed.to).toBe('channel');
    expect(closed.text.split('\n')[0]).toBe(`**The council** orders Grant to attack, with the only vote. ${early}`);
    expect(entries().at(-2)).toMatchObject({ kind: 'ballot', member: { name: 'Ada' } });
    expect(ballots()[0]?.closed).toMatchObject({ how: 'decided', why: 'called', by: { name: 'Ada' } });
    expect(bo.log.page(null, 0).text).toContain(`**The ballot closes**, decided with the only vote. ${early}\n`);
    expect(cardAt({ host }, '900')).toBe(
      [
        'The next order: Grant attacks Lee',
        `1 vote counted. ${early}`,
        '**1** · Grant attacks Lee · 2 in 6: Bo',
        '-# Winning chances with this order, before any roll: 27.2\u00a0%. No order was better.',
        '',
      ].join('\n'),
    );
  });

  test('by a moderator who is asked even with its quorum, and hears of no winner where there is none yet', () => {
    const { vote, open, decree, ada } = camp({ mode: 'vote' });
    const count = (sure: boolean) => ada.ballots.count(open().id, sure);
    vote('Bo', GRANT);
    vote('Cy', SIGEL);
    expect(count(false)).toMatchObject({
      to: 'member',
      text: '2 votes so far. Close the ballot now?',
      channelReply: null,
    });
    vote('Dee', SIGEL);
    expect(count(false).text).toBe(
      '3 votes so far. Close the ballot now, and carry out **Sigel attacks Breckinridge**?',
    );
    const { text } = count(true);
    expect(text.split('\n')[0]).toBe(
      '**The council** orders Sigel to attack, by 2 of 3 votes. **Ada** closed the ballot early.',
    );
    decree({ sealed: 'true' });
    vote('Bo', GRANT);
    count(true);
    vote('Bo', GRANT);
    vote('Cy', GRANT);
    expect(count(false).text).toBe('2 votes so far. Close the ballot now?');
  });

  test('early for those alone who may: they find it in their own answer', () => {
    const { host, as, vote, open, ada } = camp({ mode: 'vote' });
    const own = (member: Member) => labels(said(host.ballots.mine(as(member), open().id)));
    expect([own('Ada'), own('Bo')]).toEqual([['Close the ballot now'], []]);
    expect(labels(vote('Ada', GRANT))).toEqual(['Give a reason', 'Withdraw', 'Close the ballot now']);
    expect(labels(vote('Bo', SIGEL))).toEqual(['Give a reason', 'Withdraw']);
    const press = pressOf(ada.ballots.mine(open().id), 'Close the ballot now', 'count');
    expect(press).toEqual({ do: 'count', ballot: open().id, sure: false });
    expect(ada.ballots.count(press.ballot, press.sure).to).toBe('member');
    expect(open().id).toBe(press.ballot);
  });

  test('without a quorum only after one extension, and then with what votes there are', () => {
    const { vote, wait, open } = camp({ mode: 'vote', reminder: 'false' });
    vote('Bo', GRANT);
    const { text, cards, rows } = heard(wait(15 * MINUTE));
    const until = (DAWN + 30 * MINUTE) / 1000;
    expect(text).toBe(
      `Too few have voted. Closes <t:${until}:t> (<t:${until}:R>), extended. 1 vote so far; that’s enough now.`,
    );
    expect({ cards, rows }).toEqual({ cards: [], rows: [] });
    expect(open().clockwork).toMatchObject({ extended: true, closes: DAWN + 30 * MINUTE });
    expect(heard(wait(15 * MINUTE)).text).toContain('with the only vote. It needed 2 voters and had fewer.\n');
  });

  test('with no vote at all waits, and the first vote starts its time again', () => {
    const { vote, wait, open, host, bo } = camp({ mode: 'vote', reminder: 'false' });
    wait(15 * MINUTE);
    expect(heard(wait(15 * MINUTE)).text).toBe(
      'Nobody has voted. It stays open until someone votes, and then for 15 minutes more.',
    );
    expect(host.timers.next()).toBeNull();
    expect(cardIn(bo.maps.forChannel())).toContain('\nNobody has voted. It stays open until someone votes, and then ');
    wait(DAY);
    vote('Bo', GRANT);
    expect(open().clockwork.closes).toBe(DAWN + DAY + 45 * MINUTE);
    expect(heard(wait(15 * MINUTE)).text).toContain('with the only vote');
  });

  test('or, where that is set, waits for the quorum, and is decided with the vote that makes it', () => {
    const { vote, wait, bo } = camp({ mode: 'vote', reminder: 'false', 'no-quorum': 'wait' });
    vote('Bo', GRANT);
    wait(15 * MINUTE);
    expect(heard(wait(15 * MINUTE)).text).toBe('It stays open until 2 have voted; 1 has.');
    expect(cardIn(bo.maps.forChannel())).toContain('\nIt stays open until 2 have voted; 1 has.\n');
    expect(vote('Bo', SIGEL).channelReply).toBeNull();
    expect(bo.ballots.mine(1).text).toMatch(/You can change it\.$/);
    expect(vote('Cy', SIGEL).channelReply?.text).toContain('**The council** orders Sigel to attack, with both votes.');
  });

  test('after one reminder where votes are missing, which calls the one role that was named', () => {
    const { vote, wait, host } = camp({ mode: 'vote', window: '8m', 'reminder-role': '888', voters: '777' });
    vote('Bo', GRANT);
    expect(host.timers.next()).toBe(DAWN + 6 * MINUTE);
    const { text, pings } = heard(wait(6 * MINUTE));
    const closes = (DAWN + 8 * MINUTE) / 1000;
    expect(text).toBe(`<@&888> ${NOTICES.votesMissing(2, closes * 1000)}`);
    expect(pings).toEqual({ roles: ['888'], users: [] });
    expect(heard(wait(2 * MINUTE)).pings).toEqual({ roles: [], users: [] });
    // Not again in the second window.
    expect(wait(6 * MINUTE)).toEqual([]);
    expect(heard(wait(2 * MINUTE)).text).toContain('It stays open until someone votes');
  });

  test('without a reminder where none is missing, or none is wanted; with one for nobody', () => {
    const votes = camp({ mode: 'vote', window: '8m' });
    votes.vote('Bo', GRANT);
    votes.vote('Cy', GRANT);
    expect(votes.wait(7 * MINUTE)).toEqual([]);
    votes.wait(MINUTE);
    expect(heard(votes.wait(6 * MINUTE))).toMatchObject({ pings: { roles: [], users: [] } });
    votes.decree({ reminder: 'false' });
    votes.vote('Bo', GRANT);
    votes.vote('Cy', GRANT);
    votes.wait(2 * MINUTE);
    expect(votes.wait(7 * MINUTE)).toEqual([]);
  });
});

/** What the votes of a ballot come to where they are level, or for what cannot be. */

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

describe('a tie', () => {
  test('is his who was commander when the ballot opened, whatever has changed since', () => {
    const { vote, wait, decree, open, ballots, bo } = camp({
      mode: 'vote',
      tie: 'commander',
      commander: '400',
    });
    expect(open().casting?.name).toBe('Dee');
    vote('Bo', GRANT);
    vote('Dee', SIGEL);
    decree({ commander: '200' });
    expect(cardIn(bo.maps.forChannel())).toContain('the order that **Dee** voted for wins; without that vote');
    expect(heard(wait(15 * MINUTE)).text).toContain('tied with “Grant attacks Lee”; **Dee**’s vote broke the tie.');
    expect(ballots().map(({ casting }) => casting?.name)).toEqual(['Dee', 'Bo']);
    expect(bo.log.page(null, 0).text).toContain('**Dee**’s vote broke the tie.');
    vote('Dee', { verb: 'attack', leader: 'butler' });
    vote('Bo', GRANT);
    expect(heard(wait(15 * MINUTE)).text).toContain('**Bo**’s vote broke the tie.');
    decree({ tie: 'first' });
    expect(open().casting?.name).toBe('Bo');
    vote('Bo', GRANT);
    wait(30 * MINUTE);
    wait(15 * MINUTE);
    // A commander is still named, and has no casting vote.
    expect(open().casting).toBeNull();
  });
});
