import { describe, expect, test } from 'vitest';
import { picker } from '../dice/sealed.ts';
import { discordIdOf, type Exporting, exporting, IDS } from './exporting.ts';

/** A game's file: all that was done at its table, for whoever has nothing else. */

const GRANT = { verb: 'attack', leader: 'grant' };
const SIGEL = { verb: 'attack', leader: 'sigel' };

function count({ store, game, ada }: Exporting): void {
  const [ballot] = store.openBallots(game().id);
  ada.ballots.count(ballot?.id ?? null, true);
}

/** A vote with a tie, an order taken back, overrule a ballot, a change of the council by vote, and the end. */
function council(): Exporting {
  const table = exporting('overland');
  const { ada, bo, cy, dee } = table;
  ada.council.set({ mode: 'vote', window: '1h', tie: 'die', voters: IDS.role, 'member-days': '30' }, {});
  bo.orders.give(SIGEL, null, 'Lee can wait');
  cy.orders.give(SIGEL);
  bo.orders.give(GRANT, null, 'Lee is tired');
  dee.orders.give(GRANT);
  dee.ballots.withdraw(null);
  count(table);
  ada.undo.takeBack(null, true, 'A slip');
  ada.orders.overrule(ada.completions.overrule('Grant attacks')[0]?.value ?? '');
  bo.council.set({ mode: 'commander', commander: discordIdOf('Eli') }, { [discordIdOf('Eli')]: 'Eli' });
  ada.games.abandon(null);
  return table;
}

const [grant, sigel] = [
  { order: GRANT, said: 'orders Grant to attack' },
  { order: SIGEL, said: 'orders Sigel to attack' },
];

const without = <Item extends object, Key extends keyof Item>(item: Item | undefined, ...keys: Key[]) =>
  Object.fromEntries(Object.entries(item ?? {}).filter(([key]) => !keys.includes(key as Key)));

