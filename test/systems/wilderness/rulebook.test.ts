import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Json, MOST_CHOICES } from '../../../src/game/index.ts';
import { isFaults } from '../../../src/kit/data-faults.ts';
import type { ScenariosFile, UnitsFile } from '../../../src/systems/wilderness/data-file.ts';
import { wilderness } from '../../../src/systems/wilderness/index.ts';
import {
  CHARTS,
  type ChartsFile,
  MAP,
  readTheatre,
  SCENARIOS,
  UNITS,
} from '../../../src/systems/wilderness/theatre.ts';
import { everyParagraphIsATest } from '../rule-cases.ts';
import { plainRulebook } from '../rulebook.ts';
import { FILES, game, theatre } from './data.ts';
import { position } from './position.ts';

const charts = FILES[CHARTS] as unknown as ChartsFile;
const scenarios = FILES[SCENARIOS] as unknown as ScenariosFile;
const { units: counters } = FILES[UNITS] as unknown as UnitsFile;
const rulings = readFileSync(new URL('../../../assets/wilderness/rulings.md', import.meta.url), 'utf8');
const topics = game.about.rulebook;

const textOf = (id: string, { about: { rulebook } }: Pick<typeof game, 'about'> = game) =>
  rulebook.find((topic) => topic.id === id)?.text ?? `no topic ${id}`;

/** Tables of a topic: each row's cells, the row of the odds first. */
function tablesIn(text: string): string[][][] {
  return [...text.matchAll(/```\n([\s\S]*?)\n```/g)].map(([, rows = '']) =>
    rows.split('\n').map((row) => row.trim().split(/\s+/)),
  );
}

/** The columns of the data as rows that a die is read in. */
function rowsOf(columns: { readonly [odds: string]: readonly string[] }): string[][] {
  const odds = Object.keys(columns);
  const dice = columns[odds[0] as string] ?? [];
  return [['die', ...odds], ...dice.map((_, at) => [`${at + 1}`, ...odds.map((one) => columns[one]?.[at] ?? '')])];
}

describe('the rulebook', () => {
  test.each([
    ['three tables', /Defenders of strength 1–4[\s\S]*strength 5–8[\s\S]*strength 9 or more/],
    ['one increase, one reduction', /never a quarter[\s\S]*never four times/],
    ['rounded down', /in the defender’s favour: 17 to 6 is 2-1[\s\S]*Better odds than 5-1 are 5-1/],
    ['river and entrenchment', /together still add 1, not 2/],
    ['losses and advances', /At once[\s\S]*Printed points[\s\S]*Defenders never advance/],
    ['cavalry attacks: table and terrain', /pass doubles[\s\S]*river[\s\S]*don’t double the losses/],
    ['fortifications', /their own strength isn’t doubled[\s\S]*destroyed: nothing is left/],
    ['order of battle: may', /within two hexes of Culpeper C\.H\.: V 12/],
    ['order of battle: june', /Bermuda Hundred: XVIII 5/],
    ['schedule', /Union: 1 point on turns 2, 4/],
    ['railheads', /Union 4316 Alexandria to 2027/],
    [
      'railroads and ports',
      /part of eight costs a whole point[\s\S]*Cavalry can’t\. Leaders[\s\S]*pay nothing[\s\S]*zone/,
    ],
    ['zones of control', /face-down counter/],
    ['what scores', /Richmond +20 +3/],
    ['pars', /\*\*1\.0 May[^*]*\*\*, par 75/],
  ])('“%s” is found among the titles', (words, text) => {
    const found = topics.filter(({ title }) => title.toLowerCase().includes(words));
    expect(found.map((topic) => topic.text)).toEqual([expect.stringMatching(text)]);
  });

  test('with the topic of the dice it fits one menu', () => {
    expect(topics.length).toBeLessThan(MOST_CHOICES);
  });

  plainRulebook({
    topics,
    paragraphs: new Set(
      [...rulings.matchAll(/^(\d[\d.]*) |\*\*(R\d+)\*\*/gm)].map(([, number, ruling]) => number ?? ruling),
    ),
    citedIn: (text) => [...text.matchAll(/\[((?:\d|R)[^\]]*)\]/g)].flatMap(([, inside = '']) => inside.split(', ')),
    longest: { paragraph: 560, row: 40 },
    bare: topics.map(({ id }) => id),
  });
});

