import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BallotRules,
  type Council,
  changesInWords,
  councilInWords,
  DEFAULT_COUNCIL,
  HOUR,
  handedOn,
} from '../../src/council/index.ts';
import { anyCouncil, longName, ROLE, rota } from './councils.ts';

const NAMES = ['Ann', 'Bo', 'Cy', 'Dee'];
const name = (member: number) => NAMES[member - 1] ?? `M${member}`;
const voting: Council = { ...DEFAULT_COUNCIL, mode: 'vote' };
describe('how a table decides', () => {
  test('open', () => {
    expect(councilInWords(DEFAULT_COUNCIL, name)).toBe(
      '**The first order given counts.** Any member can give the next order, with a button or a command.',
    );
  });

  test.each<[string, Council, string]>([
    [
      'one commander',
      { ...rota(1), rotate: { after: 'never' } },
      '**Ann commands.** Orders from other members don’t count.',
    ],
    [
      'several',
      { ...rota(1, 2, 3), rotate: { after: 'never' } },
      '**Ann, Bo or Cy gives the next order**, and the first order given counts. Orders from other members don’t count.',
    ],
    [
      'a rota',
      rota(1, 2, 3),
      '**Ann commands.** Command passes on after each order. Next in the rota: Bo, then Cy, and then Ann again.',
    ],
    [
      'a rota of one',
      { ...rota(1), rotate: { after: 'silence', hours: 36 } },
      '**Ann commands.** Command passes on after 1 day 12 hours without an order. Nobody else is in the rota yet. Anyone can join it.',
    ],
  ])('%s', (_, council, words) => {
    expect(councilInWords(council, name)).toBe(words);
  });

  test('fits into 1,400 characters, says nothing of what its mode has no use for, and nothing of ours', () => {
    fc.assert(
      fc.property(anyCouncil, (council) => {
        const words = councilInWords(council, longName, true);
        expect(words.length).toBeLessThanOrEqual(1400);
        expect(words).not.toMatch(/undefined|null|NaN|\[object|!/);
        if (council.mode !== 'vote') expect(words).not.toMatch(/ballot|vote|<@&/);
        if (council.mode === 'vote') expect(words).not.toContain('rota');
      }),
    );
  });
});

describe('winning chances', () => {
  const sealed = { ...voting.ballot, sealed: true };
  const told = (council: Council) => councilInWords(council, name, true).split('\n').at(-1);

  test.each<[string, Council, string]>([
    ['are told once an order is decided', DEFAULT_COUNCIL, 'Shown for each order once it’s decided.'],
    ['so they are in a vote', voting, 'Shown for each order once it’s decided.'],
    ['never where ballots are sealed', { ...voting, ballot: sealed }, 'Hidden until the game is over.'],
    [
      'a rule for votes is nothing to commanders',
      { ...rota(1), ballot: sealed },
      'Shown for each order once it’s decided.',
    ],
    ['always', { ...voting, odds: 'always' }, 'Shown under the map. `/odds` shows what each order is worth.'],
    [
      'always, with sealed ballots',
      { ...voting, ballot: sealed, odds: 'always' },
      'Hidden while a ballot is open, and shown when it closes.',
    ],
  ])('%s', (_, council, words) => {
    expect(told(council)).toBe(`${council.mode === 'vote' ? '- ' : ''}**Winning chances:** ${words}`);
  });

  test.each<[Council['odds'], Council['odds'], string]>([
    [null, 'off', 'winning chances are hidden until the game is over'],
    ['off', 'after', 'winning chances are shown once an order is decided'],
    ['after', 'always', expect.stringContaining('are shown under the map')],
    ['always', null, expect.stringContaining('follow the default')],
  ])('from %s to %s', (before, after, words) => {
    expect(changesInWords({ ...voting, odds: before }, { ...voting, odds: after }, name)).toEqual([words]);
  });
});

describe('changes', () => {
  const changes = (before: Council, after: Council, actor: number | null = null) =>
    changesInWords(before, after, name, actor);
  const ballot = (rules: Partial<BallotRules>): Council => ({ ...voting, ballot: { ...voting.ballot, ...rules } });

  test.each<[Council, Council, string[]]>([
    [DEFAULT_COUNCIL, voting, ['the channel votes on each order']],
    [voting, DEFAULT_COUNCIL, ['the first order given counts']],
    [DEFAULT_COUNCIL, rota(1), ['Ann commands', 'command passes on after each order']],
    [DEFAULT_COUNCIL, { ...rota(1, 2), rotate: { after: 'never' } }, ['Ann and Bo command']],
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
    [rota(1), { ...rota(1), rotate: { after: 'never' } }, ['command doesn’t pass on']],
    [voting, { ...voting, commanders: [1] }, ['Ann will command once “Who gives orders” is set to named members']],
    [{ ...voting, commanders: [1] }, voting, ['nobody is commander any more']],
    [voting, { ...ballot({ tie: 'commander' }), commanders: [1] }, ['Ann has the casting vote']],
    [
      { ...ballot({ tie: 'commander' }), commanders: [1] },
      { ...ballot({ tie: 'commander' }), commanders: [2] },
      ['Bo has the casting vote'],
    ],
    [voting, ballot({ window: HOUR, quorum: 1 }), ['a ballot stays open for 1 hour', 'a ballot needs 1 voter']],
    [voting, ballot({ early: 4 }), ['a ballot closes as soon as one order has 4 votes']],
    [ballot({ early: 4 }), voting, ['ballots don’t close early']],
    [voting, ballot({ tie: 'die' }), ['a die breaks a tie']],
    [ballot({ tie: 'die' }), voting, ['a tie goes to the order that has held its votes longest']],
    [voting, ballot({ short: 'wait' }), ['when too few have voted, a ballot stays open']],
    [
      voting,
      ballot({ voters: { role: ROLE, memberDays: 1, accountDays: 30 } }),
      [
        `only members with the role <@&${ROLE}> can vote`,
        'voters must have joined this server at least 1 day before a ballot opens',
        'voters’ accounts must be at least 30 days old when a ballot opens',
      ],
    ],
    [
      voting,
      ballot({ sealed: true, reminder: null }),
      [
        'votes, reasons and the rolls needed are hidden until a ballot closes',
        'no reminder is posted when too few have voted',
      ],
    ],
    [
      voting,
      ballot({ reminder: { role: ROLE } }),
      [`a reminder is posted when a quarter of the time is left and too few have voted, for <@&${ROLE}>`],
    ],
  ])('case %#', (before, after, clauses) => {
    expect(changes(before, after)).toEqual(clauses);
  });

  test('whoever makes themselves the commander takes command; who had it before does not', () => {
    expect(changes(DEFAULT_COUNCIL, rota(1), 1)).toEqual(['Ann takes command', 'command passes on after each order']);
    expect(changes(rota(1, 2), rota(2, 1), 2)).toEqual(['Bo takes command']);
    expect(changes(rota(1, 2), rota(2, 1), 1)).toEqual(['Bo commands']);
    const both: Council = { ...rota(1, 2), rotate: { after: 'never' } };
    expect(changes(DEFAULT_COUNCIL, both, 1)).toEqual(['Ann and Bo command']);
    expect(changes(both, { ...both, commanders: [1] }, 1)).toEqual(['Ann commands']);
    expect(changes(rota(1), rota(1, 2), 2)).toEqual(['Bo joins the rota']);
  });

  test('what waits for another way to decide says so', () => {
    expect(changes(DEFAULT_COUNCIL, { ...ballot({ tie: 'commander' }), mode: 'open', commanders: [1] })).toEqual([
      'Ann has the casting vote, once this table decides by vote',
    ]);
    expect(changes(DEFAULT_COUNCIL, { ...DEFAULT_COUNCIL, rotate: { after: 'order' } })).toEqual([
      'command passes on after each order, once “Who gives orders” is set to named members',
    ]);
    expect(changes({ ...voting, rotate: { after: 'order' } }, voting)).toEqual(['command doesn’t pass on']);
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
