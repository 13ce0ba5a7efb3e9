import { describe, expect, test } from 'vitest';
import { inspect } from '../../src/host/afterwards/replay-file/inspect.ts';
import { heard } from './camp.ts';
import { said, textIn } from './fixture.ts';
import {
  confirmsUndo,
  DONE,
  fightUntilBeaten,
  HOUR,
  MINUTE,
  on,
  orders,
  SIDES,
  texts,
  twoSides,
  users,
} from './two-sides.ts';

const [BO, CY] = ['200', '300'] as const;

describe('a table’s clocks', () => {
  test('are shown to all, and set by moderators alone, with what can be set', () => {
    const camp = twoSides();
    const shown = camp.bo.clocks.showOrSet({});
    expect([shown.to, shown.text.split('\n').slice(0, 3)]).toEqual([
      'member',
      [
        '- **Phases:** no clock. A side can take as long as it likes.',
        '- **Choices in the other side’s turn:** 12 hours, then the bot chooses.',
        '- **Reminder:** one, after 1 day.',
      ],
    ]);
    expect(camp.bo.clocks.showOrSet({ phase: '24' }).text).toContain('Only a moderator');
    for (const [options, word] of [
      [{ phase: 'soon' }, '`phase` must be between'],
      [{ phase: '5m' }, '`phase` must be between'],
      [{ reminder: '30 days' }, '`reminder` must be between'],
      [{ choices: 'off' }, 'need a time limit'],
      [{ phase: 'off' }, 'already'],
    ] as const)
      expect([options, camp.ada.clocks.showOrSet(options).text]).toEqual([options, expect.stringContaining(word)]);
    const at = camp.now() / 1000 + 36 * 3600;
    expect(camp.ada.clocks.showOrSet({ phase: '36', reminder: 'off' }).text).toBe(
      [
        '**Ada** sets this table’s clocks.',
        '- **Phases:** 1 day 12 hours, then the phase ends by itself.',
        '- **Choices in the other side’s turn:** 12 hours, then the bot chooses.',
        '- **Reminder:** none.',
        `- **Union:** until <t:${at}:f> (<t:${at}:R>).`,
      ].join('\n'),
    );
  });

  test('are those of the next campaign of the same game, too', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '36' });
    camp.ada.games.abandon(null);
    camp.ada.games.start('skirmish-line', null);
    expect(camp.bo.clocks.showOrSet({}).text).toContain('1 day 12 hours');
  });

  test('are of no use at a table of one side', () => {
    const camp = twoSides();
    camp.member('Ada', { channel: 'rear' }).games.start('overland', null);
    for (const answer of [
      camp.member('Ada', { channel: 'rear' }).clocks.showOrSet({}),
      camp.member('Ada', { channel: 'rear' }).seats.list(),
    ])
      expect(said(answer).text).toBe(
        'This game has only one side, and everyone in the channel plays it. Give your order.',
      );
  });
});

describe('a reminder that nobody has set', () => {
  test.each([
    ['1 day', 'one, after 12 hours.'],
    ['1h', 'one, after 30 minutes.'],
    ['20m', 'none.'],
    ['3 days', 'one, after 1 day.'],
  ])('comes before a phase of %s is over, or not at all', (phase, reminder) => {
    const camp = twoSides();
    const set = camp.ada.clocks.showOrSet({ phase });
    expect((set.channelReply ?? set).text).toContain(`**Reminder:** ${reminder}`);
  });
});

