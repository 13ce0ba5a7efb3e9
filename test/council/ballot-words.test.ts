import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secrecyInWords } from '../../src/council/ballot-words.ts';
import {
  type BallotRules,
  type Clockwork,
  DEFAULT_COUNCIL,
  excludedInWords,
  HOUR,
  MINUTE,
  motionRules,
  openInWords,
  type PrintedFor,
  quorumInWords,
  rulesInWords,
} from '../../src/council/index.ts';
import { anyRules, longName, ROLE } from './councils.ts';

const { ballot } = DEFAULT_COUNCIL;
const plain: PrintedFor = { commander: null, extended: false };

describe('the small print of a ballot', () => {
  test.each<[string, Partial<BallotRules>, Partial<PrintedFor>, string]>([
    [
      'as every table begins',
      {},
      {},
      'Needs 2 voters. With fewer, it stays open 15 minutes longer, and then one vote is enough. With no votes, it stays open until someone votes. On a tie, the order that has held its votes longest wins. Everyone can vote. You see who voted for what when it closes.',
    ],
    [
      'extended',
      {},
      { extended: true },
      'With no votes, it stays open until someone votes. On a tie, the order that has held its votes longest wins. Everyone can vote. You see who voted for what when it closes.',
    ],
    [
      'one vote is enough, a die breaks ties, and all is hidden',
      { quorum: 1, tie: 'die', early: 1, sealed: true },
      {},
      'One vote is enough. With none, it stays open 15 minutes longer, and then until someone votes. It closes as soon as one order has 1 vote. On a tie, a die decides, rolled and logged like any other. Everyone can vote. Votes, reasons and the rolls needed are hidden until it closes, then shown with who voted for what.',
    ],
    [
      'with the name of who breaks ties',
      { tie: 'commander', window: HOUR },
      { commander: 'Cy' },
      'Needs 2 voters. With fewer, it stays open 1 hour longer, and then one vote is enough. With no votes, it stays open until someone votes. On a tie, the order that Cy voted for wins; without that vote, the one that has held its votes longest. Everyone can vote. You see who voted for what when it closes.',
    ],
  ])('%s', (_, rules, printed, words) => {
    expect(rulesInWords({ ...ballot, ...rules }, { ...plain, ...printed })).toBe(words);
  });

  test('of a side whose orders are hidden, the channel is told how many voted for the decision alone', () => {
    const words = (hidesDecision: boolean) => secrecyInWords('Union', ballot.sealed, hidesDecision);
    expect(words(false)).toContain('everyone sees the decision and how many voted for it');
    expect(words(true)).toContain('everyone sees how many voted for the decision, but not what it is');
  });

  test.each<[Partial<BallotRules>, string, string]>([
    [
      { short: 'wait', quorum: 3 },
      'Needs 3 voters. With fewer, it stays open 15 minutes longer, and then until 3 have voted.',
      'With fewer than 3 voters, it stays open until 3 have voted.',
    ],
    [
      { short: 'wait', quorum: 1 },
      'One vote is enough. With none, it stays open 15 minutes longer, and then until someone votes.',
      'With no votes, it stays open until someone votes.',
    ],
    [
      { short: 'decide', quorum: 1, window: MINUTE },
      'One vote is enough. With none, it stays open 1 minute longer, and then until someone votes.',
      'With no votes, it stays open until someone votes.',
    ],
    [
      { short: 'lapse', quorum: 3 },
      'Needs 3 voters. With fewer, it stays open 15 minutes longer. If that isn’t enough, nothing changes.',
      'With fewer than 3 voters, nothing changes.',
    ],
  ])('a quorum, %j', (rules, first, extended) => {
    expect(quorumInWords({ ...ballot, ...rules })).toBe(first);
    expect(quorumInWords({ ...ballot, ...rules }, true)).toBe(extended);
  });

  test.each<[BallotRules['voters'], string]>([
    [{ role: null, memberDays: 0, accountDays: 0 }, 'Everyone can vote.'],
    [{ role: ROLE, memberDays: 0, accountDays: 0 }, `Members with the role <@&${ROLE}> can vote.`],
    [
      { role: null, memberDays: 1, accountDays: 0 },
      'To vote, you need at least 1 day on this server when the ballot opens.',
    ],
    [
      { role: ROLE, memberDays: 7, accountDays: 30 },
      `To vote, you need at least 7 days on this server and an account at least 30 days old when the ballot opens, and the role <@&${ROLE}>. The role is checked when you first vote.`,
    ],
  ])('voters, %j', (voters, words) => {
    expect(rulesInWords({ ...ballot, voters }, plain)).toContain(` ${words} `);
  });

  test('a role that voters need beside their side', () => {
    const voters = { role: ROLE, memberDays: 0, accountDays: 0 };
    const words = rulesInWords({ ...ballot, voters }, { ...plain, side: 'Union' });
    expect(words).toContain(` Members of the Union with the role <@&${ROLE}> can vote. `);
  });

  test('fits into 800 characters with the longest names, and promises no second extension', () => {
    const who = fc.constantFrom(null, longName());
    fc.assert(
      fc.property(anyRules, who, fc.boolean(), (rules, commander, extended) => {
        const words = rulesInWords(rules, { commander, extended });
        expect(words.length).toBeLessThanOrEqual(800);
        expect(words).not.toMatch(/undefined|null|NaN|!|another/);
        if (extended) expect(words).not.toMatch(/(day|hour|minute)s? more/);
      }),
    );
  });
});

