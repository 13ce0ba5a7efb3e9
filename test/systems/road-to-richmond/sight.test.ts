import { describe, expect, test } from 'vitest';
import { type HexId, hexId } from '../../../src/kit/hex/hex-grid.ts';
import { sideBetween } from '../../../src/kit/hex/hex-map.ts';
import { type Field, HEX_GRID } from '../../../src/systems/road-to-richmond/field.ts';
import {
  crossesWater,
  entersRedoubt,
  isWater,
  lineOf,
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

/** The hexes of the field, and those that would lie round it. */
const AROUND = Array.from({ length: 26 }, (_, column) =>
  Array.from({ length: 30 }, (_, row) => hexId(column, row)),
).flat();

const known = new Map<HexId, readonly HexId[]>();
function around(from: HexId): readonly HexId[] {
  const found = known.get(from) ?? AROUND.filter((hex) => HEX_GRID.distance(hex, from) <= 3);
  known.set(from, found);
  return found;
}

/** Hexes whose inside a line runs through, and those that lie along it, by a walk in small steps: slow and sure. */
function walked(from: HexId, to: HexId): { readonly inside: ReadonlySet<HexId>; readonly along: ReadonlySet<HexId> } {
  const [start, end] = [HEX_GRID.centre(from), HEX_GRID.centre(to)];
  const near = around(from).filter((hex) => HEX_GRID.distance(hex, to) <= 3);
  const inside = new Set<HexId>();
  const shared = new Map<HexId, number>();
  const steps = 60;
  for (let step = 0; step <= steps; step++) {
    const part = step / steps;
    const [x, y] = [start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part];
    const off = near.map((hex) => ({ hex, off: Math.hypot(HEX_GRID.centre(hex).x - x, HEX_GRID.centre(hex).y - y) }));
    const least = Math.min(...off.map((one) => one.off));
    const closest = off.filter((one) => one.off < least + 1e-9).map(({ hex }) => hex);
    if (closest.length === 1) inside.add(closest[0] as HexId);
    else for (const hex of closest) shared.set(hex, (shared.get(hex) ?? 0) + 1);
  }
  const along = new Set([...shared].flatMap(([hex, times]) => (times > 5 && !inside.has(hex) ? [hex] : [])));
  return { inside, along };
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
  test('9.4: runs from the middle of one hex to that of the other, through the hexes that geometry says', () => {
    for (const [from, to] of PAIRS) {
      const { inside, along } = walked(from, to);
      const line = lineOf(from, to);
      const between = new Set(line?.slice(1, -1).flatMap(({ hexes }) => hexes));
      const expected = [...inside, ...along].filter((hex) => hex !== from && hex !== to && field.hex.has(hex));
      expect([...between].sort(), `${from} to ${to}`).toEqual(expected.sort());
      expect(
        line?.some(({ along }) => along),
        `${from} to ${to} runs along a hexside`,
      ).toBe(inside.size === 2);
    }
  });

  test('9.4: one forest, swamp forest or town between blocks; along a hexside it takes both', () => {
    for (const [from, to] of PAIRS) {
      const { inside, along } = walked(from, to);
      const within = [...inside].filter((hex) => hex !== from && hex !== to);
      const blocked = within.some(blocks) || (along.size === 2 && [...along].every(blocks));
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
    expect(lineOf('1004', '1008')).toBeNull();
    expect(sees(field, '1004', '1008')).toBe(false);
  });

  test('9.5: a line crosses water where it crosses its hexside', () => {
    for (const [from, to] of PAIRS) {
      const line = lineOf(from, to);
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
      const line = lineOf(from, to);
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
