import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/game/index.ts';
import { readScenarios } from '../../../src/systems/overland/scenario.ts';
import { dataFile, faultsOf } from './data.ts';

/** A copy of the data with the value at `path` replaced; undefined: left out. Keys are joined by `/`. */
function edited(path: string, value: unknown): Json {
  const data = structuredClone(dataFile()) as { [key: string]: unknown };
  const keys = path.split('/');
  const last = keys.pop() as string;
  const parent = keys.reduce((at, key) => at[key] as { [key: string]: unknown }, data);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return data as Json;
}

type Broken = readonly [what: string, path: string, value: unknown, at: string, reason: RegExp];

const SHAPE: readonly Broken[] = [
  ['a missing leader', 'leaders/lee', undefined, 'leaders/lee', /^is missing$/],
  ['a missing area', 'areas/ashland', undefined, 'areas/ashland', /^is missing$/],
  ['a missing number', 'areas/ashland/defense', undefined, 'areas/ashland/defense', /^is missing$/],
  [
    'an unknown leader',
    'leaders/hood',
    { name: 'Hood', rating: 2, start: 'richmond' },
    'leaders/hood',
    /is not a known name here/,
  ],
  ['an unknown area', 'areas/atlanta', {}, 'areas/atlanta', /is not a known name here/],
  ['an unknown area in a line', 'lines/0/1', 'atlanta', 'lines/0/1', /expected one of "wilderness"/],
  ['an unknown start', 'leaders/grant/start', 'atlanta', 'leaders/grant/start', /expected one of "wilderness"/],
  ['a line with one end', 'lines/0', ['ashland'], 'lines/0', /expected array to have >=2 items/],
  ['a word for a number', 'leaders/lee/rating', '3', 'leaders/lee/rating', /expected number, received string/],
  ['half a point', 'actionPoints/start', 9.5, 'actionPoints/start', /expected int/],
  ['a rating out of all measure', 'leaders/lee/rating', 12, 'leaders/lee/rating', /<=6/],
  [
    'a defense without its minus',
    'areas/ashland/defense',
    1,
    'areas/ashland/defense',
    /0 or negative \[I\.q\] \[I\.r\]/,
  ],
  ['an arrow without its minus', 'areas/ashland/richmond', 1, 'areas/ashland/richmond', /0 or negative/],
  ['a nameless area', 'areas/ashland/name', '', 'areas/ashland/name', /Too small/],
  ['an extra key', 'weather', 'rain', 'weather', /is not a known name here/],
  ['an extra key of a leader', 'leaders/lee/horse', 'Traveller', 'leaders/lee/horse', /is not a known name here/],
  ['a day that is none', 'calendar/last', '1864-06-31', 'calendar/last', /ISO date/],
  ['an unknown result', 'combatResults/0/result', 'rout', 'combatResults/0/result', /expected one of "nothing"/],
  ['no table at all', 'combatResults', [], 'combatResults', /Too small/],
  [
    'a variant with a name of its own making',
    'variants/My Own',
    { name: 'x', summary: 'y' },
    'variants/My Own',
    /lower case, with hyphens/,
  ],
  ['no standard variant', 'variants/standard', undefined, 'variants', /named standard/],
  [
    'a variant that changes what is not there',
    'variants/unbottled/change/weather',
    1,
    'variants/unbottled/change/weather',
    /is not a known name here/,
  ],
  [
    'a variant that renames a leader',
    'variants/unbottled/change/leaders/butler/name',
    'Spoons',
    'variants/unbottled/change/leaders/butler/name',
    /is not a known name here/,
  ],
];

