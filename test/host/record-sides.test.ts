import { describe, expect, test } from 'vitest';
import { summed } from '../../src/host/afterwards/record/record-totals.ts';
import { recordInWords } from '../../src/host/afterwards/record/record-words.ts';
import { battle, WITH_SKIRMISH } from './battles.ts';
import { camped, DAWN } from './camp.ts';
import { by, headquarters } from './fixture.ts';

/** What the record of a server says of games of two sides. */

const library = WITH_SKIRMISH;

describe('the record of games of two sides', () => {
  const made = () => camped(headquarters({ library }), { library }, 'front', DAWN);

  test('counts what each side won, and for whom', () => {
    const c = made();
    const winners = [
      battle(c, 'east', 'Bo', 'Cy', 1),
      battle(c, 'west', 'Cy', 'Bo', 2),
      battle(c, 'south', 'Bo', 'Cy', 3),
    ];
    for (const who of ['Bo', 'Cy'] as const) c.host.record.setRecorded(by(who), true);
    const text = c.host.record.show(by('Bo'), false).text;
    const count = (side: string | null) => winners.filter((one) => one === side).length;
    for (const [side, name] of [
      ['union', 'won by the Union'],
      ['confederate', 'won by the Confederacy'],
      [null, 'drawn'],
    ] as const)
      expect(text.split('\n')[1]?.includes(`${count(side)} ${name}`)).toBe(count(side) > 0);
    const bo = [winners[0] === 'union', winners[1] === 'confederate', winners[2] === 'union'].filter(Boolean).length;
    const cy = [winners[0] === 'confederate', winners[1] === 'union', winners[2] === 'confederate'].filter(
      Boolean,
    ).length;
    expect(text).toContain('**Wins against other members**');
    expect(text).toContain(`**Bo** ${bo} of 3`);
    expect(text).toContain(`**Cy** ${cy} of 3`);
    expect(text).toContain(`**You** won ${bo} of 3 games against other members.`);
    expect(text).not.toMatch(/\blost\b|[Ll]uck|best order|chance/);
  });

  test('names nobody who does not want to stand in it, nor whoever took both sides', () => {
    const c = made();
    battle(c, 'east', 'Bo', 'Cy', 1);
    battle(c, 'west', 'Bo', 'Bo', 2);
    for (const who of ['Bo', 'Cy'] as const) c.host.record.setRecorded(by(who), true);
    const text = () => c.host.record.show(by('Ada'), true).text;
    expect(text()).toMatch(/\*\*Bo\*\* [01] of 1/);
    expect(text()).toMatch(/\*\*Cy\*\* [01] of 1/);
    c.host.record.setRecorded(by('Cy'), false);
    expect(text()).not.toContain('**Cy**');
    expect(text()).toContain('`/record me: Hide them`');
  });

  test('is the same after a restart, when the games have to be gone through anew', () => {
    const c = made();
    battle(c, 'east', 'Bo', 'Cy', 4);
    const again = c.restarted({ library });
    expect(again.host.record.show(by('Bo'), false).text).toBe(c.host.record.show(by('Bo'), false).text);
  });
});

test('a record with the longest names there are fits a message', () => {
  const players = Array.from({ length: 12 }, (_, member) => ({
    member,
    seat: member % 2 === 0 ? 'union' : 'confederate',
  }));
  const ended = {
    game: 'g',
    system: 's',
    variant: 'v',
    dataset: '',
    startedAt: 0,
    endedAt: 1,
    how: 'finished',
  } as const;
  const result = { won: true, margin: { size: 4, words: 'four points ahead' } };
  const sides = { winner: 'union', players };
  const choices = players.map(({ member }) => ({ member, mattered: 9, best: 4 }));
  const sums = summed(
    Array.from({ length: 9 }, () => ({
      ended,
      reckoning: { orders: 900, result, sides, takenBack: 0, worth: null, choices, moments: null, rated: [] },
    })),
  );
  const naming = {
    dm: false,
    title: () => ({ game: 'A Game with a Rather Long Title', variant: 'Standard' }),
    seat: (_: string, seat: string) => seat,
    name: (member: number) => `${'*'.repeat(30)}${member}`,
  };
  const text = recordInWords(sums, 0, naming, null);
  expect(text.length).toBeLessThan(2000);
  expect(text).toContain('**Wins against other members**');
});
