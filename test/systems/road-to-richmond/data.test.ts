import { describe, expect, test } from 'vitest';
import { isFaulty, type Json } from '../../../src/game/index.ts';
import { HEX_GRID, MAP, readField, UNITS } from '../../../src/systems/road-to-richmond/field.ts';
import { dataFiles, faultsIn, field } from './data.ts';

test('numbers that the files of an older game lack are what they were for it', () => {
  const files = dataFiles();
  const { scoring: _scoring, earlyArrival: _early, ...older } = files[UNITS] as { readonly [name: string]: Json };
  const read = readField({ ...files, [UNITS]: older });
  expect(read).toMatchObject({ scoring: field.scoring, earlyArrival: field.earlyArrival });
});

describe('the field as it is shipped', () => {
  test('660 hexes in 24 columns of 28 and 27 rows [1.2]', () => {
    expect(field.hexes).toHaveLength(660);
    expect(field.hexes.filter((hex) => hex.startsWith('01'))).toHaveLength(28);
    expect(field.hexes.filter((hex) => hex.startsWith('24'))).toHaveLength(27);
    expect([...field.hexes]).toEqual([...field.hexes].sort());
  });

  test('case 1: the neighbours of 0407, from the north and on clockwise', () => {
    expect(field.hex.get('0407')?.sides.map(({ to }) => to)).toEqual(['0406', '0507', '0508', '0408', '0308', '0307']);
  });

  test('a side is the same from both of its hexes, and a redoubt is seen from behind and from before', () => {
    for (const { id, sides } of field.hex.values()) {
      for (const side of sides) {
        const back = field.hex.get(side.to)?.sides.find(({ to }) => to === id);
        expect(back).toMatchObject({
          water: side.water,
          crossing: side.crossing,
          link: side.link,
          barred: side.barred,
        });
        expect(back?.direction).toBe((side.direction + 3) % 6);
        const other = { out: 'in', in: 'out' } as const;
        expect(back?.redoubt).toBe(side.redoubt === null ? null : other[side.redoubt]);
        expect(HEX_GRID.distance(id, side.to)).toBe(1);
        const [one, two] = [HEX_GRID.centre(id), HEX_GRID.centre(side.to)];
        expect(Math.hypot(one.x - two.x, one.y - two.y)).toBeCloseTo(Math.sqrt(3));
      }
    }
    expect(field.hex.get('0409')?.sides.find(({ to }) => to === '0408')?.redoubt).toBe('out');
  });

  test('creeks and lakes without a bridge or ford bar, streams do not [4]', () => {
    const side = (from: string, to: string) => field.hex.get(from)?.sides.find((one) => one.to === to);
    expect(side('0507', '0508')).toMatchObject({ water: 'creek', crossing: null, barred: true });
    expect(side('0607', '0608')).toMatchObject({ crossing: 'bridge', crossingName: 'Duane’s Bridge', barred: false });
    expect(side('0904', '0804')).toMatchObject({ water: 'lake', barred: true });
    expect(side('0406', '0407')).toMatchObject({ water: 'stream', barred: false });
  });

  test('89 pieces, 43 of them Confederate, one of them the Train [1.3, 1.5, A-11]', () => {
    expect(field.pieces).toHaveLength(89);
    expect(field.pieces.filter(({ side }) => side === 'confederate')).toHaveLength(43);
    expect(field.pieces.filter(({ side, setup }) => side === 'confederate' && setup !== null)).toEqual([]);
    expect(field.pieces.filter(({ kind }) => kind === 'train')).toMatchObject([
      { side: 'union', strength: 1, arrives: 11 },
    ]);
    expect(field.pieces.map(({ index }) => index)).toEqual(field.pieces.map((_, index) => index));
  });

  test('the zones: 21 hexes closed to the Union, 262 in the south, and what lies six from 2426 or 1826 [13.1, 13.2, 14.1]', () => {
    expect(field.commandZone.size).toBe(21);
    expect(field.southZone.size).toBe(262);
    for (const [hex, within] of [
      ['0407', true],
      ['0406', false],
      ['0109', true],
      ['0108', false],
    ] as const)
      expect(field.southZone.has(hex), hex).toBe(within);
    for (const [hex, within] of [
      ['1820', true],
      ['1819', false],
      ['2420', true],
      ['2419', false],
    ] as const)
      expect(field.alarms.has(hex), hex).toBe(within);
    for (const hex of field.southZone) expect(field.alarms.has(hex), hex).toBe(true);
  });
});

