import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BallotRules,
  type Council,
  changed,
  changesInWords,
  councilInWords,
  decisionInWords,
  excludedInWords,
  HOUR,
  handedOn,
  isComplaint,
  LIMITS,
  MINUTE,
  OPEN_COUNCIL,
  rulesInWords,
  type TieRule,
  tieInWords,
} from '../../src/council/index.ts';
import { rota } from './councils.ts';

const NAMES = ['Ann', 'Bo', 'Cy', 'Dee'];
const name = (member: number) => NAMES[member - 1] ?? `M${member}`;
/** As long as a name gets: 32 characters, each with a backslash before it. */
const longName = () => '\\*'.repeat(32);

const ROLE = '1234567890123456789';
const voting: Council = { ...OPEN_COUNCIL, mode: 'vote' };
const strict: BallotRules = {
  window: 90 * MINUTE,
  quorum: 3,
  early: 5,
  tie: 'commander',
  short: 'wait',
  voters: { role: ROLE, memberDays: 7, accountDays: 30 },
  sealed: true,
  reminder: { role: ROLE },
};

const anyRules: fc.Arbitrary<BallotRules> = fc.record({
  window: fc.integer({ min: 1, max: 7 * 24 * 60 }).map((minutes) => minutes * MINUTE),
  quorum: fc.integer({ min: 1, max: LIMITS.quorum.most }),
  early: fc.option(fc.integer({ min: 1, max: LIMITS.early.most })),
  tie: fc.constantFrom<TieRule>('first', 'commander', 'die'),
  short: fc.constantFrom('decide' as const, 'wait' as const),
  voters: fc.record({
    role: fc.option(fc.constant(ROLE)),
    memberDays: fc.integer({ min: 0, max: LIMITS.days.most }),
    accountDays: fc.integer({ min: 0, max: LIMITS.days.most }),
  }),
  sealed: fc.boolean(),
  reminder: fc.option(fc.record({ role: fc.option(fc.constant(ROLE)) })),
});

const anyCouncil: fc.Arbitrary<Council> = fc.record({
  mode: fc.constantFrom('open' as const, 'commander' as const, 'vote' as const),
  commanders: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: LIMITS.commanders }),
  rotate: fc.oneof(
    fc.constantFrom({ after: 'never' as const }, { after: 'order' as const }),
    fc
      .integer({ min: LIMITS.hours.least, max: LIMITS.hours.most })
      .map((hours) => ({ after: 'silence' as const, hours })),
  ),
  ballot: anyRules,
});

