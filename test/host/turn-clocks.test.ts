import { describe, expect, test } from 'vitest';
import { inspect } from '../../src/host/afterwards/replay-file/inspect.ts';
import { heard } from './camp.ts';
import { textIn } from './fixture.ts';
import { DONE, fightUntilBeaten, HOUR, on, orders, SIDES, twoSides } from './two-sides.ts';

describe('a phase whose time runs out', () => {
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