const SENSE: readonly Broken[] = [
  [
    'more points than the most',
    'actionPoints/start',
    11,
    'actionPoints/start',
    /^can’t be above 10, the most you can have$/,
  ],
  [
    'a table without an end',
    'combatResults/2/upTo',
    9,
    'combatResults/2/upTo',
    /must be null in the last row, and only there/,
  ],
  [
    'a row that never ends before the last',
    'combatResults/0/upTo',
    null,
    'combatResults/0/upTo',
    /must be null in the last row, and only there/,
  ],
  [
    'rows that overlap',
    'combatResults/1/upTo',
    1,
    'combatResults/1/upTo',
    /^must be above 1, the end of the row before$/,
  ],
  [
    'a higher die with a worse result',
    'combatResults/2/result',
    'nothing',
    'combatResults/2/result',
    /can’t have a worse result/,
  ],
  [
    'a campaign that ends before it begins',
    'calendar/last',
    '1864-05-04',
    'calendar/last',
    /must be after the first day/,
  ],
  ['a line into Richmond', 'lines/9', ['ashland', 'richmond'], 'lines/9', /a movement line can’t lead to Richmond/],
  ['a line drawn twice', 'lines/9', ['ashland', 'north-anna'], 'lines/9', /two different areas, and be listed once/],
  ['a line that goes nowhere', 'lines/9', ['ashland', 'ashland'], 'lines/9', /two different areas, and be listed once/],
  [
    'an arrow out of Richmond',
    'areas/richmond/richmond',
    -1,
    'areas/richmond/richmond',
    /Richmond can’t have an arrow/,
  ],
  ['a defense of Richmond that is no arrow’s', 'areas/richmond/defense', -1, 'areas/richmond/defense', /on its arrows/],
  [
    'an arrow out of the Valley',
    'areas/valley/richmond',
    -1,
    'areas/valley/richmond',
    /the Valley can’t have an arrow/,
  ],
  ['a retreat out of Richmond', 'areas/richmond/retreat', 'ashland', 'areas/richmond/retreat', /write null/],
  [
    'a retreat in a circle',
    'areas/north-anna/retreat',
    'spotsylvania',
    'areas/north-anna/retreat',
    /closer to Richmond \[XII\.B\]: ashland$/,
  ],
  [
    'a retreat that is no step closer',
    'areas/north-anna/retreat',
    'cold-harbor',
    'areas/north-anna/retreat',
    /closer to Richmond \[XII\.B\]: ashland$/,
  ],
  [
    'a retreat over no line',
    'areas/spotsylvania/retreat',
    'ashland',
    'areas/spotsylvania/retreat',
    /next to spotsylvania and closer to Richmond \[XII\.B\]: north-anna$/,
  ],
  [
    'a retreat past Richmond from next to it',
    'areas/ashland/retreat',
    'mechanicsville',
    'areas/ashland/retreat',
    /closer to Richmond \[XII\.B\]: richmond$/,
  ],
  [
    'no retreat where there is a way',
    'areas/cold-harbor/retreat',
    null,
    'areas/cold-harbor/retreat',
    /: ashland or mechanicsville or savage-station$/,
  ],
  [
    'two US leaders in one area',
    'leaders/sigel/start',
    'drurys-bluff',
    'leaders/sigel/start',
    /^drurys-bluff is full: no more leaders can stand there \[V\]$/,
  ],
  [
    'two CSA leaders in one area',
    'leaders/lee/start',
    'drurys-bluff',
    'leaders/beauregard/start',
    /drurys-bluff is full/,
  ],
  [
    'a US leader in Richmond',
    'leaders/butler/start',
    'richmond',
    'leaders/butler/start',
    /no Union leader can start in Richmond \[V\]/,
  ],
  [
    'Butler where Grant can come',
    'leaders/butler/start',
    'ashland',
    'leaders/butler/start',
    /Grant could march into ashland/,
  ],
  [
    'a line to Butler',
    'lines/9',
    ['mechanicsville', 'drurys-bluff'],
    'leaders/butler/start',
    /Grant could march into drurys-bluff/,
  ],
  [
    'a line to the Valley',
    'lines/9',
    ['spotsylvania', 'valley'],
    'leaders/sigel/start',
    /Grant could march into valley/,
  ],
  [
    'Grant where no line leads',
    'leaders/grant/start',
    'richmond',
    'leaders/grant/start',
    /Grant could never march \[X\]/,
  ],
  ['Lee out of Grant’s reach', 'leaders/lee/start', 'valley', 'leaders/lee/start', /could never meet/],
  [
    'Beauregard on Grant’s road',
    'leaders/beauregard/start',
    'ashland',
    'leaders/beauregard/start',
    /drurys-bluff or richmond \[XII\]/,
  ],
  [
    'Breckinridge out of the Valley',
    'leaders/breckinridge/start',
    'richmond',
    'leaders/breckinridge/start',
    /must start in the valley.* \[XII\]/,
  ],
];