describe('how a table decides', () => {
  test('open', () => {
    expect(councilInWords(OPEN_COUNCIL, name)).toBe(
      '**Whoever orders first is obeyed.** Any member may give the next order, by button or by command.',
    );
  });

  test.each<[string, Council, string]>([
    [
      'one commander',
      { ...rota(1), rotate: { after: 'never' } },
      '**Ann commands.** Orders of other members are not carried out.',
    ],
    [
      'several',
      { ...rota(1, 2, 3), rotate: { after: 'never' } },
      '**Ann, Bo or Cy gives the next order**, whoever is first. Orders of other members are not carried out.',
    ],
    [
      'a rota',
      rota(1, 2, 3),
      '**Ann commands.** Command passes on after each order. Next in the rota: Bo, then Cy, and then Ann again.',
    ],
    [
      'a rota of one',
      { ...rota(1), rotate: { after: 'silence', hours: 36 } },
      '**Ann commands.** Command passes on after 1 day 12 hours without an order. Nobody else is in the rota yet; anybody may join it.',
    ],
  ])('%s', (_, council, words) => {
    expect(councilInWords(council, name)).toBe(words);
  });

  test('a vote, as every table begins', () => {
    expect(councilInWords(voting, name)).toBe(
      [
        '**The channel votes on each order.** The order with the most votes is carried out, and the next ballot opens.',
        '- **Time:** 15 minutes for each ballot. A moderator may close it sooner.',
        '- **Quorum:** At least 2 members have to vote. If fewer have, it stays open for another 15 minutes; after that, even one vote is enough.',
        '- **Tie:** The order whose votes were in first wins.',
        '- **Voters:** All members may vote. A vote may be changed or withdrawn until the ballot closes.',
        '- **Reminder:** One, when a quarter of the time is left and votes are missing.',
      ].join('\n'),
    );
  });

  test('a vote with every rule there is', () => {
    expect(councilInWords({ ...voting, commanders: [1], ballot: strict }, name)).toBe(
      [
        '**The channel votes on each order.** The order with the most votes is carried out, and the next ballot opens.',
        '- **Time:** 1 hour 30 minutes for each ballot. It closes at once when one order has 5 votes, or when a moderator closes it.',
        '- **Quorum:** At least 3 members have to vote. If fewer have, it stays open for another 1 hour 30 minutes, and then until 3 have.',
        '- **Tie:** The order that Ann voted for wins, or else the one whose votes were in first.',
        `- **Voters:** Members with the role <@&${ROLE}> may vote if, when the ballot opens, they have been on this server for at least 7 days and their account is at least 30 days old. A vote may be changed or withdrawn until the ballot closes.`,
        '- **Hidden** until the ballot closes: votes, reasons and odds.',
        `- **Reminder:** One, when a quarter of the time is left and votes are missing, for <@&${ROLE}>.`,
      ].join('\n'),
    );
  });

  test('fits into 1,200 characters, says nothing of what its mode has no use for, and nothing of ours', () => {
    fc.assert(
      fc.property(anyCouncil, (council) => {
        const words = councilInWords(council, longName);
        expect(words.length).toBeLessThanOrEqual(1200);
        expect(words).not.toMatch(/undefined|null|NaN|\[object|!/);
        if (council.mode !== 'vote') expect(words).not.toMatch(/ballot|vote|<@&/);
        if (council.mode === 'vote') expect(words).not.toContain('rota');
      }),
    );
  });
});

describe('the small print of a ballot', () => {
  test.each<[string, Partial<BallotRules>, string]>([
    [
      'as every table begins',
      {},
      'At least 2 members have to vote. If fewer have, it stays open for another 15 minutes; after that, even one vote is enough. A moderator may close it sooner. On a tie, the order whose votes were in first wins. All members may vote.',
    ],
    [
      'one vote is enough',
      { quorum: 1, tie: 'die', early: 1, sealed: true },
      'One vote is enough. Without any it stays open for another 15 minutes, and then waits for a vote, which starts the time again. It closes at once when one order has 1 vote, or when a moderator closes it. On a tie, a die decides, thrown and logged like any other. All members may vote. Votes, reasons and odds are hidden until it closes.',
    ],
    [
      'waits for anybody',
      { quorum: 1, short: 'wait', voters: { role: null, memberDays: 1, accountDays: 0 } },
      'One vote is enough. Without any it stays open for another 15 minutes, and then until somebody votes. A moderator may close it sooner. On a tie, the order whose votes were in first wins. All members may vote if, when the ballot opens, they have been on this server for at least 1 day.',
    ],
  ])('%s', (_, rules, words) => {
    expect(rulesInWords({ ...OPEN_COUNCIL.ballot, ...rules }, null)).toBe(words);
  });

  test('fits into 600 characters', () => {
    fc.assert(
      fc.property(anyRules, fc.option(fc.constant('M'.repeat(32))), (rules, commander) => {
        const words = rulesInWords(rules, commander);
        expect(words.length).toBeLessThanOrEqual(600);
        expect(words).not.toMatch(/undefined|null|NaN|!/);
      }),
    );
  });

  test('a tie that is the commander’s, with one and without', () => {
    expect(tieInWords('commander', 'Ann')).toBe(
      'On a tie, the order that Ann voted for wins, or else the one whose votes were in first.',
    );
    expect(tieInWords('commander')).toContain('the order that the commander voted for wins');
  });
});

describe('changes', () => {
  const changes = (before: Council, after: Council) => changesInWords(before, after, name);
  const ballot = (rules: Partial<BallotRules>): Council => ({ ...voting, ballot: { ...voting.ballot, ...rules } });

  test.each<[Council, Council, string[]]>([
    [OPEN_COUNCIL, voting, ['the channel votes on each order']],
    [voting, OPEN_COUNCIL, ['whoever orders first is obeyed']],
    [OPEN_COUNCIL, rota(1), ['Ann commands', 'command passes on after each order']],
    [OPEN_COUNCIL, { ...rota(1, 2), rotate: { after: 'never' } }, ['Ann and Bo command']],
    [rota(1, 2), handedOn(rota(1, 2)), ['Bo commands']],
    [rota(1), rota(1, 2), ['Bo joins the rota']],
    [rota(1, 2), rota(1), ['Bo leaves the rota']],
    [rota(1, 2), rota(2), ['Bo commands', 'Ann leaves the rota']],
    [rota(1, 2), rota(3, 1, 2), ['Cy commands']],
    [rota(1, 2, 3), rota(1, 3, 2), ['next in the rota: Cy, then Bo']],
    [
      rota(1, 2),
      { ...rota(1, 2), rotate: { after: 'silence', hours: 12 } },
      ['command passes on after 12 hours without an order'],
    ],
    [rota(1), { ...rota(1), rotate: { after: 'never' } }, ['command does not pass on']],
    [voting, { ...voting, commanders: [1] }, ['Ann will command once this table has a commander']],
    [{ ...voting, commanders: [1] }, voting, ['nobody is named as commander any more']],
    [voting, { ...ballot({ tie: 'commander' }), commanders: [1] }, ['Ann has the casting vote']],
    [
      { ...ballot({ tie: 'commander' }), commanders: [1] },
      { ...ballot({ tie: 'commander' }), commanders: [2] },
      ['Bo has the casting vote'],
    ],
    [voting, ballot({ window: HOUR, quorum: 1 }), ['a ballot stays open for 1 hour', 'a ballot needs 1 voter']],
    [voting, ballot({ early: 4 }), ['a ballot closes at once when one order has 4 votes']],
    [ballot({ early: 4 }), voting, ['a ballot does not close early by itself']],
    [voting, ballot({ tie: 'die' }), ['a die breaks a tie']],
    [ballot({ tie: 'die' }), voting, ['a tie goes to the order whose votes were in first']],
    [voting, ballot({ short: 'wait' }), ['when too few have voted, a ballot waits']],
    [
      voting,
      ballot({ voters: { role: ROLE, memberDays: 1, accountDays: 30 } }),
      [
        `only members with the role <@&${ROLE}> may vote`,
        'voters must have joined this server at least 1 day before a ballot opens',
        "voters' accounts must be at least 30 days old when a ballot opens",
      ],
    ],
    [
      voting,
      ballot({ sealed: true, reminder: null }),
      ['votes, reasons and odds are hidden until a ballot closes', 'no reminder is posted when votes are missing'],
    ],
    [
      voting,
      ballot({ reminder: { role: ROLE } }),
      [`a reminder is posted when a quarter of the time is left and votes are missing, for <@&${ROLE}>`],
    ],
  ])('case %#', (before, after, clauses) => {
    expect(changes(before, after)).toEqual(clauses);
  });

  test('are none where nothing has changed, some where something has, and clauses without a stop', () => {
    fc.assert(
      fc.property(anyCouncil, anyCouncil, (before, after) => {
        expect(changes(before, before)).toEqual([]);
        for (const clause of changes(before, after)) expect(clause).toMatch(/^[A-Za-z][^.!;]*[^.!;\s]$/);
        for (const mode of ['mode', 'ballot'] as const)
          if (JSON.stringify(before[mode]) !== JSON.stringify(after[mode]))
            expect(changes(before, { ...before, [mode]: after[mode] }).length).toBeGreaterThan(0);
        expect(changes(before, after).join('; ').length).toBeLessThan(1500);
      }),
    );
  });
});

test('whatever a draft changes is told', () => {
  const draft = fc.record(
    {
      mode: fc.constantFrom('open' as const, 'commander' as const, 'vote' as const),
      commanders: fc.uniqueArray(fc.constantFrom('1', '2', '3'), { minLength: 1 }),
      rotate: fc.constantFrom({ after: 'never' as const }, { after: 'order' as const }),
      tie: fc.constantFrom<TieRule>('first', 'commander', 'die'),
      reminder: fc.boolean(),
      reminderRole: fc.option(fc.constant(ROLE)),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(anyCouncil, fc.constantFrom([1], [1, 2], [2, 3, 1]), draft, (others, commanders, draft) => {
      const council = { ...others, commanders };
      const after = changed(council, draft, Number);
      if (isComplaint(after)) return;
      const same = JSON.stringify(after) === JSON.stringify(council);
      expect(changesInWords(council, after, name).length === 0).toBe(same);
    }),
    { numRuns: 1000 },
  );
});

describe('a vote that does not count', () => {
  test('is told why, kindly', () => {
    const kindly =
      ' This is nothing personal: the rule stood before the ballot opened. You can still argue your case here.';
    expect(excludedInWords({ why: 'role', role: ROLE })).toBe(
      `Your vote cannot be counted: this ballot is for members with the role <@&${ROLE}>.${kindly}`,
    );
    expect(excludedInWords({ why: 'joined', days: 7 })).toBe(
      `Your vote cannot be counted yet: this ballot is for members who joined this server at least 7 days before it opened.${kindly}`,
    );
    expect(excludedInWords({ why: 'account', days: 1 })).toBe(
      `Your vote cannot be counted yet: this ballot is for accounts that were at least 1 day old when it opened.${kindly}`,
    );
  });
});

describe('a decision', () => {
  const tied = (rule: TieRule, among: readonly string[]) =>
    decisionInWords({ choice: 'b', votes: 4, of: 9, tie: { rule, among } }, (choice) => choice.toUpperCase());

  test('says how many of how many', () => {
    expect(decisionInWords({ choice: 'b', votes: 5, of: 8, tie: null }, String)).toBe('5 of 8 votes');
    expect(decisionInWords({ choice: 'b', votes: 1, of: 1, tie: null }, String)).toBe('1 of 1 vote');
  });

  test('says which rule broke a tie, and with whom', () => {
    expect(tied('first', ['a', 'b'])).toBe(
      '4 of 9 votes, level with A; the tie went to the order whose votes were in first',
    );
    expect(tied('commander', ['a', 'b', 'c'])).toBe(
      "4 of 9 votes, level with A and C; the commander's vote broke the tie",
    );
    expect(tied('die', ['a', 'b', 'c', 'd', 'e', 'f'])).toBe(
      '4 of 9 votes, level with A, C, D and 2 others; a die broke the tie',
    );
  });
});
