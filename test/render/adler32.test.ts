import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adler32, adlerJoined } from '../../src/render/png.ts';
import { drawnCases } from '../trials/long.ts';

/** As zlib ends its streams. */
function zlibs(bytes: Uint8Array): number {
  const stream = deflateSync(bytes);
  return stream.readUInt32BE(stream.length - 4);
}

/** Bytes that make for large sums, and more of them than are summed at once. */
const bytes = fc
  .tuple(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(0, 1, 5552, 65_521, 70_000), fc.constantFrom(0, 7, 255))
  .map(([few, many, value]) => Uint8Array.from([...few, ...new Uint8Array(many).fill(value)]));

describe('the Adler-32', () => {
  test('of bytes is what zlib ends its stream with', () => {
    fc.assert(
      fc.property(bytes, (some) => {
        expect(adler32(some)).toBe(zlibs(some));
      }),
      { numRuns: drawnCases(100) },
    );
  });

  test('of two pieces comes from that of each', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const both = Buffer.concat([one, other]);
        expect(adlerJoined(adler32(one), adler32(other), other.length)).toBe(zlibs(both));
      }),
      { numRuns: drawnCases(100) },
    );
  });
});
