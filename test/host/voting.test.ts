import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/council/index.ts';
import type { Order } from '../../src/game/index.ts';
import type { Caller, Reply } from '../../src/host/index.ts';
import { type Camp, camp, cardIn, DAWN, GRANT, heard, SIGEL, told } from './camp.ts';
import { facesOf, labels, pressOf, said } from './fixture.ts';

/** Ballots on the next order while they are open. */

describe('a ballot opens', () => {
  test('with vote mode, after each order, and after an undo', () => {
    const { decree, open, vote, host, as, ballots } = camp();
    expect(ballots()).toHaveLength(0);
    const change = decree({ mode: 'vote', early: '2' });
    expect(change.channelReply?.cards.map(({ ballot }) => ballot)).toEqual([open().id]);
    const first = open().id;
    vote('Bo', GRANT);
    const order = said(vote('Cy', GRANT).channelReply);
    expect(order.cards.map(({ ballot }) => ballot)).toEqual([open().id]);
    expect(open().id).toBeGreaterThan(first);
    expect(open().opener).toBeNull();
    const second = open().id;
    const undone = said(host.undo.takeBack(as('Ada'), null, true, 'A slip'));
    expect(undone.cards.map(({ ballot }) => ballot)).toEqual([open().id]);
    expect(open().id).toBeGreaterThan(second);
    expect(ballots().map(({ closed }) => closed?.how ?? null)).toEqual(['decided', 'void', null]);
  });

  test('under rules that are fixed then: a change of them is for the next', () => {
    const { decree, open, vote } = camp({ mode: 'vote', window: '1h' });
    const change = decree({ window: '5m', early: '2', sealed: 'true' });
    expect(told(change)).toBe(
      '**Ada** changes how this table decides: a ballot stays open for 5 minutes; a ballot closes as soon as one order has 2 votes; votes, reasons and the rolls needed are hidden until a ballot closes. The open ballot keeps the rules it started with.',
    );
    expect(open().rules).toMatchObject({ window: 60 * MINUTE, early: null, sealed: false });
    vote('Bo', GRANT);
    vote('Cy', GRANT);
    expect(open().closed).toBeNull();
  });
});

describe('while a ballot is open', () => {
  test('one row of buttons is about it and the table; none takes a vote or an order back for all', () => {
    const { host, as, vote } = camp({ mode: 'vote', early: '2' });
    vote('Ada', GRANT);
    const next = said(vote('Bo', GRANT).channelReply);
    for (const map of [next, host.maps.forChannel(as('Ada')), host.maps.forChannel(as('Bo'))]) {
      expect(map.rows.at(-1)?.map(({ label }) => label)).toEqual([
        'My vote',
        'In words',
        'Rules',
        'Log',
        'How we decide',
      ]);
      expect(labels(map)).not.toContain('Take back');
    }
    said(host.council.set(as('Ada'), { mode: 'open' }, {}));
    expect(
      host.maps
        .forChannel(as('Ada'))
        .rows.at(-1)
        ?.map(({ label }) => label),
    ).toEqual(['In words', 'Rules', 'Log', 'Take back', 'How we decide']);
  });
});

