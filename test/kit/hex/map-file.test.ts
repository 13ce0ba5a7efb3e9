import { describe, expect, test } from 'vitest';
import { faultsOfShape, isFaults } from '../../../src/kit/data-faults.ts';
import type { MapKinds } from '../../../src/kit/hex/hex-map.ts';
import { MapChecks } from '../../../src/kit/hex/map-checks.ts';
import { hexMapOf, type MapParts } from '../../../src/kit/hex/map-file.ts';
import { FORMAT, MAP, SCHEMA, sample } from './sample-map.ts';

type Sample = ReturnType<typeof sample>;

function faultsOf(bend: (map: { [part: string]: unknown } & Sample) => void): string[] {
  const map = sample();
  bend(map as never);
  const read = SCHEMA.safeParse(map);
  const faults = read.success
    ? new MapChecks(FORMAT, read.data as MapParts<MapKinds>).all()
    : faultsOfShape(read.error, map);
  return faults.map(({ path, reason }) => `${path.join('/')}: ${reason}`);
}

describe('a map file', () => {
  test.each<readonly [string, (map: Sample & { [part: string]: never }) => void, string]>([
    ['the shape of the grid', (map) => (map.grid.columns = 5), 'grid/columns: Invalid input: expected 4'],
    ['a hex that is missing', (map) => delete map.hexes['0101'], 'hexes/0101: is missing'],
    [
      'a hex off the map',
      (map) => (map.hexes['0404'] = { t: 'clear' }),
      'hexes/0404: there is no hex 0404 on the map [2]',
    ],
    [
      'two waters at one side',
      (map) => Object.assign(map.sides['0201|0302'], { brook: true }),
      'sides/0201|0302: can be only one of river and brook',
    ],
    [
      'a bridge over what does not bar',
      (map) => Object.assign(map.sides['0202|0302'], { crossing: 'ford' }),
      'sides/0202|0302/crossing: there is no river here to cross',
    ],
    [
      'a way through water',
      (map) => Object.assign(map.links, { '0201|0302': 'lane' }),
      'links/0201|0302: runs through a river without a bridge or ford [5]',
    ],
    [
      'a redoubt elsewhere',
      (map) => Object.assign(map.sides['0102|0202'].redoubt, { enemy: '0101' }),
      'sides/0102|0202/redoubt: must lie between the two hexes of its hexside [6]',
    ],
    [
      'a better way than there is',
      (map) => Object.assign(map.ways[1] as object, { kind: 'pike' }),
      'ways/1/path/1: there is no pike from 0202 to 0302 in “links”',
    ],
    [
      'a way that is not drawn',
      (map) => map.ways.pop(),
      'links/0202|0302: is on no path, so the map would not show it',
    ],
    ['an entry nobody knows', (map) => Object.assign(map, { weather: 'rain' }), 'weather: is not a known name here'],
  ])('is refused for %s', (_, bend, fault) => {
    expect(faultsOf(bend as never)).toContain(fault);
  });

  test('may leave out hexes of the usual terrain, where the format has one', () => {
    const map = sample() as unknown as MapParts<MapKinds>;
    const hexes = { '0202': { t: 'woods' } };
    const format = { ...FORMAT, usual: 'clear' };
    expect(new MapChecks(format, { ...map, hexes }).all()).toEqual([]);
    expect(hexMapOf(format, { ...map, hexes }).hex).toEqual(MAP.hex);
  });

  test('zones and exits of a game are checked with the rest', () => {
    const checks = new MapChecks(FORMAT, SCHEMA.parse(sample()) as MapParts<MapKinds>);
    expect(checks.eachOnce(['zone'], ['0101', '0202', '0101'])).toEqual([
      { path: ['zone', 2], reason: '0101 is named twice' },
    ]);
    expect(checks.leavesMap(['exit'], '0202')[0]?.reason).toBe('0202 is not at the edge of the map');
    expect(checks.leavesMap(['exit'], '0401')[0]?.reason).toBe('no pike or lane leads to 0401');
    expect(checks.leavesMap(['exit'], '0101')).toEqual([]);
  });
});

test('a list of faults is told from what was read', () => {
  expect(isFaults([{ file: 'a', path: [], reason: 'is missing' }])).toBe(true);
  expect(isFaults<readonly unknown[]>([{ name: 'standard' }])).toBe(false);
  expect(isFaults({ title: 'map' })).toBe(false);
});
