import { describe, expect, test } from 'vitest';
import { HOUR } from '../../src/council/index.ts';
import { PANEL } from '../../src/host/base/voting-words.ts';
import { type Camp, camp, DAWN, GRANT, heard, PEOPLE, SIGEL, told } from './camp.ts';
import { labels, type Member, pressOf, said } from './fixture.ts';

/** How a table decides: the modes, command and its rota, and what is said of it. */

const BUTLER = { verb: 'attack', leader: 'butler' } as const;

/** The members whose turn in command it is, and who wait for theirs. */
function rota({ store, entries }: Camp): string[] {
  const last = entries().findLast((entry) => entry.kind === 'council');
  return (last?.council.commanders ?? []).map((member) => store.memberById(member)?.name ?? '');
}

function joins({ host, as }: Camp, member: Member, join = true) {
  return said(host.council.rota(as(member), join));
}

describe('open', () => {
  test('an order may be given its reason, for the channel and the log', () => {
    const { vote, bo } = camp();
    expect(vote('Bo', GRANT, 'Lee is alone.').text).toContain('**Bo** orders Grant to attack.\n> “Lee is alone.”\n');
    expect(bo.log.page(null, 0).text).toContain('orders Grant to attack (“Lee is alone.”).');
  });
});

describe('commander', () => {
  test('obeys each of the members that are named, and tells others who they are', () => {
    const { decree, vote, entries, dee } = camp();
    const change = decree({ mode: 'commander', commander: '200 300' });
    expect(told(change)).toMatch(/^\*\*Ada\*\* changes how this table decides: \*\*Bo\*\* and \*\*Cy\*\* command\.\n/);
    expect(change.text).toContain('**Bo or Cy gives the next order**');
    expect(vote('Dee', GRANT)).toMatchObject({ to: 'member', drawing: null });
    expect(vote('Dee', GRANT).text).toContain('Only **Bo** or **Cy** can give orders now.');
    // A moderator directs the game and not the army.
    expect(vote('Ada', GRANT).text).toContain('can give orders now');
    expect(vote('Cy', GRANT).to).toBe('channel');
    expect(vote('Bo', SIGEL).to).toBe('channel');
    expect(entries().map(({ kind }) => kind)).toEqual(['start', 'council', 'order', 'order']);
    expect(dee.council.rota(true).text).toContain('Command doesn’t pass on here');
  });

  test('is whoever asks for it where nobody is named', () => {
    const { decree } = camp();
    expect(told(decree({ mode: 'commander' }))).toContain('**Ada** takes command.');
  });

  test('passes on after each order, in turn, and calls the next', () => {
    const c = camp({ mode: 'commander', commander: '200', rotate: 'order' });
    expect(c.vote('Bo', GRANT).pings.users).toEqual([]);
    expect(joins(c, 'Cy').channelReply?.text).toContain('**Cy** joins the rota');
    joins(c, 'Dee');
    const given = c.vote('Bo', SIGEL);
    expect(given.text).toContain('**Bo** orders Sigel to attack.');
    expect(given.text).toContain('Command passes to <@300>.');
    expect(given.pings).toEqual({ roles: [], users: ['300'] });
    expect(rota(c)).toEqual(['Cy', 'Dee', 'Bo']);
    expect(c.vote('Bo', GRANT).text).toContain('Only **Cy** can give orders now.');
    c.vote('Cy', GRANT);
    c.vote('Dee', BUTLER);
    expect(rota(c)).toEqual(['Bo', 'Cy', 'Dee']);
    expect(c.bo.log.page(null, 0).text).toContain('**After the order**: Cy commands.');
  });

  test('passes on after hours without an order, which an order begins anew', () => {
    const c = camp({ mode: 'commander', commander: '200 300', rotate: '3h' });
    expect(c.host.timers.next()).toBe(DAWN + 3 * HOUR);
    c.pass(2 * HOUR);
    c.vote('Bo', GRANT);
    expect(c.host.timers.next()).toBe(DAWN + 5 * HOUR);
    expect(c.wait(3 * HOUR - 1)).toEqual([]);
    const { text, pings, drawing } = heard(c.wait(1));
    expect(text).toContain('No order for 3 hours. Command passes to <@300>.');
    expect(pings).toEqual({ roles: [], users: ['300'] });
    expect(drawing).not.toBeNull();
    expect(rota(c)).toEqual(['Cy', 'Bo']);
    expect(c.entries().at(-1)).toMatchObject({ kind: 'council', cause: 'silence', member: null });
    expect(c.bo.log.page(null, 0).text).toContain('**After a long silence**: Cy commands.');
    // An order makes the round begin anew.
    c.vote('Cy', GRANT);
    expect(heard(c.wait(3 * HOUR)).text).toContain('Command passes to <@200>.');
  });

  test('rests when the whole rota is silent, and whoever of it orders first takes it up', () => {
    const c = camp({ mode: 'commander', commander: '200 300 400', rotate: '3h' });
    c.wait(3 * HOUR);
    expect(heard(c.wait(3 * HOUR)).text).toContain('Command passes to <@400>.');
    const { text, pings, drawing } = heard(c.wait(3 * HOUR));
    expect(text).toBe(
      'Nobody in the rota has given an order. The next order from **Dee**, **Bo** or **Cy** counts, and puts that member in command.',
    );
    expect({ pings, drawing }).toEqual({ pings: { roles: [], users: [] }, drawing: null });
    expect(c.host.timers.next()).toBeNull();
    expect(c.wait(300 * HOUR)).toEqual([]);
    expect(rota(c)).toEqual(['Dee', 'Bo', 'Cy']);
    const entries = c.entries().length;
    expect(c.vote('Ada', GRANT).text).toContain('Only **Dee**, **Bo** or **Cy** can give orders now.');
    const back = c.restarted();
    expect(back.vote('Cy', GRANT).text).toContain('**Cy** orders Grant to attack.');
    expect(rota(back)).toEqual(['Cy', 'Dee', 'Bo']);
    expect(back.entries().slice(entries)).toMatchObject([
      { kind: 'council', cause: 'member', member: { name: 'Cy' } },
      { kind: 'order', member: { name: 'Cy' } },
    ]);
    expect(back.host.timers.next()).toBe(back.now() + 3 * HOUR);
    expect(back.vote('Bo', GRANT).text).toContain('Only **Cy** can give orders now.');
    // The round of silences begins anew with the order.
    expect(heard(back.wait(3 * HOUR)).text).toContain('Command passes to <@400>.');
    expect(heard(back.wait(3 * HOUR)).text).toContain('Command passes to <@200>.');
    expect(heard(back.wait(3 * HOUR)).text).toContain('The next order from');
  });

  test('is not taken up by an order that is refused', () => {
    const c = camp({ mode: 'commander', commander: '200 300', rotate: '3h' });
    c.wait(3 * HOUR);
    expect(heard(c.wait(3 * HOUR)).text).toContain('The next order from');
    const entries = c.entries().length;
    expect(c.vote('Bo', { verb: 'attack', leader: 'nobody' }).to).toBe('member');
    expect(c.entries()).toHaveLength(entries);
    expect(rota(c)).toEqual(['Cy', 'Bo']);
  });

  test('loses no time by those who join or leave the rota behind its holder', () => {
    const c = camp({ mode: 'commander', commander: '200 300', rotate: '3h' });
    c.pass(2 * HOUR);
    joins(c, 'Dee');
    joins(c, 'Cy', false);
    expect(c.host.timers.next()).toBe(DAWN + 3 * HOUR);
    expect(heard(c.wait(HOUR)).text).toContain('Command passes to <@400>.');
    // Whoever leaves with command leaves the next one all the time there is.
    c.pass(HOUR);
    joins(c, 'Cy');
    joins(c, 'Dee', false);
    expect(rota(c)).toEqual(['Bo', 'Cy']);
    expect(c.host.timers.next()).toBe(DAWN + 7 * HOUR);
  });

  test('has a rota that anybody may join and leave, but the last', () => {
    const c = camp({ mode: 'commander', commander: '200', rotate: '3h' });
    expect(c.host.timers.next()).toBeNull();
    const panel = c.cy.council.show();
    expect(panel.text).toContain('Nobody else is in the rota yet. Anyone can join it.');
    expect(pressOf(panel, PANEL.joinRota, 'rota').join).toBe(true);
    expect(joins(c, 'Cy').text).toContain('Next in the rota: Cy, and then Bo again.');
    expect(c.host.timers.next()).toBe(DAWN + 3 * HOUR);
    expect(joins(c, 'Cy').text).toBe('You’re already in the rota. `/council` shows it.');
    expect(joins(c, 'Dee', false).text).toBe('You’re not in the rota. `/council` lets you join it.');
    expect(labels(c.cy.council.show())).toContain('Leave the rota');
    const left = joins(c, 'Bo', false);
    expect(left.channelReply?.text).toContain('**Cy** commands; **Bo** leaves the rota');
    expect(rota(c)).toEqual(['Cy']);
    expect(c.host.timers.next()).toBeNull();
    expect(joins(c, 'Cy', false).text).toContain('You’re the only commander.');
    expect(c.vote('Cy', GRANT).to).toBe('channel');
  });

  test('comes back with each of two undos to whoever gave that order', () => {
    const c = camp({ mode: 'commander', commander: '200 300 400', rotate: 'order' });
    c.vote('Bo', GRANT);
    c.vote('Cy', SIGEL);
    expect(rota(c)).toEqual(['Dee', 'Bo', 'Cy']);
    c.ada.undo.takeBack(null, true, 'A slip');
    expect(rota(c)).toEqual(['Cy', 'Dee', 'Bo']);
    c.ada.undo.takeBack(null, true, 'A slip');
    expect(rota(c)).toEqual(['Bo', 'Cy', 'Dee']);
    expect(c.entries().slice(-4)).toMatchObject([
      { kind: 'undo' },
      { kind: 'council', cause: 'undo' },
      { kind: 'undo' },
      { kind: 'council', cause: 'undo' },
    ]);
    expect(c.vote('Cy', GRANT).text).toContain('Only **Bo** can give orders now.');
    expect(c.vote('Bo', SIGEL).text).toContain('Command passes to <@300>.');
  });
});