describe('what a ballot that is open says first', () => {
  const at = Date.UTC(2026, 10, 26, 12);
  const CLOSES = 'Closes <t:1795694400:t> (<t:1795694400:R>)';
  const running: Clockwork = { began: 0, closes: at, extended: false, reminded: false };
  const extended: Clockwork = { ...running, extended: true };
  const waiting: Clockwork = { ...extended, closes: null };
  const motion = motionRules(DEFAULT_COUNCIL, 0);

  test.each<[string, Partial<BallotRules>, Clockwork, number, string]>([
    ['nobody yet', {}, running, 0, `${CLOSES}. No votes yet, 2 needed.`],
    ['some', { quorum: 3 }, running, 2, `${CLOSES}. 2 votes so far, 1 more needed.`],
    ['enough', {}, running, 2, `${CLOSES}. 2 votes so far.`],
    ['extended', {}, extended, 0, `${CLOSES}, extended. No votes yet; one is enough now.`],
    ['extended with a vote', {}, extended, 1, `${CLOSES}, extended. 1 vote so far; that’s enough now.`],
    ['extended with enough', {}, extended, 2, `${CLOSES}, extended. 2 votes so far.`],
    [
      'extended where one was always enough',
      { quorum: 1 },
      extended,
      0,
      `${CLOSES}, extended. No votes yet; one is enough.`,
    ],
    [
      'extended where it waits then',
      { short: 'wait' },
      extended,
      1,
      `${CLOSES}, extended. 1 vote so far, 1 more needed.`,
    ],
    [
      'waiting for anybody',
      {},
      waiting,
      0,
      'Nobody has voted. It stays open until someone votes, and then for 15 minutes more.',
    ],
    ['waiting for three', { short: 'wait', quorum: 3 }, waiting, 2, 'It stays open until 3 have voted; 2 have.'],
    ['waiting with one', { short: 'wait', quorum: 3 }, waiting, 1, 'It stays open until 3 have voted; 1 has.'],
    [
      'waiting with none',
      { short: 'wait', quorum: 3 },
      waiting,
      0,
      'It stays open until 3 have voted; nobody has yet.',
    ],
    ['waiting for one', { short: 'wait', quorum: 1 }, waiting, 0, 'It stays open until someone votes.'],
    ['a change', motion, running, 1, `${CLOSES}. 1 vote so far, 2 more needed.`],
    [
      'a change, extended',
      motion,
      extended,
      1,
      `${CLOSES}, extended. 1 vote so far; it needs 2 more, or nothing changes.`,
    ],
    ['a change, forsaken', motion, extended, 0, `${CLOSES}, extended. No votes yet; it needs 3, or nothing changes.`],
    ['a change, extended, with enough', motion, extended, 3, `${CLOSES}, extended. 3 votes so far.`],
  ])('%s', (_, rules, clockwork, votes, words) => {
    expect(openInWords({ ...ballot, ...rules }, clockwork, votes)).toBe(words);
  });
});

describe('a vote that does not count', () => {
  const kindly = ' The rule was set before the ballot opened. You can still argue your case here.';
  const from = Date.UTC(2026, 10, 26, 12);

  test('is told why, kindly, and from when on it would', () => {
    expect(excludedInWords({ why: 'role', role: ROLE })).toBe(
      `Your vote can’t be counted: this ballot is for members with the role <@&${ROLE}>. The role is checked once, so a role you get now counts from the next ballot.${kindly}`,
    );
    expect(excludedInWords({ why: 'joined', days: 7, from })).toBe(
      `Your vote can’t be counted yet: this ballot is for members who joined this server at least 7 days before it opened. You can vote in ballots that open after <t:1795694400:D>.${kindly}`,
    );
    expect(excludedInWords({ why: 'account', days: 1, from })).toBe(
      `Your vote can’t be counted yet: this ballot is for accounts that were at least 1 day old when it opened. You can vote in ballots that open after <t:1795694400:D>.${kindly}`,
    );
  });

  test('is promised nothing where it is not known', () => {
    expect(excludedInWords({ why: 'joined', days: 7, from: null })).toBe(
      `Your vote can’t be counted yet: this ballot is for members who joined this server at least 7 days before it opened.${kindly}`,
    );
  });
});
