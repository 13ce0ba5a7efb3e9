import { describe, expect, test } from 'vitest';
import type { HexId } from '../../../src/kit/hex/hex-grid.ts';
import { sideBetween } from '../../../src/kit/hex/hex-map.ts';
import { type Field, HEX_GRID } from '../../../src/systems/road-to-richmond/field.ts';
import {
  crossesWater,
  entersRedoubt,
  isWater,
  lineOfSight,
  sees,
  waysAlong,
} from '../../../src/systems/road-to-richmond/rules/combat/line-of-sight.ts';
import type { Terrain } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from './data.ts';

/** The field with other ground in some hexes. */
function ground(terrain: { readonly [hex: string]: Terrain }): Field {
  const hex = new Map(field.hex);
  for (const [id, kind] of Object.entries(terrain)) {
    const was = hex.get(id);
    if (was) hex.set(id, { ...was, terrain: kind });
  }
  return { ...field, hex };
}

const PAIRS = field.hexes
  .filter((_, at) => at % 29 === 0)
  .flatMap((from) =>
    field.hexes
      .filter((to) => HEX_GRID.distance(from, to) === 2 || HEX_GRID.distance(from, to) === 3)
      .map((to) => [from, to]),
  )
  .map((pair) => pair as [HexId, HexId]);

/** All pairs two hexes apart. */
const ALONG = field.hexes.flatMap((from) =>
  field.hexes.flatMap((to): (readonly [HexId, HexId])[] =>
    from < to && HEX_GRID.distance(from, to) === 2 ? [[from, to]] : [],
  ),
);

const BLOCKING = new Set(['forest', 'forest_rough', 'town']);
const blocks = (hex: HexId) => BLOCKING.has(field.hex.get(hex)?.terrain ?? '');

describe('sight', () => {
  test('9.4: one forest, swamp forest or town between blocks; along a hexside it takes both', () => {
    // That a line runs through the hexes that geometry says is held of every grid: `hex-grid.test.ts`.
    for (const [from, to] of PAIRS) {
      const between = lineOfSight(from, to)?.slice(1, -1) ?? [];
      expect(between.length, `${from} to ${to}`).toBeGreaterThan(0);
      const blocked = between.some(({ along, hexes }) => hexes.length === (along ? 2 : 1) && hexes.every(blocks));
      expect(sees(field, from, to), `${from} to ${to}`).toBe(!blocked);
    }
  });

  test('9.4: rough ground, the ends of the line and pieces never block', () => {
    for (const kind of ['clear', 'rough'] as const)
      expect(sees(ground({ '1006': kind, '1005': kind, '1004': 'forest', '1007': 'town' }), '1007', '1004')).toBe(true);
    for (const kind of ['forest', 'forest_rough', 'town'] as const)
      expect(sees(ground({ '1006': kind, '1005': 'clear' }), '1007', '1004')).toBe(false);
  });

  test('9.4: is the same from either end', () => {
    for (const [from, to] of PAIRS) {
      expect(sees(field, to, from)).toBe(sees(field, from, to));
      expect(crossesWater(field, to, from)).toBe(crossesWater(field, from, to));
    }
  });

  test('9.4: nothing is seen further than three hexes', () => {
    expect(lineOfSight('1004', '1008')).toBeNull();
    expect(sees(field, '1004', '1008')).toBe(false);
  });

  test('9.5: a line crosses water where it crosses its hexside', () => {
    for (const [from, to] of PAIRS) {
      const line = lineOfSight(from, to);
      if (!line || line.some(({ along }) => along)) continue;
      const hexes = line.map(({ hexes: [hex] }) => hex as HexId);
      const over = hexes.slice(1).some((hex, at) => {
        const side = sideBetween(field, hexes[at] as HexId, hex);
        return side !== null && isWater(side);
      });
      expect(crossesWater(field, from, to), `${from} to ${to}`).toBe(over);
    }
  });

  test('9.5: along a hexside it is water under the line, or water on every way round, that counts', () => {
    let under = 0;
    let round = 0;
    let oneWay = 0;
    for (const [from, to] of ALONG) {
      const line = lineOfSight(from, to);
      const [left, right] = line?.[1]?.hexes ?? [];
      if (!line || !left || !right) continue;
      const wet = waysAlong(line).map(([a, b, c]) =>
        [sideBetween(field, a as HexId, b as HexId), sideBetween(field, b as HexId, c as HexId)].some(
          (side) => side !== null && isWater(side),
        ),
      );
      const side = sideBetween(field, left, right);
      const lies = side !== null && isWater(side);
      if (lies) under++;
      else if (wet.every(Boolean)) round++;
      else if (wet.some(Boolean)) oneWay++;
      expect(crossesWater(field, from, to), `${from} to ${to}`).toBe(lies || wet.every(Boolean));
    }
    // The map has them all.
    expect(Math.min(under, round, oneWay)).toBeGreaterThan(0);
  });

  test('9.5: a redoubt counts from its enemy face alone', () => {
    expect(entersRedoubt(field, '0407', '0409')).toBe(true);
    expect(entersRedoubt(field, '0410', '0408')).toBe(false);
    expect(entersRedoubt(field, '0510', '0409')).toBe(false);
  });
});
