import { describe, expect, test } from 'vitest';
import { isFaulty, type Json } from '../../../src/game/index.ts';
import { HEX_GRID, MAP, readField, UNITS } from '../../../src/systems/road-to-richmond/field.ts';
import { edited, editsOf } from '../data-edits.ts';
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

const EDITS = {
  [MAP]: editsOf(String.raw`
  hexes/0407 = nothing: ^is missing$
  hexes/2428 = {"t":"clear"}: no hex 2428
  hexes/0407/t = "marsh": expected one of
  hexes/0407/t = nothing: ^is missing$
  weather = "rain": is not a known name here
  sides/0101|0303 = {}: two adjacent hexes
  sides/0407|0406 = {"stream":true,"water":"x"}: lower number first
  sides/0407 = {}: two hexes, "a\|b"
  sides/0507|0508/stream (sides/0507|0508) = true: only one of
  sides/0507|0508/water (sides/0507|0508) = nothing: needs “water”, the water’s name
  sides/0101|0102 (sides/0101|0102/crossing) = {"crossing":"bridge"}: no creek or lake here
  sides/0507|0508/crossingName = "Nowhere": no crossing
  sides/0408|0409/redoubt/enemy (sides/0408|0409/redoubt) = "0309": must lie between the two hexes of its hexside
  links/0507|0508 = "road": without a bridge or ford
  links/2301|2302 = "road": is on no path
  links/0103|0203 (ways/6/path/1) = nothing: no road from 0103 to 0203
  ways/0/leaves/0/0 (ways/0/leaves/0) = "0418": not at the edge
  ways/0/leaves/0/0 (ways/0/leaves/0) = "0101": not on its path
  sides/0523|0524 (waters/17/sides/0) = nothing: no stream at this hexside
  sides/0508|0608 (works/0/sides/0) = nothing: no redoubt
  zones/commandControl/3 = "0129": no hex 0129
  zones/activationSouth/1 = "0109": named twice
  lastDitchRoads/0 = "0407": not at the edge
  lastDitchRoads/0 = "0101": no road or trail
  entries/union/0 = "0400": no hex 0400
  places/0/hex = "2528": no hex 2528
  hexes = nothing: ^is missing$
`),
  [UNITS]: editsOf(`
  units/5/setup = "1107": 1107 is full
  units/46 (units/46/setup) = {"id":"c-rodes","side":"confederate","type":"infantry","strength":4,"designation":"Rodes","name":"Rodes","setup":"1107"}: other side
  units/1/type (units/2/setup) = "train": the Train must stand alone
  units/0/type (units) = "train": one Train
  units/46/type (units/46/side) = "train": the Train must be Union
  units/1/id = "u-1-cr": named twice
  units/1/designation = "1/CR": of another piece
  units/1/id = "c-buchanan": must begin with u
  units/1/setup = "1100": no hex 1100
  units/1/setup (units/1) = nothing: needs either
  units/1/arrives (units/1) = 3: needs either
  units/20/entry = nothing: ^is missing$
  units/20/entry (units/20/entry/0) = ["0103"]: isn’t an entry hex of the union
  units/20/arrives = 21: <=20
  units/1/strength = 0: >=1
  movementAllowance = 8: expected 6
`),
};

describe('a bad edit of the data is refused, where it stands and with the reason', () => {
  test.each(Object.entries(EDITS).flatMap(([file, edits]) => edits.map((edit) => [file, ...edit] as const)))(
    '%s: %s',
    (file, _said, path, value, at, reason) => {
      const files = dataFiles();
      const faults = faultsIn({ ...files, [file]: edited(files[file] as Json, path, value) });
      expect(faults.map((fault) => `${fault.file} ${fault.path.join('/')}`)).toContain(`${file} ${at}`);
      expect(faults.find((fault) => fault.path.join('/') === at)?.reason).toMatch(reason);
    },
  );

  test('files that are not there, or are something else, are refused too', () => {
    expect(faultsIn({}).map(({ file }) => file)).toEqual([MAP, UNITS]);
    expect(faultsIn({ [MAP]: 'map', [UNITS]: [] }).map(({ file }) => file)).toEqual([MAP, UNITS]);
    expect(isFaulty(readField(dataFiles()) as never)).toBe(false);
  });
});
