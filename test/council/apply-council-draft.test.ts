import { describe, expect, test } from 'vitest';
import {
  applyDraft,
  type BallotRules,
  type Council,
  type CouncilDraft,
  DEFAULT_COUNCIL,
  LIMITS,
  withoutMembers,
} from '../../src/council/index.ts';
import { ready, rota } from './councils.ts';

function become(council: Council, draft: CouncilDraft): Partial<Council> {
  const result = applyDraft(council, draft, Number);
  expect(result).not.toHaveProperty('complaint');
  return result as Council;
}

function complaint(council: Council, draft: CouncilDraft): string {
  const result = applyDraft(council, draft, Number);
  return 'complaint' in result ? result.complaint : '';
}

describe('a draft carried out', () => {
  test('changes what it names and keeps the rest', () => {
    expect(become(ready, { window: 60_000, early: 4, short: 'wait', role: '77', sealed: true })).toEqual({
      ...ready,
      ballot: {
        ...ready.ballot,
        window: 60_000,
        early: 4,
        short: 'wait',
        voters: { role: '77', memberDays: 0, accountDays: 0 },
        sealed: true,
      },
    });
  });

  test('null takes a role and the early close away', () => {
    const before: Council = {
      ...ready,
      ballot: { ...ready.ballot, early: 4, voters: { role: '77', memberDays: 7, accountDays: 30 } },
    };
    expect(become(before, { early: null, role: null }).ballot).toMatchObject({
      early: null,
      voters: { role: null, memberDays: 7, accountDays: 30 },
    });
  });

  test.each<[BallotRules['reminder'], CouncilDraft, BallotRules['reminder']]>([
    [{ role: null }, { reminder: false }, null],
    [null, { reminder: true }, { role: null }],
    [null, { reminderRole: '88' }, { role: '88' }],
    [null, { reminderRole: null }, null],
    [{ role: '88' }, { reminder: true }, { role: '88' }],
    [{ role: '88' }, { reminderRole: null }, { role: null }],
    [{ role: '88' }, { reminder: false, reminderRole: '99' }, null],
  ])('the reminder %j, asked %j, is %j', (before, draft, expected) => {
    const council = { ...ready, ballot: { ...ready.ballot, reminder: before } };
    expect(become(council, draft).ballot?.reminder).toEqual(expected);
  });
});

describe('naming a commander', () => {
  test('replaces those there were', () => {
    expect(become({ ...rota(1, 2), rotate: { after: 'never' } }, { commanders: ['3'] }).commanders).toEqual([3]);
  });

  test('where command passes on, takes the front of the rota', () => {
    expect(become(rota(1, 2, 3), { commanders: ['3'] }).commanders).toEqual([3, 1, 2]);
    expect(become(rota(1, 2, 3), { commanders: ['4'] }).commanders).toEqual([4, 1, 2, 3]);
    expect(
      become({ ...rota(1, 2), rotate: { after: 'never' } }, { commanders: ['3'], rotate: { after: 'order' } })
        .commanders,
    ).toEqual([3, 1, 2]);
  });

  test('where everybody is obeyed, means that this one be obeyed', () => {
    expect(become(DEFAULT_COUNCIL, { commanders: ['3'] }).mode).toBe('commander');
    expect(become(DEFAULT_COUNCIL, { commanders: ['3'], tie: 'commander' }).mode).toBe('open');
    expect(become(DEFAULT_COUNCIL, { commanders: ['3'], mode: 'open' }).mode).toBe('open');
    expect(become(ready, { commanders: ['3'] }).mode).toBe('vote');
  });

  test('twice is once', () => {
    expect(become(rota(1), { commanders: ['2', '2', '1'] }).commanders).toEqual([2, 1]);
  });

  test('ends where there are enough', () => {
    const ten = rota(...Array.from({ length: LIMITS.commanders }, (_, index) => index + 1));
    expect(complaint(ten, { commanders: ['99'] })).toContain('At most 10 members');
    expect(become(ten, { commanders: ['10'] }).commanders?.slice(0, 2)).toEqual([10, 1]);
  });
});

describe('what cannot work is refused', () => {
  test('commanders without one', () => {
    expect(complaint(DEFAULT_COUNCIL, { mode: 'commander' })).toContain('`commander`');
    expect(complaint(rota(1), { commanders: [], rotate: { after: 'never' } })).toContain('`commander`');
  });

  test('a casting vote that nobody has', () => {
    expect(complaint(DEFAULT_COUNCIL, { tie: 'commander' })).toBe(
      'Choose the commander first, in “Who commands”, or give `commander` together with `tie`.',
    );
    expect(become(DEFAULT_COUNCIL, { tie: 'commander', commanders: ['3'] }).ballot?.tie).toBe('commander');
  });

  test('an early close below the quorum, from either side', () => {
    expect(complaint(ready, { early: 1 })).toContain('Set `early` to at least 2');
    expect(complaint({ ...ready, ballot: { ...ready.ballot, early: 3 } }, { quorum: 4 })).toContain(
      '`quorum` to at most 3',
    );
    expect(become(ready, { early: 2 }).ballot?.early).toBe(2);
    expect(become(ready, { early: 5, quorum: 5 }).ballot?.quorum).toBe(5);
  });
});

test('of commanders who are all gone nobody is left to obey or to break a tie; a die still does', () => {
  const left = (council: Council, tie: BallotRules['tie']) => {
    const { mode, commanders, ballot } = withoutMembers({ ...council, ballot: { ...council.ballot, tie } }, () => true);
    return [mode, commanders, ballot.tie];
  };
  expect(left(rota(1, 2), 'commander')).toEqual(['open', [], 'first']);
  expect(left(ready, 'die')).toEqual(['vote', [], 'die']);
});
