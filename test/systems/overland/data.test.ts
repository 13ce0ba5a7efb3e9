import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/game/index.ts';
import { longDate, shortDate } from '../../../src/kit/dates.ts';
import { dateOf, readScenarios } from '../../../src/systems/overland/scenario.ts';
import { view } from '../../../src/systems/overland/view.ts';
import { AREAS, type Area, LEADERS } from '../../../src/systems/overland/vocabulary.ts';
import { summary } from '../../../src/systems/overland/words/game-status.ts';
import { edited, editsOf } from '../data-edits.ts';
import { dataFile, faultsOf, numbers, scenarios } from './data.ts';
import { position } from './play.ts';

/** The tables of reconstruction-1, as the rulings print them. */
const MAP: readonly (readonly [
  area: string,
  lines: string,
  arrow: number | null,
  defense: number,
  retreat: string | null,
])[] = [
  ['The Wilderness', 'Spotsylvania', null, 0, 'Spotsylvania'],
  ['Spotsylvania', 'The Wilderness, North Anna', null, 0, 'North Anna'],
  ['North Anna', 'Spotsylvania, Ashland, Cold Harbor', null, 0, 'Ashland'],
  ['Ashland', 'North Anna, Cold Harbor, Mechanicsville', -1, -1, 'Richmond'],
  ['Cold Harbor', 'North Anna, Ashland, Mechanicsville, Savage Station', null, 0, 'Mechanicsville'],
  ['Mechanicsville', 'Ashland, Cold Harbor, Savage Station', -2, -1, 'Richmond'],
  ['Savage Station', 'Cold Harbor, Mechanicsville', -1, 0, 'Richmond'],
  ['Drury’s Bluff', '', -1, 0, 'Richmond'],
  ['The Valley', '', null, 0, null],
  ['Richmond', '', null, 0, null],
];

const LEADER_TABLE = [
  ['Grant', 3, 'The Wilderness'],
  ['Butler', 1, 'Drury’s Bluff'],
  ['Sigel', 1, 'The Valley'],
  ['Lee', 3, 'The Wilderness'],
  ['Beauregard', 2, 'Drury’s Bluff'],
  ['Breckinridge', 1, 'The Valley'],
] as const;

describe('the data as shipped', () => {
  const standard = numbers();
  const name = (area: Area) => standard.areas[area].name;

  test('is called by its name, and has three variants, the standard one first', () => {
    expect(standard.basis).toBe('reconstruction-1');
    expect(scenarios.map(({ variant }) => variant.id)).toEqual(['standard', 'unbottled', 'short-rations']);
  });

  test('the map', () => {
    const map = AREAS.map((area) => {
      const { richmond, defense, retreat } = standard.areas[area];
      return [name(area), standard.lines[area].map(name).join(', '), richmond, defense, retreat && name(retreat)];
    });
    expect(map).toEqual(MAP);
  });

  test('the leaders', () => {
    const leaders = LEADERS.map((leader) => standard.leaders[leader]);
    expect(leaders.map(({ name: leader, rating, start }) => [leader, rating, name(start)])).toEqual(LEADER_TABLE);
  });

  test('Action Points and the calendar', () => {
    expect(standard.actionPoints).toEqual({ start: 10, most: 10, valleyVictory: 2, roll: 1 });
    expect(standard.calendar).toEqual({ first: '1864-05-04', last: '1864-06-03' });
  });

  test('unbottled rates Butler 2, short rations start with eight points, and neither changes anything else', () => {
    const { leaders, actionPoints } = standard;
    const { variant: unbottled } = numbers('unbottled');
    expect(numbers('unbottled')).toEqual({
      ...{ ...standard, variant: unbottled },
      leaders: { ...leaders, butler: { ...leaders.butler, rating: 2 } },
    });
    const { variant: short } = numbers('short-rations');
    expect(numbers('short-rations')).toEqual({
      ...standard,
      variant: short,
      actionPoints: { ...actionPoints, start: 8 },
    });
    expect([unbottled.name, short.name]).toEqual(['Unbottled', 'Short rations']);
  });
});

const bent = (path: string, value: unknown) => edited(dataFile(), path, value);

