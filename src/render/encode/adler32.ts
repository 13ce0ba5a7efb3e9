/** The largest prime below 65,536. */
const BASE = 65_521;
/** Bytes that can be summed before the sums overflow 32 bits (zlib's NMAX). */
const AT_ONCE = 5552;

/** The Adler-32 of some bytes (RFC 1950), as it ends a zlib stream. */
export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE, bytes.length);
    for (let at = from; at < to; at++) {
      a += bytes[at] as number;
      b += a;
    }
    a %= BASE;
    b %= BASE;
  }
  return ((b << 16) | a) >>> 0;
}

/** The Adler-32 of two joined byte strings from that of each; `length` is that of the second. */
export function adlerJoined(first: number, second: number, length: number): number {
  const [a1, b1] = [first & 0xffff, first >>> 16];
  const [a2, b2] = [second & 0xffff, second >>> 16];
  const a = (a1 + a2 + BASE - 1) % BASE;
  // Each byte of the second adds the first's sum once more; the initial 1 is already counted.
  const b = (b1 + b2 + (length % BASE) * ((a1 + BASE - 1) % BASE)) % BASE;
  return ((b << 16) | a) >>> 0;
}