describe('the tables of the rulebook are those of the data', () => {
  test('5.2, 6.1: the combat tables and the cavalry table', () => {
    expect(tablesIn(textOf('tables'))).toEqual(charts.combat.map(({ columns }) => rowsOf(columns)));
    expect(tablesIn(textOf('cavalry'))).toEqual([rowsOf(charts.cavalry)]);
    // As printed: 9 or more at 2-1, die 1; 1–4 at 5-1, die 1; cavalry at 1-3, die 3.
    const [weakest, , strongest] = tablesIn(textOf('tables'));
    expect([strongest?.[1]?.[3], weakest?.[1]?.[6], tablesIn(textOf('cavalry'))[0]?.[3]?.[1]]).toEqual([
      ...['2/4', '0/4', '1/0'],
    ]);
  });

  test('13: every unit stands in the order of battle of its game, with its strength and the number of dummies', () => {
    for (const [topic, id, sums] of [
      ['set-up-may', 'may', [70, 49]],
      ['set-up-june', 'june', [56, 43]],
    ] as const) {
      const text = textOf(topic);
      expect([...text.matchAll(/\*\*, (\d+) strength points/g)].map(([, sum]) => Number(sum))).toEqual(sums);
      const groups = scenarios.scenarios.find((one) => one.id === id)?.groups ?? [];
      for (const { where, units } of groups)
        for (const { unit, strength } of units) {
          const { name = '', kind } = counters.find((one) => one.id === unit) ?? {};
          const lines = text.split('\n').filter((line) => line.startsWith(`- ${where}: `));
          const words = kind === 'dummy' ? 'dummies' : strength === undefined ? name : `${name} ${strength}`;
          expect(lines.join('\n'), `${unit} of ${id}`).toContain(words);
        }
      expect(text).toContain('4 dummies');
      expect(text).toContain('3 dummies');
    }
  });

  test('10.1: the schedule says each turn with points, and the unit that arrives', () => {
    const [union = '', confederate = '', valley] = textOf('reinforcements')
      .split('\n')
      .filter((line) => line.startsWith('- '));
    const { reinforcements } = scenarios;
    for (const [line, track] of [
      [union, reinforcements.union],
      [confederate, reinforcements.confederate],
    ] as const) {
      const told = [...line.matchAll(/(\d+) points? on turns? ([\d, and]+)/g)].flatMap(([, points, turns = '']) =>
        (turns.match(/\d+/g) ?? []).map((turn) => ({ turn: Number(turn), points: Number(points) })),
      );
      expect(told.sort((one, other) => one.turn - other.turn)).toEqual(track);
    }
    expect(valley).toBe('- The Valley division (2) on turn 7, in 0129 to 0134');
  });

  test('12.1, 12.3: places, railroads, garrisons, pars and grades', () => {
    const { points } = scenarios;
    const rows = (id: string) =>
      tablesIn(textOf(id))[0]
        ?.slice(1)
        .map((row) => [row.slice(0, -2).join(' '), ...row.slice(-2)]);
    const worth = (held: typeof points.held) =>
      held.map(({ name, union, confederate }) => [name, `${union || '–'}`, `${confederate || '–'}`]);
    expect(rows('points')).toEqual(worth(points.held));
    const week = theatre.scenario.get('may-week');
    expect(rows('first-week')).toEqual(worth(week?.held ?? []));
    expect(textOf('first-week')).toContain(`begins with **${week?.points.union}** points`);
    for (const { name, union } of points.lines)
      expect(textOf('points')).toMatch(new RegExp(`- ${name} railroad, .*: ${union}$`, 'm'));
    for (const { id, name, par } of theatre.scenarios) {
      const [short = name] = /^\S+ with \S+/.exec(name) ?? [];
      const words =
        id === 'may-week' ? `**${name}**, no par` : short === name ? `**${name}**, par ${par}` : `${short}: par ${par}`;
      expect(textOf('variants')).toContain(words);
    }
    expect(textOf('variants')).toContain('+10 to +59: Union marginal; −9 to +9: draw; −59 to −10: Confederate');
  });

  test('3.7: railheads, and who controls each railroad as the game begins', () => {
    const text = textOf('claims');
    expect(text).toContain('Union 3427 Falmouth to 3727 Aquia Landing');
    for (const { name } of theatre.lines) expect(text).toContain(name);
  });

  test('numbers that are edited are those that /rules shows', () => {
    const edited = structuredClone({ charts, scenarios }) as unknown as {
      charts: { cavalry: { '1-3': string[] } };
      scenarios: { points: { invasion: { most: number }; held: { union: number }[] } };
    };
    edited.charts.cavalry['1-3'][0] = '9/9';
    edited.scenarios.points.invasion.most = 77;
    (edited.scenarios.points.held[0] as { union: number }).union = 66;
    const files = { ...FILES, [CHARTS]: edited.charts as Json, [SCENARIOS]: edited.scenarios as unknown as Json };
    const other = wilderness.load(files) as typeof game;
    expect(textOf('cavalry', other)).toContain(' 1  9/9');
    expect(textOf('points', other)).toMatch(/Richmond +66 +3[\s\S]*at most 77 a turn/);
  });
});

