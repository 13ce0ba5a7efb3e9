import { describe, expect, test } from 'vitest';
import { DEFAULT_COUNCIL, type Decision, MINUTE } from '../../src/council/index.ts';
import { type Order, orderKey } from '../../src/game/index.ts';
import { discordIdOf, type Exporting, exporting, IDS, type Name } from './exporting.ts';
import { chanceOf, everythingIn, said } from './fixture.ts';

/** What the file of a game keeps to itself, and until when. */

const GRANT = { verb: 'attack', leader: 'grant' };
const BUTLER = { verb: 'attack', leader: 'butler' };

let tables = 0;
/** Tables of the same secret and the same moments, in files of their own. */
function twin(system: string): Exporting {
  tables += 1;
  return exporting(system, { file: `${tables}.sqlite`, chance: chanceOf('twins') });
}

describe('ids of Discord’s', () => {
  const REASONS = [
    null,
    'Lee is tired',
    `as <@${discordIdOf('Bo')}> and <@!${discordIdOf('Cy')}> say`,
    `<@&${IDS.role}> wants it, see <#${IDS.channel}> and https://discord.com/channels/${IDS.guild}/${IDS.channel}`,
    `<:grant:${IDS.message}> <a:go:${IDS.message}>`,
    discordIdOf('Ada'),
  ];

  test('leave what was written around them', () => {
    const { exported, bo, ada } = exporting('overland');
    for (const reason of REASONS) bo.orders.give(GRANT, null, reason);
    ada.games.abandon(null);
    const reasons = exported().log.flatMap((entry) => (entry.kind === 'order' ? [entry.reason] : []));
    expect(reasons).toEqual([
      null,
      'Lee is tired',
      'as @member and @member say',
      '@role wants it, see #channel and https://discord.com/channels/…/…',
      ':grant: :go:',
      '…',
    ]);
  });

  test('are in no name', () => {
    const { host, as, exported } = exporting('overland');
    const id = discordIdOf('Bo');
    host.orders.give(as('Bo', { member: { discordId: id, name: `Bo ${id}` } }), GRANT);
    expect(exported().log.at(-1)?.by).toBe('Bo …');
  });
});

describe('an open ballot', () => {
  const voted = (...votes: readonly (readonly [Name, Order, string | null])[]) => {
    const table = twin('overland');
    table.ada.council.set({ mode: 'vote' }, {});
    for (const [who, order, reason] of votes) table.member(who).orders.give(order, null, reason);
    return table;
  };

  test('shows what its card shows, and not who voted for what', () => {
    const one = voted(['Bo', GRANT, 'Lee is tired'], ['Cy', GRANT, null], ['Dee', GRANT, 'Now'], ['Eli', BUTLER, null]);
    const other = voted(
      ['Bo', GRANT, 'Lee is tired'],
      ['Eli', GRANT, 'Now'],
      ['Dee', GRANT, null],
      ['Cy', BUTLER, null],
    );
    expect(other.exported()).toEqual(one.exported());
    expect(one.exported().ballots[0]).toMatchObject({
      closed: null,
      voters: 4,
      votes: null,
      tally: [
        { choice: { order: GRANT }, votes: 3, voters: null, reasons: [{ text: 'Lee is tired', by: 'Bo', votes: 1 }] },
        { choice: { order: BUTLER }, votes: 1, voters: null, reasons: [] },
      ],
    });
    expect(JSON.stringify(one.exported())).not.toMatch(/Cy|Dee|Eli|Now/);
  });

  test('shows everything once it is closed', () => {
    const { exported, ada } = voted(['Bo', GRANT, 'Lee is tired'], ['Cy', GRANT, 'Now'], ['Eli', BUTLER, null]);
    ada.ballots.count(null, true);
    const [closed, open] = exported().ballots;
    expect(closed).toMatchObject({
      closed: { how: 'decided', why: 'called', by: 'Ada' },
      tally: [
        { votes: 2, voters: ['Bo', 'Cy'], reasons: [{ text: 'Lee is tired' }, { text: 'Now' }] },
        { votes: 1, voters: ['Eli'] },
      ],
      votes: [{ by: 'Bo' }, { by: 'Cy' }, { by: 'Eli' }],
    });
    expect(open).toMatchObject({ closed: null, voters: 0, tally: [], votes: null });
  });
});

