/** An affine transform in canvas's order: x becomes ax + cy + e, y becomes bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const UNMOVED: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies the first matrix, then the second. Adds terms in Cairo's order, so that pixels come out the same. */
export function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

/** @param angle radians, clockwise */
export function turnedBy(angle: number): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, sin, -sin, cos, 0, 0];
}
