import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/council/index.ts';
import type { Order } from '../../src/game/index.ts';
import type { Caller, Reply } from '../../src/host/index.ts';
import { type Camp, camp, cardIn, DAWN, GRANT, heard, SIGEL, told } from './camp.ts';
import { facesOf, labels, pressOf, said } from './fixture.ts';

/** Ballots on the next order while they are open. */

describe('a ballot opens', () => {
  test('with vote mode, after each order, and after an undo', () => {
    const { decree, open, vote, ballots, ada } = camp();
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
    const undone = ada.undo.takeBack(null, true, 'A slip');
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
    const { host, as, vote, ada, bo } = camp({ mode: 'vote', early: '2' });
    vote('Ada', GRANT);
    const next = said(vote('Bo', GRANT).channelReply);
    for (const map of [next, ada.maps.forChannel(), bo.maps.forChannel()]) {
      expect(map.rows.at(-1)?.map(({ label }) => label)).toEqual([
        'My vote',
        'In words',
        'Rules',
        'Log',
        'How we decide',
      ]);
      expect(labels(map)).not.toContain('Take back');
    }
    ada.council.set({ mode: 'open' }, {});
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
    const { standing, now, entries, bo, cy, dee } = camp({ mode: 'vote' });
    const press = pressOf(bo.maps.forChannel(), 'Sigel attacks', 'order');
    for (const answer of [bo.orders.give(press.order, press.point), cy.orders.give(SIGEL)].map(said)) {
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
    const map = dee.maps.forChannel();
    expect(cardIn(map)).toContain('\n**2** · Sigel attacks Breckinridge · 2 in 6\n');
    expect(labels(map).slice(0, 3)).toEqual([
      'Grant attacks Lee · 2 in 6',
      'Butler attacks Beauregard · 1 in 6',
      'Sigel attacks Breckinridge · 2 in 6 · 2 votes',
    ]);
  });

  test('may be changed and withdrawn, and counts once', () => {
    const { vote, open, standing, store, cy, bo } = camp({ mode: 'vote' });
    vote('Bo', GRANT);
    expect(vote('Bo', SIGEL).text).toMatch(/^Your vote is now \*\*Sigel .*\*\* \(before: Grant attacks Lee\)\.\n/);
    vote('Cy', SIGEL);
    expect(standing()).toEqual({ Bo: SIGEL, Cy: SIGEL });
    expect(cy.ballots.withdraw(null)).toMatchObject({
      to: 'member',
      text: 'Your vote is withdrawn. You can vote again until the ballot closes.',
    });
    expect(cy.ballots.withdraw(open().id).text).toContain('You haven’t voted in this ballot.');
    expect(standing()).toEqual({ Bo: SIGEL });
    expect(cy.ballots.mine(open().id).text).toContain('You haven’t voted in this ballot.');
    expect(bo.ballots.mine(open().id).text).toContain('Your vote: **Sigel attacks Breckinridge**.');
    vote('Cy', GRANT);
    expect(standing()).toEqual({ Bo: SIGEL, Cy: GRANT });
    expect(store.votes(open().id)).toHaveLength(5);
  });

  test('pressed again keeps its place, and a reason given later does not cost it', () => {
    const { vote, open, wait, bo } = camp({ mode: 'vote' });
    vote('Bo', SIGEL);
    vote('Cy', GRANT);
    vote('Bo', SIGEL);
    bo.ballots.giveReason(open().id, 'The Valley first.');
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
    const { vote, open, bo, cy } = camp({ mode: 'vote' });
    const mine = vote('Bo', GRANT, '  Lee  is\nalone. ');
    expect(mine.text).toContain('\n> “Lee is alone.”\n');
    const form = bo.ballots.askReason(open().id).form;
    expect(form).toMatchObject({ asks: { what: 'reason', ballot: open().id }, value: 'Lee is alone.', most: 120 });
    expect(bo.ballots.giveReason(open().id, 'Lee is weak.')).toMatchObject({
      to: 'member',
      replaces: true,
    });
    expect(cardIn(cy.maps.forChannel())).toContain('\n**1** · Grant attacks Lee · 2 in 6\n> “Lee is weak.” · Bo\n');
    expect(cy.ballots.askReason(open().id)).toMatchObject({ form: null });
    expect(cy.ballots.giveReason(open().id, 'Me too').text).toContain('You haven’t voted in this ballot.');
    vote('Bo', SIGEL);
    expect(cardIn(cy.maps.forChannel())).not.toContain('“');
  });

  test.each([
    [
      'its button',
      (c: Camp, answer: Reply) =>
        c.bo.ballots.deleteReason(pressOf(answer, 'Delete the reason', 'delete-reason').ballot),
    ],
    ['an empty line', (c: Camp) => c.bo.ballots.giveReason(c.open().id, '')],
    ['a line of nothing that can be read', (c: Camp) => c.bo.ballots.giveReason(c.open().id, ' \u200b ')],
  ])('can be deleted by %s: nothing keeps it, and the vote stays', (_, deleting) => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', SIGEL, 'My first thought.');
    c.vote('Cy', GRANT, 'Lee is alone.');
    const answer = c.vote('Bo', GRANT, 'My address is 12 Elm Street.');
    const mine = () => c.store.votes(c.open().id).filter(({ by }) => by.name === 'Bo');
    expect(mine().map(({ reason }) => reason)).toEqual(['My first thought.', 'My address is 12 Elm Street.']);
    c.host.ballotMessages.carried(c.dee.maps.forChannel().cards, 'front', '900');
    const deleted = said(deleting(c, answer));
    expect(deleted).toMatchObject({ to: 'member', replaces: true });
    expect(deleted.text).toMatch(/^Your vote: \*\*Grant attacks Lee\*\*\.\nYou can change it/);
    expect(labels(deleted)).toEqual(['Give a reason', 'Agree with Cy: “Lee is alone.”', 'Withdraw']);
    expect(c.standing()).toEqual({ Bo: GRANT, Cy: GRANT });
    expect(mine().map(({ reason }) => reason)).toEqual([null, null]);
    const [face] = facesOf(c.host);
    expect(face && cardIn(face)).not.toContain('Elm');
    expect(JSON.stringify(c.bo.log.file())).not.toContain('Elm');
    // Whoever has none is told the same.
    expect(said(deleting(c, answer)).text).toBe(deleted.text);
    expect(c.dee.ballots.deleteReason(c.open().id).text).toContain('You haven’t voted in this ballot.');
  });

  test('of another can be agreed, and the best supported is shown first', () => {
    const { vote, open, wait, cy, dee, bo } = camp({ mode: 'vote' });
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
    const agreed = cy.ballots.agree(press.ballot, press.member);
    expect(agreed).toMatchObject({ to: 'member', replaces: true });
    expect(labels(agreed)).toEqual(['Change the reason', 'Delete the reason', 'Withdraw']);
    expect(cardIn(dee.maps.forChannel())).toContain('> “Lee is alone.” · Bo and 1 other');
    expect(cardIn(dee.maps.forChannel())).not.toContain('Because');
    vote('Dee', SIGEL);
    const other = dee.ballots.agree(press.ballot, press.member);
    expect(other.text).toContain('Sigel attacks Breckinridge');
    expect(other.replaces).toBe(true);
    expect(dee.ballots.agree(press.ballot, 4711).text).not.toContain('“');
    expect(open().id).toBe(press.ballot);
    const text = heard(wait(15 * MINUTE)).text;
    expect(text).toContain('by 3 of 4 votes.\n> “Lee is alone.” · Bo and 1 other\n> “Because.” · Ada\n');
    const log = bo.log.page(null, 0).text;
    expect(log).toContain('2. **The ballot closes**, decided by 3 of 4 votes.\n3. **The council** orders ');
  });

  const emoji = '🏴‍☠️'.repeat(40);
  test.each([
    ['120 characters', 'x'.repeat(120)],
    ['far more', 'long '.repeat(400)],
    ['emoji', emoji],
    ['Markdown', '**bold** `code` ||hidden|| # no [link](https://example.org) <@100> @everyone'],
    ['lines', 'one\n# two\n> three'],
  ])('of %s does no harm', (_what, reason) => {
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
    const { vote, entries, ada } = camp({ mode: 'vote', voters: '777', quorum: '1' });
    expect(vote('Ada', GRANT).text).toContain('Your vote can’t be counted');
    expect(ada.orders.overrule(JSON.stringify({ leader: 'grant', verb: 'attack' })).to).toBe('channel');
    expect(entries().at(-1)).toMatchObject({ kind: 'order', member: { name: 'Ada' }, order: GRANT });
  });
});

