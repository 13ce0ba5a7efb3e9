import { describe, expect, test } from 'vitest';
import { deal, type Hmac, orderKey, type SealedPoint, sealedDice, sealedFace } from '../../src/game/index.ts';
import { hmacUnder } from '../dice/sealed.ts';

const SECRET = '5f0c1d7a';
const point: SealedPoint = { game: 'g-1864', turn: 7, order: orderKey({ verb: 'attack', leader: 'grant' }) };
const thrower = (change: Partial<SealedPoint> = {}, secret = SECRET) =>
  sealedDice(hmacUnder(secret), { ...point, ...change });

/** An HMAC that answers with the given words, and with the messages it was asked. */
function scriptedHmac(...blocks: readonly (readonly number[])[]): { hmac: Hmac; asked: string[] } {
  const asked: string[] = [];
  const hmac: Hmac = (message) => {
    const block = blocks[asked.length];
    asked.push(message);
    if (!block) throw new Error(`no block is scripted for ${message}`);
    const bytes = new Uint8Array(32);
    const view = new DataView(bytes.buffer);
    for (let word = 0; word < 8; word++) view.setUint32(word * 4, block[word] ?? 0xffffffff);
    return bytes;
  };
  return { hmac, asked };
}

describe('a sealed throw', () => {
  test('passes over words that would favour low faces', () => {
    const fair = 2 ** 32 - (2 ** 32 % 6);
    expect(2 ** 32 - fair).toBe(4);
    expect(sealedFace(scriptedHmac([fair - 1]).hmac, point, 1, 6)).toBe(6);
    const biased = [fair, fair + 1, fair + 2, fair + 3];
    expect(sealedFace(scriptedHmac([...biased, 2]).hmac, point, 1, 6)).toBe(3);
  });

  test('draws another block when all eight words are passed over', () => {
    const biased = Array.from({ length: 8 }, () => 0xffffffff);
    const { hmac, asked } = scriptedHmac(biased, biased, [4]);
    expect(sealedFace(hmac, point, 3, 6)).toBe(5);
    const message = (again: number) => `g-1864|7|{"leader":"grant","verb":"attack"}|3|${again}`;
    expect(asked).toEqual([message(0), message(1), message(2)]);
  });

  test('passes over nothing where the sides divide 2 ** 32', () => {
    expect(sealedFace(scriptedHmac([0xffffffff]).hmac, point, 1, 8)).toBe(8);
    expect(sealedFace(scriptedHmac([0xffffffff]).hmac, point, 1, 1)).toBe(1);
    expect(sealedFace(scriptedHmac([0xffffffff]).hmac, point, 1, 2 ** 31)).toBe(2 ** 31);
  });

  test('reads its own bytes out of a larger buffer', () => {
    const pool = new Uint8Array(64);
    new DataView(pool.buffer).setUint32(16, 3);
    expect(sealedFace(() => pool.subarray(16, 48), point, 1, 6)).toBe(4);
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 31 + 1])('knows no die of %d sides', (sides) => {
    expect(() => thrower().roll(sides, 'a die')).toThrow(RangeError);
  });
});

describe('sealed dice', () => {
  // The secrets are fixed, so these hold or fail for good. The bounds are the 99.9 % points of chi-square.
  test.each([
    [6, 20.5],
    [8, 24.3],
    [10, 27.9],
    [20, 43.8],
  ])('are fair with %i sides', (sides, bound) => {
    const hmac = hmacUnder('a secret for counting');
    const counts = Array.from({ length: sides }, () => 0);
    const throws = 12_000;
    for (let turn = 0; turn < throws; turn++) {
      const face = sealedDice(hmac, { ...point, turn }).roll(sides, 'a die');
      counts[face - 1] = (counts[face - 1] ?? 0) + 1;
    }
    expect(chiSquare(counts, throws)).toBeLessThan(bound);
  });

  test('are fair from throw to throw of one order: every pair of faces as often', () => {
    const dice = thrower({ order: 'a long order' });
    const counts = Array.from({ length: 36 }, () => 0);
    for (let pair = 0; pair < 7_200; pair++) {
      const at = (dice.roll(6, 'one') - 1) * 6 + dice.roll(6, 'two') - 1;
      counts[at] = (counts[at] ?? 0) + 1;
    }
    expect(chiSquare(counts, 7_200)).toBeLessThan(66.6);
  });
});

describe('a shuffle', () => {
  test('reaches every order by exactly one row of draws', () => {
    const dealt = new Set<string>();
    for (let a = 1; a <= 4; a++) {
      for (let b = 1; b <= 3; b++) {
        for (let c = 1; c <= 2; c++) {
          const draws = [a, b, c];
          dealt.add(deal(4, () => draws.shift() as number).join(''));
        }
      }
    }
    expect(dealt.size).toBe(24);
  });

  test('of no card or one takes no throw', () => {
    const never = () => {
      throw new Error('no throw was due');
    };
    expect(deal(0, never)).toEqual([]);
    expect(deal(1, never)).toEqual([0]);
  });
});

function chiSquare(counts: readonly number[], total: number): number {
  const expected = total / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
