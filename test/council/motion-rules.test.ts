import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterVote,
  DAY,
  DEFAULT_COUNCIL,
  HOUR,
  motionRules,
  standingVotes,
  whatIsDue,
} from '../../src/council/index.ts';
import { anyCouncil, ROLE, ready, rota } from './councils.ts';
import { anyPresses } from './presses.ts';

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
