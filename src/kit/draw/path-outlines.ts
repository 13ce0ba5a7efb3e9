import type { Point } from './geometry.ts';

/** Straight pieces that stand for a curve of a path. */
const PIECES = 8;
const COORDINATES = { M: 2, L: 2, Q: 4, C: 6, Z: 0 } as const;

const NUMBERS = /[-.\d]+/g;

/** Every point a path names: its corners, and the points that pull its curves, which lie about them. */
export function pulls(d: string): Point[] {
  const numbers = d.match(NUMBERS) ?? [];
  const points: Point[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    points.push({ x: Number(numbers[index]), y: Number(numbers[index + 1]) });
  }
  return points;
}

/** The corners of each piece of a path, its curves in straight pieces; a closed piece ends where it began. */
export function outlines(d: string): Point[][] {
  const tokens = d.match(/[MLQCZ]|-?[\d.]+/g) ?? [];
  const pieces: Point[][] = [];
  let piece: Point[] = [];
  let command: keyof typeof COORDINATES = 'M';
  for (let next = 0; next < tokens.length; ) {
    const token = tokens[next] as string;
    if (token in COORDINATES) {
      command = token as keyof typeof COORDINATES;
      next++;
    }
    const count = COORDINATES[command];
    const at: Point[] = [];
    for (let index = next; index < next + count; index += 2)
      at.push({ x: Number(tokens[index]), y: Number(tokens[index + 1]) });
    next += count;
    if (command === 'M') {
      piece = at;
      pieces.push(piece);
    } else if (command === 'L') piece.push(...at);
    else if (command === 'Z') piece.push(piece[0] as Point);
    else piece.push(...pointsAlong([piece.at(-1) as Point, ...at]));
  }
  return pieces;
}

/** The points of a Bézier curve after its first, from its controls (de Casteljau). */
function pointsAlong(controls: readonly Point[]): Point[] {
  return Array.from({ length: PIECES }, (_, piece) => {
    const t = (piece + 1) / PIECES;
    let rest = controls;
    while (rest.length > 1) {
      const [from, ...others] = rest as [Point, ...Point[]];
      let before = from;
      rest = others.map((to) => {
        const mixed = { x: before.x + (to.x - before.x) * t, y: before.y + (to.y - before.y) * t };
        before = to;
        return mixed;
      });
    }
    return rest[0] as Point;
  });
}
