import { describe, expect, test } from 'vitest';
import type { Item } from '../../../src/game/index.ts';
import { boundsOf } from '../../../src/kit/draw/item-bounds.ts';
import { hexPlot, numberBox } from '../../../src/kit/hex/hex-plot.ts';
import { hexLand } from '../../../src/kit/land/hex-land.ts';
import { FOREST, ROAD, TREE, WATER } from '../../../src/kit/land/land-colours.ts';
import type { LandStyle } from '../../../src/kit/land/land-style.ts';
import { destinations, placeNames } from '../../../src/kit/land/place-names.ts';
import { flattenGroups } from '../../../src/render/flatten-groups.ts';
import { MAP } from '../hex/sample-map.ts';

const STYLE: LandStyle = {
  surfaces: [{ terrains: ['woods'], fill: FOREST, edge: TREE }],
  cover: { fields: ['clear'], rough: [], woods: ['woods'], swamp: [] },
  built: [],
  waters: [
    { kind: 'brook', strokes: [{ colour: WATER, width: 2 }], lettering: null },
    {
      kind: 'river',
      strokes: [{ colour: WATER, width: 8 }],
      lettering: { size: 11, ems: 0.1, above: 4, spacing: 1 },
    },
  ],
  ways: [{ matches: ({ kind }) => kind === 'pike', strokes: [{ colour: ROAD, width: 3, dash: [4, 2] }] }],
  places: { town: 'town' },
};

const VIEW = { x: 0, y: 0, width: 900, height: 900 };
const plotAt = (scale: number, view = VIEW) =>
  hexPlot(MAP.grid, { radius: 36, half: 31 }, scale, { x: 20, y: 20 }, view);
const draw = (scale: number, view = VIEW): readonly Item[] => {
  const plot = plotAt(scale, view);
  const land = hexLand(MAP, plot, STYLE, {
    detail: 'close',
    numbered: true,
    zones: [{ hexes: new Set(['0101']), colour: '#112233', tint: '#11223344' }],
    exits: { hexes: ['0401'], colour: '#445566' },
  });
  return [...land];
};
const strokes = (items: readonly Item[], colour: string) =>
  items.filter((item) => 'stroke' in item && item.stroke?.colour === colour);

describe('land of hexes', () => {
  test('has every layer that the map has something of, and none of which it has nothing', () => {
    const items = draw(1);
    expect(items.some((item) => 'fill' in item && item.fill === FOREST)).toBe(true);
    expect(strokes(items, ROAD)).toHaveLength(1);
    // The river; the brook of this map is in no list of waters, and so nothing of it is drawn.
    expect(strokes(items, WATER)).toHaveLength(1);
    expect(strokes(items, '#112233')).toHaveLength(1);
    expect(strokes(items, '#445566')).toHaveLength(2);
    expect(items.filter((item) => item.kind === 'path' && item.d === '')).toEqual([]);
  });

  test('lines grow with the scale, dashes too', () => {
    expect(strokes(draw(2), ROAD)[0]).toMatchObject({ stroke: { width: 6, dash: [8, 4] } });
  });

  test('the numbers of hexes stand on whole pixels', () => {
    const numbers = draw(2).flatMap((item) => (item.kind === 'text' ? [item] : []));
    expect(numbers.map(({ text }) => text)).toEqual([...MAP.hexes]);
    expect(numbers.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))).toBe(true);
  });

  test('waters that have lettering have their names along them', () => {
    const names = [...flattenGroups(draw(2))].flatMap(({ item }) => (item.kind === 'lettering' ? [item.text] : []));
    expect(names).toEqual(['Ny']);
  });

  test('what is out of sight is not drawn', () => {
    const away = { x: 3000, y: 3000, width: 400, height: 400 };
    expect(strokes(draw(1, away), ROAD)).toEqual([]);
    expect(draw(2, away).filter(({ kind }) => kind === 'group')).toEqual([]);
  });

  test('names of places keep clear of what is taken; where there is no room they are left out', () => {
    const plot = plotAt(2);
    const [town, bridge] = placeNames(MAP, plot, STYLE, []);
    expect([town, bridge].map((item) => item?.kind === 'text' && item.text)).toEqual(['Town', 'Mill Bridge']);
    const moved = placeNames(MAP, plot, STYLE, [numberBox(plot, '0202'), { x: 180, y: 300, width: 80, height: 60 }]);
    expect(moved[0]).not.toEqual(town);
    expect(placeNames(MAP, plot, STYLE, [VIEW])).toEqual([]);
  });

  test('the name of a road’s destination is in every window that some of its letters reach', () => {
    const places = [
      {
        hex: '0101',
        name: 'from the county seat, which lies some fifty miles to the north of this field',
        kind: 'town' as const,
      },
    ];
    const namesIn = (view: typeof VIEW) =>
      destinations({ ...MAP, places }, plotAt(1, view), { ...STYLE, places: { town: 'off' } });
    const [name] = namesIn(VIEW);
    const { x, y, width, height } = boundsOf(name as Item);
    const ends = [
      { x, y },
      { x: x + width - 4, y: y + height - 4 },
    ];
    for (const end of ends) expect(namesIn({ ...end, width: 4, height: 4 })).toEqual([name]);
  });
});