describe('a sealed ballot', () => {
  function voted(...votes: readonly (readonly [Name, Order, string | null])[]): Exporting {
    const table = twin('overland');
    const { host, as, ada } = table;
    ada.council.set({ mode: 'vote', sealed: 'true' }, {});
    for (const [who, order, reason] of votes) host.orders.give(as(who), order, null, reason);
    return table;
  }

  test('shows only how many have voted, whoever it was, for what, and why', () => {
    const one = voted(['Bo', GRANT, 'Lee is tired'], ['Cy', GRANT, null]);
    const other = voted(['Cy', BUTLER, null], ['Dee', GRANT, 'Richmond first']);
    expect(other.exported()).toEqual(one.exported());
    const [ballot] = one.exported().ballots;
    expect(ballot).toMatchObject({ closed: null, voters: 2, tally: null, votes: null });
    expect(JSON.stringify(one.exported())).not.toMatch(/Bo|Cy|tired/);
  });

  test('shows everything once it is closed, while the next one is sealed', () => {
    const { host, as, exported, ada } = voted(['Bo', GRANT, 'Lee is tired'], ['Cy', GRANT, null]);
    ada.ballots.count(null, true);
    host.orders.give(as('Dee', { at: as('Dee').at + 5000 }), BUTLER, null, 'Richmond first');
    const [closed, open] = exported().ballots;
    expect(closed?.votes?.map(({ by, reason }) => [by, reason])).toEqual([
      ['Bo', 'Lee is tired'],
      ['Cy', null],
    ]);
    expect(closed?.tally).toMatchObject([{ voters: ['Bo', 'Cy'] }]);
    expect(open).toMatchObject({ voters: 1, tally: null, votes: null });
    expect(JSON.stringify(exported())).not.toMatch(/Dee|Richmond first/);
  });
});

