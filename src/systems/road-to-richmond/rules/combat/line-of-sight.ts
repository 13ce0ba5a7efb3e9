import type { Axial, HexGrid, HexId } from '../../../../kit/hex/hex-grid.ts';
import { type Hexside, sideBetween } from '../../../../kit/hex/hex-map.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { type Field, HEX_GRID } from '../../field.ts';
import type { Terrain } from '../../vocabulary.ts';

/** The range of guns in hexes, counted with the target's hex and without their own [9.1]. */
export const LEAST_RANGE = 2;
export const RANGE = 3;

/** Terrain that blocks sight between the ends of a line [9.4]. */
const BLOCKS: ReadonlySet<Terrain> = new Set(['forest', 'forest_rough', 'town']);

/** The hexes along a line, both ends included; `null` for a single hex, and beyond the range of guns. */
export function lineOfSight(from: HexId, to: HexId): readonly LineStep[] | null {
  const length = HEX_GRID.distance(from, to);
  return length === 0 || length > RANGE ? null : hexesBetween(HEX_GRID, from, to);
}

/** Answers a question about the line between two hexes, and caches it: lists of orders ask hundreds of times. */
function ofLines(answer: (field: Field, line: readonly LineStep[], to: HexId) => boolean) {
  const answers = new MemoPer<Field, boolean>();
  return (field: Field, from: HexId, to: HexId): boolean =>
    answers.get(field, `${from} ${to}`, () => {
      const line = lineOfSight(from, to);
      return line !== null && answer(field, line, to);
    });
}

/**
 * Whether guns in one hex see another in range [9.4]. Neither pieces nor anything beyond the field's edge blocks sight.
 */
export const sees = ofLines((field, line) => line.slice(1, -1).every((step) => isOpen(field, step)));

function isOpen(field: Field, { hexes, along }: LineStep): boolean {
  return (along && hexes.length === 1) || hexes.some((hex) => !blocks(field, hex));
}

function blocks(field: Field, hex: HexId): boolean {
  const terrain = field.hex.get(hex)?.terrain;
  return terrain !== undefined && BLOCKS.has(terrain);
}

/** Whether a line crosses water: a stream, creek, lake, bridge or ford [9.5]. */
export const crossesWater = ofLines((field, line) => {
  const wet = (one: HexId, other: HexId) => {
    const side = sideBetween(field, one, other);
    return side !== null && isWater(side);
  };
  if (line.some(({ hexes: [left, right] }) => left && right && wet(left, right))) return true;
  return waysAlong(line).every((way) => way.some((hex, at) => at > 0 && wet(way[at - 1] as HexId, hex)));
});

/** Whether a line enters its target across a redoubt from the enemy side [9.5]. */
export const entersRedoubt = ofLines((field, line, to) => {
  const beforeTarget = line.at(-2)?.hexes;
  return beforeTarget?.every((hex) => sideBetween(field, to, hex)?.redoubt === 'out') ?? false;
});

export function isWater({ water, crossing }: Hexside): boolean {
  return water !== null || crossing !== null;
}

/** A stretch of the straight line between the middles of two hexes. */
interface LineStep {
  /** The hex that the line crosses; along a hexside the hexes on both sides, or only one at the edge of the grid. */
  readonly hexes: readonly HexId[];
  readonly along: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly along: boolean;
}

/** A part of a line as short as this only touches a corner. */
const TOUCH = 1e-9;

/** The hexes along a line, both ends included. */
export function hexesBetween(grid: HexGrid, from: HexId, to: HexId): readonly LineStep[] {
  const length = grid.distance(from, to);
  if (length === 0) return [{ hexes: [from], along: false }];
  const [start, end] = [grid.axial(from), grid.axial(to)];
  const line: Axial = { q: end.q - start.q, r: end.r - start.r };
  const spans = new Map<HexId, Span>();
  for (let step = 0; step <= length; step++) {
    const [q, r] = [Math.round((line.q * step) / length), Math.round((line.r * step) / length)];
    for (let aside = -1; aside <= 1; aside++)
      for (let ahead = -1; ahead <= 1; ahead++) {
        const offset = { q: q + aside, r: r + ahead };
        const id = grid.at({ q: start.q + offset.q, r: start.r + offset.r });
        const span = id === null ? null : spanIn(line, offset);
        if (id !== null && span) spans.set(id, span);
      }
  }
  const steps: { hexes: HexId[]; readonly along: boolean; readonly from: number }[] = [];
  const ordered = [...spans].sort(([, a], [, b]) => a.from - b.from);
  for (const [id, { along, from }] of ordered) {
    const last = steps.at(-1);
    if (!last || Math.abs(last.from - from) > TOUCH) steps.push({ hexes: [id], along, from });
    else last.hexes.push(id);
  }
  return steps.map(({ hexes, along }, at) => {
    const before = steps[at - 1]?.hexes[0];
    // Along a hexside, the two hexes in clockwise order as seen from the hex before them.
    if (hexes.length > 1 && before !== undefined)
      hexes.sort((a, b) => grid.directionTo(before, a) - grid.directionTo(before, b));
    return { hexes, along };
  });
}

/** The part of a line, 0 to 1, inside a hex at an offset from its start; `null` if it misses the hex. */
function spanIn(line: Axial, hex: Axial): Span | null {
  let [from, to, along] = [0, 1, false];
  // Between two opposite sides of a hex, the difference of two axes is within 1 of the middle's.
  for (const difference of [
    ({ q, r }: Axial) => q - r,
    ({ q, r }: Axial) => q + 2 * r,
    ({ q, r }: Axial) => -2 * q - r,
  ]) {
    const [middle, way] = [difference(hex), difference(line)];
    if (way === 0) {
      if (Math.abs(middle) > 1) return null;
      if (Math.abs(middle) === 1) along = true;
      continue;
    }
    const [one, other] = [(middle - 1) / way, (middle + 1) / way];
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return to - from > TOUCH ? { from, to, along } : null;
}

/** Every path of single hexes that fits a line: along a hexside, either hex will do. */
export function waysAlong(steps: readonly LineStep[]): readonly (readonly HexId[])[] {
  return steps.reduce<readonly (readonly HexId[])[]>(
    (ways, { hexes }) => ways.flatMap((way) => hexes.map((hex) => [...way, hex])),
    [[]],
  );
}
