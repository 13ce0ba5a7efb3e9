import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterVote,
  carried,
  DAY,
  DEFAULT_COUNCIL,
  HOUR,
  MINUTE,
  MOTION_MINIMUM,
  motionInWords,
  motionRules,
  standingVotes,
  whatIsDue,
} from '../../src/council/index.ts';
import { anyCouncil, ROLE, ready, rota } from './councils.ts';
import { anyPresses } from './presses.ts';

describe('the rules of a vote on the council', () => {
  test('are at least 3 voters and an hour, however short its ballots are', () => {
    expect(motionRules({ ...ready, ballot: { ...ready.ballot, window: MINUTE, quorum: 1 } }, 5)).toMatchObject({
      window: HOUR,
      quorum: 3,
      short: 'lapse',
    });
    expect(motionRules(DEFAULT_COUNCIL, 0)).toMatchObject({ window: HOUR, quorum: 3 });
  });

  test('leave no less time than its ballots do', () => {
    expect(motionRules({ ...ready, ballot: { ...ready.ballot, window: 2 * DAY } }, 0).window).toBe(2 * DAY);
  });

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
        expect(rules.window).toBeGreaterThanOrEqual(MOTION_MINIMUM.window);
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

  test('let one member and a friend change nothing where anybody may vote', () => {
    const { quorum } = motionRules(DEFAULT_COUNCIL, 0);
    expect(carried(2, 2, quorum)).toBe(false);
    expect(carried(3, 3, quorum)).toBe(true);
  });
});

describe('a vote on the council in words', () => {
  test('says what carries it and what comes without, and no more of the extension once that has come', () => {
    const rules = motionRules(DEFAULT_COUNCIL, 0);
    expect(motionInWords(rules)).toMatch(
      /three quarters of the votes.*at least 3 voters; with fewer, the ballot stays open 1 hour longer\. .*the last 5 ballots.* the last 10 orders/,
    );
    expect(motionInWords(rules, true)).toMatch(
      /three quarters of the votes.*at least 3 voters\. .*the last 5 ballots.* the last 10 orders/,
    );
  });

  test('names no quorum where there is none', () => {
    expect(motionInWords(motionRules(rota(1, 2), 0))).not.toContain('voters');
  });
});