describe('a vote', () => {
  test('is cast by a button or by the command, and confirmed to the member alone', () => {
    const { host, as, standing, now, entries } = camp({ mode: 'vote' });
    const press = pressOf(host.maps.forChannel(as('Bo')), 'Sigel attacks', 'order');
    for (const answer of [host.orders.give(as('Bo'), press.order, press.point), host.orders.give(as('Cy'), SIGEL)].map(
      said,
    )) {
      expect(answer.to).toBe('member');
      expect(answer.channelReply).toBeNull();
      const seconds = (now() + 15 * MINUTE) / 1000;
      expect(answer.text).toBe(
        `Your vote: **Sigel attacks Breckinridge**.\nYou can change it until <t:${seconds}:t> (<t:${seconds}:R>).`,
      );
      expect(labels(answer)).toEqual(['Give a reason', 'Withdraw']);
    }
    expect(standing()).toEqual({ Bo: SIGEL, Cy: SIGEL });
    expect(entries().filter(({ kind }) => kind === 'order')).toHaveLength(0);
    const map = host.maps.forChannel(as('Dee'));
    expect(cardIn(map)).toContain('\n**2** · Sigel attacks Breckinridge · 2 in 6\n');
    expect(labels(map).slice(0, 3)).toEqual([
      'Grant attacks Lee · 2 in 6',
      'Butler attacks Beauregard · 1 in 6',
      'Sigel attacks Breckinridge · 2 in 6 · 2 votes',
    ]);
  });

  test('may be changed and withdrawn, and counts once', () => {
    const { host, as, vote, open, standing, store } = camp({ mode: 'vote' });
    vote('Bo', GRANT);
    expect(vote('Bo', SIGEL).text).toMatch(
      /^Your vote is now \*\*Sigel attacks Breckinridge\*\* \(before: Grant attacks Lee\)\.\n/,
    );
    vote('Cy', SIGEL);
    expect(standing()).toEqual({ Bo: SIGEL, Cy: SIGEL });
    expect(said(host.ballots.withdraw(as('Cy'), null))).toMatchObject({
      to: 'member',
      text: 'Your vote is withdrawn. You can vote again until the ballot closes.',
    });
    expect(said(host.ballots.withdraw(as('Cy'), open().id)).text).toContain('You haven’t voted in this ballot.');
    expect(standing()).toEqual({ Bo: SIGEL });
    expect(said(host.ballots.mine(as('Cy'), open().id)).text).toContain('You haven’t voted in this ballot.');
    expect(said(host.ballots.mine(as('Bo'), open().id)).text).toContain('Your vote: **Sigel attacks Breckinridge**.');
    vote('Cy', GRANT);
    expect(standing()).toEqual({ Bo: SIGEL, Cy: GRANT });
    expect(store.votes(open().id)).toHaveLength(5);
  });

  test('pressed again keeps its place, and a reason given later does not cost it', () => {
    const { host, as, vote, open, wait } = camp({ mode: 'vote' });
    vote('Bo', SIGEL);
    vote('Cy', GRANT);
    vote('Bo', SIGEL);
    host.ballots.giveReason(as('Bo'), open().id, 'The Valley first.');
    expect(heard(wait(15 * MINUTE)).text).toContain(
      '**The council** orders Sigel to attack, by 1 of 2 votes, tied with “Grant attacks Lee”; the tie went to the order that had held its votes longest.\n> “The Valley first.” · Bo',
    );
  });

  test('for what the rules refuse is refused, and not counted', () => {
    const { as, vote, store, open } = camp({ mode: 'vote' });
    const early = vote('Bo', { verb: 'cross' });
    expect(early).toMatchObject({ to: 'member', rows: [] });
    expect(early.text).toBe(said(camp({}, { file: 'open.sqlite' }).host.orders.give(as('Bo'), { verb: 'cross' })).text);
    expect(vote('Bo', { verb: 'sing' }).text).not.toContain('Your vote');
    expect(store.votes(open().id)).toHaveLength(0);
  });
});

