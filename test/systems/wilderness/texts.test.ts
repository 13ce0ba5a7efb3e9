import { describe, expect, test } from 'vitest';
import { LONGEST_TEXT } from '../../../src/game/index.ts';
import { game, theatre } from './data.ts';
import { position } from './position.ts';

const state = position(
  {
    ...{ 'u-v': '2427', 'u-grant': '2427', 'u-cav-2': '2226', 'u-vi': '1411', 'u-xi': { hex: 'coming', due: 4 } },
    ...{
      'c-heth': '2428',
      'c-lee': '2428',
      'c-rodes': { hex: '2030', up: true },
      'c-mahone': { hex: 'lost', up: true },
    },
  },
  {
    sightings: [{ unit: 'c-mahone', hex: '2327', turn: 2, strength: 3 }],
    lost: { union: 3, confederate: 9 },
    points: { union: 22, confederate: 18 },
    entrenched: ['2030'],
  },
);
const view = game.knowledge.view(state, 'union');
const at = (place: string) => game.positionWords.textAt?.(view, place) ?? '';

/** Questions about a position, by the place whose text answers them. */
const QUESTIONS: { readonly [place: string]: string } = {
  'u-v': 'where a corps is, whether it is in supply, and how far that is',
  '1411': 'whether a corps is in command, and of whom',
  '2226': 'what is east of it, where the nearest enemy is, and what can reach it',
  '2427': 'whether I can cross there, and for what; which hexes next to me are in a zone of control',
  '2028': 'what crossing a river costs, and whose railroad it is',
  '3439': 'how far it is to Hanover Junction, and what a railroad is worth',
  '3447': 'what I get for a place, how strong a fortification is, and why infantry has no supply',
  '2030': 'whether a hex is entrenched, and what can come up to an enemy',
  '0101': 'what the ground is',
  '4314': 'why infantry is in command far from Grant',
};

describe('questions about a position are answered by text alone', () => {
  test('of the whole, of places and of units, as a file to be read', async () => {
    const roster = game.positionWords.roster?.(view, 'union') ?? [];
    const told = [
      '# whose turn it is, what I can do, how one wins, who has lost what, what the points are for, what comes and when',
      game.positionWords.text(view, true),
      ...Object.entries(QUESTIONS).map(([place, question]) => `# ${place}: ${question}\n${at(place)}`),
      '# how far cavalry goes',
      ...(roster[0]?.lines ?? []),
    ];
    for (const text of told) expect(text.length).toBeLessThan(4 * LONGEST_TEXT);
    await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('places.md');
  });

  test('every hex is told within a message', () => {
    for (const viewer of ['union', 'confederate', 'public']) {
      const view = game.knowledge.view(state, viewer);
      for (const hex of theatre.hexes.filter((_, index) => index % 211 === 0))
        expect(game.positionWords.textAt?.(view, hex)?.length, hex).toBeLessThanOrEqual(LONGEST_TEXT);
    }
  });

  test('an enemy’s counter is no place, and nobody is told what lies face down', () => {
    expect(game.pictures.places?.(view).map(({ value }) => value)).not.toContain('c-heth');
    expect(at('c-heth')).toBe('There is no such place on the map.');
    expect(at('2428')).not.toMatch(/Heth|Lee/);
    expect(game.positionWords.textAt?.(game.knowledge.view(state, 'public'), '2427')).not.toMatch(
      /Grant|\bV\b|Supply: /,
    );
  });
});

test("a phase's board says which probes failed", () => {
  const probed = (unit: string, found: boolean) =>
    ({ type: 'probed', side: 'union', unit, target: '1930', die: 5, modifier: 0, found }) as const;
  const told = game.eventWords.digest?.(
    [probed('u-cav-1', false), probed('u-cav-2', false), probed('u-cav-3', true)],
    'confederate',
    true,
  );
  expect(told).toEqual([expect.stringMatching(/^Probes that failed: \w+ and \w+ at 1930 Orange C\.H\.$/)]);
});