/** Values that no file has. */
const SHAPE = editsOf(String.raw`
  leaders/lee = nothing: ^is missing$
  areas/ashland = nothing: ^is missing$
  areas/ashland/defense = nothing: ^is missing$
  leaders/hood = {"name":"Hood","rating":2,"start":"richmond"}: is not a known name here
  areas/atlanta = {}: is not a known name here
  lines/0/1 = "atlanta": expected one of "wilderness"
  leaders/grant/start = "atlanta": expected one of "wilderness"
  lines/0 = ["ashland"]: expected array to have >=2 items
  leaders/lee/rating = "3": expected number, received string
  actionPoints/start = 9.5: expected int
  leaders/lee/rating = 12: <=6
  areas/ashland/defense = 1: 0 or negative \[I\.q\] \[I\.r\]
  areas/ashland/richmond = 1: 0 or negative
  areas/ashland/name = "": Too small
  weather = "rain": is not a known name here
  leaders/lee/horse = "Traveller": is not a known name here
  calendar/last = "1864-06-31": ISO date
  combatResults/0/result = "rout": expected one of "nothing"
  combatResults = []: Too small
  variants/My Own = {"name":"x","summary":"y"}: lower case, with hyphens
  variants/standard (variants) = nothing: named standard
  variants/unbottled/change/weather = 1: is not a known name here
  variants/unbottled/change/leaders/butler/name = "Spoons": is not a known name here
`);

/** Values that make no sense beside the others. */
const SENSE = editsOf(String.raw`
  actionPoints/start = 11: ^can’t be above 10, the most you can have$
  combatResults/2/upTo = 9: must be null in the last row, and only there
  combatResults/0/upTo = null: must be null in the last row, and only there
  combatResults/1/upTo = 1: ^must be above 1, the end of the row before$
  combatResults/2/result = "nothing": can’t have a worse result
  calendar/last = "1864-05-04": must be after the first day
  lines/9 = ["ashland","richmond"]: a movement line can’t lead to Richmond
  lines/9 = ["ashland","north-anna"]: two different areas, and be listed once
  lines/9 = ["ashland","ashland"]: two different areas, and be listed once
  areas/richmond/richmond = -1: Richmond can’t have an arrow
  areas/richmond/defense = -1: on its arrows
  areas/valley/richmond = -1: the Valley can’t have an arrow
  areas/richmond/retreat = "ashland": write null
  areas/north-anna/retreat = "spotsylvania": closer to Richmond \[XII\.B\]: ashland$
  areas/north-anna/retreat = "cold-harbor": closer to Richmond \[XII\.B\]: ashland$
  areas/spotsylvania/retreat = "ashland": next to spotsylvania and closer to Richmond \[XII\.B\]: north-anna$
  areas/ashland/retreat = "mechanicsville": closer to Richmond \[XII\.B\]: richmond$
  areas/cold-harbor/retreat = null: : ashland or mechanicsville or savage-station$
  leaders/sigel/start = "drurys-bluff": ^drurys-bluff is full: no more leaders can stand there \[V\]$
  leaders/lee/start (leaders/beauregard/start) = "drurys-bluff": drurys-bluff is full
  leaders/butler/start = "richmond": no Union leader can start in Richmond \[V\]
  leaders/butler/start = "ashland": Grant could march into ashland
  lines/9 (leaders/butler/start) = ["mechanicsville","drurys-bluff"]: Grant could march into drurys-bluff
  lines/9 (leaders/sigel/start) = ["spotsylvania","valley"]: Grant could march into valley
  leaders/grant/start = "richmond": Grant could never march \[X\]
  leaders/lee/start = "valley": could never meet
  leaders/beauregard/start = "ashland": drurys-bluff or richmond \[XII\]
  leaders/breckinridge/start = "richmond": must start in the valley.* \[XII\]
`);

/** Changes of a variant. */
const VARIANTS = editsOf(String.raw`
  variants/short-rations/change/actionPoints/start = 12: ^actionPoints\.start: can’t be above 10
  variants/short-rations/change (variants/short-rations/change/actionPoints) = {"actionPoints":{"most":6}}: ^actionPoints\.start: can’t be above 6
  variants/unbottled/change/leaders/butler/start = "ashland": ^leaders\.butler\.start: Grant could march
  variants/unbottled/change (variants/unbottled/change/leaders) = {"leaders":{"butler":{"start":"valley"}}}: ^leaders\.sigel\.start: valley is full
  variants/unbottled/change (variants/unbottled/change/areas/savage-station) = {"areas":{"savage-station":{"richmond":null}}}: ^areas\.savage-station\.retreat: must be next to savage-station
`);

