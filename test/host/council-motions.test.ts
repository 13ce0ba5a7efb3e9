import { describe, expect, test } from 'vitest';
import { MINUTE, OPEN_COUNCIL } from '../../src/council/index.ts';
import { type Camp, camp, cardIn, GRANT, heard, PEOPLE } from './camp.ts';
import { labels, type Member, said } from './fixture.ts';

/** A change of how a table decides, put to the vote. */

/** The members whose turn in command it is, and who wait for theirs. */
function rota({ store, entries }: Camp): string[] {
  const last = entries().findLast((entry) => entry.kind === 'council');
  return (last?.council.commanders ?? []).map((member) => store.memberById(member)?.name ?? '');
}

describe('a motion', () => {
  const moves = (c: Camp, member: Member, options: Record<string, string>) =>
    said(c.host.setCouncil(c.as(member), options, PEOPLE));
  const votes = (c: Camp, member: Member, inFavour: boolean) =>
    said(c.host.motion(c.as(member), c.open('council').id, inFavour));
  const council = ({ entries }: Camp) =>
    entries().findLast((entry) => entry.kind === 'council')?.council ?? OPEN_COUNCIL;

  test('is put to the vote of those the table is, with the mover’s own vote for it', () => {
    const c = camp();
    const moved = moves(c, 'Bo', { mode: 'vote' });
    expect(moved.text).toMatch(/^Your vote: \*\*for the change\*\*\./);
    expect(moved.aside).toMatchObject({ to: 'channel', drawing: null });
    expect(moved.aside?.text).toBe(
      '**Bo** proposes to change how this table decides: the channel votes on each order.',
    );
    expect(moved.aside && labels(moved.aside)).toEqual(['For the change', 'Against', 'My vote', 'Count now']);
    expect(moved.aside && cardIn(moved.aside)).toContain(
      'It takes three votes in four to carry it.\n**1** · For the change',
    );
    expect(council(c).mode).toBe('open');
    expect(moves(c, 'Cy', { quorum: '3' }).text).toBe(
      'A change is being voted on already. It has to be decided first.',
    );
    expect(moves(c, 'Cy', { mode: 'monarchy' }).text).toContain('Choose from the list');
    votes(c, 'Cy', true);
    const { text, cards } = heard(c.wait(15 * MINUTE));
    expect(text).toContain('The vote carries, 2 of 2 votes in favour: the channel votes on each order.');
    expect(cards.map(({ ballot }) => ballot)).toEqual([c.open().id]);
    expect(c.entries().at(-1)).toMatchObject({ kind: 'council', cause: 'vote', ballot: 1, member: null });
    expect(c.host.log(c.as('Bo'), null, 0).text).toMatch(
      /\n1\. \*\*By vote\*\*, (\d) of \1 votes, proposed by \*\*Bo\*\*: the channel votes on each order\./,
    );
  });

  test.each([
    [3, 1, true],
    [2, 1, false],
    [1, 1, false],
    [2, 0, true],
  ])('with %i for and %i against is carried: %s', (inFavour, against, carries) => {
    const c = camp({ mode: 'vote' });
    const members: Member[] = ['Bo', 'Cy', 'Dee', 'Ada'];
    moves(c, 'Bo', { mode: 'open' });
    members.slice(0, inFavour + against).forEach((member, n) => {
      votes(c, member, n < inFavour);
    });
    const said = c.wait(15 * MINUTE).map(({ answer }) => answer.text);
    expect(council(c).mode).toBe(carries ? 'open' : 'vote');
    const by = `${inFavour} of ${inFavour + against} votes in favour`;
    const words = carries
      ? `The vote carries, ${by}: whoever orders first is obeyed.`
      : `Not carried, with ${by}: this table decides as before.`;
    expect(said.join('\n')).toContain(words);
    expect(c.ballots().find(({ subject }) => subject.kind === 'council')?.closed?.how).toBe(
      carries ? 'decided' : 'lost',
    );
  });

  test('needs the quorum, for as long as it may be extended', () => {
    const c = camp({ quorum: '3' });
    moves(c, 'Bo', { mode: 'vote' });
    votes(c, 'Cy', true);
    expect(heard(c.wait(15 * MINUTE)).text).toContain('Too few have voted (2 of 3).');
    expect(council(c).mode).toBe('open');
    votes(c, 'Dee', true);
    expect(heard(c.wait(15 * MINUTE)).text).toContain('3 of 3 votes in favour');
    expect(council(c).mode).toBe('vote');
  });

  test('does not close early by count, which is for orders', () => {
    const c = camp({ mode: 'vote', early: '2' });
    moves(c, 'Bo', { sealed: 'true' });
    expect(votes(c, 'Cy', true).aside).toBeNull();
    expect(c.open('council').closed).toBeNull();
  });

  test('is the commanders’ alone where some are named, and settled when it cannot come out otherwise', () => {
    const c = camp({ mode: 'commander', commander: '200 300 400' });
    expect(moves(c, 'Ada', { quorum: '3' }).aside).not.toBeNull();
    const outsider = () => c.as('Ada', { mayManage: false, member: { discordId: '500', name: 'Eve' } });
    expect(said(c.host.setCouncil(outsider(), { mode: 'open' }, PEOPLE)).text).toBe(
      'Only those who command here vote on this.',
    );
    expect(c.ballots()).toEqual([]);
    const { aside } = moves(c, 'Bo', { mode: 'open' });
    expect(aside && cardIn(aside)).toContain(
      'Only those who command here vote on it, and 3 of the 3 have to be for it.',
    );
    expect(said(c.host.motion(outsider(), c.open('council').id, true)).text).toContain('Only those who command');
    votes(c, 'Cy', true);
    const last = votes(c, 'Dee', true);
    expect(last.text).toContain('That settles it.');
    expect(last.aside?.text).toContain('The vote carries, 3 of 3 votes in favour: whoever orders first is obeyed.');
    expect(council(c).mode).toBe('open');
  });

  test('of four commanders is carried by three, and lost with the second against', () => {
    const c = camp({ mode: 'commander', commander: '100 200 300 400' });
    moves(c, 'Bo', { mode: 'vote' });
    votes(c, 'Cy', false);
    expect(votes(c, 'Dee', false).aside?.text).toBe(
      'Not carried, with 1 of 3 votes in favour: this table decides as before.',
    );
    moves(c, 'Bo', { mode: 'vote' });
    votes(c, 'Cy', true);
    votes(c, 'Dee', true);
    expect(council(c).mode).toBe('vote');
  });

  test('of an only commander is carried at once', () => {
    const c = camp({ mode: 'commander', commander: '200' });
    const moved = moves(c, 'Bo', { mode: 'vote' });
    expect(moved.text).toContain('That settles it.');
    expect(moved.aside?.text).toContain('The vote carries, 1 of 1 vote in favour: the channel votes on each order.');
    expect(c.open().closed).toBeNull();
  });

  test('leaves command where it has passed to meanwhile, unless it is about that', () => {
    const c = camp({ mode: 'commander', commander: '200 300', rotate: 'order' });
    moves(c, 'Bo', { quorum: '3' });
    c.vote('Bo', GRANT);
    expect(postingsOf(c.host)[0]?.answer.text).toBe(
      '**Bo** proposes to change how this table decides: a ballot needs 3 voters.',
    );
    expect(votes(c, 'Cy', true).aside?.text).toContain('in favour: a ballot needs 3 voters.');
    expect(rota(c)).toEqual(['Cy', 'Bo']);
    moves(c, 'Cy', { commander: '400' });
    votes(c, 'Bo', true);
    expect(rota(c)).toEqual(['Dee', 'Cy', 'Bo']);
  });

  test('of a member who may not vote is none', () => {
    const c = camp({ mode: 'vote', voters: '777' });
    const moved = moves(c, 'Bo', { mode: 'open' });
    expect(moved).toMatchObject({ to: 'member', aside: null });
    expect(moved.text).toContain('Your vote cannot be counted: this ballot is for members with the role <@&777>.');
    expect(c.ballots().filter(({ subject, closed }) => subject.kind === 'council' && !closed)).toEqual([]);
    expect(c.host.unposted()).toEqual([]);
    expect(c.host.outdated()).toEqual([]);
  });

  test('is overtaken by a moderator’s change and by the end of the campaign, but not by an order', () => {
    const c = camp({ mode: 'vote', early: '2' });
    moves(c, 'Bo', { mode: 'open' });
    const first = c.open('council');
    c.vote('Bo', GRANT);
    c.vote('Cy', GRANT);
    expect(c.open('council').id).toBe(first.id);
    c.decree({ quorum: '1' });
    expect(c.store.ballot(first.id)?.closed).toMatchObject({ how: 'void', why: 'council' });
    expect(said(c.host.motion(c.as('Cy'), first.id, true)).text).toContain('That vote is over.');
    moves(c, 'Bo', { mode: 'open' });
    const second = c.open('council');
    c.host.abandon(c.as('Ada'), null);
    expect(c.store.ballot(second.id)?.closed).toMatchObject({ how: 'void', why: 'ended' });
    expect(c.host.nextAlarm()).toBeNull();
  });

  test('may be counted by a moderator, withdrawn from and given reasons', () => {
    const c = camp();
    moves(c, 'Bo', { mode: 'vote' });
    const { id } = c.open('council');
    c.host.giveReason(c.as('Bo'), id, 'We are many.');
    votes(c, 'Cy', false);
    said(c.host.withdraw(c.as('Cy'), id));
    expect(said(c.host.mine(c.as('Bo'), id)).text).toContain('**for the change**.\n> “We are many.”');
    expect(said(c.host.count(c.as('Bo'), id, true)).text).toContain('Only a moderator');
    expect(said(c.host.count(c.as('Ada'), id, true)).text).toContain('The vote carries, 1 of 1 vote in favour');
  });
});
