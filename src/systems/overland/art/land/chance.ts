/** Irregularity that is the same every time: a number from 0 up to 1 for each whole number and salt (a hash after Wang). */
export function chance(index: number, salt = 0): number {
  let hash = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

/** The same, from -1 up to 1. */
export function sway(index: number, salt = 0): number {
  return chance(index, salt) * 2 - 1;
}
