import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterVote,
  type BallotRules,
  type BallotStep,
  type CastVote,
  type Clockwork,
  DEFAULT_COUNCIL,
  HOUR,
  MINUTE,
  standingVotes,
  tally,
  whatIsDue,
  whenDue,
} from '../../src/council/index.ts';
import { idAt, pressesOf } from './presses.ts';

const RULES: BallotRules = { ...DEFAULT_COUNCIL.ballot, window: HOUR, quorum: 2 };
const OPENED: Clockwork = { began: 0, closes: HOUR, extended: false, reminded: false };
const WAITING: Clockwork = { began: 0, closes: null, extended: true, reminded: true };

describe('the deadline of a ballot', () => {
  test('falls due at its end, and before it when a quarter is left and votes are missing', () => {
    expect(whenDue(RULES, OPENED, 1)).toBe(45 * MINUTE);
    expect(whenDue(RULES, OPENED, 2)).toBe(HOUR);
    expect(whenDue({ ...RULES, reminder: null }, OPENED, 1)).toBe(HOUR);
    expect(whenDue(RULES, { ...OPENED, reminded: true }, 1)).toBe(HOUR);
    expect(whenDue(RULES, WAITING, 1)).toBeNull();
  });

  test.each<[string, Partial<BallotRules>, Partial<Clockwork>, number, number, BallotStep | null]>([
    ['nothing before its time', {}, {}, 0, 45 * MINUTE - 1, null],
    ['the reminder', {}, {}, 1, 45 * MINUTE, 'remind'],
    ['no reminder with the quorum', {}, {}, 2, 45 * MINUTE, null],
    ['no second reminder', {}, { reminded: true }, 1, HOUR - 1, null],
    ['the decision with the quorum', {}, {}, 2, HOUR, 'decide'],
    ['the decision when the bot was away', {}, {}, 2, 9 * HOUR, 'decide'],
    ['a second window without', {}, {}, 1, HOUR, 'extend'],
    ['the votes there are after it', {}, { extended: true }, 1, HOUR, 'decide'],
    ['nothing to decide by', {}, { extended: true }, 0, HOUR, 'wait'],
    ['waiting for the quorum', { short: 'wait' }, { extended: true }, 1, HOUR, 'wait'],
    ['nothing to change after it', { short: 'lapse' }, { extended: true }, 1, HOUR, 'lapse'],
    ['nothing to change by nobody either', { short: 'lapse' }, { extended: true }, 0, HOUR, 'lapse'],
    ['a second window before that', { short: 'lapse' }, {}, 1, HOUR, 'extend'],
    ['a change with its quorum', { short: 'lapse' }, { extended: true }, 2, HOUR, 'decide'],
    ['the quorum in the second window', { short: 'wait' }, { extended: true }, 2, HOUR, 'decide'],
  ])('asks for %s', (_, rules, clockwork, voters, now, due) => {
    expect(whatIsDue({ ...RULES, ...rules }, { ...OPENED, ...clockwork }, voters, now)).toBe(due);
  });

  test('asks for nothing where it does not run', () => {
    expect(whatIsDue(RULES, WAITING, 9, 9 * HOUR)).toBeNull();
  });
});

describe('after a vote', () => {
  const brings = (told: string, rules: Partial<BallotRules>, clockwork = OPENED) =>
    afterVote({ ...RULES, ...rules }, clockwork, pressesOf(told));

  test('one order with enough votes closes the ballot, several together do not', () => {
    expect(brings('1a 2b 3a', { early: 3 })).toBeNull();
    expect(brings('1a 2b 3a 2a', { early: 3 })).toBe('decide');
    expect(brings('1a 2a 3a', { early: null })).toBeNull();
    expect(brings('1a 2a 3a 1-', { early: 3 })).toBeNull();
  });

  test('a ballot that waits is decided with its quorum, or begins a window with a vote', () => {
    expect(brings('1a', { short: 'wait' }, WAITING)).toBeNull();
    expect(brings('1a 2b', { short: 'wait' }, WAITING)).toBe('decide');
    expect(brings('1a', { short: 'decide' }, WAITING)).toBe('restart');
    expect(brings('1a 1-', { short: 'decide' }, WAITING)).toBeNull();
  });
});

/** What a ballot went through: a step that was due, or what a vote brought about. */
interface Happening {
  readonly at: number;
  readonly what: BallotStep | 'restart';
  readonly voters: number;
  readonly best: number;
}