describe('the role of a ballot', () => {
  const ROLE = { roles: ['777'] };
  const vote = (c: Camp, member: 'Bo' | 'Cy', roles: Partial<Caller>, order: Order = GRANT) =>
    said(c.host.orders.give(c.as(member, roles), order, { game: c.open().game, seq: c.entries().length - 1 })).text;

  test('is judged at a member’s first vote in it, and not again', () => {
    const c = camp({ mode: 'vote', voters: '777', quorum: '1' });
    expect(cardIn(c.bo.maps.forChannel())).toContain('The role is checked when you first vote.');
    expect(vote(c, 'Bo', ROLE)).toContain('Your vote');
    expect(vote(c, 'Bo', {}, SIGEL)).toContain('Your vote is now');
    expect(vote(c, 'Cy', {})).toContain('The role is checked once, so a role you get now counts from the next ballot.');
    expect(vote(c, 'Cy', ROLE)).toContain('Your vote can’t be counted');
    expect(c.standing()).toEqual({ Bo: SIGEL });
    c.bo.ballots.withdraw(null);
    expect(vote(c, 'Bo', {})).toContain('Your vote');
    c.ada.ballots.count(null, true);
    expect(vote(c, 'Cy', ROLE)).toContain('Your vote');
    expect(vote(c, 'Bo', {})).toContain('Your vote can’t be counted');
  });
});
