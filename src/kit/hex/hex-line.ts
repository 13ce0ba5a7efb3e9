import type { Axial, HexGrid, HexId } from './hex-grid.ts';

/** A stretch of the straight line between the middles of two hexes. */
export interface LineStep {
  /** The hex whose inside the line runs through; along a hexside those to either hand, one of them alone at the edge of the grid. */
  readonly hexes: readonly HexId[];
  /** The line runs along a hexside. */
  readonly along: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly along: boolean;
}

/** Shorter parts of a line are no more than a corner that it touches. */
const NOTHING = 1e-9;

/** The hexes from one to another, both of them in it, stretch by stretch. */
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
    if (!last || Math.abs(last.from - from) > NOTHING) steps.push({ hexes: [id], along, from });
    else last.hexes.push(id);
  }
  return steps.map(({ hexes, along }, at) => {
    const before = steps[at - 1]?.hexes[0];
    // A line runs along a hexside from the corner of one hex: its neighbours to either hand, clockwise.
    if (hexes.length > 1 && before !== undefined)
      hexes.sort((a, b) => grid.directionTo(before, a) - grid.directionTo(before, b));
    return { hexes, along };
  });
}

/** The part of a line, 0 to 1, within a hex so far from its start; null: none. */
function spanIn(line: Axial, hex: Axial): Span | null {
  let [from, to, along] = [0, 1, false];
  // Between two opposite sides of a hex its difference along two axes is within 1 of that of its middle.
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
  return to - from > NOTHING ? { from, to, along } : null;
}

/** Every way from hex to hex that a line may be said to take: of the two hexes beside a hexside that it runs along, either. */
export function waysAlong(steps: readonly LineStep[]): readonly (readonly HexId[])[] {
  return steps.reduce<readonly (readonly HexId[])[]>(
    (ways, { hexes }) => ways.flatMap((way) => hexes.map((hex) => [...way, hex])),
    [[]],
  );
}
