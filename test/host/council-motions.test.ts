import { describe, expect, test } from 'vitest';
import { DEFAULT_COUNCIL, HOUR, MINUTE } from '../../src/council/index.ts';
import type { Caller } from '../../src/host/index.ts';
import { type Camp, camp, cardIn, GRANT, heard, PEOPLE } from './camp.ts';
import { labels, type Member, outdatedIn, postingsOf, pressOf, said, unpostedIn } from './fixture.ts';

/** A change of how a table decides, put to the vote. */

/** The members whose turn in command it is, and who wait for theirs. */
function rota({ store, entries }: Camp): string[] {
  const last = entries().findLast((entry) => entry.kind === 'council');
  return (last?.council.commanders ?? []).map((member) => store.memberById(member)?.name ?? '');
}

describe('a motion', () => {
  const moves = (c: Camp, member: Member, options: Record<string, string>) =>
    c.member(member).council.set(options, PEOPLE);
  const votes = (c: Camp, member: Member, inFavour: boolean) =>
    c.member(member).ballots.voteOnMotion(c.open('council').id, inFavour);
  const council = ({ entries }: Camp) =>
    entries().findLast((entry) => entry.kind === 'council')?.council ?? DEFAULT_COUNCIL;

  test('is put to the vote of those the table is, with the mover’s own vote for it', () => {
    const c = camp();
    const moved = moves(c, 'Bo', { mode: 'vote' });
    expect(moved.text).toBe('Your proposal is in the channel, with your vote for it.');
    expect(labels(moved)).toContain('Withdraw');
    expect(moved.channelReply).toMatchObject({ to: 'channel', drawing: null });
    expect(moved.channelReply?.text).toBe(
      '**Bo** proposes to change how this table decides: the channel votes on each order.',
    );
    expect(moved.channelReply && labels(moved.channelReply)).toEqual(['For the change', 'Against', 'My vote']);
    expect(moved.channelReply && cardIn(moved.channelReply)).toMatch(
      new RegExp(
        [
          '^A ballot on how this table decides',
          'Closes <t:\\d+:t> \\(<t:\\d+:R>\\)\\. 1 vote so far, 2 more needed\\.',
          '\\*\\*1\\*\\* · For the change',
          '-# The change needs three quarters of the votes.*at least 3 voters; with fewer, the ballot stays open 1 hour longer\\. .*',
        ].join('\n'),
      ),
    );
    expect(council(c).mode).toBe('open');
    expect(moves(c, 'Cy', { quorum: '3' }).text).toBe('A ballot on a change is already open. Wait until it closes.');
    votes(c, 'Cy', true);
    votes(c, 'Dee', true);
    const { text, cards } = heard(c.wait(HOUR));
    expect(text).toContain('Passed, with 3 of 3 votes: the channel votes on each order.');
    expect(moves(c, 'Cy', { mode: 'monarchy' }).text).toContain('From the list, choose');
    expect(cards.map(({ ballot }) => ballot)).toEqual([c.open().id]);
    expect(c.entries().at(-1)).toMatchObject({ kind: 'council', cause: 'vote', ballot: 1, member: null });
    expect(c.bo.log.page(null, 0).text).toMatch(
      /\n1\. \*\*Passed\*\*, with (\d) of \1 votes, proposed by \*\*Bo\*\*: /,
    );
  });

  test.each([
    [3, 1, true],
    [2, 1, false],
    [1, 2, false],
    [3, 0, true],
  ])('with %i for and %i against is carried: %s', (inFavour, against, carries) => {
    const c = camp({ mode: 'vote' });
    const members: Member[] = ['Bo', 'Cy', 'Dee', 'Ada'];
    moves(c, 'Bo', { mode: 'open' });
    members.slice(0, inFavour + against).forEach((member, n) => {
      votes(c, member, n < inFavour);
    });
    const said = c.wait(HOUR).map(({ answer }) => answer.text);
    expect(council(c).mode).toBe(carries ? 'open' : 'vote');
    const by = `${inFavour} of ${inFavour + against}`;
    const words = carries
      ? `Passed, with ${by} votes: the first order given counts.`
      : `Not passed: ${by} voted for it`;
    expect(said.join('\n')).toContain(words);
    expect(c.ballots().find(({ subject }) => subject.kind === 'council')?.closed?.how).toBe(
      carries ? 'decided' : 'lost',
    );
  });

  test('needs three voters, whatever ballots on orders need, and gets its window once more for them', () => {
    const c = camp({ quorum: '1' });
    moves(c, 'Bo', { mode: 'vote' });
    votes(c, 'Cy', true);
    expect(c.wait(HOUR - 1).map(({ answer }) => answer.text)).toEqual([expect.stringContaining('1 more vote needed')]);
    expect(heard(c.wait(1)).text).toMatch(
      /^Too few .* extended\. 2 votes so far; it needs 1 more, or nothing changes\.$/,
    );
    expect(council(c).mode).toBe('open');
    votes(c, 'Dee', true);
    expect(heard(c.wait(HOUR)).text).toContain('Passed, with 3 of 3 votes');
    expect(council(c).mode).toBe('vote');
  });

  test('of one member never carries, however often its time is up: it lapses', () => {
    const c = camp({ quorum: '10', reminder: 'false' });
    moves(c, 'Bo', { mode: 'vote' });
    const { id } = c.open('council');
    expect(heard(c.wait(HOUR)).text).toContain('Too few have voted.');
    expect(heard(c.wait(HOUR)).text).toBe(
      'Not passed: it needed 3 voters, and only 1 voted. This table decides as before.',
    );
    expect(c.store.ballot(id)?.closed).toMatchObject({ how: 'lost', why: 'time', by: null });
    expect(council(c).mode).toBe('open');
    expect(c.host.timers.next()).toBeNull();
    // Nor does it when it is closed early, by whoever may, nor with a second vote.
    moves(c, 'Bo', { mode: 'vote' });
    votes(c, 'Cy', true);
    expect(c.ada.ballots.count(c.open('council').id, true).text).toBe(
      'Not passed: it needed 3 voters, and only 2 voted. **Ada** closed the ballot early. This table decides as before.',
    );
    expect(council(c).mode).toBe('open');
  });

  test('takes half of those who took part lately: three of nine change nothing', () => {
    const c = camp({ mode: 'vote' });
    const many = Array.from({ length: 9 }, (_, at) => ({ discordId: `${700 + at}`, name: `Member ${at}` }));
    const as = (at: number) => c.as('Bo', { member: many[at] as Caller['member'] });
    const vote = (at: number) =>
      said(c.host.orders.give(as(at), GRANT, { game: c.game(), seq: c.entries().length - 1 }));
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
    expect(council(c).mode).toBe('vote');
  });

  test('closes at once when all who took part lately are for it, and not before', () => {
    const c = camp({ mode: 'vote' });
    for (const who of ['Bo', 'Cy', 'Dee'] as const) c.vote(who, GRANT);
    c.ada.ballots.count(null, true);
    moves(c, 'Bo', { mode: 'open' });
    votes(c, 'Ada', true);
    expect(votes(c, 'Cy', true).channelReply).toBeNull();
    expect(votes(c, 'Dee', false).channelReply).toBeNull();
    const last = votes(c, 'Dee', true);
    expect(last.text).toContain('Your vote closed the ballot');
    expect(last.channelReply?.text).toContain('Passed, with 4 of 4 votes: the first order given counts.');
    expect(council(c).mode).toBe('open');
  });

  test('among commanders counts those who commanded when it opened', () => {
    const c = camp({ mode: 'commander', commander: '200 300' });
    moves(c, 'Bo', { mode: 'open' });
    c.decree({ commander: '200 300 400' });
    expect(votes(c, 'Dee', false).text).toBe('Only commanders vote on this. You can still argue your case here.');
    expect(votes(c, 'Cy', true).channelReply?.text).toContain('Passed, with 2 of 2 votes');
    expect(council(c).mode).toBe('open');
  });

  test('is the commanders’ alone where some are named, and settled when it cannot come out otherwise', () => {
    const c = camp({ mode: 'commander', commander: '200 300 400' });
    expect(moves(c, 'Ada', { quorum: '3' }).channelReply).not.toBeNull();
    const outsider = () => c.as('Ada', { isModerator: false, member: { discordId: '500', name: 'Eve' } });
    expect(said(c.host.council.set(outsider(), { mode: 'open' }, PEOPLE)).text).toBe(
      'Only commanders vote on this. You can still argue your case here.',
    );
    expect(c.ballots()).toEqual([]);
    const { channelReply } = moves(c, 'Bo', { mode: 'open' });
    expect(channelReply && cardIn(channelReply)).toContain('Only the 3 commanders vote on it, and all must be for it.');
    expect(said(c.host.ballots.voteOnMotion(outsider(), c.open('council').id, true)).text).toContain('Only commanders');
    votes(c, 'Cy', true);
    const last = votes(c, 'Dee', true);
    expect(last.text).toBe(
      'Your vote: **for the change**.\nYour vote closed the ballot; the result is in the channel.',
    );
    expect(last.channelReply?.text).toContain('Passed, with 3 of 3 votes: the first order given counts.');
    expect(council(c).mode).toBe('open');
  });

  test('leaves command where it has passed to meanwhile, unless it is about that', () => {
    const c = camp({ mode: 'commander', commander: '200 300', rotate: 'order' });
    moves(c, 'Bo', { quorum: '3' });
    c.vote('Bo', GRANT);
    expect(postingsOf(c.host)[0]?.answer.text).toBe(
      '**Bo** proposes to change how this table decides: a ballot needs 3 voters.',
    );
    expect(votes(c, 'Cy', true).channelReply?.text).toContain('Passed, with 2 of 2 votes: a ballot needs 3 voters.');
    expect(rota(c)).toEqual(['Cy', 'Bo']);
    moves(c, 'Cy', { commander: '400' });
    votes(c, 'Bo', true);
    expect(rota(c)).toEqual(['Dee', 'Cy', 'Bo']);
  });

  test('of a member who may not vote is none', () => {
    const c = camp({ mode: 'vote', voters: '777' });
    const moved = moves(c, 'Bo', { mode: 'open' });
    expect(moved).toMatchObject({ to: 'member', channelReply: null });
    expect(moved.text).toContain('Your vote can’t be counted: this ballot is for members with the role <@&777>.');
    expect(c.ballots().filter(({ subject, closed }) => subject.kind === 'council' && !closed)).toEqual([]);
    expect(unpostedIn(c.host)).toEqual([]);
    expect(outdatedIn(c.host)).toEqual([]);
  });

  test('is overtaken by a moderator’s change of the mode and by the end of the campaign, but not by an order', () => {
    const c = camp({ mode: 'vote', early: '2' });
    moves(c, 'Bo', { sealed: 'true' });
    const first = c.open('council');
    c.vote('Bo', GRANT);
    c.vote('Cy', GRANT);
    expect(c.open('council').id).toBe(first.id);
    c.decree({ mode: 'open' });
    expect(c.store.ballot(first.id)?.closed).toMatchObject({ how: 'void', why: 'council', by: { name: 'Ada' } });
    expect(c.cy.ballots.voteOnMotion(first.id, true).text).toContain('That ballot is closed.');
    expect(c.store.votes(first.id)).toHaveLength(1);
    moves(c, 'Bo', { mode: 'vote' });
    const second = c.open('council');
    c.ada.games.abandon(null);
    expect(c.store.ballot(second.id)?.closed).toMatchObject({ how: 'void', why: 'ended' });
    expect(c.host.timers.next()).toBeNull();
  });

  test('may be counted by a moderator, withdrawn from and given reasons', () => {
    const c = camp();
    moves(c, 'Bo', { mode: 'vote' });
    const { id } = c.open('council');
    c.bo.ballots.giveReason(id, 'We are many.');
    votes(c, 'Cy', false);
    c.cy.ballots.withdraw(id);
    expect(c.bo.ballots.mine(id).text).toContain('**for the change**.\n> “We are many.”');
    expect(c.bo.ballots.count(id, true).text).toContain('Only a moderator');
    votes(c, 'Cy', true);
    votes(c, 'Dee', true);
    const own = c.ada.ballots.mine(id);
    expect(pressOf(own, 'Close the ballot now', 'count')).toEqual({ do: 'count', ballot: id, sure: false });
    const asked = c.ada.ballots.count(id, false);
    expect(asked).toMatchObject({ to: 'member', text: '3 votes so far. Close the ballot now?', channelReply: null });
    expect(pressOf(asked, 'Close the ballot', 'count')).toEqual({ do: 'count', ballot: id, sure: true });
    expect(c.open('council').id).toBe(id);
    expect(c.ada.ballots.count(id, true).text).toMatch(
      /^Passed, with 3 of 3 votes: the channel votes on each order\. \*\*Ada\*\* closed the ballot early\.\n/,
    );
  });

  test('stays open through a moderator’s small change, and applies to what stands then', () => {
    const c = camp({ mode: 'vote', window: '30m' });
    moves(c, 'Bo', { sealed: 'true', voters: '777' });
    const { id } = c.open('council');
    const small = c.decree({ quorum: '4', 'account-days': '7' });
    expect(small.channelReply?.text).not.toContain('void');
    expect(c.open('council').id).toBe(id);
    votes(c, 'Cy', true);
    votes(c, 'Dee', true);
    const { text } = heard(c.wait(HOUR).filter(({ answer }) => answer.text.startsWith('Passed')));
    expect(text).toContain('Passed, with 3 of 3 votes:');
    expect(text).not.toMatch(/quorum|voters it|a ballot needs/);
    expect(council(c)).toMatchObject({
      mode: 'vote',
      ballot: {
        window: 30 * MINUTE,
        quorum: 4,
        sealed: true,
        voters: { role: '777', memberDays: 0, accountDays: 7 },
      },
    });
  });

  test('has the last word on what both it and a moderator changed', () => {
    const c = camp({ mode: 'vote' });
    moves(c, 'Bo', { quorum: '5', tie: 'die' });
    c.decree({ quorum: '7', window: '2h' });
    for (const member of ['Cy', 'Dee'] as const) votes(c, member, true);
    c.wait(HOUR);
    expect(council(c).ballot).toMatchObject({ quorum: 5, tie: 'die', window: 2 * HOUR });
  });
});
