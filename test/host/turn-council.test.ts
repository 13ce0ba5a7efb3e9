import { describe, expect, test } from 'vitest';
import { sideInBrief } from '../../src/host/base/voting-words.ts';
import { type Camp, camp, GRANT, PEOPLE, SIGEL } from './camp.ts';
import { labels, type Member, pressOf, said } from './fixture.ts';
import { confirmsUndo, DONE, orders, twoSides } from './two-sides.ts';

/** How one of several sides decides, in words that nobody of the other takes for theirs. */

/** Ada, who may manage the channel, sits with the Confederacy. */
function seated() {
  const camp = twoSides();
  camp.ada.seats.join('confederate');
  return camp;
}

describe('the panel of a side', () => {
  test('speaks of its members, and tells how the other side decides', () => {
    const camp = seated();
    const panel = camp.ada.council.show();
    expect(panel.text).toMatch(/^\*\*How orders are decided for the Confederacy\*\*\n/);
    expect(panel.text).toContain('Any member of the Confederacy can give the next order');
    expect(panel.text).toContain('\nFor the Union, the first order from a member counts.\n');
    expect(labels(panel)).toContain('Let the Confederacy vote');
    expect(labels(camp.cy.council.show())).toContain('Propose that this side votes');
  });

  test('that votes says who may, and that a phase can have many ballots, unless they close early', () => {
    const camp = seated();
    const { text, channelReply } = camp.ada.council.set({ mode: 'vote' }, PEOPLE, true);
    expect(text).toContain('**Members of the Confederacy vote on each order.**');
    expect(text).toContain('Members of the Confederacy can vote.');
    expect(text).toContain('One ballot can decide a whole plan');
    expect(text).not.toMatch(/Everybody|[Tt]he channel votes|this table/);
    expect(channelReply?.text).toContain('One ballot can decide a whole plan');
    const early = camp.ada.council.set({ early: '2' }, PEOPLE, true);
    expect(early.text).not.toContain('Every order has its own ballot');
    expect(camp.bo.council.show().text).toContain(sideInBrief('Confederacy', 'vote', ''));
  });

  test('names who commands the other', () => {
    const camp = seated();
    camp.ada.council.set({ mode: 'commander', commander: '300' }, PEOPLE, true);
    expect(camp.bo.council.show().text).toContain('For the Confederacy, **Cy** can give orders.');
  });
});

describe('a change of how a side decides', () => {
  test('names the side in the channel and in the log', () => {
    const camp = seated();
    const { channelReply } = camp.ada.council.set({ mode: 'vote' }, PEOPLE, true);
    const words = '**Ada** changes how orders are decided for the Confederacy: the side votes on each order.';
    expect(channelReply?.text).toContain(words);
    expect(camp.bo.log.page(null, 0).text).toContain(words);
  });

  test('that a member proposes is put to the members of the side', () => {
    const camp = twoSides();
    const { channelReply } = camp.bo.council.set({ rotate: 'order', commander: '200' }, PEOPLE, true);
    expect(channelReply?.text).toContain('**Bo** proposes to change how orders are decided for the Union: ');
    expect(channelReply?.cards[0]?.title).toBe('A ballot on how orders are decided for the Union');
    expect(channelReply?.cards[0]?.text).toContain('Members of the Union can vote.');
    const votes = (member: Member) => camp.member(member).ballots.voteOnMotion(camp.open('council').id, true);
    expect(votes('Cy').text).toContain('You can vote on your own side’s orders.');
    expect(votes('Dee').text).toContain('Join a side first');
  });
});

test('the help of a game of sides begins with taking one, and offers no winning chances where none are known', () => {
  const camp = twoSides();
  const { text } = camp.bo.help.help();
  expect(text).toContain('Join a side first, with the buttons under the map or with `/join`');
  expect(text).toContain('The first order given counts, unless your side has a commander or decides by vote');
  expect(text).not.toContain('/odds');
  expect(camp.bo.maps.odds().text).toContain('you see its chances when you choose');
});

test('an order of the other side that nobody has answered is not taken back by one press either', () => {
  const camp = seated();
  orders(camp, 'Bo', DONE);
  expect(camp.ada.undo.takeBack().text).toContain('Take back the last order (**Bo**');
  expect(confirmsUndo(camp, 'Ada').text).toContain('<@200> **Union:** your order has been taken back.');
});

describe('somebody who is of no side', () => {
  test('moderates either side that they name, and is asked which where that is not plain', () => {
    const camp = twoSides();
    const ada = () => camp.as('Ada', { isModerator: true });
    expect(said(camp.host.council.set(ada(), { mode: 'vote' }, PEOPLE)).text).toBe('Say which side: fill in `side`.');
    expect(said(camp.host.council.set(ada(), { mode: 'vote' }, PEOPLE, true, null, 'Gaul')).text).toContain(
      'There’s no such side',
    );
    const { text, channelReply } = said(
      camp.host.council.set(ada(), { mode: 'vote', quorum: '1' }, PEOPLE, true, null, 'Union'),
    );
    expect(text).toMatch(/^\*\*How orders are decided for the Union\*\*/);
    expect(channelReply?.text).toContain('**Ada** changes how orders are decided for the Union');
    camp.pass(10_000);
    camp.bo.orders.give({ verb: 'move', unit: 'u1', to: '3' });
    expect(said(camp.host.ballots.count(ada(), null, false, 'confederate')).text).toContain(
      'No ballot is open for the Confederacy, but one is open for the Union',
    );
    expect(said(camp.host.ballots.count(ada(), null, false, 'union')).text).toContain('Close the ballot now');
    const closed = said(camp.host.ballots.count(ada(), null, false));
    const close = closed.rows.flat().find(({ label }) => label === 'Close the ballot')?.press;
    if (close?.do !== 'count') throw new Error('Not asked');
    expect(said(camp.host.ballots.count(ada(), close.ballot, true)).text).toContain('**The council**');
    expect(said(camp.host.orders.overrule(ada(), 'The phase ends', 'confederate')).text).toMatch(
      /^It’s the \*\*Union\*\*’s turn/,
    );
    expect(camp.host.completions.overrule(ada(), 'phase', 'union').map(({ label }) => label)).toEqual([
      'The phase ends',
    ]);
    expect(said(camp.host.orders.overrule(ada(), 'The phase ends', 'union')).text).toContain('overruling the ballot');
  });

  test('orders nothing for a side where its hand is hidden', () => {
    const hidden = twoSides('picket-line');
    const ada = hidden.as('Ada', { isModerator: true });
    expect(hidden.host.completions.overrule(ada, '', 'union').map(({ value }) => value)).toEqual(['-']);
    expect(said(hidden.host.orders.overrule(ada, 'x', 'union')).text).toContain('only they can give them');
  });
});

