import { describe, expect, test } from 'vitest';
import { type Order as AnyOrder, refuse as because, isRefusal } from '../../../src/game/index.ts';
import { parse, REFUSAL_CODES, refusal } from '../../../src/systems/road-to-richmond/words/orders.ts';
import { expectWords } from '../../conformance/words.ts';
import { codesNeverGiven } from '../../game/refusals-in-source.ts';
import { field } from './data.ts';

/** Facts of every kind, for sentences that need them. */
const FACTS = {
  unit: 'u-1-2-v+u-2-2-v',
  units: 'u-1-2-v+u-2-2-v',
  enemies: 'c-gregg',
  hex: '1107',
  to: 'off-1528',
  from: '1107+1206',
  target: '1107+1206',
  hexes: '1107',
  seat: 'union',
  side: 'confederate',
  kind: 'retreat',
  step: 'move',
  verb: 'attack',
  slot: 'unit',
  given: 'Bucannan',
  turn: 13,
  opens: 16,
  cost: 7,
  points: 6,
  need: 12,
  pair: 7,
  column: '3-1',
  odds: '2-1',
  unmoved: 12,
};

const INSTEAD: readonly AnyOrder[] = [
  ...['1004', '1005', '1006', '1007', '1008'].map((to) => ({ verb: 'move', unit: 'u-1-2-v+u-2-2-v', to })),
  { verb: 'attack', target: '1107+1206', with: ['c-gregg'], column: '1-1' },
  { verb: 'lose', units: ['u-1-2-v', 'u-2-2-v'] },
  { verb: 'advance', unit: 'none' },
  { verb: 'done' },
];

describe.each(REFUSAL_CODES)('the refusal %s', (code) => {
  test('says why, cites its paragraph and what may be done instead, in at most 300 characters', () => {
    const told = refusal(field, because(code, '7.1', FACTS, INSTEAD));
    expectWords(told, 300, code);
    expect(told).toMatch(/^[A-Z0-9“]/);
    expect(told).toContain('[7.1]');
    expect(told).toMatch(/You can .+\.$/);
    expect(told).not.toMatch(/ {2}|\.\.|u-\d|c-[a-z]|[Tt]he unit/);
  });

  test('is worded without any fact, and with facts nobody knows', () => {
    for (const facts of [{}, { unit: 'no such', hex: '9999', to: '<@1>', target: '__proto__', seat: 'x', given: '' }]) {
      const told = refusal(field, because(code, null, facts));
      expectWords(told, 300, code);
      expect(told).not.toContain('<@1>');
    }
  });
});

test('every reason that there are words for is given somewhere, and no other', () => {
  expect(codesNeverGiven('road-to-richmond', REFUSAL_CODES)).toEqual([]);
});

test('a code of another time is worded', () => {
  expect(refusal(field, { refused: true, code: 'constructor', rule: null, facts: {}, instead: [] })).toBe(
    'You can’t give that order now.',
  );
});

describe('what cannot be read is refused', () => {
  test.each([
    [{ verb: 'march' }, 'unknown-verb'],
    [{ verb: '__proto__' }, 'unknown-verb'],
    [{ verb: 'move', unit: 'Sheridan', to: '1107' }, 'unknown-unit'],
    [{ verb: 'move', unit: 'Buchanan' }, 'missing'],
    [{ verb: 'move', unit: 'Buchanan', to: '9901' }, 'unknown-hex'],
    [{ verb: 'move', unit: 'Buchanan', to: '1107', with: ['Lovell'] }, 'unknown-slot'],
    [{ verb: 'attack', target: '1107+Nowhere', with: ['Gregg'], column: '1-1' }, 'unknown-hex'],
    [{ verb: 'attack', target: '1107', with: ['Gregg'], column: '7-1' }, 'unknown-column'],
    [{ verb: 'attack', target: '1107', with: ['Gregg', ''], column: '1-1' }, 'unknown-unit'],
    [{ verb: 'done', sure: 'no' }, 'unknown-sure'],
  ])('%j', (draft, code) => {
    const read = parse(field, draft as never);
    expect(isRefusal(read) ? read.code : read).toBe(code);
  });

  test('what was typed is given back on one line, shortened', () => {
    const read = parse(field, { verb: 'move', unit: `Sher\nidan\u202e${'x'.repeat(6000)}`, to: '1107' });
    expect(isRefusal(read) && refusal(field, read)).toMatch(/^No unit is called “Sher idan x{29,}…”/);
  });
});