describe('a game of two sides', () => {
  function sides(): Exporting & { commit(which: number): Order } {
    const table = twin('picket-line');
    const { host, as, bo } = table;
    for (const [who, side] of [
      ['Bo', 'union'],
      ['Cy', 'confederate'],
      ['Dee', 'union'],
    ] as const)
      host.seats.join(as(who), side);
    const hand = bo.completions.order({ verb: 'commit' }, 'regiment', '').map(({ value }) => value);
    return { ...table, commit: (which) => ({ verb: 'commit', regiment: hand[which] as string, reserves: [] }) };
  }

  test('keeps the cards of its shuffles until the end', () => {
    const { exported, ada } = sides();
    const shuffles = () => exported().log.flatMap((entry) => (entry.kind === 'start' ? entry.throws : []));
    expect(shuffles()).toEqual([
      { kind: 'shuffle', purpose: 'the union deck', deal: null },
      { kind: 'shuffle', purpose: 'the confederate deck', deal: null },
    ]);
    ada.games.abandon(null);
    for (const shuffle of shuffles())
      expect(shuffle.kind === 'shuffle' && [...(shuffle.deal ?? [])].sort()).toEqual([...Array(9).keys()]);
  });

  test('keeps secret orders until the end, with the reasons for them, also one taken back', () => {
    const given = (which: number) => {
      const table = sides();
      table.bo.orders.give(table.commit(which), null, `because of ${which}`);
      // A moderator is asked first: this is the press that says yes.
      const { id } = table.game();
      table.ada.undo.takeBack({ game: id, seq: table.store.lastSeq(id) }, true, 'A slip');
      table.bo.orders.give(table.commit(which));
      return table;
    };
    const [one, other] = [given(0), given(1)];
    expect(other.exported()).toEqual(one.exported());
    const orders = () => one.exported().log.filter(({ kind }) => kind === 'order');
    expect(orders()[0]).toMatchObject({
      by: 'Bo',
      seat: 'union',
      order: null,
      said: 'seals an order',
      throws: null,
      reason: null,
      told: ['The Federals have sealed their orders.'],
      takenBackBy: 2,
    });
    one.ada.games.abandon(null);
    expect(orders()[0]).toMatchObject({
      order: one.commit(0),
      said: expect.stringMatching(/^sends the /),
      throws: [],
      reason: 'because of 0',
    });
  });

  // The host opens no such ballot today; what is in the store stays in all the same.
  test('keeps what was voted on secret orders until the end, after the ballot as before', () => {
    const voted = (...which: readonly number[]) => {
      const table = sides();
      const { store, game, as, commit } = table;
      const ballot = store.addBallot({
        game: game().id,
        seat: 'union',
        seq: 0,
        subject: { kind: 'order' },
        rules: { ...DEFAULT_COUNCIL.ballot, secret: false },
        opener: null,
        casting: null,
        openedAt: 0,
        closes: MINUTE,
      });
      for (const one of which) {
        const { member, interaction, at } = as(one % 2 === 0 ? 'Bo' : 'Dee');
        const voter = store.member(member.discordId, member.name).id;
        const press = { choice: orderKey(commit(one)), reason: `because of ${one}`, interaction, at };
        store.cast({ ballot, member: voter, ...press });
      }
      const choices = which.map((one) => orderKey(commit(one)));
      const [choice = ''] = choices;
      const decision: Decision = { choice, votes: 1, of: 2, tie: { rule: 'first', among: choices } };
      const open = table.exported();
      store.closeBallot(ballot, { at: 1, how: 'decided', why: null, by: null, decision });
      store.append({
        game: game().id,
        seq: 1,
        member: null,
        interaction: null,
        at: 1,
        body: { kind: 'ballot', seat: 'union', ballot, decision, throws: [] },
      });
      return { ...table, open };
    };
    const [one, other] = [voted(0, 1), voted(2, 3)];
    expect(other.open).toEqual(one.open);
    expect(other.exported()).toEqual(one.exported());
    const secret = { order: null, said: 'keeps its decision secret' };
    expect(one.open.ballots[0]).toMatchObject({
      closed: null,
      voters: 2,
      tally: null,
      votes: null,
    });
    const decision = { choice: secret, tie: { among: [secret, secret] } };
    expect(one.exported().ballots[0]).toMatchObject({
      tally: null,
      closed: { how: 'decided', decision },
      votes: [
        { by: 'Bo', choice: secret, reason: null },
        { by: 'Dee', choice: secret, reason: null },
      ],
    });
    expect(one.exported().log.at(-1)).toMatchObject({ kind: 'ballot', by: null, decision });
    one.ada.games.abandon(null);
    const [ballot] = one.exported().ballots;
    expect(ballot?.tally?.map(({ choice }) => choice)).toMatchObject([
      { order: one.commit(0) },
      { order: one.commit(1) },
    ]);
    expect(ballot?.votes?.map(({ reason }) => reason)).toEqual(['because of 0', 'because of 1']);
  });
});

test('a reason typed with a secret order is its member’s until the game is over, however the order is told', async () => {
  const { host, as, exported, bo, cy, ada } = exporting('wilderness');
  bo.seats.join('union');
  cy.seats.join('confederate');
  for (const who of ['Bo', 'Cy'] as const) said(host.orders.give(as(who), { verb: 'done' }));
  let draft: Record<string, string> = { verb: 'move' };
  for (const slot of ['from', 'units', 'to']) {
    const [first] = bo.completions.order(draft, slot, '');
    draft = { ...draft, [slot]: first?.value ?? '' };
  }
  const given = bo.orders.give(draft, null, 'Lee is weak there');
  expect(given.to).toBe('member');
  expect(given.text).toContain('-# Nobody else sees your reason until the game is over.');
  const shown = async () =>
    Promise.all([
      ...(given.channelReply ? [everythingIn(given.channelReply)] : []),
      everythingIn(cy.maps.forChannel()),
      everythingIn(cy.log.page(null, 0)),
      everythingIn(cy.recaps.recap(null, null)),
      JSON.stringify(exported()),
    ]);
  for (const text of await shown()) expect(text).not.toContain('Lee is weak there');
  ada.games.abandon(null);
  const told = (await shown()).filter((text) => text.includes('Lee is weak there'));
  // The log, the recap and the file.
  expect(told).toHaveLength(3);
});
