import { describe, expect, test } from 'vitest';
import { HexGrid } from '../../../src/kit/hex/hex-grid.ts';
import { wayInWords } from '../../../src/kit/hex/hex-names.ts';
import { findEach, nameIndex, plainName } from '../../../src/kit/typed-names.ts';

const grid = new HexGrid({ columns: 6, rowsOdd: 6, rowsEven: 5 });
interface Piece {
  readonly name: string;
  readonly side: 'red' | 'blue';
  readonly at: string | null;
  readonly wagon?: true;
}
const PIECES: readonly Piece[] = [
  { name: 'a', side: 'red', at: '0303' },
  { name: 'b', side: 'red', at: '0303' },
  { name: 'c', side: 'blue', at: '0203', wagon: true },
  { name: 'd', side: 'blue', at: null },
];
describe('hexes and things in words', () => {
  test('a way is told by its length and direction', () => {
    expect(['0302', '0304', '0502', '0503', '0106'].map((hex) => wayInWords({ grid }, '0303', hex))).toEqual([
      '1 hex north',
      '1 hex south',
      '2 hexes north-east',
      '2 hexes east',
      '4 hexes south-west',
    ]);
  });

  test('names are found however they are written; what comes first goes before what two may have', () => {
    const index = nameIndex(PIECES, ({ name }) => name, [({ name }) => [`${name}-1`], ({ side }) => [side]]);
    expect(['A 1', 'b1', 'RED', 'blue', 'x'].map((typed) => index.get(plainName(typed)))).toEqual([
      'a',
      'b',
      'a',
      'c',
      undefined,
    ]);
    const find = (part: string) => index.get(plainName(part)) ?? null;
    expect(findEach('a1, b1 and c1', find)).toEqual(['a', 'b', 'c']);
    expect(findEach('a1+x', find)).toBeNull();
    expect(findEach('a1 + a-1', find)).toBeNull();
  });
});