describe('a phase whose time runs out', () => {
  test('ends as it stands, as was printed beforehand, in nobody’s name', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '24h', reminder: 'off' });
    orders(camp, 'Bo', { verb: 'move', unit: 'u1', to: '3' });
    orders(camp, 'Bo', DONE);
    const turn = orders(camp, 'Bo', DONE);
    const at = camp.now() / 1000 + 24 * 3600;
    expect(turn.text).toContain(`-# The phase ends by itself on <t:${at}:f> (<t:${at}:R>).`);
    camp.pass(24 * HOUR - MINUTE);
    expect(texts(camp.wait(0))).toEqual([]);
    const ended = heard(camp.wait(MINUTE));
    expect(ended.text).toMatch(/^Time is up for the \*\*Confederacy\*\*\.\n\*\*The clock\*\* \(Confederacy\)/);
    // Nobody of the side was there: for its combat it is called.
    expect(users(ended)).toEqual([CY]);
    expect(camp.entries().at(-1)).toMatchObject({
      kind: 'order',
      seat: 'confederate',
      member: null,
      cause: 'clock',
      ballot: null,
    });
    expect(camp.bo.log.page(null, 0).text).toContain('**The clock** The phase ends');
    expect(heard(camp.wait(24 * HOUR)).pings.users).toEqual([BO]);
  });

  test('ends after what its side has ordered meanwhile, which sets no clock back', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '24h', reminder: 'off' });
    camp.pass(23 * HOUR);
    orders(camp, 'Bo', { verb: 'move', unit: 'u1', to: '3' });
    expect(heard(camp.wait(HOUR)).text).toContain('Time is up for the **Union**.');
  });

  test('has been waited for no longer than its side was: while the other chooses, its clock stands', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '24h', reminder: 'off' });
    fightUntilBeaten(camp);
    camp.pass(10 * HOUR);
    orders(camp, 'Cy', { verb: 'retreat', stand: 'no' });
    camp.pass(24 * HOUR - MINUTE);
    expect(camp.wait(0)).toEqual([]);
    expect(texts(camp.wait(MINUTE))).toHaveLength(1);
  });

  test('has been waited for as long as before the other chose, and since', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '24h', reminder: 'off' });
    fightUntilBeaten(camp, () => camp.pass(20 * HOUR));
    camp.pass(10 * HOUR);
    orders(camp, 'Cy', { verb: 'retreat', stand: 'no' });
    expect(camp.wait(4 * HOUR - MINUTE)).toEqual([]);
    expect(texts(camp.wait(MINUTE))).toHaveLength(1);
  });

  test('is not ended twice, nor forgotten, by a restart', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '24h', reminder: 'off' });
    camp.pass(25 * HOUR);
    const after = camp.restarted();
    expect(texts(after.wait(0))).toHaveLength(1);
    const again = after.restarted();
    expect(again.wait(0)).toEqual([]);
    expect(again.entries().filter((entry) => entry.kind === 'order')).toHaveLength(1);
  });

  test('that is taken back has its time anew', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '24h', reminder: 'off' });
    expect(camp.wait(24 * HOUR)).toHaveLength(1);
    const back = camp.bo.undo.takeBack();
    expect(back.text).toContain('Only a moderator');
    expect(confirmsUndo(camp, 'Ada').text).toContain('takes back the last order (**The clock** The phase ends)');
    expect(camp.wait(23 * HOUR)).toEqual([]);
    expect(camp.wait(HOUR)).toHaveLength(1);
  });

  test('in which the side votes is ended all the same, and its ballot is void', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '2h', reminder: 'off' });
    camp.ada.seats.join('union');
    camp.decree({ mode: 'vote', window: '7 days' });
    camp.vote('Bo', { verb: 'move', unit: 'u1', to: '3' });
    const ended = heard(camp.wait(2 * HOUR));
    expect(ended.text).toContain('Time is up for the **Union**.');
    expect(ended.text).toContain('The open ballot (1 vote) was cancelled.');
    expect(camp.store.openBallots('campaign01')).toMatchObject([{ seat: 'union' }]);
  });

  test('is in the file of the campaign, which is verified with it', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '1h', reminder: 'off' });
    for (let phases = 0; camp.store.runningIn('front'); phases++) {
      expect(phases).toBeLessThan(20);
      camp.wait(HOUR);
    }
    const text = textIn(camp.ada.log.file());
    expect(JSON.parse(text).log.filter(({ cause }: { cause?: string }) => cause === 'clock')).toHaveLength(12);
    expect(findings(text)).toEqual([]);
    const forged = text.replaceAll('"cause": "clock"', '"cause": "machine"');
    expect(findings(forged)).not.toEqual([]);
  });
});