describe('a change', () => {
  test('is carried over to the channel’s next campaign of the same game, whole', () => {
    const { decree, host, as, entries, store, vote, open, ada, bo } = camp();
    decree({ mode: 'vote', window: '2h', quorum: '3', tie: 'die', sealed: 'true', voters: '777' });
    const kept = entries().findLast((entry) => entry.kind === 'council')?.council;
    ada.games.abandon(null);
    const opening = ada.games.start('overland', null);
    expect(opening.text).toContain('This table decides the same way as in its last game; `/council` shows how.');
    expect(entries().map(({ kind }) => kind)).toEqual(['start', 'council']);
    expect(entries()[1]).toMatchObject({ cause: 'kept', council: kept });
    expect(opening.cards.map(({ ballot }) => ballot)).toEqual([open().id]);
    expect(vote('Bo', GRANT).text).toContain('this ballot is for members with the role');
    expect(bo.log.page(null, 0).text).toContain('**As in the last game**: the channel votes on each order;');
    host.games.start(as('Ada', { channel: 'rear' }), 'overland', null);
    expect(store.entries(store.runningIn('rear')?.id ?? '')).toHaveLength(1);
  });

  test('made for one campaign and unmade says nothing in the next', () => {
    const { decree, entries, ada } = camp({ mode: 'vote' });
    decree({ mode: 'open' });
    ada.games.abandon(null);
    expect(ada.games.start('overland', null).text).not.toContain('the same way as in its last game');
    expect(entries()).toHaveLength(1);
  });
});