describe('a bad edit of overland.json is refused, where it stands and with the reason', () => {
  test.each([...SHAPE, ...SENSE])('%s', (_what, path, value, at, reason) => {
    const faults = faultsOf(bent(path, value));
    const found = faults.find((fault) => fault.path.join('/') === at);
    expect(faults.map((fault) => fault.path.join('/'))).toContain(at);
    expect(found?.reason).toMatch(reason);
    expect(found?.file).toBe('overland.json');
  });

  test.each(VARIANTS)('a variant that %s', (_what, path, value, at, reason) => {
    const faults = faultsOf(bent(path, value));
    expect(faults.map((fault) => fault.path.join('/'))).toEqual([at]);
    expect(faults[0]?.reason).toMatch(reason);
  });

  test('a fault of the file is reported once, not once a variant', () => {
    expect(faultsOf(bent('areas/ashland/retreat', 'mechanicsville'))).toHaveLength(1);
    expect(faultsOf(bent('actionPoints/most', 9))).toEqual([
      { file: 'overland.json', path: ['actionPoints', 'start'], reason: 'can’t be above 9, the most you can have' },
    ]);
  });

  test('several faults are all reported', () => {
    const data = bent('leaders/lee/rating', '3') as { actionPoints: { start: unknown } };
    data.actionPoints.start = 'ten';
    const paths = faultsOf(data as unknown as Json).map(({ path }) => path.join('/'));
    expect(paths.sort()).toEqual(['actionPoints/start', 'leaders/lee/rating']);
  });

  test.each([null, [], 'text', 3])('%j instead of the file', (data) => {
    expect(faultsOf(data as Json)).toEqual([expect.objectContaining({ path: [] })]);
  });

  test('good edits are taken: the printed numbers can be put in', () => {
    const data = bent('leaders/butler/rating', 2) as { [key: string]: unknown };
    data.name = 'printed';
    data.combatResults = [
      { upTo: 0, result: 'nothing' },
      { upTo: 3, result: 'turning' },
      { upTo: null, result: 'retreat' },
    ];
    const [standard] = readScenarios('overland.json', data as Json);
    expect(standard).toMatchObject({ basis: 'printed', leaders: { butler: { rating: 2 } } });
  });
});

describe('the calendar', () => {
  test('a point is three days', () => {
    const days = '3 June, 31 May, 28 May, 25 May, 22 May, 19 May, 16 May, 13 May, 10 May, 7 May, 4 May'.split(', ');
    expect(days.map((_, points) => shortDate(dateOf(numbers(), points)))).toEqual(days);
    expect(longDate(dateOf(numbers(), 10))).toBe('4 May 1864');
  });

  test('the campaign on short rations opens on the day that eight points stand for', () => {
    const short = view(numbers('short-rations'), position({ variant: 'short-rations' }));
    expect(short).toMatchObject({ points: 8, mostPoints: 10, date: '1864-05-10' });
  });

  test('a campaign of other dates spreads its days evenly over the track', () => {
    const other = { ...numbers(), calendar: { first: '1864-02-27', last: '1864-03-03' } };
    expect([10, 8, 6, 0].map((points) => dateOf(other, points))).toEqual([
      '1864-02-27',
      '1864-02-28',
      '1864-02-29',
      '1864-03-03',
    ]);
  });

  test('points and date in a line, one point as one, and what the odds of the buttons rest on while there are any', () => {
    const line = (points: number) => summary(view(numbers(), position({ points })));
    expect(line(9)).toBe('**9 Action Points** left · 7 May 1864');
    expect(line(1)).toBe('**1 Action Point** left · 31 May 1864');
    const lost = { ...position({ points: 0 }), over: { won: false } } as const;
    expect(summary(view(numbers(), lost))).toBe('**0 Action Points** left · 3 June 1864');
  });
});
