import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/council/index.ts';
import { camp, cardIn, DAWN, GRANT, heard, SIGEL } from './camp.ts';
import { pressOf, said } from './fixture.ts';

/** What a ballot on the next order comes to, and when. */

describe('a ballot closes', () => {
  test('at its time, with its quorum', () => {
    const { vote, wait, open, host, ballots } = camp({ mode: 'vote' });
    vote('Bo', GRANT);
    vote('Cy', SIGEL);
    vote('Dee', SIGEL);
    expect(host.nextAlarm()).toBe(DAWN + 15 * MINUTE);
    expect(wait(15 * MINUTE - 1)).toEqual([]);
    const { text } = heard(wait(1));
    expect(text.split('\n')[0]).toBe('**The council** orders Sigel to attack, by 2 of 3 votes.');
    expect(ballots()[0]?.closed).toMatchObject({ how: 'decided', at: DAWN + 15 * MINUTE });
    expect(open().openedAt).toBe(DAWN + 15 * MINUTE);
  });

  test('as soon as one order has the votes that were set', () => {
    const { vote, entries } = camp({ mode: 'vote', early: '3' });
    for (const [who, order] of [
      ['Ada', GRANT],
      ['Bo', SIGEL],
      ['Cy', GRANT],
    ] as const)
      expect(vote(who, order).aside).toBeNull();
    const last = vote('Dee', GRANT);
    expect(last).toMatchObject({ to: 'member', rows: [] });
    expect(last.text).toMatch(/^Your vote: \*\*Grant attacks Lee\*\*\.[\s\S]* That settles it\.$/);
    expect(last.aside?.text).toContain('**The council** orders Grant to attack, by 3 of 4 votes.');
    expect(entries().map(({ kind }) => kind)).toEqual(['start', 'council', 'ballot', 'order']);
  });

  test('when a moderator counts; with too few voters they are asked first', () => {
    const { host, as, vote, open, entries } = camp({ mode: 'vote' });
    const count = (who: 'Ada' | 'Bo', sure = false) => said(host.count(as(who), open().id, sure));
    expect(count('Bo').text).toContain('Only a moderator');
    expect(count('Ada', true).text).toBe('Nobody has voted yet: there is nothing to count.');
    vote('Bo', GRANT);
    const asked = count('Ada');
    expect(asked).toMatchObject({ to: 'member', text: '1 vote so far, and 2 are needed. Count all the same?' });
    const press = pressOf(asked, 'Count now', 'count');
    expect(press).toEqual({ do: 'count', ballot: open().id, sure: true });
    expect(said(host.count(as('Bo'), press.ballot, press.sure)).text).toContain('Only a moderator');
    expect(said(host.count(as('Ada'), press.ballot, press.sure)).to).toBe('channel');
    expect(entries().at(-2)).toMatchObject({ kind: 'ballot', member: { name: 'Ada' } });
    vote('Bo', GRANT);
    vote('Cy', GRANT);
    expect(count('Ada').text).toContain('by 2 of 2 votes');
  });

  test('without a quorum only after one extension, and then with what votes there are', () => {
    const { vote, wait, open } = camp({ mode: 'vote', reminder: 'false' });
    vote('Bo', GRANT);
    const { text, cards, rows } = heard(wait(15 * MINUTE));
    const until = (DAWN + 30 * MINUTE) / 1000;
    expect(text).toBe(
      `Too few have voted (1 of 2). The vote stays open once more, until <t:${until}:t>, <t:${until}:R>.`,
    );
    expect({ cards, rows }).toEqual({ cards: [], rows: [] });
    expect(open().clockwork).toMatchObject({ extended: true, closes: DAWN + 30 * MINUTE });
    expect(heard(wait(15 * MINUTE)).text).toContain('**The council** orders Grant to attack, by 1 of 1 vote.');
  });

  test('with no vote at all waits, and the first vote starts its time again', () => {
    const { vote, wait, open, host, as } = camp({ mode: 'vote', reminder: 'false' });
    wait(15 * MINUTE);
    expect(heard(wait(15 * MINUTE)).text).toBe(
      'Too few have voted (0 of 2). The vote stays open until somebody votes.',
    );
    expect(host.nextAlarm()).toBeNull();
    expect(cardIn(host.map(as('Bo')))).toContain('Open until somebody votes. No votes yet, 2 needed.');
    wait(DAY);
    vote('Bo', GRANT);
    expect(open().clockwork.closes).toBe(DAWN + DAY + 45 * MINUTE);
    expect(heard(wait(15 * MINUTE)).text).toContain('by 1 of 1 vote');
  });

  test('or, where that is set, waits for the quorum, and is decided with the vote that makes it', () => {
    const { vote, wait, host, as } = camp({ mode: 'vote', reminder: 'false', 'no-quorum': 'wait' });
    vote('Bo', GRANT);
    wait(15 * MINUTE);
    expect(heard(wait(15 * MINUTE)).text).toBe('Too few have voted (1 of 2). The vote stays open until 2 have voted.');
    expect(cardIn(host.map(as('Bo')))).toContain('Open until enough have voted. 1 vote so far, 1 more needed.');
    expect(vote('Bo', SIGEL).aside).toBeNull();
    expect(said(host.mine(as('Bo'), 1)).text).toMatch(/You may change it\.$/);
    expect(vote('Cy', SIGEL).aside?.text).toContain('**The council** orders Sigel to attack, by 2 of 2 votes.');
  });

  test('after one reminder where votes are missing, which calls the one role that was named', () => {
    const { vote, wait, host } = camp({ mode: 'vote', window: '8m', 'reminder-role': '888', voters: '777' });
    vote('Bo', GRANT);
    expect(host.nextAlarm()).toBe(DAWN + 6 * MINUTE);
    const { text, pings } = heard(wait(6 * MINUTE));
    const closes = (DAWN + 8 * MINUTE) / 1000;
    expect(text).toBe(
      `<@&888> The council is still short of 2 votes. The ballot closes <t:${closes}:t>, <t:${closes}:R>.`,
    );
    expect(pings).toEqual({ roles: ['888'], users: [] });
    expect(heard(wait(2 * MINUTE)).pings).toEqual({ roles: [], users: [] });
    // Not again in the second window.
    expect(wait(6 * MINUTE)).toEqual([]);
    expect(heard(wait(2 * MINUTE)).text).toContain('stays open until somebody votes');
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

describe('a tie', () => {
  test('goes to the order that reached its count first', () => {
    const { vote, wait, host, as } = camp({ mode: 'vote' });
    vote('Ada', GRANT);
    vote('Bo', SIGEL);
    vote('Cy', SIGEL);
    vote('Dee', GRANT);
    expect(cardIn(host.map(as('Bo')))).toContain('On a tie, the order whose votes were in first wins.');
    expect(heard(wait(15 * MINUTE)).text).toContain(
      'orders Sigel to attack, by 2 of 4 votes, level with “Grant attacks Lee”;',
    );
    expect(host.log(as('Bo'), null, 0).text).toContain('the tie went to the order whose votes were in first');
  });

  test('is the commander’s, where that is set and they voted for one of those level', () => {
    const { vote, wait, host, as } = camp({ mode: 'vote', tie: 'commander', commander: '400' });
    expect(cardIn(host.map(as('Bo')))).toContain('On a tie, the order that Dee voted for wins, or else');
    vote('Bo', GRANT);
    vote('Dee', SIGEL);
    expect(heard(wait(15 * MINUTE)).text).toContain(
      "orders Sigel to attack, by 1 of 2 votes, level with “Grant attacks Lee”; the commander's vote broke the tie.",
    );
    vote('Bo', { verb: 'attack', leader: 'butler' });
    vote('Cy', GRANT);
    expect(heard(wait(15 * MINUTE)).text).toContain('the tie went to the order whose votes were in first');
  });

  test('is a sealed die’s, where that is set: in the log, and checked by `/verify`', () => {
    const { vote, wait, host, as, entries } = camp({ mode: 'vote', tie: 'die' });
    vote('Bo', GRANT);
    vote('Cy', SIGEL);
    expect(heard(wait(15 * MINUTE)).text).toContain('; a die broke the tie.');
    const ballot = entries().find((entry) => entry.kind === 'ballot');
    const among = ballot?.decision.tie?.among ?? [];
    const thrown = ballot?.throws[0];
    expect(ballot?.throws).toHaveLength(1);
    expect(thrown).toMatchObject({ kind: 'die', sides: 2, purpose: 'The tie' });
    expect(thrown?.kind === 'die' && among[thrown.face - 1]).toBe(ballot?.decision.choice);
    expect(host.log(as('Bo'), null, 0).text).toContain('; a die broke the tie.');
    host.abandon(as('Ada'), null);
    const checked = host.verify(as('Bo'), null);
    expect(checked.text).toContain('**The dice are honest:** all 2 throws');
    expect(checked.text).toContain(`${ballot?.seq}. The tie: **${thrown?.kind === 'die' && thrown.face}**`);
  });
});