type Broken = readonly [what: string, file: string, path: string, value: unknown, at: string, reason: RegExp];

/** The files with the value at `path` of one of them replaced; undefined: left out. Keys are joined by `/`. */
function edited(file: string, path: string, value: unknown) {
  const files = dataFiles();
  const keys = path.split('/');
  const last = keys.pop() as string;
  const parent = keys.reduce(
    (at, key) => at[key] as { [key: string]: unknown },
    files[file] as { [key: string]: unknown },
  );
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return files;
}

const BROKEN: readonly Broken[] = [
  ['a hex that is missing', MAP, 'hexes/0407', undefined, 'hexes/0407', /^is missing$/],
  ['a hex off the field', MAP, 'hexes/2428', { t: 'clear' }, 'hexes/2428', /no hex 2428/],
  ['a terrain that nobody knows', MAP, 'hexes/0407/t', 'marsh', 'hexes/0407/t', /expected one of/],
  ['a hex without terrain', MAP, 'hexes/0407/t', undefined, 'hexes/0407/t', /^is missing$/],
  ['an entry of another making', MAP, 'weather', 'rain', 'weather', /is not a known name here/],
  ['a side between hexes that are not adjacent', MAP, 'sides/0101|0303', {}, 'sides/0101|0303', /two adjacent hexes/],
  [
    'a side named the wrong way round',
    MAP,
    'sides/0407|0406',
    { stream: true, water: 'x' },
    'sides/0407|0406',
    /lower number first/,
  ],
  ['a side that is no side', MAP, 'sides/0407', {}, 'sides/0407', /two hexes, "a\|b"/],
  ['a creek that is a stream too', MAP, 'sides/0507|0508/stream', true, 'sides/0507|0508', /only one of/],
  [
    'water without a name',
    MAP,
    'sides/0507|0508/water',
    undefined,
    'sides/0507|0508',
    /needs “water”, the water’s name/,
  ],
  [
    'a bridge over dry land',
    MAP,
    'sides/0101|0102',
    { crossing: 'bridge' },
    'sides/0101|0102/crossing',
    /no creek or lake here/,
  ],
  [
    'the name of no crossing',
    MAP,
    'sides/0507|0508/crossingName',
    'Nowhere',
    'sides/0507|0508/crossingName',
    /no crossing/,
  ],
  [
    'a redoubt that looks elsewhere',
    MAP,
    'sides/0408|0409/redoubt/enemy',
    '0309',
    'sides/0408|0409/redoubt',
    /must lie between the two hexes of its hexside/,
  ],
  ['a road through the river', MAP, 'links/0507|0508', 'road', 'links/0507|0508', /without a bridge or ford/],
  ['a road that is not drawn', MAP, 'links/2301|2302', 'road', 'links/2301|2302', /is on no path/],
  ['a road drawn where none is', MAP, 'links/0103|0203', undefined, 'ways/6/path/1', /no road from 0103 to 0203/],
  ['a way that leaves from the middle', MAP, 'ways/0/leaves/0/0', '0418', 'ways/0/leaves/0', /not at the edge/],
  ['a way that leaves where it never was', MAP, 'ways/0/leaves/0/0', '0101', 'ways/0/leaves/0', /not on its path/],
  ['a stream drawn where none is', MAP, 'sides/0523|0524', undefined, 'waters/17/sides/0', /no stream at this hexside/],
  ['works drawn where none are', MAP, 'sides/0508|0608', undefined, 'works/0/sides/0', /no redoubt/],
  ['a zone off the map', MAP, 'zones/commandControl/3', '0129', 'zones/commandControl/3', /no hex 0129/],
  ['a zone with a hex twice', MAP, 'zones/activationSouth/1', '0109', 'zones/activationSouth/1', /named twice/],
  ['an exit in the middle', MAP, 'lastDitchRoads/0', '0407', 'lastDitchRoads/0', /not at the edge/],
  ['an exit without a road', MAP, 'lastDitchRoads/0', '0101', 'lastDitchRoads/0', /no road or trail/],
  ['an entry off the map', MAP, 'entries/union/0', '0400', 'entries/union/0', /no hex 0400/],
  ['a place off the map', MAP, 'places/0/hex', '2528', 'places/0/hex', /no hex 2528/],
  ['no map at all', MAP, 'hexes', undefined, 'hexes', /^is missing$/],
  ['a stack over the limit', UNITS, 'units/5/setup', '1107', 'units/5/setup', /1107 is full/],
  [
    'a hex held by both sides',
    UNITS,
    'units/46',
    {
      id: 'c-rodes',
      side: 'confederate',
      type: 'infantry',
      strength: 4,
      designation: 'Rodes',
      name: 'Rodes',
      setup: '1107',
    },
    'units/46/setup',
    /other side/,
  ],
  ['the Train with others', UNITS, 'units/1/type', 'train', 'units/2/setup', /the Train must stand alone/],
  ['two Trains', UNITS, 'units/0/type', 'train', 'units', /one Train/],
  ['a Confederate Train', UNITS, 'units/46/type', 'train', 'units/46/side', /the Train must be Union/],
  ['a piece named twice', UNITS, 'units/1/id', 'u-1-cr', 'units/1/id', /named twice/],
  ['a designation used twice', UNITS, 'units/1/designation', '1/CR', 'units/1/designation', /of another piece/],
  ['the id of the other side', UNITS, 'units/1/id', 'c-buchanan', 'units/1/id', /must begin with u/],
  ['a start off the map', UNITS, 'units/1/setup', '1100', 'units/1/setup', /no hex 1100/],
  ['a piece that neither starts nor arrives', UNITS, 'units/1/setup', undefined, 'units/1', /needs either/],
  ['a piece that starts and arrives', UNITS, 'units/1/arrives', 3, 'units/1', /needs either/],
  ['an arrival by no hex', UNITS, 'units/20/entry', undefined, 'units/20/entry', /^is missing$/],
  [
    'an arrival by a hex of the other side',
    UNITS,
    'units/20/entry',
    ['0103'],
    'units/20/entry/0',
    /isn’t an entry hex of the union/,
  ],
  ['an arrival after the end', UNITS, 'units/20/arrives', 21, 'units/20/arrives', /<=20/],
  ['a piece without strength', UNITS, 'units/1/strength', 0, 'units/1/strength', />=1/],
  ['another allowance', UNITS, 'movementAllowance', 8, 'movementAllowance', /expected 6/],
];

describe('a bad edit of the data is refused, where it stands and with the reason', () => {
  test('the data as it is shipped is sound', () => {
    expect(faultsIn(dataFiles())).toEqual([]);
  });

  test.each(BROKEN)('%s', (_what, file, path, value, at, reason) => {
    const faults = faultsIn(edited(file, path, value));
    const found = faults.find((fault) => fault.path.join('/') === at);
    expect(faults.map((fault) => `${fault.file} ${fault.path.join('/')}`)).toContain(`${file} ${at}`);
    expect(found?.reason).toMatch(reason);
  });

  test('files that are not there, or are something else, are refused too', () => {
    expect(faultsIn({}).map(({ file }) => file)).toEqual([MAP, UNITS]);
    expect(faultsIn({ [MAP]: 'map', [UNITS]: [] }).map(({ file }) => file)).toEqual([MAP, UNITS]);
    expect(isFaulty(readField(dataFiles()) as never)).toBe(false);
  });
});
