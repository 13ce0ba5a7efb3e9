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
const whole = game.positionWords.text(view, true);
const at = (place: string) => game.positionWords.textAt?.(view, place) ?? '';
const units = game.positionWords
  .roster?.(view, 'union')
  .flatMap(({ title, lines }) => [title, ...lines])
  .join('\n');

describe('questions about a position are answered by text alone', () => {
  test.each([
    [
      'whose turn it is, and what I can do',
      whole,
      /Union movement.*\n\*\*Union\*\*: move.*\n[\s\S]*You can order: March/,
    ],
    ['how one wins, and how it stands', whole, /To win.*turn 15 ends.*10 or more is a Union victory.*It is 79 now/],
    [
      'who has lost what',
      whole,
      /Strength lost: Union 3, Confederates 9\.\nEliminated: Mahone \(2327 near Mine Run, turn 2\)\./,
    ],
    ['where a corps is', at('u-v'), /\*\*V\*\* 12 of 12, 6 movement points left\S*\n\*\*2427 near Mine Run\*\*/],
    [
      'whether it is in supply, and how far that is',
      at('u-v'),
      /Supply: infantry here is supplied, \d hexes from supply at 2/,
    ],
    [
      'whether it is in command, and of whom',
      at('1411'),
      /out of command\. Grant is \d+ hexes south-east, and commands within 6/,
    ],
    ['what is east of 2226', at('2226'), /- south-east: 2327 .*\n/],
    [
      'whether I can cross there, and for what',
      at('2427'),
      /- south: 2428 .*you can’t enter\. Confederate: 2 face down/,
    ],
    ['what crossing a river costs', at('2028'), /across the Rapidan River, 2 movement points/],
    [
      'how far it is to Hanover Junction',
      at('3439'),
      /Nearest of yours:\*\*\n- \d+ hexes north-west, 2427 .*V 12, Grant/,
    ],
    [
      'what I get for a place',
      at('3447'),
      /Scores at the end of each turn: Richmond, held by the Confederates: 20 for the Union/,
    ],
    ['what a railroad is worth', at('3439'), /The Union scores 1 a turn while the Virginia Central/],
    ['whose railroad it is', at('2028'), /Station, controlled by the Confederates: Orange & Alexandria/],
    ['where the nearest enemy is', at('2226'), /Nearest enemy:\*\*\n- 3 hexes south-east, 2428 .*2 face down/],
    ['whether a hex is entrenched', at('2030'), /Confederate: Rodes \d\.\n(?:.*\n)*Entrenched/],
    ['how strong a fortification is', at('3447'), /Confederate fortification, strength 5/],
    ['what the ground is', at('0101'), /mountains, closed to all/],
    ['what comes, and when', `${whole}${units}`, /Coming: XI Corps from turn 4[\s\S]*Confederates: 1 point on turns/],
    ['how far cavalry goes', units, /\*\*Gregg\*\*, 12 movement points left/],
    [
      'what the points are for',
      whole,
      /Points so far: Union 22: 18 for losses, 4 for places, railroads and garrisons; Confederates 18: 6 for losses, 12 for/,
    ],
    ['who of mine lacks supply or command', whole, /Out of command: VI\./],
    [
      'why infantry has no supply',
      at('3447'),
      /isolated: no path past the enemy and his zones of control leads to supply/,
    ],
    ['why infantry is in command far from Grant', at('4314'), /in command, as all are in Washington’s security zone/],
    [
      'which hexes next to me are in a zone of control',
      at('2427'),
      /- south-east: 2528 .*in a Confederate zone of control/,
    ],
    ['what can reach a hex', at('2226'), /Yours that can march here now: V and Grant from 2427 for 4/],
    [
      'what can come up to an enemy',
      at('2030'),
      /Yours that can march next to it now: .*Torbert|Gregg from 2226 for \d/,
    ],
    ['who controls what scores', whole, /Controlled by the Union: .*Washington/],
  ] as const)('%s', (_question, text, answer) => {
    expect(text).toMatch(answer);
    expect(text?.length).toBeLessThan(4 * LONGEST_TEXT);
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
