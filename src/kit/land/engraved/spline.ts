import type { Point } from '../../draw/geometry.ts';

/** A point of one plane and where it lies on the other. */
interface Fixed {
  readonly from: Point;
  readonly to: Point;
}

type Warp = (at: Point) => Point;

/**
 * The thin-plate spline through fixed points (Duchon 1977; Bookstein 1989): of all maps that take each point to its place, the one
 * that bends least. Needs three points that do not lie in a line; throws otherwise.
 */
export function thinPlate(fixed: readonly Fixed[]): Warp {
  const count = fixed.length;
  const rows = [
    ...fixed.map(({ from, to }) => [...fixed.map((other) => kernel(from, other.from)), 1, from.x, from.y, to.x, to.y]),
    [...fixed.map(() => 1), 0, 0, 0, 0, 0],
    [...fixed.map(({ from }) => from.x), 0, 0, 0, 0, 0],
    [...fixed.map(({ from }) => from.y), 0, 0, 0, 0, 0],
  ];
  const weights = solve(rows, 2) as [number, number][];
  const [base, across, down] = weights.slice(count) as [[number, number], [number, number], [number, number]];
  return (at) => {
    let x = base[0] + across[0] * at.x + down[0] * at.y;
    let y = base[1] + across[1] * at.x + down[1] * at.y;
    for (let index = 0; index < count; index++) {
      const pull = kernel(at, (fixed[index] as Fixed).from);
      const weight = weights[index] as [number, number];
      x += weight[0] * pull;
      y += weight[1] * pull;
    }
    return { x, y };
  };
}

/** r² log r. */
function kernel(a: Point, b: Point): number {
  const squared = (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
  return squared === 0 ? 0 : (squared * Math.log(squared)) / 2;
}

/** Solves a square system with its right-hand sides in the last columns (Gauss, partial pivoting). */
function solve(rows: number[][], sides: number): number[][] {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(at(rows, row, column)) > Math.abs(at(rows, pivot, column))) pivot = row;
    }
    if (Math.abs(at(rows, pivot, column)) < 1e-9) throw new Error('The fixed points of a spline lie in a line');
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const source = rows[column] as number[];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = at(rows, row, column) / (source[column] as number);
      if (factor === 0) continue;
      const target = rows[row] as number[];
      for (let index = column; index < size + sides; index++) {
        target[index] = (target[index] as number) - factor * (source[index] as number);
      }
    }
  }
  return rows.map((row, index) => row.slice(size).map((value) => value / (row[index] as number)));
}

function at(rows: number[][], row: number, column: number): number {
  return (rows[row] as number[])[column] as number;
}
