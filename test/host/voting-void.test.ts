import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/council/index.ts';
import { BALLOT_ANSWERS } from '../../src/host/base/voting-words.ts';
import { type Camp, camp, cardIn, GRANT, heard, PEOPLE, SIGEL, told } from './camp.ts';
import { facesOf, pressOf, said } from './fixture.ts';

/** Votes that are called, overtaken, stale, elsewhere or not to be. */

const GRANT_KEY = JSON.stringify({ leader: 'grant', verb: 'attack' });

describe('/vote open', () => {
  test('calls a ballot where nobody votes otherwise; buttons then vote, and no other ballot follows', () => {
    const { vote, open, ballots, wait, bo, ada } = camp();
    expect(bo.ballots.open()).toMatchObject({ to: 'member' });
    expect(ballots()).toHaveLength(0);
    const called = ada.ballots.open();
    expect(called.text).toContain('**Ada** opens a ballot on the next order.');
    expect(cardIn(called)).toContain('No votes yet, 2 needed.');
    const shown = bo.ballots.open();
    expect(shown.to).toBe('member');
    expect(shown.text).toContain('A ballot is already open.');
    expect(cardIn(shown)).toBe(cardIn(called));
    expect(open().opener?.name).toBe('Ada');
    vote('Bo', GRANT);
    vote('Cy', GRANT);
    expect(heard(wait(15 * MINUTE)).text).toContain('**The council** orders Grant to attack, with both votes.');
    expect(ballots().every(({ closed }) => closed)).toBe(true);
    expect(vote('Bo', GRANT).text).toContain('**Bo** orders Grant to attack.');
  });

  test('is whoever commands’ to call, and then everybody votes', () => {
    const { vote, ballots, cy, bo, ada } = camp({ mode: 'commander', commander: '200' });
    expect(cy.ballots.open().text).toBe(BALLOT_ANSWERS.mayNotCall);
    expect(bo.ballots.open().to).toBe('channel');
    expect(vote('Cy', GRANT).text).toContain('Your vote:');
    expect(vote('Bo', GRANT).text).toContain('Your vote:');
    expect(ada.ballots.count(null, true).text).toContain('with both votes');
    expect(ballots()).toHaveLength(1);
    expect(vote('Cy', GRANT).text).toContain('Only **Bo** can give orders now.');
  });
});

describe('a ballot that is overtaken is void, and says so', () => {
  const overtaken = {
    'by a moderator’s order': [
      '\\*\\*Ada\\*\\* gave an order before the ballot closed.',
      (c: Camp) => c.ada.orders.overrule(GRANT_KEY),
    ],
    'by an undo': ['\\*\\*Ada\\*\\* took back the last order.', (c: Camp) => c.ada.undo.takeBack(null, true, 'A slip')],
    'by the end of the campaign': ['The game ended before the ballot closed.', (c: Camp) => c.ada.games.abandon(null)],
    'by another way to decide': [
      '\\*\\*Ada\\*\\* changed how this table decides.',
      (c: Camp) => c.decree({ mode: 'open' }),
    ],
    'by a vote for another way to decide': [
      'The way this table decides was changed before the ballot closed.',
      (c: Camp) => {
        c.bo.council.set({ mode: 'open' }, PEOPLE);
        const { id } = c.open('council');
        c.cy.ballots.voteOnMotion(id, true);
        // With this vote it closes: all who took part lately are for it.
        return c.dee.ballots.voteOnMotion(id, true);
      },
    ],
  } as const;

  test.each(Object.entries(overtaken))('%s', (_how, [why, overtake]) => {
    const c = camp({ mode: 'vote', early: '2' });
    c.vote('Bo', GRANT);
    const first = said(c.vote('Cy', GRANT).channelReply);
    c.host.ballotMessages.carried(first.cards, 'front', '900');
    c.vote('Bo', SIGEL, 'Why not?');
    const ballot = c.open();
    const answer = said(overtake(c));
    const channel = answer.channelReply ?? answer;
    if (c.store.runningIn('front')) expect(channel.text).toContain('The open ballot (1 vote) was cancelled.');
    expect(c.store.ballot(ballot.id)?.closed).toMatchObject({ how: 'void', decision: null });
    const [face] = facesOf(c.host);
    expect(face).toMatchObject({ channel: 'front', message: '900', rows: [], menu: null });
    expect(face && cardIn(face)).toMatch(new RegExp(`^The ballot on the next order was cancelled\n${why}\n`));
    for (const stale of [c.bo.ballots.withdraw(ballot.id), c.ada.ballots.count(ballot.id, true)]) {
      expect(said(stale).to).toBe('member');
      expect(said(stale).cards).toEqual([]);
    }
    expect(c.store.votes(ballot.id)).toHaveLength(1);
    expect(c.host.timers.tick(c.now() + DAY).missed).toEqual([]);
    expect(c.store.ballot(ballot.id)?.closed?.how).toBe('void');
  });
});

describe('what is stale or elsewhere', () => {
  test('a button of an earlier map votes for nothing; it shows the table as it is', () => {
    const { vote, store, open, bo, dee } = camp({ mode: 'vote', early: '2' });
    const press = pressOf(bo.maps.forChannel(), 'Grant attacks', 'order');
    vote('Bo', GRANT);
    vote('Cy', GRANT);
    const stale = dee.orders.give(press.order, press.point);
    expect(stale).toMatchObject({ to: 'member', cards: [] });
    expect(stale.text).toBe(
      'That ballot had already closed, so your vote wasn’t counted. Vote in the new one in the channel.',
    );
    expect(store.votes(open().id)).toHaveLength(0);
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
});

test('in a game whose orders are secret, ballots are seen by their side alone, whatever is asked for', () => {
  const { host, as, decree, store, ada, cy } = camp();
  ada.games.abandon(null);
  ada.games.start('picket-line', null);
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