const VARIANTS: readonly Broken[] = [
  [
    'starts above the most',
    'variants/short-rations/change/actionPoints/start',
    12,
    'variants/short-rations/change/actionPoints/start',
    /^actionPoints\.start: can’t be above 10/,
  ],
  [
    'lowers the most below the start',
    'variants/short-rations/change',
    { actionPoints: { most: 6 } },
    'variants/short-rations/change/actionPoints',
    /^actionPoints\.start: can’t be above 6/,
  ],
  [
    'moves Butler into Grant’s way',
    'variants/unbottled/change/leaders/butler/start',
    'ashland',
    'variants/unbottled/change/leaders/butler/start',
    /^leaders\.butler\.start: Grant could march/,
  ],
  [
    'crowds an area by moving another',
    'variants/unbottled/change',
    { leaders: { butler: { start: 'valley' } } },
    'variants/unbottled/change/leaders',
    /^leaders\.sigel\.start: valley is full/,
  ],
  [
    'takes an arrow away',
    'variants/unbottled/change',
    { areas: { 'savage-station': { richmond: null } } },
    'variants/unbottled/change/areas/savage-station',
    /^areas\.savage-station\.retreat: must be next to savage-station/,
  ],
];

describe('a bad edit of overland.json is refused, where it stands and with the reason', () => {
  test.each([...SHAPE, ...SENSE])('%s', (_what, path, value, at, reason) => {
    const faults = faultsOf(edited(path, value));
    const found = faults.find((fault) => fault.path.join('/') === at);
    expect(faults.map((fault) => fault.path.join('/'))).toContain(at);
    expect(found?.reason).toMatch(reason);
    expect(found?.file).toBe('overland.json');
  });

  test.each(VARIANTS)('a variant that %s', (_what, path, value, at, reason) => {
    const faults = faultsOf(edited(path, value));
    expect(faults.map((fault) => fault.path.join('/'))).toEqual([at]);
    expect(faults[0]?.reason).toMatch(reason);
  });

  test('a fault of the file is reported once, not once a variant', () => {
    expect(faultsOf(edited('areas/ashland/retreat', 'mechanicsville'))).toHaveLength(1);
    expect(faultsOf(edited('actionPoints/most', 9))).toEqual([
      { file: 'overland.json', path: ['actionPoints', 'start'], reason: 'can’t be above 9, the most you can have' },
    ]);
  });

  test('several faults are all reported', () => {
    const data = edited('leaders/lee/rating', '3') as { actionPoints: { start: unknown } };
    data.actionPoints.start = 'ten';
    const paths = faultsOf(data as unknown as Json).map(({ path }) => path.join('/'));
    expect(paths.sort()).toEqual(['actionPoints/start', 'leaders/lee/rating']);
  });

  test.each([null, [], 'text', 3])('%j instead of the file', (data) => {
    expect(faultsOf(data as Json)).toEqual([expect.objectContaining({ path: [] })]);
  });

  test('good edits are taken: the printed numbers can be put in', () => {
    const data = edited('leaders/butler/rating', 2) as { [key: string]: unknown };
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