describe('a reason', () => {
  test('comes with the vote or by the form, and stands beside the order with the name', () => {
    const { host, as, vote, open } = camp({ mode: 'vote' });
    const mine = vote('Bo', GRANT, '  Lee  is\nalone. ');
    expect(mine.text).toContain('\n> “Lee is alone.”\n');
    const form = said(host.ballots.askReason(as('Bo'), open().id)).form;
    expect(form).toMatchObject({ asks: { what: 'reason', ballot: open().id }, value: 'Lee is alone.', most: 120 });
    expect(said(host.ballots.giveReason(as('Bo'), open().id, 'Lee is weak.'))).toMatchObject({
      to: 'member',
      replaces: true,
    });
    expect(cardIn(host.maps.forChannel(as('Cy')))).toContain(
      '\n**1** · Grant attacks Lee · 2 in 6\n> “Lee is weak.” · Bo\n',
    );
    expect(said(host.ballots.askReason(as('Cy'), open().id))).toMatchObject({ form: null });
    expect(said(host.ballots.giveReason(as('Cy'), open().id, 'Me too')).text).toContain(
      'You haven’t voted in this ballot.',
    );
    vote('Bo', SIGEL);
    expect(cardIn(host.maps.forChannel(as('Cy')))).not.toContain('“');
  });

  test.each([
    [
      'its button',
      (c: Camp, answer: Reply) =>
        c.host.ballots.deleteReason(c.as('Bo'), pressOf(answer, 'Delete the reason', 'delete-reason').ballot),
    ],
    ['an empty line', (c: Camp) => c.host.ballots.giveReason(c.as('Bo'), c.open().id, '')],
    ['a line of nothing that can be read', (c: Camp) => c.host.ballots.giveReason(c.as('Bo'), c.open().id, ' \u200b ')],
  ])('can be deleted by %s: nothing keeps it, and the vote stays', (_, deleting) => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', SIGEL, 'My first thought.');
    c.vote('Cy', GRANT, 'Lee is alone.');
    const answer = c.vote('Bo', GRANT, 'My address is 12 Elm Street.');
    const mine = () => c.store.votes(c.open().id).filter(({ by }) => by.name === 'Bo');
    expect(mine().map(({ reason }) => reason)).toEqual(['My first thought.', 'My address is 12 Elm Street.']);
    c.host.ballotMessages.carried(c.host.maps.forChannel(c.as('Dee')).cards, 'front', '900');
    const deleted = said(deleting(c, answer));
    expect(deleted).toMatchObject({ to: 'member', replaces: true });
    expect(deleted.text).toMatch(/^Your vote: \*\*Grant attacks Lee\*\*\.\nYou can change it/);
    expect(labels(deleted)).toEqual(['Give a reason', 'Agree with Cy: “Lee is alone.”', 'Withdraw']);
    expect(c.standing()).toEqual({ Bo: GRANT, Cy: GRANT });
    expect(mine().map(({ reason }) => reason)).toEqual([null, null]);
    const [face] = facesOf(c.host);
    expect(face && cardIn(face)).not.toContain('Elm');
    expect(JSON.stringify(c.host.log.file(c.as('Bo')))).not.toContain('Elm');
    // Whoever has none is told the same.
    expect(said(deleting(c, answer)).text).toBe(deleted.text);
    expect(said(c.host.ballots.deleteReason(c.as('Dee'), c.open().id)).text).toContain(
      'You haven’t voted in this ballot.',
    );
  });

  test('of another can be agreed, and the best supported is shown first', () => {
    const { host, as, vote, open, wait } = camp({ mode: 'vote' });
    vote('Ada', GRANT, 'Because.');
    vote('Bo', GRANT, 'Lee is alone.');
    const third = vote('Cy', GRANT);
    expect(labels(third)).toEqual([
      'Give a reason',
      'Agree with Ada: “Because.”',
      'Agree with Bo: “Lee is alone.”',
      'Withdraw',
    ]);
    const press = pressOf(third, 'Agree with Bo', 'agree');
    const agreed = said(host.ballots.agree(as('Cy'), press.ballot, press.member));
    expect(agreed).toMatchObject({ to: 'member', replaces: true });
    expect(labels(agreed)).toEqual(['Change the reason', 'Delete the reason', 'Withdraw']);
    expect(cardIn(host.maps.forChannel(as('Dee')))).toContain('> “Lee is alone.” · Bo and 1 other');
    expect(cardIn(host.maps.forChannel(as('Dee')))).not.toContain('Because');
    vote('Dee', SIGEL);
    const other = said(host.ballots.agree(as('Dee'), press.ballot, press.member));
    expect(other.text).toContain('Sigel attacks Breckinridge');
    expect(other.replaces).toBe(true);
    expect(said(host.ballots.agree(as('Dee'), press.ballot, 4711)).text).not.toContain('“');
    expect(open().id).toBe(press.ballot);
    const text = heard(wait(15 * MINUTE)).text;
    expect(text).toContain('by 3 of 4 votes.\n> “Lee is alone.” · Bo and 1 other\n> “Because.” · Ada\n');
    const log = host.log.page(as('Bo'), null, 0).text;
    expect(log).toContain(
      '2. **The ballot closes**, decided by 3 of 4 votes.\n3. **The council** orders Grant to attack. ',
    );
  });

  const emoji = '🏴‍☠️'.repeat(40);
  test.each([
    ['120 characters', 'x'.repeat(120)],
    ['far more', 'long '.repeat(400)],
    ['emoji', emoji],
    ['Markdown', '**bold** `code` ||hidden|| # no [link](https://example.org) <@100> @everyone'],
    ['lines', 'one\n# two\n> three'],
  ])('of %s does no harm', (_what, reason) => {
    const { host, as, vote, wait } = camp({ mode: 'vote', quorum: '1' });
    const mine = vote('Bo', GRANT, reason);
    const answers = [
      mine,
      vote('Cy', GRANT),
      host.maps.forChannel(as('Dee')),
      heard(wait(15 * MINUTE)),
      host.log.page(as('Dee'), null, 0),
    ];
    for (const answer of answers) {
      expect(answer.text.length).toBeLessThanOrEqual(2000);
      for (const label of labels(answer)) expect(label.length).toBeLessThanOrEqual(80);
      const text = [answer.text, ...answer.cards.map((card) => card.text)].join('\n');
      expect(text).not.toMatch(/@everyone|(?<!\\)<@|(?<!\\)\|\||(?<!\\)`|\n# /);
      expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
    }
    expect(mine.text).toMatch(/“.{1,260}”/);
  });
});

describe('who can vote', () => {
  test('is fixed when the ballot opens; who may not is told so, politely and alone', () => {
    const { decree, host, as, open, store, standing } = camp({
      mode: 'vote',
      voters: '777',
      'member-days': '7',
      'account-days': '30',
    });
    const fit = { roles: ['777'], joinedAt: DAWN - 7 * DAY, accountSince: DAWN - 30 * DAY };
    const asks = (changes: object) => said(host.orders.give(as('Bo', { ...fit, ...changes }), GRANT));
    for (const [changes, why] of [
      [{ member: { discordId: '400', name: 'Dee' }, roles: [] }, 'this ballot is for members with the role <@&777>'],
      [{ joinedAt: fit.joinedAt + 1 }, 'who joined this server at least 7 days before it opened'],
      [{ joinedAt: null }, 'who joined this server at least 7 days before it opened'],
      [{ accountSince: fit.accountSince + 1 }, 'that were at least 30 days old when it opened'],
    ] as const) {
      const answer = asks(changes);
      expect(answer.to).toBe('member');
      expect(answer.text).toContain(why);
      expect(answer.text).toContain('You can still argue your case here');
      expect(answer.pings).toEqual({ roles: [], users: [] });
    }
    expect(store.votes(open().id)).toHaveLength(0);
    expect(asks({}).text).toContain('Your vote:');
    decree({ voters: 'everyone', 'member-days': '0', 'account-days': '0' });
    expect(asks({ member: { discordId: '300', name: 'Cy' }, roles: [] }).text).toContain('argue your case');
    expect(standing()).toEqual({ Bo: GRANT });
  });

  test('does not hold for moderators who close it or give an order over it', () => {
    const { host, as, vote, entries } = camp({ mode: 'vote', voters: '777', quorum: '1' });
    expect(vote('Ada', GRANT).text).toContain('Your vote can’t be counted');
    expect(said(host.orders.overrule(as('Ada'), JSON.stringify({ leader: 'grant', verb: 'attack' }))).to).toBe(
      'channel',
    );
    expect(entries().at(-1)).toMatchObject({ kind: 'order', member: { name: 'Ada' }, order: GRANT });
  });
});

describe('the role of a ballot', () => {
  const ROLE = { roles: ['777'] };
  const vote = (c: Camp, member: 'Bo' | 'Cy', roles: Partial<Caller>, order: Order = GRANT) =>
    said(c.host.orders.give(c.as(member, roles), order, { game: c.open().game, seq: c.entries().length - 1 })).text;

  test('is judged at a member’s first vote in it, and not again', () => {
    const c = camp({ mode: 'vote', voters: '777', quorum: '1' });
    expect(cardIn(c.host.maps.forChannel(c.as('Bo')))).toContain('The role is checked when you first vote.');
    expect(vote(c, 'Bo', ROLE)).toContain('Your vote');
    expect(vote(c, 'Bo', {}, SIGEL)).toContain('Your vote is now');
    expect(vote(c, 'Cy', {})).toContain('The role is checked once, so a role you get now counts from the next ballot.');
    expect(vote(c, 'Cy', ROLE)).toContain('Your vote can’t be counted');
    expect(c.standing()).toEqual({ Bo: SIGEL });
    said(c.host.ballots.withdraw(c.as('Bo'), null));
    expect(vote(c, 'Bo', {})).toContain('Your vote');
    said(c.host.ballots.count(c.as('Ada'), null, true));
    expect(vote(c, 'Cy', ROLE)).toContain('Your vote');
    expect(vote(c, 'Bo', {})).toContain('Your vote can’t be counted');
  });
});