/** Runs a ballot as its rules say, with a vote at each of some times; the clock may be looked at late. */
function run(rules: BallotRules, votes: readonly { readonly at: number; readonly press: CastVote }[], late: number) {
  let clockwork: Clockwork = { began: 0, closes: rules.window, extended: false, reminded: false };
  const cast: CastVote[] = [];
  const happened: Happening[] = [];
  let open = true;
  const happen = (at: number, what: Happening['what']) => {
    const standing = standingVotes(cast);
    happened.push({ at, what, voters: standing.length, best: tally(cast)[0]?.voters.length ?? 0 });
    if (what === 'decide' || what === 'lapse') open = false;
    if (what === 'remind') clockwork = { ...clockwork, reminded: true };
    if (what === 'wait') clockwork = { ...clockwork, closes: null };
    if (what === 'extend') clockwork = { ...clockwork, began: at, closes: at + rules.window, extended: true };
    if (what === 'restart') clockwork = { ...clockwork, began: at, closes: at + rules.window };
  };
  const windUp = (until: number) => {
    for (let looks = 0; open; looks++) {
      expect(looks).toBeLessThan(10);
      const at = whenDue(rules, clockwork, standingVotes(cast).length);
      if (at === null || at + late > until) return;
      const due = whatIsDue(rules, clockwork, standingVotes(cast).length, at + late);
      // Whenever it is looked at, there is something to do.
      expect(due).not.toBeNull();
      happen(at + late, due as BallotStep);
    }
  };
  for (const { at, press } of votes) {
    windUp(at);
    if (!open) break;
    cast.push(press);
    const brought = afterVote(rules, clockwork, cast);
    if (brought !== null) happen(at, brought);
  }
  windUp(Number.MAX_SAFE_INTEGER);
  return { happened, open, clockwork, standing: standingVotes(cast) };
}

describe('a whole ballot', () => {
  const rules: fc.Arbitrary<BallotRules> = fc
    .record({
      minutes: fc.integer({ min: 1, max: 120 }),
      quorum: fc.integer({ min: 1, max: 4 }),
      early: fc.option(fc.integer({ min: 0, max: 3 })),
      short: fc.constantFrom('decide' as const, 'wait' as const, 'lapse' as const),
      reminder: fc.constantFrom(null, { role: null }),
    })
    .map(({ minutes, quorum, early, ...others }) => ({
      ...RULES,
      ...others,
      window: minutes * MINUTE,
      quorum,
      early: early === null ? null : quorum + early,
    }));
  const votes = fc
    .array(
      fc.record({
        after: fc.integer({ min: 0, max: 90 * MINUTE }),
        member: fc.integer({ min: 1, max: 6 }),
        choice: fc.option(fc.constantFrom('a', 'b'), { freq: 4 }),
      }),
      { maxLength: 12 },
    )
    .map((all) => {
      let at = 0;
      return all.map(({ after, member, choice }, index) => {
        at += after;
        return { at, press: { member, choice, reason: null, cast: idAt(index) } };
      });
    });
  const late = fc.constantFrom(0, 0, 1, 20 * MINUTE, 10 * HOUR);

  test('is reminded of once, extended once, and decided once, lapses or waits', () => {
    fc.assert(
      fc.property(rules, votes, late, (rules, votes, late) => {
        const { happened, open, clockwork, standing } = run(rules, votes, late);
        const times = (what: Happening['what']) => happened.filter((one) => one.what === what).length;
        expect(times('remind')).toBeLessThanOrEqual(rules.reminder === null ? 0 : 1);
        expect(times('extend')).toBeLessThanOrEqual(1);
        expect(times('decide') + times('lapse')).toBe(open ? 0 : 1);
        if (!open) expect(happened.at(-1)?.what).toMatch(/^(decide|lapse)$/);
        // A change of the council never stays in the air.
        if (rules.short === 'lapse') expect(open).toBe(false);
        // What is still open waits for what it has not got.
        if (open) expect(clockwork.closes).toBeNull();
        if (open) expect(standing.length).toBeLessThan(rules.short === 'wait' ? rules.quorum : 1);
      }),
    );
  });

  test('is decided only with its quorum, or after an extension by what there is', () => {
    fc.assert(
      fc.property(rules, votes, late, (rules, votes, late) => {
        const { happened } = run(rules, votes, late);
        for (const [index, { what, voters, best, at }] of happened.entries()) {
          const before = happened.slice(0, index).map((one) => one.what);
          if (what === 'decide') {
            expect(voters).toBeGreaterThan(0);
            if (voters < rules.quorum) {
              expect(rules.short).toBe('decide');
              expect(before).toContain('extend');
            }
            // Before the end of the first window only so many votes for one order close it.
            if (!before.includes('extend') && at < rules.window) expect(best).toBe(rules.early);
          }
          if (what === 'extend' || what === 'remind') expect(voters).toBeLessThan(rules.quorum);
          if (what === 'wait' || what === 'lapse') expect(before).toContain('extend');
          if (what === 'lapse') expect([rules.short, voters < rules.quorum]).toEqual(['lapse', true]);
          if (what === 'wait' || what === 'restart') expect(rules.short).not.toBe('lapse');
          if (what === 'restart') expect(before).toContain('wait');
        }
      }),
    );
  });

  test('leaves each window its whole time', () => {
    fc.assert(
      fc.property(rules, votes, (rules, votes) => {
        const { happened } = run(rules, votes, 0);
        let began = 0;
        for (const { what, at, best } of happened) {
          if (what === 'remind') expect(at - began).toBeGreaterThanOrEqual((rules.window * 3) / 4);
          if (what === 'extend') expect(at - began).toBe(rules.window);
          if (what === 'lapse' || (what === 'decide' && best !== rules.early && rules.short !== 'wait'))
            expect(at - began).toBe(rules.window);
          if (what === 'extend' || what === 'restart') began = at;
        }
      }),
    );
  });
});