describe('the file of a game', () => {
  test('says what was played, by whose leave, and how it ended', () => {
    const table = council();
    const { dataset, log, ballots, councils, about, digests, ...rest } = table.exported();
    const { secret, seal } = table.game();
    expect(rest).toEqual({
      format: 'council-of-war-game',
      version: 5,
      game: 'campaign01',
      system: {
        id: 'overland',
        title: 'Overland',
        basis: 'most ratings, the defenses and the movement lines (reconstruction-1)',
        seats: [{ id: 'us', name: 'Union' }],
      },
      variant: { id: 'standard', name: 'Standard' },
      seal,
      secret,
      startedBy: 'Ada',
      startedAt: '2026-11-21T08:00:01.000Z',
      whatIf: null,
      ended: { at: expect.stringMatching(/^2026-11-21T08:00:\d\d\.000Z$/), how: 'abandoned', outcome: null },
      summary: expect.stringContaining('Action Points'),
    });
    expect(about.every((line) => /^[A-Z].*\.$/.test(line))).toBe(true);
    expect([log.length, ballots.length, Object.keys(councils)]).toEqual([7, 5, ['us']]);
    expect(dataset.hash).toBe(table.game().dataset);
  });

  test('has the log with whoever did it, the dice, and what everybody was told', () => {
    const { log } = council().exported();
    expect(log.map(({ seq, kind, by }) => [seq, kind, by])).toEqual([
      [0, 'start', 'Ada'],
      [1, 'council', 'Ada'],
      [2, 'ballot', 'Ada'],
      [3, 'order', null],
      [4, 'undo', 'Ada'],
      [5, 'order', 'Ada'],
      [6, 'abandon', 'Ada'],
    ]);
    expect(without(log[1], 'at', 'told')).toEqual({
      seq: 1,
      kind: 'council',
      by: 'Ada',
      seat: 'us',
      cause: 'member',
      ballot: null,
      council: {
        mode: 'vote',
        commanders: [],
        rotate: { after: 'never' },
        ballot: {
          windowMinutes: 60,
          quorum: 2,
          early: null,
          tie: 'die',
          withoutQuorum: 'decide',
          voters: { role: true, memberDays: 30, accountDays: 0 },
          sealed: false,
          reminder: 'nobody',
        },
        odds: null,
      },
    });
    const [, changed, ballot, order] = log;
    expect(changed?.told).toEqual([expect.stringMatching(/^Changed: .*@role.*\.$/)]);
    const face = ballot?.kind === 'ballot' && ballot.throws[0]?.kind === 'die' ? ballot.throws[0].face : 0;
    const winner = face === 1 ? grant : sigel;
    expect(without(ballot, 'at', 'seq', 'by')).toEqual({
      kind: 'ballot',
      seat: 'us',
      ballot: 1,
      decision: { choice: winner, votes: 1, of: 2, tie: { rule: 'die', among: [grant, sigel] } },
      throws: [{ kind: 'die', purpose: 'The tie', sides: 2, face }],
      told: [`Decided by 1 of 2 votes; a die broke the tie: 1 “${grant.said}”, 2 “${sigel.said}”; it came up ${face}.`],
    });
    expect(without(order, 'at', 'by', 'told')).toEqual({
      seq: 3,
      kind: 'order',
      seat: 'us',
      ...winner,
      throws: [{ kind: 'die', purpose: expect.stringContaining('attacks'), sides: 6, face: expect.any(Number) }],
      reason: null,
      ballot: 1,
      takenBackBy: 4,
    });
    expect(order?.told[0]).toMatch(/ attacks .*: die \d/);
    expect(without(log[4], 'at', 'by', 'told')).toEqual({ seq: 4, kind: 'undo', takesBack: 3, reason: 'A slip' });
    expect(log[5]).toMatchObject({ ...grant, ballot: 3, takenBackBy: null });
  });

  test('has every ballot, and every vote in it', () => {
    const { ballots } = council().exported();
    const first = ballots[0];
    expect(first).toMatchObject({
      number: 1,
      seat: 'us',
      after: 1,
      subject: 'order',
      proposed: null,
      openedAt: '2026-11-21T08:00:02.000Z',
      closes: '2026-11-21T09:00:02.000Z',
      rules: { windowMinutes: 60, voters: { role: true, memberDays: 30 } },
      extended: false,
      closed: { how: 'decided', why: 'called', by: 'Ada', decision: { votes: 1, of: 2 } },
      voters: 2,
      tally: [
        { choice: sigel, votes: 1, voters: ['Cy'], reasons: [] },
        { choice: grant, votes: 1, voters: ['Bo'], reasons: [{ text: 'Lee is tired', by: 'Bo', votes: 1 }] },
      ],
    });
    expect(first?.votes?.map((vote) => without(vote, 'at'))).toEqual([
      { by: 'Bo', choice: sigel, reason: 'Lee can wait', counts: false },
      { by: 'Cy', choice: sigel, reason: null, counts: true },
      { by: 'Bo', choice: grant, reason: 'Lee is tired', counts: true },
      { by: 'Dee', choice: grant, reason: null, counts: false },
      { by: 'Dee', choice: null, reason: null, counts: false },
    ]);
    expect(ballots.slice(1, 3).map(({ closed }) => closed)).toMatchObject([
      { how: 'void', why: 'undo', by: 'Ada', decision: null },
      { how: 'void', why: 'order', by: 'Ada', decision: null },
    ]);
    expect(ballots.find(({ subject }) => subject === 'council')).toMatchObject({
      number: 5,
      subject: 'council',
      proposed: { mode: 'commander', commanders: ['Eli'] },
      openedBy: 'Bo',
      closed: { how: 'void', why: 'ended' },
      votes: [{ by: 'Bo', choice: 'for', counts: true }],
    });
  });

  test('keeps two members of one name apart', () => {
    const { host, as, exported, ada } = exporting('overland');
    host.orders.give(as('Bo', { member: { discordId: discordIdOf('Bo'), name: 'Ada' } }), GRANT);
    host.orders.give(as('Cy', { member: { discordId: discordIdOf('Cy'), name: '  \n ' } }), GRANT);
    ada.orders.give(SIGEL);
    expect(exported().log.map(({ by }) => by)).toEqual(['Ada', 'Ada (2)', 'Somebody', 'Ada']);
  });

  test('tells how a game was won or lost that was played out', () => {
    const table = exporting('overland');
    playOut(table, picker(3));
    const { ended } = table.exported();
    expect(ended).toMatchObject({ how: 'finished', outcome: { headline: expect.stringMatching(/\.$/) } });
  });
});

/** Orders to the end of the game, now and then one taken back. */
function playOut({ store, game, bo, ada }: Exporting, pick: (count: number) => number): void {
  while (!game().ended) {
    const orders = bo.completions.overrule('').map(({ value }) => value);
    ada.orders.overrule(orders[pick(orders.length)] as string);
    if (pick(6) === 0 && store.lastSeq(game().id) > 1) ada.undo.takeBack(null, true, 'A slip');
  }
}
