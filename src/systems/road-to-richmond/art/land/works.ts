import type { Item } from '../../../../game/index.ts';
import { between, minus, pathOf, plus, scaled } from '../../../../kit/draw/geometry.ts';
import type { HexId } from '../../../../kit/hex/grid.ts';
import { type Field, HEX_GRID } from '../../field.ts';
import { EXITS } from '../../vocabulary.ts';
import { WORK, ZONE, ZONE_TINT } from '../inks.ts';
import { corner, hexPath, isNear, middle, type Plot, scaleOf, sideOf } from '../plot.ts';

/** Redoubts: a wall with teeth towards its enemy face. */
export function works(field: Field, plot: Plot, hexes: readonly HexId[]): Item[] {
  const s = scaleOf(plot);
  const walls: string[] = [];
  const teeth: string[] = [];
  for (const hex of hexes) {
    for (const { to, direction, redoubt } of field.hex.get(hex)?.sides ?? []) {
      if (redoubt !== 'out') continue;
      const [a, b] = sideOf(plot, hex, direction);
      const out = scaled(minus(middle(plot, to), middle(plot, hex)), 6.5 * s);
      walls.push(pathOf([a, b]));
      for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        const at = between(a, b, part);
        teeth.push(pathOf([at, plus(at, out)]));
      }
    }
  }
  return [
    { kind: 'path', d: walls.join(' '), stroke: { colour: WORK, width: 4.4 * s, cap: 'round' } },
    { kind: 'path', d: teeth.join(' '), stroke: { colour: WORK, width: 2.2 * s } },
  ];
}

/** The command control zone: its edge, and a tint over it. */
export function commandZone(field: Field, plot: Plot, hexes: readonly HexId[]): Item[] {
  const inside = hexes.filter((hex) => field.commandZone.has(hex));
  if (inside.length === 0) return [];
  const s = scaleOf(plot);
  const edge = inside.flatMap((hex) =>
    [0, 1, 2, 3, 4, 5].flatMap((side) => {
      const beside = HEX_GRID.neighbour(hex, side);
      if (beside !== null && field.commandZone.has(beside)) return [];
      const at = middle(plot, hex);
      const [a, b] = [corner(plot, hex, side), corner(plot, hex, side + 1)].map((point) => between(at, point, 0.95));
      return a && b ? [pathOf([a, b])] : [];
    }),
  );
  return [
    { kind: 'path', d: inside.map((hex) => hexPath(plot, hex)).join(' '), fill: ZONE_TINT },
    { kind: 'path', d: edge.join(' '), stroke: { colour: ZONE, width: 2.4 * s, dash: [9 * s, 5 * s] } },
  ];
}

/** The two hexes that lead off the map, ringed twice. */
export function exits(plot: Plot): Item[] {
  const s = scaleOf(plot);
  return EXITS.filter((hex) => isNear(plot, middle(plot, hex))).flatMap((hex): Item[] =>
    [2, 6].map((inset) => ({
      kind: 'path',
      d: hexPath(plot, hex, inset * s),
      stroke: { colour: ZONE, width: (inset === 2 ? 2 : 1) * s },
    })),
  );
}
