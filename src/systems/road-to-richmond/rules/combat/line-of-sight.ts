import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { hexesBetween, type LineStep, waysAlong } from '../../../../kit/hex/hex-line.ts';
import { type Hexside, sideBetween } from '../../../../kit/hex/hex-map.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { type Field, HEX_GRID } from '../../field.ts';
import type { Terrain } from '../../vocabulary.ts';

/** How far guns reach: the target counts, their own hex does not [9.1]. */
export const LEAST_RANGE = 2;
export const RANGE = 3;

/** What blocks sight between the ends of its line [9.4]. */
const BLOCKS: ReadonlySet<Terrain> = new Set(['forest', 'forest_rough', 'town']);

/** @returns null where they are one hex, or further apart than guns reach */
export function lineOf(from: HexId, to: HexId): readonly LineStep[] | null {
  const length = HEX_GRID.distance(from, to);
  return length === 0 || length > RANGE ? null : hexesBetween(HEX_GRID, from, to);
}

/** Answers about a line on a field, by its ends: lists of orders ask about the same few lines hundreds of times. */
class LineMemo {
  readonly #known = new MemoPer<Field, boolean>();

  get(field: Field, from: HexId, to: HexId, work: (line: readonly LineStep[]) => boolean): boolean {
    return this.#known.get(field, `${from} ${to}`, () => {
      const line = lineOf(from, to);
      return line !== null && work(line);
    });
  }
}

const sights = new LineMemo();
const waterCrossings = new LineMemo();
const redoubtEntries = new LineMemo();

/** Whether guns in one hex see another within their reach [9.4]. Pieces never block, nor does what lies beyond the edge of the field. */
export function sees(field: Field, from: HexId, to: HexId): boolean {
  return sights.get(field, from, to, (line) => line.slice(1, -1).every((step) => isOpen(field, step)));
}

function isOpen(field: Field, { hexes, along }: LineStep): boolean {
  return (along && hexes.length === 1) || hexes.some((hex) => !blocks(field, hex));
}

/** The hex on the line that blocks sight, the nearest to the guns; null: they see. */
export function blockedBy(field: Field, from: HexId, to: HexId): HexId | null {
  if (sees(field, from, to)) return null;
  const hexes = lineOf(from, to)?.map((step) => step.hexes[0] as HexId) ?? [];
  return hexes.find((hex, at) => at > 0 && blocks(field, hex)) ?? null;
}

function blocks(field: Field, hex: HexId): boolean {
  const terrain = field.hex.get(hex)?.terrain;
  return terrain !== undefined && BLOCKS.has(terrain);
}

/** Whether a line crosses water: a stream, creek, lake, bridge or ford [9.5]. */
export function crossesWater(field: Field, from: HexId, to: HexId): boolean {
  const wet = (one: HexId, other: HexId) => {
    const side = sideBetween(field, one, other);
    return side !== null && isWater(side);
  };
  return waterCrossings.get(field, from, to, (line) => {
    if (line.some(({ hexes: [left, right] }) => left && right && wet(left, right))) return true;
    return waysAlong(line).every((way) => way.some((hex, at) => at > 0 && wet(way[at - 1] as HexId, hex)));
  });
}

/** Whether a line enters its target over a redoubt, from its enemy face [9.5]. */
export function entersRedoubt(field: Field, from: HexId, to: HexId): boolean {
  return redoubtEntries.get(field, from, to, (line) => {
    const last = line.at(-2)?.hexes;
    return last?.every((hex) => sideBetween(field, to, hex)?.redoubt === 'out') ?? false;
  });
}

export function isWater({ water, crossing }: Hexside): boolean {
  return water !== null || crossing !== null;
}