test('a hex off the map, or named twice, is one fault of the data', () => {
  const map = structuredClone(FILES[MAP]) as { ports: string[]; sources: { union: string[] } };
  map.ports[0] = '9999';
  map.sources.union.push(map.sources.union[0] as string);
  expect(readTheatre({ ...FILES, [MAP]: map as Json })).toEqual([
    { file: MAP, path: ['ports', 0], reason: 'there is no hex 9999 on the map [1.1]' },
    { file: MAP, path: ['sources', 'union', 4], reason: expect.stringContaining('is named twice') },
  ]);
});

test('1.7: a hex of a set-up has room for three infantry and, besides, three cavalry', () => {
  const kindOf = (unit: string) => counters.find(({ id }) => id === unit)?.kind;
  const crowded = (infantry: number) => {
    const file = structuredClone(scenarios);
    const [may] = file.scenarios as [ScenariosFile['scenarios'][number]];
    const own = may.groups?.filter(({ side }) => side === 'union') ?? [];
    const enemy = may.groups?.filter(({ side }) => side !== 'union') ?? [];
    const units = own.flatMap((group) => group.units);
    const ofKind = (kind: string, most: number) => units.filter(({ unit }) => kindOf(unit) === kind).slice(0, most);
    const together = [...ofKind('infantry', infantry), ...ofKind('cavalry', 3)];
    const full = { ...own[0], where: 'at Culpeper', hexes: ['2224'], units: together };
    const rest = { ...own[0], units: units.filter((unit) => !together.includes(unit)) };
    Object.assign(may, { groups: [full, rest, ...enemy] });
    return readTheatre({ ...FILES, [SCENARIOS]: file as unknown as Json });
  };
  expect(isFaults(crowded(3))).toBe(false);
  const reason = 'there isn’t room for all units of the group “at Culpeper”';
  expect(crowded(4)).toContainEqual({ file: SCENARIOS, path: ['scenarios', 0], reason });
});

describe('/units', () => {
  const publicParts = (state: Parameters<typeof game.knowledge.view>[0], viewer: string) =>
    (game.positionWords.roster?.(game.knowledge.view(state, viewer), viewer === 'public' ? null : viewer) ?? []).slice(
      2,
    );

  test('13, 14: both orders of battle, schedule, places and railheads lie open to everybody, and where units are does not', () => {
    const state = position({ 'u-v': '2224', 'c-heth': '2129', 'c-dummy-1': '2130' });
    const parts = publicParts(state, 'public');
    for (const viewer of ['union', 'confederate']) expect(publicParts(state, viewer)).toEqual(parts);
    const elsewhere = position({ 'u-v': '2021', 'c-heth': '3447', 'c-dummy-1': '2129' });
    expect(publicParts(elsewhere, 'union')).toEqual(parts);
    const lines = parts.flatMap((part) => [part.title, ...part.lines]);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Order of battle: Confederates',
        expect.stringMatching(/^Infantry, 49 strength points at the start: Heth 5, .* Whiting 3$/),
        '3 dummies',
        'Union: 1 point on turns 2, 4, 6, 10, 12 and 14; 5 points on turn 8',
        'Richmond, held by the Confederates: 20 for the Union, 3 for the Confederates',
        'Washington, held by the Union: 25 for the Confederates',
        expect.stringMatching(
          /^Richmond, Fredericksburg .*: Confederates .* to 3428 Fredericksburg; Union 3427 Falmouth/,
        ),
      ]),
    );
  });

  test('14: what was eliminated or found is told, what is taken changes hands, and what has come is left out', () => {
    const lost = { hex: 'lost', up: true } as const;
    const state = position({ 'c-heth': lost, 'c-dummy-1': lost, 'u-v': '3020' }, { turn: 13 });
    const taken = { ...state, control: { ...state.control, 3556: 'union' as const } };
    expect(publicParts(taken, 'union').flatMap(({ lines }) => lines)).toEqual(
      expect.arrayContaining([
        'Eliminated: Heth',
        '3 dummies, 1 of them found',
        'Union: 1 point on turn 14',
        'Petersburg, held by the Union: 10 for the Union, 1 for the Confederates',
      ]),
    );
  });
});

everyParagraphIsATest('wilderness', 45);
