import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterVote,
  type BallotRules,
  type BallotStep,
  type Clockwork,
  DAY,
  DEFAULT_COUNCIL,
  HOUR,
  MINUTE,
  motionRules,
  standingVotes,
  whatIsDue,
  whenDue,
} from '../../src/council/index.ts';
import { anyCouncil, ROLE, ready, rota } from './councils.ts';
import { anyPresses, pressesOf } from './presses.ts';

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

describe('the rules of a vote on the council', () => {
  test.each([
    [0, 3],
    [6, 3],
    [7, 4],
    [40, 20],
  ])('where %i took part lately: %i voters', (lately, quorum) => {
    expect(motionRules(DEFAULT_COUNCIL, lately).quorum).toBe(quorum);
  });

  test('ask for no quorum among those who command', () => {
    expect(motionRules(rota(1, 2, 3), 40).quorum).toBe(1);
  });

  test('count those who can vote on orders, openly, and to the end', () => {
    const voters = { role: ROLE, memberDays: 7, accountDays: 30 };
    const strict = { ...ready.ballot, voters, sealed: true, early: 4, reminder: { role: ROLE } };
    expect(motionRules({ ...ready, ballot: strict }, 0)).toMatchObject({
      voters,
      reminder: { role: ROLE },
      sealed: false,
      early: null,
    });
  });

  test('let nothing be decided below them, ever: it is extended once and lapses', () => {
    fc.assert(
      fc.property(anyCouncil, anyPresses, fc.boolean(), fc.nat({ max: 10 * DAY }), (council, presses, extended, at) => {
        const rules = motionRules(council, 0);
        expect(rules.window).toBe(Math.max(council.ballot.window, HOUR));
        const clockwork = { began: 0, closes: rules.window, extended, reminded: false };
        expect(afterVote(rules, clockwork, presses)).toBeNull();
        const votes = standingVotes(presses);
        const due = whatIsDue(rules, clockwork, votes.length, at);
        const enough = votes.length >= rules.quorum;
        if (at >= rules.window) expect(due).toBe(enough ? 'decide' : extended ? 'lapse' : 'extend');
        else expect([null, 'remind']).toContain(due);
      }),
    );
  });
});
