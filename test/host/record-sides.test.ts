import { describe, expect, test } from 'vitest';
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
});