test('a moderator who leads one side moderates the other by its name, and by the buttons of its panel', () => {
  const camp = seated();
  const panel = camp.ada.council.show('union');
  const vote = panel.rows.flat().find(({ label }) => label === 'Let the Union vote')?.press;
  if (vote?.do !== 'set') throw new Error('No such button');
  const done = camp.ada.council.set({ mode: vote.value }, {}, true, vote.game, vote.seat);
  expect(done.channelReply?.text).toContain('for the Union: the side votes on each order');
  const opened = camp.ada.ballots.open('union');
  expect(opened.text).toContain('already open');
  expect(camp.ada.ballots.open().text).toMatch(/^It’s the \*\*Union\*\*’s turn/);
  expect(camp.cy.ballots.open('union').to).toBe('member');
});

/** The panel of `/council`: it asks before a press changes something for all. */

/** A press on the panel or on its list of values. */
function sets(c: Camp, member: Member, setting: string, value: string, sure = false) {
  return c.member(member).council.set({ [setting]: value }, PEOPLE, sure);
}

const councils = ({ entries }: Camp) => entries().filter(({ kind }) => kind === 'council').length;

describe('a moderator', () => {
  test('is asked before votes are thrown away by another mode', () => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    c.vote('Cy', SIGEL);
    const { id } = c.open();
    const press = pressOf(c.ada.council.show(), 'First order counts', 'set');
    expect(press).toEqual({ do: 'set', game: c.entries()[0]?.game, setting: 'mode', value: 'open', sure: false });
    const asked = sets(c, 'Ada', press.setting, press.value, press.sure);
    expect(asked).toMatchObject({ to: 'member', channelReply: null, replaces: true });
    expect(asked.text).toBe(
      'The change: the first order given counts. It cancels the open ballot and its 2 votes. Change it anyway?',
    );
    expect(labels(asked)).toEqual(['Change it', 'Keep as it is']);
    expect(c.open().id).toBe(id);
    expect(councils(c)).toBe(1);
    const yes = pressOf(asked, 'Change it', 'set');
    expect(yes.sure).toBe(true);
    const done = sets(c, 'Ada', yes.setting, yes.value, yes.sure);
    expect(done.channelReply?.text).toContain('The open ballot (2 votes) was cancelled.');
    expect(c.store.ballot(id)?.closed).toMatchObject({ how: 'void', why: 'council' });
  });

  test.each<[string, Record<string, string>, string, string, boolean]>([
    ['without votes', { mode: 'vote' }, 'mode', 'open', false],
    ['that leaves the mode', { mode: 'vote' }, 'quorum', '4', true],
    ['from a mode without ballots', {}, 'mode', 'vote', false],
  ])('is not asked about a change %s', (_what, council, setting, value, voted) => {
    const c = camp(council);
    if (voted) c.vote('Bo', GRANT);
    const before = councils(c);
    expect(sets(c, 'Ada', setting, value).channelReply?.text).toContain('changes how this table decides');
    expect(councils(c)).toBe(before + 1);
    if (voted) expect(c.standing()).toEqual({ Bo: GRANT });
  });

  test('is not asked about votes that were withdrawn', () => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    c.bo.ballots.withdraw(null);
    expect(sets(c, 'Ada', 'mode', 'open').channelReply).not.toBeNull();
  });
});

describe('any other member', () => {
  test('is asked before a ballot is opened in the channel', () => {
    const c = camp({ mode: 'vote' });
    const press = pressOf(c.bo.council.show(), 'Propose: first order counts', 'set');
    const asked = sets(c, 'Bo', press.setting, press.value, press.sure);
    expect(asked).toMatchObject({ to: 'member', channelReply: null });
    expect(asked.text).toBe('This opens a ballot in the channel on this change: the first order given counts.');
    expect(labels(asked)).toEqual(['Put it to a vote', 'Keep as it is']);
    expect(() => c.open('council')).toThrow();
    const yes = pressOf(asked, 'Put it to a vote', 'set');
    const done = sets(c, 'Bo', yes.setting, yes.value, yes.sure);
    expect(done.text).toBe('Your proposal is in the channel, with your vote for it.');
    expect(done.channelReply?.text).toContain('**Bo** proposes');
    expect(c.open('council').opener?.name).toBe('Bo');
  });

  test('is told at once what would change nothing, or cannot be', () => {
    const c = camp({ mode: 'vote', quorum: '3' });
    expect(sets(c, 'Bo', 'quorum', '3').text).toBe('This table already decides that way.');
    expect(sets(c, 'Bo', 'quorum', '0').text).toContain('whole number');
  });
});
