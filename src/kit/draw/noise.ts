/** Noise that is the same every time: a number from 0 up to 1 for each text and salt (FNV-1a, mixed further). */
export function chance(of: string, salt = 0): number {
  let hash = 0x811c9dc5 ^ Math.imul(salt + 1, 0x9e3779b1);
  for (let at = 0; at < of.length; at++) hash = Math.imul(hash ^ of.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

/** Like `chance`, from −1 up to 1. */
export function sway(of: string, salt = 0): number {
  return chance(of, salt) * 2 - 1;
}

/** A number from 0 up to 1 for each whole number and salt (a hash after Wang). */
export function chanceAt(index: number, salt = 0): number {
  let hash = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

/** Like `chanceAt`, from −1 up to 1. */
export function swayAt(index: number, salt = 0): number {
  return chanceAt(index, salt) * 2 - 1;
}