describe('/council', () => {
  test('says in one message how the table decides, with what may be done about it', () => {
    const { decree, bo, ada } = camp();
    decree({ mode: 'vote', early: '3', voters: '777', 'member-days': '7', sealed: 'true', 'reminder-role': '888' });
    const answer = bo.council.show();
    expect(answer).toMatchObject({ to: 'member', pings: { roles: [], users: [] } });
    expect(answer.text).toBe(
      [
        '**Overland: how this table decides**',
        '**The channel votes on each order.** The order with the most votes is carried out, and the next ballot opens.',
        '- **Time:** 15 minutes for each ballot. It closes as soon as one order has 3 votes. A moderator or the member who started this game can close it sooner.',
        '- **Quorum:** Needs 2 voters. With fewer, it stays open 15 minutes longer, and then one vote is enough. With no votes, it stays open until someone votes.',
        '- **Tie:** The order that has held its votes longest wins.',
        '- **Voters:** To vote, you need at least 7 days on this server when the ballot opens, and the role <@&777>. The role is checked when you first vote. You can change or withdraw your vote until the ballot closes.',
        '- **Shown:** Nothing until the ballot closes. Then votes, reasons, the rolls needed, and who voted for what.',
        '- **Reminder:** One, when a quarter of the time is left and too few have voted, for <@&888>.',
        '- **Winning chances:** Hidden until the game is over.',
        `-# ${PANEL.proposeByVote}`,
      ].join('\n'),
    );
    expect(labels(answer)).toEqual(['Propose that I command', 'Propose: first order counts']);
    expect(labels(ada.council.show())).toEqual(['Take command', 'First order counts']);
    expect(answer.menu?.choices.length).toBeLessThanOrEqual(25);
    for (const { value, label, hint } of answer.menu?.choices ?? []) {
      expect(label.length).toBeLessThanOrEqual(100);
      expect(hint?.length).toBeLessThanOrEqual(100);
      const setting = bo.council.setting(value);
      expect(setting.text).toContain(label);
      expect(setting.menu?.choices.length).toBeLessThanOrEqual(25);
    }
    expect(bo.council.setting('colour').text).toBe(answer.text);
    expect(bo.council.set({}, PEOPLE).text).toBe(answer.text);
  });
});