describe('a choice in the other’s turn', () => {
  test('is made by the clock after its hours, whatever the phase’s clock is', () => {
    const camp = twoSides();
    fightUntilBeaten(camp);
    expect(camp.wait(12 * HOUR - MINUTE)).toEqual([]);
    const made = heard(camp.wait(MINUTE));
    expect(made.text).toContain('**The clock** (Confederacy) They go back');
    // The Union was kept waiting for half a day.
    expect(users(made)).toEqual([BO]);
    expect(camp.entries().at(-1)).toMatchObject({ order: { verb: 'retreat', stand: 'no' }, cause: 'clock' });
  });

  test('that is made in time leaves nothing to the clock', () => {
    const camp = twoSides();
    fightUntilBeaten(camp);
    orders(camp, 'Cy', { verb: 'retreat', stand: 'yes' });
    on(camp, () => camp.store.latestIn('front')?.ended !== null);
    expect(camp.wait(100 * HOUR)).toEqual([]);
  });
});

const AHEAD = 400 * 24 * HOUR;

describe('a time that was set back', () => {
  test('lets a phase clock that was set while it stood ahead begin anew, with its reminder', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '24h', reminder: '6h' });
    camp.pass(AHEAD);
    orders(camp, 'Bo', DONE);
    camp.pass(-AHEAD);
    expect(camp.host.timers.next()).toBeGreaterThan(camp.now() + AHEAD);
    setBack(camp);
    expect(camp.bo.clocks.showOrSet({}).text).toContain(`until <t:${(camp.now() + 24 * HOUR) / 1000}`);
    expect(heard(camp.wait(6 * HOUR)).text).toContain('Still waiting for you');
    expect(heard(camp.wait(18 * HOUR)).text).toContain('Time is up for the **Union**.');
  });

  test('lets ballots, silences and calls after quiet hours begin anew too', () => {
    const camp = twoSides();
    camp.pass(AHEAD);
    camp.cy.quietHours.set('0', '23', 'UTC');
    camp.member('Bo', { isModerator: true }).council.set({ mode: 'vote', quorum: '1', window: '1h' }, {});
    camp
      .member('Cy', { isModerator: true })
      .council.set({ mode: 'commander', commander: '300', rotate: '3h' }, { '300': 'Cy' });
    camp.ada.council.rota(true, null, 'confederate');
    camp.dee.seats.join('confederate');
    camp.dee.council.rota(true);
    camp.bo.quietHours.set('0', '23', 'UTC');
    camp.pass(-AHEAD);
    const game = camp.game();
    const far = () => camp.store.alarms(Number.MAX_SAFE_INTEGER).filter(({ at }) => at > camp.now() + 48 * HOUR);
    expect(far().map(({ what }) => what.split(' ')[0])).toEqual(expect.arrayContaining(['ballot', 'silence']));
    setBack(camp);
    expect(far()).toEqual([]);
    expect(camp.store.openBallots(game)[0]?.clockwork.closes).toBe(camp.now() + HOUR);
    expect(camp.store.alarm(game, 'silence confederate')).toBe(camp.now() + 3 * HOUR);
  });
});

/** The time was set back, and what is due by it is done. */
function setBack(camp: ReturnType<typeof twoSides>) {
  camp.host.timers.setBack(camp.now());
  expect(camp.host.timers.tick(camp.now())).toMatchObject({ missed: [], more: false });
}

function findings(text: string) {
  return inspect(Buffer.from(text), SIDES).findings;
}
